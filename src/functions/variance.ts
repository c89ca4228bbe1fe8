/** VAR: how far a scenario is from a base, with the sign that is better for profit or service. */
import { InsightsError, type Field, type Memory } from "../insights";
import { readChoice, readScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import { together, type CellCall, type FunctionInvocation } from "./call";
import { numberWork } from "./cell";
import type { KpiArguments } from "./kpi";
import { extendPeriod, readBasePeriod, readKpiPeriod } from "./kpiPeriod";
import {
  askRows,
  numberOf,
  readOwnNumber,
  readParameters,
  resolveRows,
  type FoundRows,
  type OwnNumber,
  type RowsQuery,
} from "./numberRows";
import { checkOneCurrency } from "./oneCurrency";
import { readOnce } from "./reading";
import { runCell, type CellReading, type SharedQuery } from "./run";

type MeasureName = "amount" | "percent" | "difference";
export const MEASURES: readonly MeasureName[] = ["amount", "percent", "difference"];

/** As they arrive from the cell. */
export interface VarianceArguments extends KpiArguments {
  base: unknown;
  measure: unknown;
  basePeriod: unknown;
}

/** The scenario's rows, and those of what it is compared with. */
interface Pair<T> {
  readonly own: T;
  readonly base: T;
}

interface OwnVariance extends OwnNumber {
  readonly measure: MeasureName;
}

const WORK = numberWork({
  workOut: workOutVariance,
  finish({ own, base }: Pair<FoundRows>, number: OwnVariance, call) {
    const { field, measure } = number;
    return measureVariance(field, measure, numberOf(own, number, call), numberOf(base, number, call));
  },
});

/** In the unit of the field, points for ratios; a percent as a ratio, 0.05 for 5 % better. */
export function varianceNumber(given: VarianceArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, WORK, (memory) => readVariance(given, memory));
}

function workOutVariance({ own, base }: Pair<RowsQuery>, call: CellCall): Pair<FoundRows> {
  const questions = {
    own: resolveRows(own, "VAR", call),
    base: resolveRows(base, "VAR", call, "base scenario"),
  };
  const [ownRows, baseRows] = together<[FoundRows, FoundRows]>([
    () => askRows(own, questions.own, call),
    () => askRows(base, questions.base, call),
  ]);
  checkOneCurrency([ownRows, baseRows].flatMap(({ rows }) => rows?.answers ?? []));
  return { own: ownRows, base: baseRows };
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

function readVariance(
  given: VarianceArguments,
  memory: Memory,
): CellReading<Pair<RowsQuery>, Pair<FoundRows>, OwnVariance, number> {
  const { plan, scenario, base, period, groupBy, currency, basis, basePeriod } = given;
  const number = readOwnNumber(given, memory);
  const { field } = number;
  const alike = ["VAR", field.family, plan, scenario, base, period, groupBy, currency, basis, basePeriod];
  const subject = readOnce<SharedQuery<Pair<RowsQuery>, Pair<FoundRows>, OwnVariance, number>>(memory, alike, () => ({
    query: readPair(given, field),
  }));
  return { subject, own: { ...number, measure: readMeasure(given.measure, field) } };
}

function readPair(given: VarianceArguments, field: Field): Pair<RowsQuery> {
  const period = readKpiPeriod(given.period, "period");
  const basis = readChoice(given.basis, "basis", BASES);
  const basePeriod = readBasePeriod(given.basePeriod, period);
  const shared = { endpoint: field.family, parameters: readParameters(given, field) };
  const texts = readScenarioTexts(given);
  const baseTexts = readScenarioTexts({ plan: given.plan, scenario: given.base }, "base");
  const isBaseNamed = baseTexts.scenarios.some((text) => text !== "");
  if (!isBaseNamed && basePeriod === period) {
    throw new InsightsError("argument", "VAR has nothing to compare with. Name a base, or a basePeriod such as PY.");
  }
  return {
    own: { ...shared, period: extendPeriod(period, basis), texts },
    // The base is the scenario itself where none is named.
    base: { ...shared, period: extendPeriod(basePeriod, basis), texts: isBaseNamed ? baseTexts : texts },
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
