/** VAR: how far a scenario is from a base, with the sign that is better for profit or service. */
import { InsightsError, type Field } from "../insights";
import { readChoice, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { together, type CellCall, type FunctionInvocation } from "./call";
import { answerCell } from "./cell";
import { askNumber, readNumber, type KpiArguments, type NumberQuery } from "./kpi";
import { extendPeriod, readBasePeriod, type KpiPeriod } from "./kpiPeriod";
import { onlyScenario, resolveScenarios } from "./resolve";

type MeasureName = "amount" | "percent" | "difference";
export const MEASURES: readonly MeasureName[] = ["amount", "percent", "difference"];

/** As they arrive from the cell. */
export interface VarianceArguments extends KpiArguments {
  base: unknown;
  measure: unknown;
  basePeriod: unknown;
}

interface VarianceQuery extends NumberQuery {
  readonly measure: MeasureName;
  /** Both with their basis. */
  readonly periods: { readonly own: KpiPeriod; readonly base: KpiPeriod };
  /** The base is the scenario itself where none is named. */
  readonly texts: { readonly own: ScenarioTexts; readonly base: ScenarioTexts };
}

/** In the unit of the field, points for ratios; a percent as a ratio, 0.05 for 5 % better. */
export function varianceNumber(given: VarianceArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return answerCell(invocation, (call) => readVariance(given, call), workOutVariance);
}

function workOutVariance(query: VarianceQuery, call: CellCall): number {
  const { texts, periods, field, measure } = query;
  const own = resolveScenarios(texts.own, call);
  const base = resolveScenarios(texts.base, call);
  const scenarios = { own: onlyScenario(own, "VAR").id, base: onlyScenario(base, "VAR", "base scenario").id };
  const [number, baseNumber] = together<[number, number]>([
    () => askNumber(query, { plan: own.plan, scenario: scenarios.own }, periods.own, call),
    () => askNumber(query, { plan: base.plan, scenario: scenarios.base }, periods.base, call),
  ]);
  return measureVariance(field, measure, number, baseNumber);
}

/** Throws `missing` for a percent of nothing. */
export function measureVariance(
  { direction, label }: Pick<Field, "direction" | "label">,
  measure: MeasureName,
  number: number,
  base: number,
): number {
  const amount = direction === "less" && measure !== "difference" ? base - number : number - base;
  if (measure !== "percent") return amount;
  if (base !== 0) return amount / Math.abs(base);
  throw new InsightsError("missing", `The variance of ${label} has no percentage, since the base is 0.`);
}

function readVariance(given: VarianceArguments, call: CellCall): VarianceQuery {
  const query = readNumber(given, call);
  const measure = readMeasure(given.measure, query.field);
  const { period, basis } = query;
  const basePeriod = readBasePeriod(given.basePeriod, period, call.memory);
  const own = readScenarioTexts(given);
  const base = readScenarioTexts({ plan: given.plan, scenario: given.base }, "base");
  const isBaseNamed = base.scenarios.some((text) => text !== "");
  if (!isBaseNamed && basePeriod === period) {
    throw new InsightsError("argument", "VAR has nothing to compare with. Name a base, or a basePeriod such as PY.");
  }
  return {
    ...query,
    measure,
    periods: { own: extendPeriod(period, basis, call.memory), base: extendPeriod(basePeriod, basis, call.memory) },
    texts: { own, base: isBaseNamed ? base : own },
  };
}

function readMeasure(value: unknown, { direction, unit, label }: Field): MeasureName {
  const measure = readChoice(value, "measure", MEASURES) ?? "amount";
  if (measure === "percent" && unit === "ratio") {
    throw new InsightsError(
      "argument",
      `${label} is a share itself: its variance is in points. Use the measure amount.`,
    );
  }
  if (direction || measure === "difference") return measure;
  throw new InsightsError("argument", `${label} is not better for being more or less. Use the measure difference.`);
}
