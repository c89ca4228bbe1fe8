/** Sums the months of a table into full years. Loaded with the first table of full years between dates. */
import {
  findField,
  groupOf,
  inSlices,
  isInsightsError,
  readLabel,
  rowPeriod,
  sentValue,
  eachRow,
  SLICE,
  type Answer,
  type AnswerRow,
  type RowColumns,
  type Sliced,
} from "../../insights";
import { all, askOne } from "./ask";
import type { DateRange } from "./dates";
import { checkMonthLabels, monthsIn } from "./monthIndex";
import { fiscalYearOf, monthsBefore, nameOfYear, yearOfMonth, type FiscalYear } from "../language/fiscalYear";
import { monthsBetween, shiftMonth } from "../language/months";
import { codeOfMonths } from "../language/periods";
import { noMonths } from "./periodRows";
import type { QueryContext } from "./query";
import type { ScenarioColumn } from "./scenarioColumns";
import { addUp } from "./rowSum";

type Columns = readonly (ScenarioColumn | undefined)[];

/** The months of one fiscal year that the dates name. */
interface AskedYear {
  /** Such as "2026", "FY2026" or "2026-01:2026-06": KPI reads it as the same months. */
  readonly label: string;
  readonly months: readonly string[];
  /** Set for a whole calendar year, of which the service may have numbers of its own. */
  readonly calendarYear: string | undefined;
}

/** The rows of one group in one year; none of them counts if the year lacks a month. */
interface YearGroup {
  readonly year: AskedYear;
  readonly rows: readonly AnswerRow[];
  readonly isWhole: boolean;
}

/**
 * Returns each scenario's months as years, with a row for each year and group. A year that lacks a month has no values. Throws
 * `unknown`, naming the months, if no year is whole.
 * @param names The fields that the table shows; empty for all.
 */
export async function sumYears(
  columns: Columns,
  dates: DateRange,
  names: readonly string[],
  context: QueryContext,
): Promise<Columns> {
  const held = columns.map((column) => [...(column?.answer ? monthsOf(column.answer, context).keys() : [])]);
  const years = yearsBetween(dates, held.flat().sort(), fiscalYearOf(context.settings));
  const lacking = years.flatMap(({ months }) => months).filter((month) => !held.some((own) => own.includes(month)));
  const isWhole = (year: AskedYear) => held.some((own) => year.months.every((month) => own.includes(month)));
  if (!years.some(isWhole)) throw noMonths(lacking, held.flat());
  return all(
    columns.map(async (column) => {
      if (!column?.answer) return column;
      const { answer, name } = column;
      const own = await askOwnYears(answer, years, names, context);
      const rows = await inSlices(sumRows(answer, years, own, context), context.signal);
      return { name, answer: { ...answer, scenario: { ...answer.scenario, rows } } };
    }),
  );
}

function monthsOf(answer: Answer, { memory }: QueryContext): ReadonlyMap<string, readonly AnswerRow[]> {
  const months = monthsIn(answer, memory);
  checkMonthLabels(months);
  return months.rows;
}

/** Divides the dates into fiscal years. An open end runs to the end of the year of the last month that there is. */
function yearsBetween({ dateFrom, dateTo }: DateRange, held: readonly string[], fiscalYear: FiscalYear): AskedYear[] {
  const [firstHeld, lastHeld] = [held[0], held.at(-1)];
  const first = dateFrom?.slice(0, 7) ?? (firstHeld && shiftMonth(firstHeld, -monthsBefore(firstHeld, fiscalYear)));
  const last = dateTo?.slice(0, 7) ?? (lastHeld && shiftMonth(lastHeld, 11 - monthsBefore(lastHeld, fiscalYear)));
  if (!first || !last) return [];
  const byYear = new Map<number, string[]>();
  for (const month of monthsBetween(first, last)) {
    const year = yearOfMonth(month, fiscalYear);
    byYear.set(year, [...(byYear.get(year) ?? []), month]);
  }
  return [...byYear].map(([year, months]) => ({
    label: months.length === 12 ? nameOfYear(year, fiscalYear) : codeOfMonths(months),
    months,
    calendarYear: months.length === 12 && fiscalYear.firstMonth === 1 ? String(year) : undefined,
  }));
}

