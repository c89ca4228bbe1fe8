/** Asks for the rows of one scenario in a period, with as many requests as that takes. */
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
/** Asks the same question for another interval and other dates. */
type AskFor = (when: When) => Promise<Answer>;

/** The rows of each month of a period, or of its year. All calls share the list of a month. */
export type PeriodRows = readonly (readonly Row[])[];

/** Rejects with `unknown` if the service has nothing for the period, and with `missing` if it returned several years. */
export async function askPeriod(question: Question, period: KpiPeriod, context: QueryContext): Promise<PeriodRows> {
  const { endpoint, plan, scenario, parameters } = question;
  const askFor: AskFor = (when) =>
    askOne({ endpoint, plan, scenario, parameters: { ...parameters, ...when } }, context);
  if ("months" in period) return rowsOfMonths(askFor, period.months, context.memory);
  return [await askYear(askFor, period.year, context.memory)];
}

/** Asks for months without dates, so all share a request. Asks for a month that is missing there with its calendar year. */
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

/** Leaves out rows whose label names another year than the requested one. */
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
    throw new InsightsError("unknown", `The service has no numbers for ${year}, but for ${listNames(labelsOf(rows))}.`);
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

/** With dates, a service may refuse a year without data instead of returning nothing. Its reason belongs in the message. */
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
  return new InsightsError("unknown", [`The service has no numbers for ${what}.`, reason].filter(Boolean).join(" "));
}

function labelsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(rowPeriod))];
}

function daysOf(year: string): Pick<Parameters, "dateFrom" | "dateTo"> {
  return { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` };
}
