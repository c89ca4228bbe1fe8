/** KPI: one number for a cell of a hand-made report. */
import type { Memory } from "../insights";
import { readChoice, readScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import type { FunctionInvocation } from "./call";
import { numberWork } from "./cell";
import { extendPeriod, readKpiPeriod } from "./kpiPeriod";
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
import { readOnce } from "./reading";
import { runCell, type CellReading, type SharedQuery } from "./run";

/** As they arrive from the cell. */
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

const WORK = numberWork({
  workOut: (query: RowsQuery, call) => askRows(query, resolveRows(query, "KPI", call), call),
  finish: numberOf,
});

/** Amounts in the answer's currency, ratios as 0.484. Groups and months are combined as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, WORK, (memory) => readKpi(given, memory));
}

function readKpi(given: KpiArguments, memory: Memory): CellReading<RowsQuery, FoundRows, OwnNumber, number> {
  const { plan, scenario, period, groupBy, currency, basis } = given;
  const own = readOwnNumber(given, memory);
  const { family } = own.field;
  const alike = ["KPI", family, plan, scenario, period, groupBy, currency, basis];
  const subject = readOnce<SharedQuery<RowsQuery, FoundRows, OwnNumber, number>>(memory, alike, () => ({
    query: {
      endpoint: family,
      period: extendPeriod(readKpiPeriod(period, "period"), readChoice(basis, "basis", BASES)),
      parameters: readParameters(given, own.field),
      texts: readScenarioTexts(given),
    },
  }));
  return { subject, own };
}
