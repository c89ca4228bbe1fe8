/** What a number is of: plan, scenario, months, unit, currency and scale. An answer states once what all of its numbers share. */
import { type ExplainContext, wordsOfCall } from "../../numbers/analysis/question";
import { fullYearsBehind, fullYearsInWords, monthTablesBehind, type FullYear } from "../../numbers/analysis/fullYear";
import { type NumberCall, pinnedCall } from "../../numbers/analysis/numberCall";
import { kindOfNumber } from "../../numbers/analysis/explainedNumber";
import { askedNumber, reasonIn, type NumberResult } from "../../numbers/analysis/numberSource";
import { codeOfMonths } from "../../numbers/language/periods";
import { isWholeYear } from "../../numbers/analysis/parts";
import { formatCall, literalArgument } from "../../numbers/language/argument";
import { shortenText } from "./answer";
import type { AgentTurn, FinishedCall } from "./agentSession";
import { questionsOf } from "./provenance";

/** Amounts are whole units of their currency, never thousands. */
const SCALE = 1;

/** A figure as JSON, with what a number of JSON needs besides: its unit and scale. */
export interface NumberScope {
  readonly plan: string;
  readonly scenario: string;
  /** What a variance is against. */
  readonly base?: string;
  readonly field: string;
  /** Such as "region North". */
  readonly items?: string;
  readonly basis?: string;
  /** Such as "2026-01:2026-04"; of the service's own full year a sentence. */
  readonly months: string;
  /** `ratio`: 0.484 means 48.4 percent; `points` is a difference of ratios, `percent` a ratio to the base. */
  readonly unit: string;
  /** ISO 4217; only money has one. */
  readonly currency?: string;
  readonly scale: number;
}

/** @param result Of the call, with the questions that its number was computed from. */
export async function scopeOf(call: NumberCall, context: ExplainContext, result: NumberResult): Promise<NumberScope> {
  const unit = kindOfNumber(call);
  const keys = result.state === "known" ? result.keys : [];
  const words = await wordsOfCall(call, context.source, result.figure);
  const { plan, scenario, baseSide, field, items, basis, currency } = words;
  return {
    plan: shortenText(plan),
    scenario: shortenText(scenario),
    ...(baseSide === "" ? {} : { base: shortenText(baseSide) }),
    field,
    ...(items === "" ? {} : { items: shortenText(items, 200) }),
    ...(basis === "" ? {} : { basis }),
    months: await monthsOf(call, context, result, keys),
    unit,
    ...(currency === "" || result.state !== "known" ? {} : { currency }),
    scale: SCALE,
  };
}

/** Returns the months of a number, such as "2026-01:2026-04"; of a full year as far as they are known. */
async function monthsOf(
  call: NumberCall,
  context: ExplainContext,
  result: NumberResult,
  keys: readonly string[],
): Promise<string> {
  const months = result.figure?.own.months;
  if (months) return codeOfMonths(months);
  if (!isWholeYear(call)) return `not known: ${reasonIn(result) ?? ""}`;
  const words = fullYearsInWords(await fullYearsOf([{ questions: questionsOf(context.source, keys) }], context));
  return `the service's own full year. ${words ?? "How many months it has is not known."}`;
}

/** Returns the full years behind calls, and asks for their months. */
export async function fullYearsOf(
  calls: readonly Pick<FinishedCall, "questions">[],
  { source, plans }: ExplainContext,
): Promise<readonly FullYear[]> {
  const keys = [...new Set(calls.flatMap(({ questions = [] }) => questions.map(({ key }) => key)))];
  // Without the months, how many there are is not known, which is said.
  await Promise.all(monthTablesBehind(source, keys).map((call) => askedNumber(source, call)));
  return fullYearsBehind(source, keys, plans);
}

export function formulaOf(call: NumberCall, sign: 1 | -1 = 1): string {
  return `=${sign === -1 ? "-" : ""}${formatCall(call.id, call.args.map(literalArgument))}`;
}

/**
 * Returns the call with all that a workbook's settings would decide: its plan, scenario, currency and months. Its formula is the
 * same number in any workbook. One with a mistake stays as it is.
 */
export async function pinned(call: NumberCall, { context }: Pick<AgentTurn, "context">): Promise<NumberCall> {
  const { figure } = await askedNumber(context.source, call);
  return figure ? pinnedCall(call, figure) : call;
}

const SCOPE_KEYS: ReadonlySet<string> = new Set<keyof NumberScope>([
  "plan",
  "scenario",
  "base",
  "field",
  "basis",
  "months",
  "unit",
  "currency",
  "scale",
]);

/** Moves the scope that all rows share into one object. A row keeps what differs, and all that is no scope. */
export function shareScope<Row extends object>(rows: readonly Row[]): { common: Partial<Row>; rows: Partial<Row>[] } {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return { common: {}, rows: [...rows] };
  const isShared = ([key, value]: [string, unknown]) =>
    SCOPE_KEYS.has(key) && others.every((row) => (row as Record<string, unknown>)[key] === value);
  const common = Object.fromEntries(Object.entries(first).filter(isShared));
  const own = (row: Row) => Object.fromEntries(Object.entries(row).filter(([key]) => !Object.hasOwn(common, key)));
  return { common: common as Partial<Row>, rows: rows.map((row) => own(row) as Partial<Row>) };
}
