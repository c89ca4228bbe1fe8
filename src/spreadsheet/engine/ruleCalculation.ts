/** Calculates the formulas of rules. */
import type { Calculation } from "./calculation";
import { compile } from "./compile";
import { DoubtError } from "./doubt";
import { isError, Matrix, type CellRange } from "./operand";
import { Rule, type RuleResult } from "./rule";
import type { Places } from "./scope";
import { NotReady, type Sheet } from "./sheet";
import type { Value } from "./values";

/** Rules cannot call custom functions, as in Excel. */
const NO_CALLS: Pick<Places, "custom" | "customNames" | "callCustom"> = {
  custom: () => undefined,
  customNames: () => [],
  callCustom: () => () => null,
};

/** @param text Written for the first cell of the first area, without a leading "=". */
export function compileRule(calculation: Calculation, text: string, areas: readonly CellRange[]): Rule | undefined {
  const [home] = areas;
  if (!home) return undefined;
  const { dateSystem } = calculation;
  const places = { dateSystem, sheet: (name: string) => calculation.sheet(name), ...NO_CALLS };
  const sheet = home.sheet as Sheet;
  return new Rule(sheet, areas, compile(text, sheet, home, true, places));
}

/** Calculates a rule for all its cells. Returns false if it reads cells that are not calculated. */
export function calculateRule(calculation: Calculation, rule: Rule): boolean {
  const made: CellRange[] = [];
  const results: RuleResult[] = [];
  for (const { row, column, down, right } of rule.cells()) {
    const placed = { sheet: rule.sheet, row, column, down, right, compiled: rule.compiled, made: undefined };
    const value = valueOf(calculation, placed);
    if (value === undefined) return false;
    made.push(...(placed.made ?? []));
    results.push({ down, right, value });
  }
  rule.made = made;
  rule.results = results;
  return true;
}

function valueOf(calculation: Calculation, placed: Parameters<Calculation["evaluate"]>[0]): Value | Matrix | undefined {
  try {
    return calculation.evaluate(placed);
  } catch (thrown) {
    if (thrown instanceof NotReady) return undefined;
    if (thrown instanceof DoubtError || thrown instanceof RangeError) return { code: "#VALUE!", message: "" };
    throw thrown;
  }
}

/** True if a rule has the same results as before. */
export function hasSameResults(one: readonly RuleResult[], other: readonly RuleResult[]): boolean {
  return one.length === other.length && one.every(({ value }, at) => isSame(value, other[at]?.value));
}

function isSame(one: Value | Matrix, other: Value | Matrix | undefined): boolean {
  if (one instanceof Matrix)
    return (
      other instanceof Matrix &&
      one.columns === other.columns &&
      one.values.length === other.values.length &&
      one.values.every((value, at) => isSame(value, other.values[at]))
    );
  return isError(one) ? isError(other) && one.code === other.code : one === other;
}
