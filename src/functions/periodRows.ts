/** The rows of one scenario that a period is made of, whatever requests that takes. */
import {
  checkDistinct,
  InsightsError,
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

/** Asks the same question for another interval and other days. */
type AskFor = (when: Pick<Parameters, "interval" | "dateFrom" | "dateTo">) => Promise<Answer>;

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
  const byMonth = rowsByMonth([await askFor({ interval: "M" })]);
  const years = [...new Set(months.filter((month) => !byMonth.has(month)).map((month) => month.slice(0, 4)))];
  const others = await Promise.all(years.map((year) => askFor({ interval: "M", ...daysOf(year) })));
  const found = new Map([...rowsByMonth(others), ...byMonth]);
  const absent = months.filter((month) => !found.has(month));
  if (absent.length > 0) {
    throw new InsightsError("unknown", `The service has nothing for ${listNames(absent)}.`);
  }
  const rows = months.flatMap((month) => found.get(month) ?? []);
  // Labels may differ and still name the same month.
  checkDistinct(rows, "two labels of one month", ({ period }) => monthOfLabel(period) ?? period);
  return rows;
}

function rowsByMonth(answers: readonly Answer[]): Map<string, Row[]> {
  const byMonth = new Map<string, Row[]>();
  for (const row of answers.flatMap(({ scenario }) => scenario.rows)) {
    const month = monthOfLabel(row.period);
    if (month) byMonth.set(month, [...(byMonth.get(month) ?? []), row]);
  }
  return byMonth;
}

/** A row whose label names another year than the one asked for is no answer, whatever its numbers are. */
async function rowsOfYear(askFor: AskFor, year: string | undefined): Promise<readonly Row[]> {
  const { rows } = (await askFor({ interval: "FY", ...(year ? daysOf(year) : {}) })).scenario;
  const isMeant = ({ period }: Row) => !year || (parsePeriod(period, 1900)?.first ?? year).startsWith(year);
  const meant = rows.filter(isMeant);
  const years = labelsOf(meant);
  if (years.length > 1) {
    const way = year ? "Ask for months, such as 2026-01:2026-12." : "Name one as the period.";
    throw new InsightsError("missing", `The service returned several full years, ${listNames(years)}. ${way}`);
  }
  if (meant.length > 0 || rows.length === 0) return meant;
  throw new InsightsError("unknown", `The service has nothing for ${year}, but for ${listNames(labelsOf(rows))}.`);
}

function labelsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ period }) => period))];
}

function daysOf(year: string): Pick<Parameters, "dateFrom" | "dateTo"> {
  return { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` };
}
