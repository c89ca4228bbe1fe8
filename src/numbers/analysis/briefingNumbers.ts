/**
 * The numbers of a briefing: EBIT of a scenario beside its base in the year to date, the steps between them, the largest month, the
 * worst region, and what is not whole. Two requests bring what most plans need: the months of the P&L, and those of demand by region;
 * what a cell would ask for besides, such as months of the year before, is asked by the same functions.
 */
import { eachRow, monthOfLabel, rowPeriod, type Plan, type Question, type Scenario } from "../../insights";
import { nameOrId, scenarioText } from "../language/nameTexts";
import { hasFlag, quote } from "../language/names";
import { argumentsInOrder } from "../language/signatures";
import { monthsLabel } from "../language/monthsLabel";
import type { FunctionCall } from "../language/callKey";
import type { BridgeSteps } from "./bridge";
import { divide, type Part } from "./division";
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
  /** Why there is no EBIT, in the functions' words. */
  readonly reason: string | undefined;
  /** Why the service did not say if there is a number, as one of its failures; undefined if all is known that was asked for. */
  readonly failure: string | undefined;
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
  if (!period) return { ...NOTHING, reason: reasonOfNoMonths(subject, source) };
  const { isToDate, ...when } = period;
  const { own: scenario, base } = subject;
  const ebit = { ...when, field: "ebit" };
  const months = (await reader.months(when)) ?? [];
  const scenarios = base ? [scenario, base] : [scenario];
  // Asked together, numbers of the same months share their requests.
  const [sides, gaps, compared] = await Promise.all([
    Promise.all(scenarios.map(({ id }) => reader.number("KPI", { ...ebit, scenario: id }))),
    Promise.all(scenarios.map((each) => reader.gap(each, months))),
    base && compareSides({ ...subject, base }, reader, when, months),
  ]);
  return {
    ...NOTHING,
    ...compared,
    isToDate,
    call: callInWords(subject, ebit, source),
    period: monthsLabel(months),
    own: sides[0]?.value,
    base: sides[1]?.value,
    gaps: gaps.filter((gap) => gap.months.length > 0),
    reason: sides[0]?.reason,
    failure: reader.failure(),
  };
}

async function compareSides(
  { own, base }: BriefingSubject & { readonly base: Scenario },
  reader: Reader,
  when: NumberArguments,
  months: readonly string[],
): Promise<Pick<BriefingNumbers, "percent" | "steps" | "largestMonth" | "worstRegion">> {
  const sides = { scenario: own.id, base: base.id };
  const [percent, steps, largestMonth, worstRegion] = await Promise.all([
    reader.number("VAR", { ...when, ...sides, field: "ebit", measure: "percent" }),
    reader.steps(when),
    reader.largestMonth({ ...sides, field: "ebit" }, months),
    reader.worstRegion({ ...when, ...sides, field: "demandValue", groupBy: "region" }),
  ]);
  return { percent: percent.value, steps, largestMonth, worstRegion };
}

/** Returns undefined if an answer is missing: that is no word of the service. */
function reasonOfNoMonths(subject: BriefingSubject, source: NumberSource): string | undefined {
  const { own, base } = subject;
  if (!answerOf(own, subject, source) || (base && !answerOf(base, subject, source))) return undefined;
  const what = base
    ? `month in which both ${quote(own.name)} and ${quote(base.name)} have EBIT`
    : `EBIT of ${quote(own.name)}`;
  return `Without dates, the service returns no ${what}. Set the current month in the Insights pane, or choose other scenarios.`;
}

/** Returns the answer in memory with the months of a scenario; the service decides of which year. */
function answerOf({ id }: Scenario, { plan, currency }: BriefingSubject, { generation }: NumberSource) {
  const parameters = { interval: "M", ...(currency ? { currency } : {}) } as const;
  return generation?.peek({ endpoint: "pnl", plan: plan.id, scenario: id, parameters });
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
  failure: undefined,
};

type Reader = ReturnType<typeof createReader>;

