/**
 * The number of a cell, with each argument as a heading or a value. One decision serves three readers: the formula that is
 * written, the call that is asked before, and the sentence that says it. Pure.
 */
import { CURRENT } from "../reports/timeCells";
import { ACTUAL, PRIOR_YEAR } from "../tables/definition";
import { codeBefore, kindOfPeriod } from "../tables/periods";
import type { LiteralCall } from "../tables/writtenNumber";
import type { CellMeanings, Placed } from "./cellMeanings";
import { assumedCurrency, divisorOf, fieldOfCell, formulaKind, isOpenCell, type Filling } from "./cellNumbers";
import type { HeadingDimension } from "./headingMeaning";
import { lacksBase, lacksTime } from "./headingQuestions";
import { isOutlookCell, planOfOutlook } from "./outlook";
import { CALENDAR_YEAR } from "../../numbers/language/fiscalYear";
import { codeInYear, NO_YEAR } from "./timeParts";

export interface HeadingPeriod {
  /** In its year, such as "2026-03"; "date" for a date in the heading. */
  readonly code: string;
  /** The heading that a formula can read; undefined if it holds the code itself. */
  readonly placed: Placed | undefined;
  readonly isPriorYear: boolean;
  /** True for the current month of the year that the code says. */
  readonly isMonthOfYear: boolean;
}

/** A heading, a period, or a value; "" for none. */
export type HeadingArgument = Placed | HeadingPeriod | string;

export interface HeadingNumber {
  readonly kind: "KPI" | "share" | "VAR";
  /** By parameter. */
  readonly args: Readonly<Record<string, HeadingArgument>>;
  readonly divisor: number | undefined;
}

/** Returns undefined for a cell that stays blank. */
export function readHeadingNumber(cell: CellMeanings, filling: Filling): HeadingNumber | undefined {
  const { answers, defaults } = filling;
  const { meanings } = cell;
  const kind = formulaKind(cell, answers);
  if (kind === "none" || isOpenCell(cell, filling)) return undefined;
  const valueOf = (name: HeadingDimension, otherwise = "") => meanings.get(name) ?? otherwise;
  const args = {
    plan: valueOf("plan", defaults.plan),
    scenario: valueOf("scenario", answers.scenario),
    actualsTo: isOutlookCell(cell) ? valueOf("actualsTo", CURRENT) : "",
    field: valueOf("field", answers.field),
    period: periodOf(cell, meanings.get("period"), filling, meanings.has("year") && kind !== "VAR"),
    groupBy: valueOf("groupBy"),
    item: valueOf("item"),
    currency: valueOf("currency", assumedCurrency(cell, filling)),
    basis: valueOf("basis", lacksTime(cell) && answers.period === "YTD" ? "YTD" : ""),
  };
  const compared = kind === "VAR" ? { ...comparisonOf(cell, filling), measure: measureOf(cell, filling) } : {};
  return { kind, args: { ...args, ...compared }, divisor: divisorOf(cell, answers) };
}

function measureOf({ meanings }: CellMeanings, { answers }: Filling): HeadingArgument {
  return fieldOfCell(meanings, answers)?.direction ? (meanings.get("measure") ?? "") : "difference";
}

/** Returns what a variance compares with. */
function comparisonOf(cell: CellMeanings, filling: Filling): Record<"base" | "basePeriod", HeadingArgument> {
  const { answers } = filling;
  const { meanings, basePeriod } = cell;
  const isOfPriorYear = meanings.has("year") || (lacksBase(cell) && answers.base === PRIOR_YEAR);
  // An outlook's year before is all actual.
  const ofPriorYear = isOutlookCell(cell) ? ACTUAL : "";
  const otherwise = isOfPriorYear ? ofPriorYear : basePeriod ? answers.scenario : answers.base;
  return {
    base: meanings.get("base") ?? otherwise ?? "",
    basePeriod: isOfPriorYear ? PRIOR_YEAR : basePeriod ? periodOf(cell, basePeriod, filling, false) : "",
  };
}

function periodOf(
  { meanings }: CellMeanings,
  meaning: Placed | undefined,
  filling: Filling,
  isPriorYear: boolean,
): HeadingPeriod {
  const hasBasis = meanings.has("basis");
  const period = { placed: undefined, isPriorYear, isMonthOfYear: false };
  if (!meaning && (hasBasis || filling.answers.period !== "FY")) return { ...period, code: CURRENT };
  const code = codeOfHeading(meaning, filling);
  const isMonthOfYear = hasBasis && kindOfPeriod(code) === "year";
  const isRead = meaning?.isReadable && (!isMonthOfYear || meaning.heading.text === code);
  return { ...period, code, isMonthOfYear, placed: isRead || code === "date" ? meaning : undefined };
}

/** Returns the code of a heading's period, or of the year that the user or the plan says. */
function codeOfHeading(
  meaning: Placed | undefined,
  { answers, defaults }: Pick<Filling, "answers" | "defaults">,
): string {
  const value = meaning?.value ?? NO_YEAR;
  const isOfCalendar = answers.calendar === "calendar" && /^\?-\d\d$/.test(value);
  return codeInYear(value, answers.year ?? defaults.year, isOfCalendar ? CALENDAR_YEAR : defaults.fiscalYear);
}

/** A call whose result is divided by a number, or by that of another call. */
export interface NumberOfCell extends LiteralCall {
  readonly divisor?: number | LiteralCall | undefined;
}

/** Returns what an argument holds now; undefined if only the sheet computes it. */
export function valueIn(argument: HeadingArgument): string | number | undefined {
  if (typeof argument === "string") return argument;
  if ("heading" in argument) return planOfOutlook(argument.value) ?? argument.value;
  const { code, placed, isPriorYear, isMonthOfYear } = argument;
  if (isMonthOfYear || (code === "date" && isPriorYear)) return undefined;
  if (code === "date") return Number(placed?.heading.text);
  return isPriorYear ? codeBefore(code) : code;
}
