/** The rows of one scenario that a period is made of, whatever requests that takes. */
import {
  eachRow,
  InsightsError,
  isInsightsError,
  rowPeriod,
  type Answer,
  type Memory,
  type Parameters,
  type Question,
  type Row,
} from "../insights";
import { all, askOne } from "./ask";
import type { KpiPeriod } from "./kpiPeriod";
import { monthRows, monthsIn, type Months } from "./monthIndex";
import { listNames } from "./names";
import { parsePeriod } from "./periods";
import type { QueryContext } from "./query";

type When = Pick<Parameters, "interval" | "dateFrom" | "dateTo">;
/** Asks the same question for another interval and other days. */
type AskFor = (when: When) => Promise<Answer>;

/** Rows by the parts of a period, its months or the year. Those of a part are one list for all calls. */
export type PeriodRows = readonly (readonly Row[])[];

/** Throws `unknown` where the service has nothing for the period, `missing` where it has several years. */
export async function askPeriod(question: Question, period: KpiPeriod, context: QueryContext): Promise<PeriodRows> {
  const { endpoint, plan, scenario, parameters } = question;
  const askFor: AskFor = (when) =>
    askOne({ endpoint, plan, scenario, parameters: { ...parameters, ...when } }, context);
  if ("months" in period) return rowsOfMonths(askFor, period.months, context.memory);
  return [await askYear(askFor, period.year, context.memory)];
}

/** Months are asked for without dates, so that all of them share a request; one that is not there, with its calendar year. */
async function rowsOfMonths(askFor: AskFor, months: readonly string[], memory: Memory): Promise<PeriodRows> {
  const held = monthsIn(await askFor({ interval: "M" }), memory);
  const lacking = months.filter((month) => !held.has(month));
  if (lacking.length === 0) return months.map((month) => monthRows(held, month));
  const years = [...new Set(lacking.map((month) => month.slice(0, 4)))];
  const others = await all(years.map((year) => askDated(askFor, { interval: "M", ...daysOf(year) })));
  const answers: readonly Months[] = [
    held,
    ...others.flatMap(({ answer }) => (answer ? monthsIn(answer, memory) : [])),
  ];
  const absent = months.filter((month) => !answers.some((each) => each.has(month)));
  if (absent.length > 0) throw nothingFor(listNames(absent), others.find(({ reason }) => reason)?.reason);
  return months.map((month) => monthRows(answers.find((each) => each.has(month)) ?? held, month));
}

/** A row whose label names another year than the one asked for is no answer, whatever its numbers are. */
async function askYear(askFor: AskFor, year: string | undefined, memory: Memory): Promise<readonly Row[]> {
  if (!year) {
    const answer = await askFor({ interval: "FY" });
    return memory.recall(answer, "year", () => checkOneYear(eachRow(answer.scenario.rows), "Name one as the period."));
  }
  const { answer, reason } = await askDated(askFor, { interval: "FY", ...daysOf(year) });
  if (!answer) throw nothingFor(year, reason);
  return memory.recall(answer, year, () => rowsOfYear(eachRow(answer.scenario.rows), year));
}

function rowsOfYear(rows: readonly Row[], year: string): readonly Row[] {
  const meant = rows.filter((row) => (parsePeriod(rowPeriod(row), 1900)?.first ?? year).startsWith(year));
  if (meant.length === 0 && rows.length > 0) {
    throw new InsightsError("unknown", `The service has nothing for ${year}, but for ${listNames(labelsOf(rows))}.`);
  }
  return checkOneYear(meant, "Ask for months, such as 2026-01:2026-12.");
}

function checkOneYear(rows: readonly Row[], wayOut: string): readonly Row[] {
  const years = labelsOf(rows);
  if (years.length <= 1) return rows;
  throw new InsightsError("missing", `The service returned several full years, ${listNames(years)}. ${wayOut}`);
}

interface DatedAnswer {
  readonly answer?: Answer;
  readonly reason?: string;
}

/** With dates a service may refuse what it has nothing for, rather than return nothing. Its reason then has to be told. */
async function askDated(askFor: AskFor, when: When): Promise<DatedAnswer> {
  try {
    return { answer: await askFor(when) };
  } catch (error) {
    const isAbsent = isInsightsError(error, "refused", "unknown") && [400, 404, 422].includes(error.status ?? 0);
    if (isAbsent) return { reason: error.message };
    throw error;
  }
}

function nothingFor(what: string, reason: string | undefined): InsightsError {
  return new InsightsError("unknown", [`The service has nothing for ${what}.`, reason].filter(Boolean).join(" "));
}

function labelsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(rowPeriod))];
}

function daysOf(year: string): Pick<Parameters, "dateFrom" | "dateTo"> {
  return { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` };
}
