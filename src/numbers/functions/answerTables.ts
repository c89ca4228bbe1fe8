/** PNL, DEMAND, SUPPLY and SUSTAINABILITY: the answers of one endpoint, laid out. */
import {
  InsightsError,
  inSlices,
  type Answer,
  type Awaitable,
  type Family,
  type Interval,
  type Memory,
  type Parameters,
} from "../../insights";
import { readOnce } from "./argumentCache";
import {
  LAYOUTS,
  readChoice,
  readCurrency,
  readFields,
  readGroupBy,
  readInterval,
  readScenarioTexts,
  readText,
  type ScenarioTexts,
} from "./arguments";
import { all } from "./ask";
import { arrange, type TableForm } from "./arrange";
import { askScenarios, type ScenarioColumn } from "./scenarioColumns";
import { checkCells, type Cells } from "./cell";
import { readPeriods, type PeriodReading } from "./currentMonth";
import { readDates, type DateRange } from "./dates";
import { checkOneCurrency } from "./oneCurrency";
import { checkMonthsOfTable } from "./monthIndex";
import { absenceIn } from "./periodRows";
import { runCell, type CellQuery, type FunctionInvocation, type SharedQuery } from "./query";
import { resolveScenarios } from "./resolve";
import { sumYears } from "./years";

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
    interval: readInterval(interval, family),
  };
  const names = form.fields.flatMap((field) => (field ? [field.name] : []));
  // The fields are part of the key where they decide what is asked: full years between dates take a request more for those that cannot
  // be added up.
  const isSummed = form.interval === "FY" && isDated(given);
  const fields = isSummed ? String(names) : "";
  const shared = ["table", family, plan, interval, groupBy, dateFrom, dateTo, currency, fields, scenario];
  const query = readOnce(memory, shared, () => {
    const choice = readChoices(family, given, form.interval);
    return isSummed ? yearQuery(choice, names) : tableQuery(choice);
  });
  return { query, select: ({ named, columns }) => checkLater(inSlices(arrange(form, named, columns))) };
}

/** The parsed arguments of a query. */
interface TableChoice {
  readonly family: Family;
  readonly texts: ScenarioTexts;
  readonly parameters: Parameters;
  readonly dates: PeriodReading<DateRange>;
}

function readChoices(family: Family, given: TableArguments, interval: Interval): TableChoice {
  const { plan, dateFrom, dateTo } = given;
  const parameters: Parameters = {
    interval,
    ...readCurrency(given.currency, family),
    ...readGroupBy(given.groupBy, family, "This"),
  };
  const dates = readPeriods([dateFrom, dateTo], { plan, parameters }, (current) =>
    readDates(dateFrom, dateTo, interval, current),
  );
  return { family, texts: readScenarioTexts(given), parameters, dates };
}

function tableQuery({ family, texts, parameters, dates }: TableChoice): SharedQuery<TableData> {
  return {
    async queryFn(context) {
      const resolved = await resolveScenarios(texts, context);
      const askDated = async () =>
        askScenarios(family, resolved, { ...parameters, ...(await dates.settle(context)) }, context);
      const columns = await askDated();
      checkOneCurrency(answersOf(columns));
      if (parameters.interval === "M") answersOf(columns).forEach(checkMonthsOfTable);
      return { named: resolved.named, columns };
    },
  };
}

/** Full years between dates are sums of months, so that no year of some months passes for a whole one. */
function yearQuery(choice: TableChoice, names: readonly string[]): SharedQuery<TableData> {
  const months = tableQuery({ ...choice, parameters: { ...choice.parameters, interval: "M" } });
  return {
    async queryFn(context) {
      const [{ columns, ...data }, dates] = await all([
        months.queryFn(context).catch(noNumbers),
        choice.dates.settle(context),
      ]);
      return { ...data, columns: await sumYears(columns, dates, names, context) };
    },
  };
}

/** With dates, a service may refuse months without data instead of returning nothing. */
function noNumbers(error: unknown): never {
  const reason = absenceIn(error);
  throw reason ? new InsightsError("unknown", `The service has no numbers for these dates. ${reason}`) : error;
}

function answersOf(columns: TableData["columns"]): Answer[] {
  return columns.flatMap((column) => column?.answer ?? []);
}

function isDated({ dateFrom, dateTo }: TableArguments): boolean {
  return readText(dateFrom, "dateFrom") !== "" || readText(dateTo, "dateTo") !== "";
}

function checkLater(cells: Awaitable<Cells>): Awaitable<Cells> {
  return cells instanceof Promise ? cells.then(checkCells) : checkCells(cells);
}
