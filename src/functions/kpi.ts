/** KPI: one number for a cell of a hand-made report. */
import { InsightsError, type Field, type Parameters, type Question } from "../insights";
import { readChoice, readCurrency, readGroupBy, readScenarioTexts, readText, type ScenarioTexts } from "./arguments";
import { BASES, type BasisName } from "./basis";
import type { CellCall, FunctionInvocation } from "./call";
import { answerCell } from "./cell";
import { readField } from "./fieldChoice";
import { extendPeriod, isOver, readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { rowsOfItem } from "./monthIndex";
import { askPeriod } from "./periodRows";
import { onlyScenario, resolveScenarios } from "./resolve";
import { total } from "./total";

/** What says which number is meant, but for the scenario, as it arrives from the cell. */
interface NumberArguments {
  field: unknown;
  period: unknown;
  groupBy: unknown;
  item: unknown;
  currency: unknown;
  basis: unknown;
}

/** As they arrive from the cell. */
export interface KpiArguments extends NumberArguments {
  plan: unknown;
  scenario: unknown;
}

/** Which number is meant, whoever's it is. */
export interface NumberQuery {
  readonly field: Field;
  /** As named; the basis is not yet in it. */
  readonly period: KpiPeriod;
  readonly basis: BasisName | undefined;
  /** One group, "" for all together. */
  readonly item: string;
  readonly parameters: Parameters;
}

/** Amounts in the answer's currency, ratios as 0.484. Groups and months are combined as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return answerCell(invocation, (call) => readKpi(given, call), workOutKpi);
}

interface KpiQuery extends NumberQuery {
  readonly texts: ScenarioTexts;
}

function readKpi(given: KpiArguments, call: CellCall): KpiQuery {
  const query = readNumber(given, call);
  return { ...query, period: extendPeriod(query.period, query.basis, call.memory), texts: readScenarioTexts(given) };
}

function workOutKpi(query: KpiQuery, call: CellCall): number {
  const resolved = resolveScenarios(query.texts, call);
  const scenario = onlyScenario(resolved, "KPI").id;
  return askNumber(query, { plan: resolved.plan, scenario }, query.period, call);
}

export function readNumber(given: NumberArguments, { memory }: CellCall): NumberQuery {
  const field = readField(given.field);
  const period = readKpiPeriod(given.period, "period", memory);
  const basis = readChoice(given.basis, "basis", BASES);
  const item = readText(given.item, "item");
  const groupBy = readGroupBy(given.groupBy, item, field.family, field.label);
  const parameters = { ...readCurrency(given.currency, field.family), ...groupBy };
  return { field, period, basis, item, parameters };
}

/** The number of one scenario for a period with its basis. */
export function askNumber(
  { field, item, parameters }: NumberQuery,
  { plan, scenario }: Pick<Question, "plan" | "scenario">,
  period: KpiPeriod,
  call: CellCall,
): number {
  if (isOver(period)) return nothingToGo(field);
  const parts = askPeriod({ endpoint: field.family, plan, scenario, parameters }, period, call);
  return total(field, rowsOfItem(parts, item, parameters.groupBy, call.memory));
}

/** Nothing is left of the year: an amount of nothing is 0, a share of nothing is no number. */
function nothingToGo({ label, total: { by } }: Field): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value, since the fiscal year has no month left to go.`);
}