/** Reads numbers of the subject from memory. */
function createReader({ plan, own, base, currency }: BriefingSubject, source: NumberSource, mayAsk: boolean) {
  const find = mayAsk ? askedNumber : knownNumber;
  const shared = { plan: plan.id, ...(currency && { currency }) };
  const callOf = (id: NumberCall["id"], args: NumberArguments) =>
    callByNames(id, { ...shared, ...args }, { settings: {} });
  let failure: string | undefined;
  const resultOf = async (call: FunctionCall) => {
    const result = await find(source, call);
    if (result.state === "failed") failure ??= result.message;
    return result;
  };
  const number = async (id: NumberCall["id"], args: NumberArguments) => {
    const result = await resultOf(callOf(id, args));
    return { value: numberIn(result), reason: reasonIn(result), isAbsent: result.state === "absent" };
  };
  return {
    number,
    failure: () => failure,
    /** Returns the months of a number of this time; undefined if they are not known. */
    async months(when: NumberArguments): Promise<readonly string[] | undefined> {
      const figure = await knownFigure(source, callOf("KPI", { ...when, scenario: own.id, field: "ebit" }));
      return figure?.own.months;
    },
    /** True if the answers in memory have EBIT of all these scenarios in the month. */
    async hasMonth(scenarios: readonly Scenario[], period: string): Promise<boolean> {
      const calls = scenarios.map(({ id }) => callOf("KPI", { scenario: id, field: "ebit", period }));
      const results = await Promise.all(calls.map((call) => knownNumber(source, call)));
      return results.every(({ state }) => state === "known");
    },
    async gap({ id, name }: Scenario, months: readonly string[]) {
      const found = await Promise.all(months.map((period) => number("KPI", { scenario: id, field: "ebit", period })));
      // What was not asked, or not answered, is no gap.
      return { scenario: name, months: months.filter((_, at) => found[at]?.isAbsent) };
    },
    async steps(when: NumberArguments): Promise<BridgeSteps | undefined> {
      const args = { ...shared, ...when, from: base?.id, to: own.id, by: "statement" };
      const table = await resultOf({ id: "BRIDGE", args: argumentsInOrder("BRIDGE", args) });
      return table.state === "known" ? stepsInTable(table.value) : undefined;
    },
    async largestMonth(args: NumberArguments, months: readonly string[]): Promise<BriefingPart | undefined> {
      const numbers = await Promise.all(months.map((period) => number("VAR", { ...args, period })));
      const parts = months.map((label, at) => ({
        label,
        amount: numbers[at]?.value,
        isAbsent: numbers[at]?.isAbsent,
        call: callOf("VAR", { ...args, period: label }),
      }));
      return furthest(parts, Math.abs);
    },
    async worstRegion(args: NumberArguments): Promise<BriefingNumbers["worstRegion"]> {
      const names = () => ({ plans: [plan], defaultPlan: plan.id });
      const division = await divide(callOf("VAR", args), "region", { source, names, mayAsk });
      if (division.state === "failed") failure ??= division.message;
      if (division.state !== "done" || division.whole === undefined) return undefined;
      const worst = furthest(division.parts, (amount) => -amount);
      if (!worst) return undefined;
      const percent = await resultOf(withArguments(worst.call, { measure: "percent" }));
      return { ...worst, percent: worst.call.id === "VAR" ? numberIn(percent) : undefined, whole: division.whole };
    },
  };
}

/** A part whose number may be unknown. */
type FoundPart = Pick<Part, "label" | "amount" | "isAbsent" | "call">;

/** Returns the part of the largest size above 0, the first of equals; none while the number of another is not known. */
function furthest(parts: readonly FoundPart[], size: (amount: number) => number): BriefingPart | undefined {
  if (parts.some(({ amount, isAbsent }) => amount === undefined && !isAbsent)) return undefined;
  const known = parts.flatMap(({ label, amount, call }) =>
    amount === undefined || !call ? [] : [{ label, amount, call }],
  );
  return known.reduce<BriefingPart | undefined>(
    (found, part) => (size(part.amount) > (found ? size(found.amount) : 0) ? part : found),
    undefined,
  );
}

/** The year to the current month; without one, the last months in a row that have EBIT of both scenarios, in one fiscal year. */
async function findPeriod(subject: BriefingSubject, reader: Reader, source: NumberSource): Promise<Period | undefined> {
  const toDate = { period: "current", basis: "YTD" };
  if (await reader.months(toDate)) return { ...toDate, isToDate: true };
  const { own, base } = subject;
  const rows = answerOf(own, subject, source)?.scenario.rows;
  const months = rows ? [...new Set(eachRow(rows).flatMap((row) => monthOfLabel(rowPeriod(row)) ?? []))].sort() : [];
  const areShared = await Promise.all(months.map((month) => reader.hasMonth(base ? [own, base] : [own], month)));
  const shared = months.filter((_, at) => areShared[at]);
  const last = shared.at(-1);
  if (last === undefined) return undefined;
  const year = (await reader.months({ period: last, basis: "YTD" })) ?? [last];
  const gap = year.map((month) => shared.includes(month)).lastIndexOf(false);
  const first = year[gap + 1] ?? last;
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
