/** The rows of one scenario that a period is made of, whatever requests that takes. */
import {
  checkDistinct,
  InsightsError,
  isInsightsError,
  type Answer,
  type AskOptions,
  type Parameters,
  type Question,
  type Row,
} from "../insights";
import { getHost } from "./host";
import type { KpiPeriod } from "./kpiPeriod";
import { isSame, listNames, quote, suggest } from "./names";
import { monthOfLabel, parsePeriod } from "./periods";

type When = Pick<Parameters, "interval" | "dateFrom" | "dateTo">;
/** Asks the same question for another interval and other days. */
type AskFor = (when: When) => Promise<Answer>;

/** Rejects with `unknown` where the service has nothing for the period, with `missing` where it has several years. */
export function askPeriod(question: Question, period: KpiPeriod, options: AskOptions): Promise<readonly Row[]> {
  const { session } = getHost();
  const askFor: AskFor = (when) =>
    session.ask({ ...question, parameters: { ...question.parameters, ...when } }, options);
  return "months" in period ? rowsOfMonths(askFor, period.months) : rowsOfYear(askFor, period.year);
}

/** The rows of one group: by the key that is named as the grouping is, or else by any. All where none is named. */
export function rowsOfItem(rows: readonly Row[], item: string, groupBy: string | undefined): readonly Row[] {
  if (item === "") return rows;
  const itemsOf = ({ groups }: Row): string[] => {
    const [own] = [...groups].filter(([key]) => groupBy !== undefined && isSame(key, groupBy));
    return own ? [own[1]] : [...groups.values()];
  };
  const found = rows.filter((row) => itemsOf(row).some((group) => isSame(group, item)));
  if (found.length > 0) return found;
  const items = [...new Set(rows.flatMap(itemsOf))];
  throw new InsightsError(
    "unknown",
    `Item ${quote(item)} is not among the groups of the answer. ${suggest(item, items)}`,
  );
}

/** Months are asked for without dates, so that all of them share a request; one that is not there, with its calendar year. */
async function rowsOfMonths(askFor: AskFor, months: readonly string[]): Promise<Row[]> {
  const held = rowsByMonth(await askFor({ interval: "M" }));
  const years = [...new Set(months.filter((month) => !held.has(month)).map((month) => month.slice(0, 4)))];
  const others = await Promise.all(years.map((year) => askDated(askFor, { interval: "M", ...daysOf(year) })));
  const byMonth = [held, ...others.flatMap(({ answer }) => (answer ? rowsByMonth(answer) : []))];
  const rowsOf = (month: string) => byMonth.find((each) => each.has(month))?.get(month);
  const absent = months.filter((month) => !rowsOf(month));
  if (absent.length > 0) throw nothingFor(listNames(absent), others.find(({ reason }) => reason)?.reason);
  const rows = months.flatMap((month) => rowsOf(month) ?? []);
  // Labels may differ and still name the same month.
  checkDistinct(rows, "two labels of one month", ({ period }) => monthOfLabel(period) ?? period);
  return rows;
}

type RowsByMonth = ReadonlyMap<string, readonly Row[]>;

/** Found once an answer, since many cells read the months of the same one. */
const monthsByAnswer = new WeakMap<Answer, RowsByMonth>();

function rowsByMonth(answer: Answer): RowsByMonth {
  const known = monthsByAnswer.get(answer);
  if (known) return known;
  const byMonth = new Map<string, Row[]>();
  for (const row of answer.scenario.rows) {
    const month = monthOfLabel(row.period);
    if (!month) continue;
    const rows = byMonth.get(month) ?? [];
    rows.push(row);
    byMonth.set(month, rows);
  }
  monthsByAnswer.set(answer, byMonth);
  return byMonth;
}

/** A row whose label names another year than the one asked for is no answer, whatever its numbers are. */
async function rowsOfYear(askFor: AskFor, year: string | undefined): Promise<readonly Row[]> {
  if (!year) return checkOneYear((await askFor({ interval: "FY" })).scenario.rows, "Name one as the period.");
  const { answer, reason } = await askDated(askFor, { interval: "FY", ...daysOf(year) });
  if (!answer) throw nothingFor(year, reason);
  const { rows } = answer.scenario;
  const meant = rows.filter(({ period }) => (parsePeriod(period, 1900)?.first ?? year).startsWith(year));
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

/** With dates a service may refuse what it has nothing for, rather than return nothing. Its reason then has to be told. */
async function askDated(askFor: AskFor, when: When): Promise<{ readonly answer?: Answer; readonly reason?: string }> {
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
  return [...new Set(rows.map(({ period }) => period))];
}

function daysOf(year: string): Pick<Parameters, "dateFrom" | "dateTo"> {
  return { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` };
}
