/** PNL, DEMAND, SUPPLY and SUSTAINABILITY: the answers of one endpoint, laid out. */
import { inSlices, type Awaitable, type Family } from "../insights";
import {
  LAYOUTS,
  readChoice,
  readCurrency,
  readDates,
  readGroupBy,
  readInterval,
  readScenarioTexts,
  type ScenarioTexts,
} from "./arguments";
import { arrange, type TableForm } from "./arrange";
import { askScenarios } from "./scenarioColumns";
import type { CellCall, FunctionInvocation } from "./call";
import { answerCells, type Cells } from "./cell";
import { readFields } from "./fieldChoice";
import { checkOneCurrency } from "./oneCurrency";
import { resolveScenarios } from "./resolve";
import { checkYear } from "./yearAsked";

/** As they arrive from the cell. */
export interface TableArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  interval: unknown;
  groupBy?: unknown;
  dateFrom: unknown;
  dateTo: unknown;
  currency?: unknown;
  layout: unknown;
}

interface TableQuery extends TableForm {
  readonly texts: ScenarioTexts;
}

/** A table function's cells; a P&L of one named scenario and field over the full year is the number alone. */
export function tableCells(
  family: Family,
  given: TableArguments,
  invocation: FunctionInvocation | undefined,
): Promise<unknown[][]> {
  return answerCells(invocation, () => readTable(family, given), workOutTable);
}

function workOutTable(query: TableQuery, call: CellCall): Awaitable<Cells> {
  const resolved = resolveScenarios(query.texts, call);
  const columns = askScenarios(query.family, resolved, query.parameters, call);
  const answers = columns.flatMap((column) => column?.answer ?? []);
  checkOneCurrency(answers);
  for (const answer of answers) checkYear(answer, call.memory);
  return inSlices(arrange(query, resolved.named, columns));
}

function readTable(family: Family, given: TableArguments): TableQuery {
  const fields = readFields(given.field, family);
  const interval = readInterval(given.interval, family);
  const layout = readChoice(given.layout, "layout", LAYOUTS);
  const parameters = {
    interval,
    ...readDates(given.dateFrom, given.dateTo),
    ...readCurrency(given.currency, family),
    ...readGroupBy(given.groupBy, family, "This"),
  };
  return { family, fields, parameters, layout, texts: readScenarioTexts(given) };
}
