/** VAR: how far a scenario is from a base, with the sign that is better for profit or service. */
import { InsightsError, type Field, type Memory } from "../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readScenarioTexts } from "./arguments";
import { all } from "./ask";
import { BASES } from "./basis";
import { checkNumber } from "./cell";
import type { KpiArguments } from "./kpi";
import { extendPeriod, readBasePeriod, readKpiPeriod } from "./kpiPeriod";
import {
  askRows,
  numberOf,
  readNumberChoice,
  readParameters,
  resolveRows,
  type NumberRows,
  type RowsChoice,
} from "./numberRows";
import { runCell, type CellQuery, type FunctionInvocation, type SharedQuery } from "./query";

type MeasureName = "amount" | "percent" | "difference";
export const MEASURES: readonly MeasureName[] = ["amount", "percent", "difference"];

/** Unread arguments of a cell. */
export interface VarianceArguments extends KpiArguments {
  base: unknown;
  measure: unknown;
  basePeriod: unknown;
}

/** The scenario, then its base. */
type Pair<T> = readonly [own: T, base: T];

/** Returns a number in the unit of the field, points for ratios; or a percent as a ratio, 0.05 for 5 % better. */
export function varianceNumber(given: VarianceArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, (memory) => readVariance(given, memory));
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
  throw new InsightsError("missing", `The variance of ${label} has no percentage because the base is 0.`);
}

/** Cells that differ only in field, item and measure share a query. */
function readVariance(given: VarianceArguments, memory: Memory): CellQuery<Pair<NumberRows>, number> {
  const { plan, scenario, base, field, period, groupBy, item, currency, basis, measure, basePeriod } = given;
  const own = readOnce(memory, ["VAR number", field, item, measure], () => readNumber(given, memory));
  const { family } = own.field;
  const shared = ["VAR", family, plan, scenario, base, period, groupBy, currency, basis, basePeriod];
  const query = readOnce(memory, shared, () => varianceQuery(readPair(given, own.field)));
  return { query, select: own.select };
}

function readNumber(given: VarianceArguments, memory: Memory) {
  const choice = readNumberChoice(given);
  const { field } = choice;
  const measure = readMeasure(given.measure, field);
  const select = ([own, base]: Pair<NumberRows>) =>
    checkNumber(measureVariance(field, measure, numberOf(own, choice, memory), numberOf(base, choice, memory)));
  return { field, select };
}

function varianceQuery([own, base]: Pair<RowsChoice>): SharedQuery<Pair<NumberRows>> {
  return {
    async queryFn(context) {
      const ownQuestion = await resolveRows(own, "VAR", context);
      const baseQuestion = await resolveRows(base, "VAR", context, "base scenario");
      return all([askRows(own, ownQuestion, context), askRows(base, baseQuestion, context)]);
    },
  };
}

function readPair(given: VarianceArguments, field: Field): Pair<RowsChoice> {
  const period = readKpiPeriod(given.period, "period");
  const basis = readChoice(given.basis, "basis", BASES);
  const basePeriod = readBasePeriod(given.basePeriod, period);
  const shared = { endpoint: field.family, parameters: readParameters(given, field) };
  const texts = readScenarioTexts(given);
  const baseTexts = readScenarioTexts({ plan: given.plan, scenario: given.base }, "base");
  const isBaseNamed = baseTexts.scenarios.some((text) => text !== "");
  if (!isBaseNamed && basePeriod === period) {
    throw new InsightsError("argument", "VAR needs a base scenario, or a basePeriod such as PY.");
  }
  return [
    { ...shared, period: extendPeriod(period, basis), texts },
    // Without a named base, the base is the scenario itself.
    { ...shared, period: extendPeriod(basePeriod, basis), texts: isBaseNamed ? baseTexts : texts },
  ];
}

function readMeasure(value: unknown, { direction, unit, label }: Field): MeasureName {
  const measure = readChoice(value, "measure", MEASURES) ?? "amount";
  if (measure === "percent" && unit === "ratio") {
    throw new InsightsError("argument", `${label} is a ratio, so its variance is in points. Use the measure amount.`);
  }
  if (direction || measure === "difference") return measure;
  throw new InsightsError("argument", `${label} has no good or bad direction. Use the measure difference.`);
}
