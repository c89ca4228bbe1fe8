/** KPI: one number for a cell of a hand-made report. */
import type { Field, Parameters } from "../insights";
import { readCurrency, readGroupBy, readScenarioTexts, readText, type ScenarioTexts } from "./arguments";
import { answerCell, type FunctionInvocation } from "./cell";
import { readField } from "./fieldChoice";
import { readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { askPeriod, rowsOfItem } from "./periodRows";
import { onlyScenario, resolveScenarios } from "./resolve";
import { total } from "./total";

/** As they arrive from the cell. */
export interface KpiArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  period: unknown;
  groupBy: unknown;
  item: unknown;
  currency: unknown;
}

interface KpiQuery {
  readonly field: Field;
  readonly period: KpiPeriod;
  /** One group, "" for all together. */
  readonly item: string;
  readonly parameters: Parameters;
  readonly texts: ScenarioTexts;
}

/** Amounts in the answer's currency, ratios as 0.484. Groups and months are combined as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return answerCell(invocation, async (options) => {
    const { field, period, item, parameters, texts } = readKpi(given);
    const resolved = await resolveScenarios(texts, options);
    const scenario = onlyScenario(resolved, "KPI").id;
    const question = { endpoint: field.family, plan: resolved.plan, scenario, parameters };
    const rows = await askPeriod(question, period, options);
    return total(field, rowsOfItem(rows, item, parameters.groupBy));
  });
}

function readKpi(given: KpiArguments): KpiQuery {
  const field = readField(given.field);
  const period = readKpiPeriod(given.period);
  const item = readText(given.item, "item");
  const groupBy = readGroupBy(given.groupBy, item, field.family, field.label);
  const parameters = { ...readCurrency(given.currency, field.family), ...groupBy };
  return { field, period, item, parameters, texts: readScenarioTexts(given) };
}
