/** PNL, DEMAND, SUPPLY and SUSTAINABILITY: the answers of one endpoint, laid out. */
import { inSlices, type Awaitable, type Family, type Memory, type Parameters } from "../insights";
import { readOnce } from "./argumentCache";
import {
  LAYOUTS,
  readChoice,
  readCurrency,
  readDates,
  readFields,
  readGroupBy,
  readInterval,
  readScenarioTexts,
  type ScenarioTexts,
} from "./arguments";
import { all } from "./ask";
import type { arrange, TableForm } from "./arrange";
import { askScenarios, type ScenarioColumn } from "./scenarioColumns";
import { checkCells, type Cells } from "./cell";
import { checkOneCurrency } from "./oneCurrency";
import { runCell, type CellQuery, type FunctionInvocation, type SharedQuery } from "./query";
import { resolveScenarios } from "./resolve";
import { checkYear } from "./yearAsked";

/** Unread arguments of a cell. */
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

interface TableData {
  /** True if scenarios were named. */
  readonly named: boolean;
  readonly columns: readonly (ScenarioColumn | undefined)[];
  readonly arrange: typeof arrange;
}

/** Returns a table. A full-year P&L of one named scenario and one field is a single number. */
export function tableCells(
  family: Family,
  given: TableArguments,
  invocation: FunctionInvocation | undefined,
): Promise<unknown[][]> {
  const { plan, scenario, field, interval, groupBy, dateFrom, dateTo, currency, layout } = given;
  const values = [family, plan, scenario, field, interval, groupBy, dateFrom, dateTo, currency, layout];
  return runCell(invocation, (memory) => readOnce(memory, values, () => readTable(family, given, memory)));
}

/** Tables that differ only in fields and layout share a query. */
function readTable(family: Family, given: TableArguments, memory: Memory): CellQuery<TableData, Cells> {
  const { plan, scenario, interval, groupBy, dateFrom, dateTo, currency } = given;
  const form: TableForm = {
    family,
    fields: readFields(given.field, family),
    layout: readChoice(given.layout, "layout", LAYOUTS),
    parameters: readParameters(given, family),
  };
  const texts = readScenarioTexts(given);
  const shared = ["table", family, plan, interval, groupBy, dateFrom, dateTo, currency, scenario];
  return {
    query: readOnce(memory, shared, () => tableQuery(family, texts, form.parameters)),
    select: ({ named, columns, arrange }) => checkLater(inSlices(arrange(form, named, columns))),
  };
}

function tableQuery(family: Family, texts: ScenarioTexts, parameters: Parameters): SharedQuery<TableData> {
  return {
    async queryFn(context) {
      const resolved = await resolveScenarios(texts, context);
      // The code comes while the service answers.
      const [columns, { arrange }] = await all([
        askScenarios(family, resolved, parameters, context),
        import(/* webpackChunkName: "layouts" */ "./arrange"),
      ]);
      checkOneCurrency(context.answers);
      for (const answer of context.answers) checkYear(answer, context.memory);
      return { named: resolved.named, columns, arrange };
    },
  };
}

function checkLater(cells: Awaitable<Cells>): Awaitable<Cells> {
  return cells instanceof Promise ? cells.then(checkCells) : checkCells(cells);
}

function readParameters(given: TableArguments, family: Family): Parameters {
  return {
    interval: readInterval(given.interval, family),
    ...readDates(given.dateFrom, given.dateTo),
    ...readCurrency(given.currency, family),
    ...readGroupBy(given.groupBy, family, "This"),
  };
}