/** Returns the service's own calendar years, if the table shows fields that cannot be added up. */
async function askOwnYears(
  { question, scenario }: Answer,
  years: readonly AskedYear[],
  names: readonly string[],
  context: QueryContext,
): Promise<readonly AnswerRow[]> {
  const shown = [...scenario.rows.values.keys()].filter((name) => names.length === 0 || hasName(names, name));
  const calendarYears = years.flatMap(({ calendarYear }) => calendarYear ?? []);
  const [first, last] = [calendarYears[0], calendarYears.at(-1)];
  if (!first || !last || shown.every(isAddable)) return [];
  const parameters = {
    ...question.parameters,
    interval: "FY" as const,
    dateFrom: `${first}-01-01`,
    dateTo: `${last}-12-31`,
  };
  try {
    return eachRow((await askOne({ ...question, parameters }, context)).scenario.rows);
  } catch (error) {
    if (isInsightsError(error, "missing", "unknown", "refused")) return [];
    throw error;
  }
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}

/** True if values of the field combine. A field outside the specification may be anything. */
function isAddable(name: string): boolean {
  return (findField(name)?.total.by ?? "none") !== "none";
}

function* sumRows(
  answer: Answer,
  years: readonly AskedYear[],
  own: readonly AnswerRow[],
  context: QueryContext,
): Sliced<RowColumns> {
  const { rows: source } = answer.scenario;
  const byMonth = monthsOf(answer, context);
  const groups = years.flatMap((year) => groupsOf(year, byMonth, source));
  const ownRows = new Map(own.map((row) => [ownKey(row, years), row]));
  const values = new Map([...source.values.keys()].map((name) => [name, new Float64Array(groups.length).fill(NaN)]));
  for (const [at, group] of groups.entries()) {
    if (at > 0 && at % SLICE === 0) yield;
    if (!group.isWhole) continue;
    for (const [name, column] of values) column[at] = yearValue(name, group, ownRows);
  }
  return { ...source, length: groups.length, values, ...textsOfGroups(groups, source) };
}

function groupsOf(
  year: AskedYear,
  byMonth: ReadonlyMap<string, readonly AnswerRow[]>,
  { groupKey }: RowColumns,
): YearGroup[] {
  const isWhole = year.months.every((month) => byMonth.has(month));
  const byGroup = new Map<string, AnswerRow[]>(groupKey === undefined ? [["", []]] : []);
  for (const row of year.months.flatMap((month) => byMonth.get(month) ?? [])) {
    const group = groupOf(row) ?? "";
    const others = byGroup.get(group);
    if (others) others.push(row);
    else byGroup.set(group, [row]);
  }
  return [...byGroup.values()].map((rows) => ({ year, rows, isWhole }));
}

/** Returns NaN for a value that the service omitted, or that cannot be combined. */
function yearValue(name: string, { year, rows }: YearGroup, ownRows: ReadonlyMap<string, AnswerRow>): number {
  const [row, ...others] = rows;
  if (!row || row.rows.contradicted.has(name)) return NaN;
  if (year.months.length === 1 && others.length === 0) return sentValue(row, name) ?? NaN;
  const field = findField(name);
  if (!field || !isAddable(name)) {
    const own = ownRows.get(`${year.calendarYear} ${groupOf(row) ?? ""}`);
    return own && year.calendarYear ? (sentValue(own, name) ?? NaN) : NaN;
  }
  try {
    return addUp(field, rows, year.months.length === 1);
  } catch (error) {
    if (isInsightsError(error, "missing")) return NaN;
    throw error;
  }
}

/** The calendar year and group of a row of full years. One without a label is of the only year that was asked for. */
function ownKey(row: AnswerRow, years: readonly AskedYear[]): string {
  const calendarYears = years.flatMap(({ calendarYear }) => calendarYear ?? []);
  const label = readLabel(rowPeriod(row));
  const only = calendarYears.length === 1 && rowPeriod(row) === "" ? calendarYears[0] : undefined;
  return `${label?.unit === "year" ? label.first.slice(0, 4) : only} ${groupOf(row) ?? ""}`;
}

/** Returns the labels of the years, and the texts that all rows of a group share. */
function textsOfGroups(groups: readonly YearGroup[], source: RowColumns): Pick<RowColumns, "periods" | "texts"> {
  const labels = [...new Set(groups.map(({ year }) => year.label))];
  const codes = Int32Array.from(groups, ({ year }) => labels.indexOf(year.label));
  const texts = [...source.texts].map(([key, column]) => {
    const sharedCode = ({ rows }: YearGroup) => {
      const code = column.codes[rows[0]?.at ?? -1] ?? -1;
      return rows.every(({ at }) => column.codes[at] === code) ? code : -1;
    };
    return [key, { texts: column.texts, codes: Int32Array.from(groups, sharedCode) }] as const;
  });
  return { periods: { texts: labels, codes }, texts: new Map(texts) };
}
