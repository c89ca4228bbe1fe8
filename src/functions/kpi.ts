/** KPI: one number for a cell of a hand-made report. */
import type { Field, Memory } from "../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import { checkNumber } from "./cell";
import { extendPeriod, readKpiPeriod } from "./kpiPeriod";
import { askRows, numberOf, readNumberChoice, readParameters, resolveRows, type NumberRows } from "./numberRows";
import { runCell, type CellQuery, type FunctionInvocation, type SharedQuery } from "./query";

/** Unread arguments of a cell. */
export interface KpiArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  period: unknown;
  groupBy: unknown;
  item: unknown;
  currency: unknown;
  basis: unknown;
}

/** Returns an amount in the answer's currency, or a ratio such as 0.484. Combines groups and months as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, (memory) => readKpi(given, memory));
}

/** Cells that differ only in field and item share a query. */
function readKpi(given: KpiArguments, memory: Memory): CellQuery<NumberRows, number> {
  const { plan, scenario, field, period, groupBy, item, currency, basis } = given;
  const own = readOnce(memory, ["KPI number", field, item], () => {
    const choice = readNumberChoice(given);
    return { field: choice.field, select: (rows: NumberRows) => checkNumber(numberOf(rows, choice, memory)) };
  });
  const { family } = own.field;
  const shared = ["KPI", family, plan, scenario, period, groupBy, currency, basis];
  const query = readOnce(memory, shared, () => readQuery(given, own.field));
  return { query, select: own.select };
}

function readQuery(given: KpiArguments, field: Field): SharedQuery<NumberRows> {
  const period = extendPeriod(readKpiPeriod(given.period, "period"), readChoice(given.basis, "basis", BASES));
  const rows = {
    endpoint: field.family,
    period,
    parameters: readParameters(given, field),
    texts: readScenarioTexts(given),
  };
  return { queryFn: async (context) => askRows(rows, await resolveRows(rows, "KPI", context), context) };
}
