/** VAR: how far a scenario is from a base, with the sign that is better for profit or service. */
import { InsightsError, type Field, type Memory } from "../../insights";
import { readOnce } from "./argumentCache";
import { readChoice } from "./arguments";
import { checkedNumber } from "./cell";
import { readComparison, type ComparisonNames, type Pair } from "./comparison";
import type { KpiArguments } from "./kpi";
import { isAddable, chosenNumber, readNumberChoice, readParameters } from "./numberRows";
import { MEASURES, varianceSign, type MeasureName } from "../language/varianceSign";
import type { FigureFacts, NumberQuery } from "./figure";
import type { PeriodRows, SideRows } from "./periodRows";
import { runNumber } from "./numberQuery";
import type { FunctionInvocation, SharedQuery } from "./query";

const NAMES: ComparisonNames = {
  functionId: "VAR",
  arguments: ["scenario", "base"],
  scenarios: ["scenario", "base scenario"],
};

/** Unread arguments of a cell. */
export interface VarianceArguments extends KpiArguments {
  base: unknown;
  measure: unknown;
  basePeriod: unknown;
  basePlan: unknown;
}

/** Throws `missing` for a percent of nothing, or between a profit and a loss. */
export function measureVariance(
  field: Pick<Field, "direction" | "label">,
  measure: MeasureName,
  number: number,
  base: number,
): number {
  const amount = varianceSign(field, measure) === 1 ? number - base : base - number;
  if (measure !== "percent") return amount;
  if (base !== 0 && number * Math.sign(base) >= 0) return amount / Math.abs(base);
  const reason = base === 0 ? "the base is 0" : "the scenario and the base have different signs";
  throw new InsightsError("missing", `The variance of ${field.label} as a percent is not meaningful: ${reason}.`);
}

/** Returns a number in the unit of the field, points for ratios; or a percent as a ratio, 0.05 for 5 % better. */
export function varianceNumber(given: VarianceArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runNumber(invocation, (memory) => readVariance(given, memory));
}

/** Cells that differ only in field, item and measure share a query. */
function readVariance(given: VarianceArguments, memory: Memory): NumberQuery<Pair<SideRows>, number> {
  const { plan, scenario, base, field, period, groupBy, item, currency, basis, measure } = given;
  const { basePeriod, basePlan, actualsTo } = given;
  const own = readOnce(memory, ["VAR number", field, item, measure], () => readNumber(given, memory));
  const key = ["VAR", own.field.family, isAddable(own.field)];
  const shared = [...key, plan, scenario, base, period, groupBy, currency, basis, basePeriod, basePlan, actualsTo];
  const query = readOnce(memory, shared, () => varianceQuery(given, own.field));
  return { query, select: own.select, given, choice: own, factsOf };
}

function factsOf([rows, base]: Pair<SideRows>): FigureFacts {
  return { sides: [rows.of, base.of], rows };
}

function readNumber(given: VarianceArguments, memory: Memory) {
  const choice = readNumberChoice(given);
  const { field } = choice;
  const measure = readMeasure(given.measure, field);
  const select = ([own, base]: Pair<PeriodRows>) =>
    checkedNumber(
      measureVariance(field, measure, chosenNumber(own, choice, memory), chosenNumber(base, choice, memory)),
    );
  return { ...choice, measure, select };
}

function varianceQuery(given: VarianceArguments, field: Field): SharedQuery<Pair<SideRows>> {
  const { family } = field;
  const compared = { family, parameters: readParameters(given, field), isAddable: isAddable(field) };
  const { ask, written } = readComparison(given, NAMES, compared);
  return {
    written,
    async queryFn(context) {
      const [own, base] = await ask(context);
      return [own.rows, base.rows];
    },
  };
}

function readMeasure(value: unknown, { direction, unit, label }: Field): MeasureName {
  const measure = readChoice(value, "measure", MEASURES) ?? "amount";
  if (measure === "percent" && unit === "ratio") {
    throw new InsightsError("argument", `${label} is a ratio, so its variance is in points. Use the measure amount.`);
  }
  if (direction || measure === "difference") return measure;
  throw new InsightsError("argument", `${label} has no good or bad direction. Use the measure difference.`);
}
