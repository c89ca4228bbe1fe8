/**
 * The months of the service's own full years, which it does not say: actuals may have ten beside a plan's twelve. They are known if
 * the months without dates are in memory too, and add up to the year.
 */
import {
  ENDPOINTS,
  eachRow,
  findField,
  monthOfLabel,
  rowPeriod,
  sentValue,
  type Answer,
  type Plan,
  type Question,
} from "../../insights";
import { monthStretches } from "../language/periods";
import { argumentsInOrder } from "../language/signatures";
import type { FunctionCall } from "../language/callKey";
import { answersTo, type NumberSource } from "./numberSource";

/** The full year of a scenario, of one family. */
export interface FullYear {
  /** The scenario's name, or its id. */
  readonly scenario: string;
  /** In order; undefined if they are not known. */
  readonly months?: readonly string[] | undefined;
}

/** The service may round each month. */
const ROUNDING = 1e-3;

/** Returns the full years among the answers in memory to these questions. */
export function fullYearsBehind(
  source: NumberSource,
  keys: readonly string[],
  plans: readonly Plan[],
): readonly FullYear[] {
  return answersTo(source, keys)
    .filter(isFullYear)
    .map((year) => ({
      scenario: nameOf(year.question, plans),
      months: monthsAnswers(source, year)
        .map((months) => monthsIfWhole(year, months))
        .find((months) => months !== undefined),
    }));
}

/**
 * Returns which months of a named year the scenarios of a plan have, by all answers in memory. A scenario whose months are not in
 * memory is left out.
 * @param months Those of the year, in order.
 */
export function namedYearsOf(
  { generation }: NumberSource,
  { id, scenarios }: Plan,
  months: readonly string[],
): readonly FullYear[] {
  const answers = (generation?.questions() ?? [])
    .filter(({ plan, parameters }) => plan === id && parameters.interval === "M")
    .flatMap((question) => generation?.peek(question) ?? []);
  return scenarios.flatMap(({ id: scenario, name }): FullYear[] => {
    const own = answers.filter(({ question }) => question.scenario === scenario);
    const held = new Set(own.flatMap((answer) => monthsIn(answer)));
    return own.length > 0 ? [{ scenario: name, months: months.filter((month) => held.has(month)) }] : [];
  });
}

/** Returns the calls of tables with the months behind these full years: who has asked them knows how many there are. */
export function monthTablesBehind(source: NumberSource, keys: readonly string[]): FunctionCall[] {
  return answersTo(source, keys)
    .filter(isFullYear)
    .map(({ question: { endpoint, plan, scenario, parameters } }) => {
      const { functionId: id } = ENDPOINTS[endpoint];
      const { currency } = parameters;
      return { id, args: argumentsInOrder(id, { plan, scenario, interval: "M", currency, layout: "table" }) };
    });
}

/** Returns how many months each full year has, in words; undefined without any. */
export function fullYearsInWords(years: readonly FullYear[]): string | undefined {
  const byMonths = new Map<string, Set<string>>();
  for (const { scenario, months } of years) {
    const text = months
      ? `${months.length} ${months.length === 1 ? "month" : "months"}${months.length > 0 ? `, ${monthStretches(months)}` : ""}`
      : "";
    byMonths.set(text, (byMonths.get(text) ?? new Set()).add(scenario));
  }
  if (byMonths.size === 0) return undefined;
  const sentences = [...byMonths].map(([text, scenarios]) => {
    const names = [...scenarios].join(", ");
    return text === ""
      ? `How many months the full year of ${names} has is not known: name a period to be sure.`
      : `The full year of ${names} has ${text}.`;
  });
  return sentences.join(" ");
}

function isDated({ dateFrom, dateTo }: Question["parameters"]): boolean {
  return dateFrom !== undefined || dateTo !== undefined;
}

function isFullYear({ question: { parameters } }: Answer): boolean {
  return parameters.interval === "FY" && !isDated(parameters);
}

function nameOf({ plan, scenario }: Question, plans: readonly Plan[]): string {
  const { scenarios = [] } = plans.find(({ id }) => id === plan) ?? {};
  return scenarios.find(({ id }) => id === scenario)?.name ?? scenario;
}

/** Returns the answers with the months of the same scenario, whatever their groups. */
function monthsAnswers({ generation }: NumberSource, { question: year }: Answer): Answer[] {
  const isMeant = ({ endpoint, plan, scenario, parameters }: Question) =>
    endpoint === year.endpoint &&
    plan === year.plan &&
    scenario === year.scenario &&
    parameters.interval === "M" &&
    !isDated(parameters) &&
    parameters.currency === year.parameters.currency;
  return (generation?.questions() ?? []).filter(isMeant).flatMap((question) => generation?.peek(question) ?? []);
}

/** Returns the months if each amount of the year is their sum; undefined if one is not, or there is none to compare. */
function monthsIfWhole(year: Answer, months: Answer): string[] | undefined {
  const [whole, sums] = [sumsOf(year), sumsOf(months)];
  const shared = [...whole].filter(([name]) => sums.has(name));
  const isSum = shared.every(
    ([name, value]) => Math.abs(value - (sums.get(name) ?? NaN)) <= ROUNDING * Math.abs(value),
  );
  if (shared.length === 0 || !isSum) return undefined;
  const found = monthsIn(months);
  return found.includes(undefined) ? undefined : [...new Set(found.flatMap((month) => month ?? []))].sort();
}

function monthsIn({ scenario: { rows } }: Answer): (string | undefined)[] {
  return eachRow(rows).map((row) => monthOfLabel(rowPeriod(row)));
}

/** Returns the sum of each field that adds up over rows. */
function sumsOf({ scenario: { rows } }: Answer): ReadonlyMap<string, number> {
  const names = [...rows.values.keys()].filter((name) => findField(name)?.total.by === "sum");
  const all = eachRow(rows);
  return new Map(
    names.flatMap((name): [string, number][] => {
      const values = all.flatMap((row) => sentValue(row, name) ?? []);
      return values.length === 0 ? [] : [[name, values.reduce((sum, value) => sum + value, 0)]];
    }),
  );
}
