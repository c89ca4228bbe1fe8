/**
 * The numbers of a briefing: EBIT of a scenario beside its base in the year to date, the steps between them, the largest month, the
 * worst region, and what is not whole. Two requests bring what most plans need: the months of the P&L, and those of demand by region;
 * what a cell would ask for besides, such as months of the year before, is asked by the same functions.
 */
import { eachRow, monthOfLabel, rowPeriod, type Plan, type Question, type Scenario } from "../insights";
import { nameOrId, scenarioText } from "../language/nameTexts";
import { hasFlag } from "../language/names";
import { argumentsInOrder } from "../language/signatures";
import { monthsLabel } from "../sheet/monthsLabel";
import type { BridgeSteps } from "./bridge";
import { divide } from "./division";
import { callByNames, type NumberArguments, type NumberCall, withArguments } from "./numberCall";
import { askedNumber, knownFigure, knownNumber, numberIn, reasonIn, type NumberSource } from "./numberSource";

/** What a briefing is about. */
export interface BriefingSubject {
  readonly plan: Plan;
  readonly own: Scenario;
  /** Undefined if the plan has one scenario only. */
  readonly base: Scenario | undefined;
  /** ISO 4217; undefined for the service's own. */
  readonly currency: string | undefined;
}

/** A part of the difference; positive is better. */
export interface BriefingPart {
  readonly label: string;
  readonly amount: number;
  /** The part's own call. */
  readonly call: NumberCall;
}

export interface BriefingNumbers {
  /** The months in words, such as "Jan–Oct 2026"; undefined if there are none. */
  readonly period: string | undefined;
  /** True if the period ends with the current month; false if it is the months that both scenarios have. */
  readonly isToDate: boolean;
  /** EBIT of the scenario against the base, or EBIT alone, as a cell would call it; undefined if there are no months. */
  readonly call: NumberCall | undefined;
  readonly own: number | undefined;
  readonly base: number | undefined;
  /** A share; undefined if it would mislead. */
  readonly percent: number | undefined;
  /** From the base to the scenario; undefined if a line is missing. */
  readonly steps: BridgeSteps | undefined;
  /** The month with the largest difference of EBIT. */
  readonly largestMonth: BriefingPart | undefined;
  /** The region whose demand value is furthest below the base. */
  readonly worstRegion: (BriefingPart & { readonly percent: number | undefined; readonly whole: number }) | undefined;
  /** The months of the period in which a scenario has no EBIT. */
  readonly gaps: readonly { readonly scenario: string; readonly months: readonly string[] }[];
  /** Why a number is missing, in the functions' words. */
  readonly reason: string | undefined;
}

/** Returns the questions that a briefing begins with, so that they take two requests. Its numbers may need more. */
export function briefingQuestions({ plan, own, base, currency }: BriefingSubject): Question[] {
  const actual = plan.scenarios.find((each) => hasFlag(each, "actual"));
  const ids = (scenarios: readonly (Scenario | undefined)[]) => new Set(scenarios.flatMap((each) => each?.id ?? []));
  const money = currency ? { currency } : {};
  const months = { interval: "M", ...money } as const;
  const question = { plan: plan.id };
  return [
    // The actual months tell the current one.
    ...[...ids([own, base, actual])].map((scenario): Question => ({
      ...question,
      endpoint: "pnl",
      scenario,
      parameters: months,
    })),
    ...[...ids([own, base])].map((scenario): Question => ({
      ...question,
      endpoint: "demand",
      scenario,
      parameters: { ...months, groupBy: "region" },
    })),
  ];
}

/** The period of a briefing, as arguments of a call. */
type Period = Pick<NumberArguments, "period" | "basis"> & { readonly isToDate: boolean };

/**
 * @param source Its generation answers.
 * @param mayAsk True to ask the service for what a cell would ask it for, such as months of the year before.
 */
export async function readBriefingNumbers(
  subject: BriefingSubject,
  source: NumberSource,
  mayAsk = false,
): Promise<BriefingNumbers> {
  const reader = createReader(subject, source, mayAsk);
  const period = await findPeriod(subject, reader, source);
  if (!period) return { ...NOTHING, reason: "The service has no months that both scenarios share." };
  const { isToDate, ...when } = period;
  const { own: scenario, base } = subject;
  const ebit = { ...when, field: "ebit" };
  const call = callInWords(subject, ebit, source);
  const months = (await reader.months(when)) ?? [];
  // Asked together, they share a request.
  const [own] = await Promise.all(
    [scenario, base ?? scenario].map(({ id }) => reader.number("KPI", { ...ebit, scenario: id })),
  );
  const gaps = [await reader.gap(scenario, months), ...(base ? [await reader.gap(base, months)] : [])];
  const shared = {
    ...NOTHING,
    isToDate,
    call,
    period: monthsLabel(months),
    own: own?.value,
    gaps: gaps.filter((gap) => gap.months.length > 0),
    reason: own?.reason,
  };
  if (!base) return shared;
  const sides = { scenario: scenario.id, base: base.id };
  return {
    ...shared,
    base: (await reader.number("KPI", { ...ebit, scenario: base.id })).value,
    percent: (await reader.number("VAR", { ...ebit, ...sides, measure: "percent" })).value,
    steps: await reader.steps(when),
    largestMonth: await reader.largestMonth({ ...sides, field: "ebit" }, months),
    worstRegion: await reader.worstRegion({ ...when, ...sides, field: "demandValue", groupBy: "region" }),
  };
}

