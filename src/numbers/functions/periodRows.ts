/** Asks for the rows of one scenario in a period, with as many requests as that takes. */
import {
  eachRow,
  InsightsError,
  isInsightsError,
  rowPeriod,
  type Answer,
  type Awaitable,
  type Memory,
  type Parameters,
  type Question,
  type AnswerRow,
} from "../../insights";
import { all, askOne } from "./ask";
import { calendarYearOf, type KpiPeriod } from "./kpiPeriod";
import { checkMonthLabels, monthsIn } from "./monthIndex";
import type { AskedSide } from "../language/figure";
import { listNames } from "../language/names";
import { monthStretches } from "../language/periods";
import type { QueryContext } from "./query";
import { checkYear } from "./yearAsked";

type When = Pick<Parameters, "interval" | "dateFrom" | "dateTo">;
/** Asks the same question for another interval and other dates. */
type AskFor = (when: When) => Promise<Answer>;

/** The rows of a period, and their answers. */
export interface PeriodRows {
  /**
   * The rows of each month, or those of the service's own year; none if no month is left to go. Those of a part are one list
   * for all calls.
   */
  readonly parts: readonly (readonly AnswerRow[])[];
  /** The answers that were asked for: the items in them are known. */
  readonly answers: readonly Answer[];
}

/** Rows with whose they are. */
export interface SideRows extends PeriodRows {
  readonly of: AskedSide;
}

/**
 * Rejects with `unknown` if the service lacks a month of the period, and with `missing` if it returned several years.
 * @param isAddable False for fields that cannot be added up: a calendar year of them is the service's own.
 */
export async function askPeriod(
  question: Question,
  period: KpiPeriod,
  context: QueryContext,
  isAddable: boolean,
): Promise<PeriodRows> {
  const askFor: AskFor = (when) => askWhen(question, when, context);
  if (period?.length === 0) return { parts: [], answers: [] };
  if (!period) return askYear(askFor, undefined, context.memory);
  const months = rowsOfMonths(askFor, period, context.memory);
  const year = calendarYearOf(period);
  if (isAddable || !year) return months;
  // The year counts only if all of its months are there. An item that only the months have is known too.
  const [{ answers }, own] = await all([months, askYear(askFor, year, context.memory)]);
  return { ...own, answers: [...own.answers, ...answers] };
}

/**
 * Waits for periods that name the current month. Meanwhile asks for the months without dates, which they are of, so the current
 * month takes no time of its own.
 * @param note Receives the periods, also if one of the questions fails.
 */
export async function settlePeriods<T>(
  periods: Awaitable<T>,
  questions: readonly Question[],
  context: QueryContext,
  note: (settled: T) => void,
): Promise<T> {
  if (!(periods instanceof Promise)) {
    note(periods);
    return periods;
  }
  const noted = periods.then((settled) => {
    note(settled);
    return settled;
  });
  const [settled] = await all([noted, all(questions.map((question) => askUndatedMonths(question, context)))]);
  return settled;
}

export function askUndatedMonths(question: Question, context: QueryContext): Promise<Answer> {
  return askWhen(question, { interval: "M" }, context);
}

function askWhen({ parameters, ...question }: Question, when: When, context: QueryContext): Promise<Answer> {
  return askOne({ ...question, parameters: { ...parameters, ...when } }, context);
}

/** Asks for months without dates, so all share a request. Asks for a month that is missing there with its calendar year. */
async function rowsOfMonths(askFor: AskFor, months: readonly string[], memory: Memory): Promise<PeriodRows> {
  const undated = await askFor({ interval: "M" });
  const held = monthsIn(undated, memory).rows;
  const lacking = months.filter((month) => !held.has(month));
  if (lacking.length === 0) return partsOf(months, [undated], memory);
  const years = [...new Set(lacking.map((month) => month.slice(0, 4)))];
  const others = await all(years.map((year) => askDated(askFor, { interval: "M", ...daysOf(year) })));
  const answers = [undated, ...others.flatMap(({ answer }) => answer ?? [])];
  return partsOf(months, answers, memory, others.find(({ reason }) => reason)?.reason);
}

/** Each month is that of the first answer that has it. */
function partsOf(months: readonly string[], answers: readonly Answer[], memory: Memory, reason?: string): PeriodRows {
  const indexes = answers.map((answer) => monthsIn(answer, memory));
  const found = months.map((month) => indexes.find(({ rows }) => rows.has(month))?.rows.get(month));
  const absent = months.filter((_month, at) => !found[at]);
  const isOneRow = months.length === 1 && absent.length === 0 && indexes.every(({ isDivided }) => !isDivided);
  if (!isOneRow) indexes.forEach(checkMonthLabels);
  if (absent.length > 0)
    throw noMonths(
      absent,
      indexes.flatMap(({ rows }) => [...rows.keys()]),
      reason,
    );
  return { parts: found.flatMap((rows) => (rows ? [rows] : [])), answers };
}

async function askYear(askFor: AskFor, year: string | undefined, memory: Memory): Promise<PeriodRows> {
  const { answer, reason } = year
    ? await askDated(askFor, { interval: "FY", ...daysOf(year) })
    : { answer: await askFor({ interval: "FY" }) };
  if (!answer) throw nothingFor(year ?? "", reason);
  checkYear(answer, memory);
  const wayOut = year ? "Ask for months, such as 2026-01:2026-12." : "Name one as the period.";
  const rows = memory.recall(answer, "year", () => checkOneYear(eachRow(answer.scenario.rows), wayOut));
  return { parts: [rows], answers: [answer] };
}

function checkOneYear(rows: readonly AnswerRow[], wayOut: string): readonly AnswerRow[] {
  const years = labelsOf(rows);
  if (years.length <= 1) return rows;
  throw new InsightsError("missing", `The service returned several full years, ${listNames(years)}. ${wayOut}`);
}

interface DatedAnswer {
  readonly answer?: Answer;
  readonly reason?: string;
}

/** With dates, a service may refuse a year without data instead of returning nothing. Its reason belongs in the message. */
async function askDated(askFor: AskFor, when: When): Promise<DatedAnswer> {
  try {
    return { answer: await askFor(when) };
  } catch (error) {
    const reason = absenceIn(error);
    if (reason) return { reason };
    throw error;
  }
}

/** Returns the message of an error that means "no data for these dates"; undefined for any other error. */
export function absenceIn(error: unknown): string | undefined {
  const isAbsent = isInsightsError(error, "refused", "unknown") && [400, 404, 422].includes(error.status ?? 0);
  return isAbsent ? error.message : undefined;
}

/**
 * Returns the error of months that the service lacks, with those that it has returned.
 * @param reason Why the service refused some.
 */
export function noMonths(absent: readonly string[], returned: readonly string[], reason?: string): InsightsError {
  const there = returned.length > 0 && `It returned ${monthStretches(returned)}.`;
  return nothingFor(listNames(absent), reason, there);
}

function nothingFor(what: string, ...hints: readonly (string | false | undefined)[]): InsightsError {
  const text = [`The service has no numbers for ${what}.`, ...hints].filter(Boolean).join(" ");
  return new InsightsError("unknown", text);
}

function labelsOf(rows: readonly AnswerRow[]): string[] {
  return [...new Set(rows.map(rowPeriod))];
}

function daysOf(year: string): Pick<Parameters, "dateFrom" | "dateTo"> {
  return { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` };
}
