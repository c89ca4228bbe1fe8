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
import { readChoice, readCurrency, readPeriod, readText, unknownField } from "./arguments";
import { answerCell, type Invocation } from "./cell";
import { getHost } from "./host";
import { isSame, quote, suggest } from "./names";
import { monthOfLabel, monthsOf, parsePeriod, type Period } from "./periods";
import { chooseScenarios } from "./scenarios";
import { GROUPINGS } from "./tables";
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
  const takes: readonly string[] = ENDPOINTS[field.family].parameters;
  const group = readChoice(groupBy, "groupBy", GROUPINGS);
  if ((group || item) && !takes.includes("groupBy")) {
    throw new InsightsError("argument", `${field.label} is not divided into groups. Leave groupBy and item out.`);
  }
  const code = takes.includes("currency")
    ? (readCurrency(currency) ?? readCurrency(getHost().settings().currency))
    : undefined;
  return { ...(code ? { currency: code } : {}), ...(group ? { groupBy: group } : {}) };
}

function readWhen(value: unknown, dateSystem: 1900 | 1904): When {
  const [from, to, ...rest] = typeof value === "string" && !parsePeriod(value, dateSystem) ? value.split(":") : [value];
  const first = readPeriod(from, "period", dateSystem);
  if (!first) return {};
  const last = to === undefined ? first : readPeriod(to, "period", dateSystem);
  if (!last || rest.length > 0 || first.first > last.last) {
    throw new InsightsError(
      "argument",
      `The period ${quote(String(value))} does not run from one month to a later one.`,
    );
  }
  if (to === undefined && first.unit === "year") return { year: first.first.slice(0, 4) };
  return { months: checkLength(monthsOf({ first: first.first, last: last.last } satisfies Omit<Period, "unit">)) };
}

function checkLength(months: string[]): string[] {
  if (months.length <= MOST_MONTHS) return months;
  throw new InsightsError("argument", `The period has ${months.length} months; ${MOST_MONTHS} is the most.`);
}

/** How to ask for one scenario's field. */
async function prepare(given: KpiArguments, field: Field, common: Parameters, options: AskOptions): Promise<Ask> {
  const { plan, scenarios } = await chooseScenarios(given.plan, given.scenario, options);
  const [scenario, ...others] = scenarios;
  if (!scenario || others.length > 0) {
    const names = scenarios.map((choice) => choice?.name ?? "");
    throw new InsightsError("argument", `KPI takes one scenario. Name one: ${names.map(quote).join(", ")}.`);
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
    throw new InsightsError("unknown", `The service has nothing for ${absent.map(quote).join(", ")}.`);
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

async function rowsOfYear(ask: Ask, year: string | undefined): Promise<readonly Row[]> {
  const { rows } = (await ask({ interval: "FY", ...(year ? daysOf(year) : {}) })).scenario;
  const labels = [...new Set(rows.map(({ period }) => period))];
  if (labels.length <= 1) return rows;
  const ofYear = year ? rows.filter(({ period }) => parsePeriod(period, 1900)?.first.startsWith(year)) : [];
  if (ofYear.length > 0) return ofYear;
  throw new InsightsError(
    "missing",
    `The service returned several full years (${labels.join(", ")}). Name one as the period.`,
  );
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