function callInWords(
  { plan, own, base, currency }: BriefingSubject,
  ebit: NumberArguments,
  { generation }: NumberSource,
) {
  const args = {
    ...ebit,
    plan: nameOrId(plan, generation?.peekPlans() ?? [plan]),
    scenario: scenarioText(own, plan.scenarios),
    ...(base && { base: scenarioText(base, plan.scenarios) }),
    ...(currency && { currency }),
  };
  return callByNames(base ? "VAR" : "KPI", args, { settings: {} });
}

const NOTHING: BriefingNumbers = {
  period: undefined,
  isToDate: false,
  call: undefined,
  own: undefined,
  base: undefined,
  percent: undefined,
  steps: undefined,
  largestMonth: undefined,
  worstRegion: undefined,
  gaps: [],
  reason: undefined,
};

type Reader = ReturnType<typeof createReader>;

/** Reads numbers of the subject from memory. */
function createReader({ plan, own, base, currency }: BriefingSubject, source: NumberSource, mayAsk: boolean) {
  const find = mayAsk ? askedNumber : knownNumber;
  const shared = { plan: plan.id, ...(currency && { currency }) };
  const callOf = (id: NumberCall["id"], args: NumberArguments) =>
    callByNames(id, { ...shared, ...args }, { settings: {} });
  const number = async (id: NumberCall["id"], args: NumberArguments) => {
    const result = await find(source, callOf(id, args));
    return { value: numberIn(result), reason: reasonIn(result), isAbsent: result.state === "absent" };
  };
  return {
    number,
    /** Returns the months of a number of this time; undefined if they are not known. */
    async months(when: NumberArguments): Promise<readonly string[] | undefined> {
      const figure = await knownFigure(source, callOf("KPI", { ...when, scenario: own.id, field: "ebit" }));
      return figure?.own.months;
    },
    async gap({ id, name }: Scenario, months: readonly string[]) {
      const found = await Promise.all(months.map((period) => number("KPI", { scenario: id, field: "ebit", period })));
      // What was not asked, or not answered, is no gap.
      return { scenario: name, months: months.filter((_, at) => found[at]?.isAbsent) };
    },
    async steps(when: NumberArguments): Promise<BridgeSteps | undefined> {
      const args = { ...shared, ...when, from: base?.id, to: own.id, by: "statement" };
      const table = await find(source, { id: "BRIDGE", args: argumentsInOrder("BRIDGE", args) });
      return table.state === "known" ? stepsInTable(table.value) : undefined;
    },
    async largestMonth(args: NumberArguments, months: readonly string[]): Promise<BriefingPart | undefined> {
      const parts = months.map(async (month): Promise<BriefingPart[]> => {
        const { value: amount } = await number("VAR", { ...args, period: month });
        return amount === undefined ? [] : [{ label: month, amount, call: callOf("VAR", { ...args, period: month }) }];
      });
      return furthest((await Promise.all(parts)).flat(), ({ amount }) => Math.abs(amount));
    },
    async worstRegion(args: NumberArguments): Promise<BriefingNumbers["worstRegion"]> {
      const names = () => ({ plans: [plan], defaultPlan: plan.id });
      const division = await divide(callOf("VAR", args), "region", { source, names, mayAsk });
      if (division.state !== "done" || division.whole === undefined) return undefined;
      const parts = division.parts.flatMap(({ label, amount, call }) =>
        amount === undefined || !call ? [] : [{ label, amount, call }],
      );
      const worst = furthest(parts, ({ amount }) => -amount);
      if (!worst) return undefined;
      const percent = await find(source, withArguments(worst.call, { measure: "percent" }));
      return { ...worst, percent: worst.call.id === "VAR" ? numberIn(percent) : undefined, whole: division.whole };
    },
  };
}

/** Returns the part of the largest size above 0, the first of equals. */
function furthest(parts: readonly BriefingPart[], size: (part: BriefingPart) => number): BriefingPart | undefined {
  return parts.reduce<BriefingPart | undefined>(
    (found, part) => (size(part) > (found ? size(found) : 0) ? part : found),
    undefined,
  );
}

/** The year to the current month; without one, the months that both scenarios have in the last fiscal year of the base. */
async function findPeriod(
  { plan, own, base, currency }: BriefingSubject,
  reader: Reader,
  { generation }: NumberSource,
): Promise<Period | undefined> {
  const toDate = { period: "current", basis: "YTD" };
  if (await reader.months(toDate)) return { ...toDate, isToDate: true };
  const monthsOf = ({ id }: Scenario) => {
    const parameters = { interval: "M", ...(currency ? { currency } : {}) } as const;
    const answer = generation?.peek({ endpoint: "pnl", plan: plan.id, scenario: id, parameters });
    return new Set(answer ? eachRow(answer.scenario.rows).flatMap((row) => monthOfLabel(rowPeriod(row)) ?? []) : []);
  };
  const others = monthsOf(base ?? own);
  const shared = [...monthsOf(own)].filter((month) => others.has(month)).sort();
  const last = shared.at(-1);
  if (last === undefined) return undefined;
  const year = new Set(await reader.months({ period: last, basis: "YTD" }));
  const first = shared.find((month) => year.has(month)) ?? last;
  return { period: first === last ? last : `${first}:${last}`, isToDate: false };
}

/** Reads a table of BRIDGE: a header row, the start, the steps, and the end. */
function stepsInTable(table: unknown): BridgeSteps | undefined {
  if (!Array.isArray(table)) return undefined;
  const rows = (table as unknown[][]).slice(1).flatMap(([label, amount]) => {
    return typeof amount === "number" ? [{ label: String(label), amount }] : [];
  });
  const [start, end] = [rows[0], rows.at(-1)];
  return start && end && rows.length > 1
    ? { start: start.amount, steps: rows.slice(1, -1), end: end.amount }
    : undefined;
}
