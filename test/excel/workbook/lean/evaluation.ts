/** What the formulas of the lean workbook come to. */
import type { CellError, Value, Values } from "../../../../src/spreadsheet/engine/values";
import { isCellError } from "../../../../src/spreadsheet/engine/values";
import type { SheetPosition } from "../../../../src/spreadsheet/cells/area";
import type { Formula } from "./formula";

export interface Evaluation {
  /** What a cell shows. */
  readonly valueAt: (position: SheetPosition) => Value;
  /** What a function gives that is not Excel's own; undefined where its result is awaited. */
  readonly call: (name: string, args: readonly Values[]) => Values | undefined;
}

export const BUSY: Value = { code: "#BUSY!", message: "" };
const VALUE: Value = { code: "#VALUE!", message: "" };
const REF: Value = { code: "#REF!", message: "" };
const DIVISION: Value = { code: "#DIV/0!", message: "" };

export function evaluate(formula: Formula, evaluation: Evaluation): Values {
  const { valueAt, call } = evaluation;
  const single = (each: Formula): Value => {
    const values = evaluate(each, evaluation);
    return Array.isArray(values) ? (values[0]?.[0] ?? null) : values;
  };
  switch (formula.kind) {
    case "value":
      return formula.value;
    case "lost":
      return REF;
    case "reference":
      return valueAt(formula);
    case "sheets":
      return formula.cells.map((each) => [valueAt(each)]);
    case "operation":
      return operate(formula.operator, single(formula.left), single(formula.right));
    case "call": {
      const { name, args } = formula;
      if (name === "SUM") return sum(args.flatMap((each) => (each ? [evaluate(each, evaluation)].flat(2) : [])));
      if (name !== "IF")
        return (
          call(
            name,
            args.map((each) => (each ? evaluate(each, evaluation) : null)),
          ) ?? BUSY
        );
      const [condition, then, otherwise] = args;
      const met = condition ? single(condition) : null;
      if (isCellError(met)) return met;
      const taken = met ? then : otherwise;
      return taken ? evaluate(taken, evaluation) : false;
    }
  }
}

function sum(values: readonly Value[]): Value {
  const numbers = values.filter((value) => typeof value === "number");
  return values.find(isCellError) ?? numbers.reduce((one, other) => one + other, 0);
}

function operate(operator: string, left: Value, right: Value): Value {
  if (isCellError(left)) return left;
  if (isCellError(right)) return right;
  if (operator === ">") return compare(left, right) > 0;
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return VALUE;
  if (operator === "/") return other === 0 ? DIVISION : one / other;
  return operator === "+" ? one + other : operator === "-" ? one - other : one * other;
}

function numberOf(value: Value): number | undefined {
  if (value === null) return 0;
  if (typeof value === "string") return value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : undefined;
  return Number(value);
}

/** A text is more than any number. */
function compare(left: Exclude<Value, CellError>, right: Exclude<Value, CellError>): number {
  if (typeof left === "string" || typeof right === "string") {
    if (typeof left !== typeof right) return typeof left === "string" ? 1 : -1;
    return String(left) < String(right) ? -1 : Number(left !== right);
  }
  return Number(left) - Number(right);
}
