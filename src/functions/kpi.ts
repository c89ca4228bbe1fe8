/** KPI: one number for a cell of a hand-made report. */
import {
  ENDPOINTS,
  InsightsError,
  findField,
  type Answer,
  type AskOptions,
  type Field,
  type Parameters,
  type Row,
} from "../insights";
import { readChoice, readCurrency, readPeriod, readText, readWord, unknownField } from "./arguments";
import { answerCell, type Invocation } from "./cell";
import { getHost } from "./host";
import { isSame, listNames, quote, suggest } from "./names";
import { monthOfLabel, monthsOf, parsePeriod } from "./periods";
import { chooseScenarios } from "./scenarios";
import { total } from "./total";

/** As they arrive from the cell. */
export interface KpiArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  period: unknown;
  groupBy: unknown;
  item: unknown;
  currency: unknown;
}

/** A full year without dates, one calendar year, or months (YYYY-MM) in order. */
type When = { year?: string } | { months: readonly string[] };

type Ask = (parameters: Parameters) => Promise<Answer>;

const MOST_MONTHS = 120;

/** Amounts in the answer's currency, ratios as 0.484. Groups and months are combined as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: Invocation | undefined): Promise<number> {
  return answerCell(invocation, async (options) => {
    const field = readKpiField(given.field);
    const when = readWhen(given.period, getHost().dateSystem);
    const item = readText(given.item, "item");
    const parameters = readParameters(given, field, item);
    const ask = await prepare(given, field, parameters, options);
    const rows = "months" in when ? await rowsOfMonths(ask, when.months) : await rowsOfYear(ask, when.year);
    return total(field, item === "" ? rows : rowsOfItem(rows, item, parameters.groupBy));
  });
}

function readKpiField(value: unknown): Field {
  const text = readText(value, "field");
  if (text === "")
    throw new InsightsError("argument", "No field is given. Name one, such as ebit; FIELDS() lists them.");
  const field = findField(text);
  if (!field) throw unknownField(text);
  return field;
}

function readParameters({ groupBy, currency }: KpiArguments, field: Field, item: string): Parameters {
  const { parameters, groupings } = ENDPOINTS[field.family];
  if (groupings.length === 0 && (readWord(groupBy, "groupBy") || item)) {
    throw new InsightsError("argument", `${field.label} is not divided into groups. Leave groupBy and item out.`);
  }
  const group = readChoice(groupBy, "groupBy", groupings);
  const code = parameters.includes("currency")
    ? (readCurrency(currency) ?? readCurrency(getHost().settings().currency))
    : undefined;
  return { ...(code ? { currency: code } : {}), ...(group ? { groupBy: group } : {}) };
}

function readWhen(value: unknown, dateSystem: 1900 | 1904): When {
  const [from = "", to, ...more] = endsOf(value, dateSystem);
  if (to !== undefined) return { months: monthsBetween(from, to, more) };
  const period = readPeriod(value, "period", dateSystem);
  if (!period) return {};
  return period.unit === "year" ? { year: period.first.slice(0, 4) } : { months: monthsOf(period) };
}

/** The texts around the colon of a range. A date and time has colons too. */
function endsOf(value: unknown, dateSystem: 1900 | 1904): string[] {
  const text = readText(value, "period");
  return parsePeriod(text, dateSystem) ? [text] : text.split(":");
}

function monthsBetween(from: string, to: string, more: readonly string[]): string[] {
  const [start, end] = [parsePeriod(from, 1900), parsePeriod(to, 1900)];
  const text = quote([from, to, ...more].join(":"));
  if (!start || !end || more.length > 0) {
    throw new InsightsError(
      "argument",
      `The period ${text} is not a range. One runs from a month to a month, such as 2026-01:2026-06.`,
    );
  }
  if (start.first > end.last) throw new InsightsError("argument", `The period ${text} ends before it begins.`);
  const months = monthsOf({ first: start.first, last: end.last });
  if (months.length <= MOST_MONTHS) return months;
  throw new InsightsError("argument", `The period ${text} has ${months.length} months; ${MOST_MONTHS} is the most.`);
}

/** How to ask for one scenario's field. */
async function prepare(given: KpiArguments, field: Field, common: Parameters, options: AskOptions): Promise<Ask> {
  const { plan, scenarios } = await chooseScenarios(given.plan, given.scenario, options);
  const [scenario, ...others] = scenarios;
  if (!scenario || others.length > 0) {
    const names = scenarios.flatMap((choice) => (choice ? [choice.name ?? choice.id] : []));
    throw new InsightsError("argument", `KPI takes one scenario. Name one of ${listNames(names)}.`);
  }
  const { session } = getHost();
  const question = { endpoint: field.family, plan, scenario: scenario.id };
  return (parameters) => session.ask({ ...question, parameters: { ...common, ...parameters } }, options);
}

/** Months are asked for without dates, so that all of them share a request; one that is not there, with its calendar year. */
async function rowsOfMonths(ask: Ask, months: readonly string[]): Promise<Row[]> {
  const byMonth = rowsByMonth([await ask({ interval: "M" })]);
  const years = [...new Set(months.filter((month) => !byMonth.has(month)).map((month) => month.slice(0, 4)))];
  const others = await Promise.all(years.map((year) => ask({ interval: "M", ...daysOf(year) })));
  const found = new Map([...rowsByMonth(others), ...byMonth]);
  const absent = months.filter((month) => !found.has(month));
  if (absent.length > 0) {
    throw new InsightsError("unknown", `The service has nothing for ${listNames(absent)}.`);
  }
  return months.flatMap((month) => found.get(month) ?? []);
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
async function rowsOfYear(ask: Ask, year: string | undefined): Promise<readonly Row[]> {
  const { rows } = (await ask({ interval: "FY", ...(year ? daysOf(year) : {}) })).scenario;
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

/** The rows of one group: by the key that is named as the grouping is, or else by any. */
function rowsOfItem(rows: readonly Row[], item: string, groupBy: string | undefined): Row[] {
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
