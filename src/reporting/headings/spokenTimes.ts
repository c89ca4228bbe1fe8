/** Says which months the numbers of cells are of, by the arguments that their formulas write. Pure. */
import { monthWords, withTime, type FigurePeriod } from "../../numbers/language/figure";
import { CURRENT } from "../reports/timeCells";
import { firstOfYear } from "../../numbers/language/fiscalYear";
import { monthsFrom, shiftMonth } from "../../numbers/language/months";
import { monthsOfPeriod } from "../tables/periods";
import type { Filling } from "./cellNumbers";
import type { CellMeanings, Placed } from "./cellMeanings";
import { valueIn, type HeadingArgument, type HeadingNumber, type HeadingPeriod } from "./headingNumber";
import { toDateId } from "./headingAnswers";
import { lineId, toDateHeading } from "./headingQuestions";
import type { SentencePart, Speech } from "./speech";
import { monthOfDate, NO_YEAR } from "./timeParts";

/** Returns the last actual month of an outlook; undefined if it is not known. */
export function actualsToOf({ args }: HeadingNumber, { defaults }: Filling): string | undefined {
  const code = textIn(args.actualsTo) || CURRENT;
  return code === CURRENT
    ? defaults.actualsTo
    : monthsOfPeriod({ period: code, basis: "" }, { fiscalYear: defaults.fiscalYear }).at(-1);
}

/** Returns the months of a number; the period as written if they depend on a current month that is not known. */
export function periodOfNumber({ args }: HeadingNumber, filling: Filling): FigurePeriod {
  return periodIn(args.period, textIn(args.basis), filling);
}

/** Returns the months of a variance's base, and those of the number if nothing names others. */
export function basePeriodOfNumber(number: HeadingNumber, filling: Filling): FigurePeriod {
  const { basePeriod = "", basis } = number.args;
  if (typeof basePeriod !== "string") return periodIn(basePeriod, textIn(basis), filling);
  const own = periodOfNumber(number, filling);
  return basePeriod === "" || !own.months ? own : { months: own.months.map((month) => shiftMonth(month, -12)) };
}

function periodIn(argument: HeadingArgument = "", basis: string, { defaults }: Filling): FigurePeriod {
  const { fiscalYear, actualsTo: current } = defaults;
  const named = isPeriod(argument) ? monthsNamed(argument, defaults) : [];
  const last = named.at(-1);
  if (last === undefined) return { written: textIn(argument) };
  return { months: basis ? monthsOfPeriod({ period: last, basis }, { current, fiscalYear }) : named };
}

/** Returns the months without a basis; none if only the service tells the current one. */
export function monthsNamed(argument: HeadingPeriod, defaults: Filling["defaults"]): readonly string[] {
  const { code, placed, isPriorYear, isMonthOfYear } = argument;
  const { fiscalYear, dateSystem, actualsTo: current } = defaults;
  if (isMonthOfYear) {
    const year = monthsFrom(firstOfYear(Number(code) - (isPriorYear ? 1 : 0), fiscalYear), 12);
    return year.filter((month) => current?.slice(4) === month.slice(4));
  }
  if (code !== "date") return monthsOfPeriod({ period: textIn(argument), basis: "" }, { current, fiscalYear });
  const month = placed ? monthOfDate(placed.heading, dateSystem) : "";
  return month === "" ? [] : [shiftMonth(month, isPriorYear ? -12 : 0)];
}

function isPeriod(argument: HeadingArgument): argument is HeadingPeriod {
  return typeof argument !== "string" && "code" in argument;
}

function textIn(argument: HeadingArgument = ""): string {
  return String(valueIn(argument) ?? (isPeriod(argument) ? argument.code : ""));
}

/** @param isWhole False if the other side says that the number is of the year before. */
export function spokenTime(cell: CellMeanings, number: HeadingNumber, isWhole: boolean, speech: Speech): SentencePart {
  const { args } = number;
  const { period = "" } = args;
  const basis = textIn(args.basis);
  const said = isPeriod(period) && !isWhole ? { ...period, isPriorYear: false } : period;
  return speech.part(timeWords(said, basis, speech.filling), timeQuestion(cell));
}

function timeWords(argument: HeadingArgument, basis: string, filling: Filling): string {
  const period = periodIn(argument, basis, filling);
  const isCurrent = isPeriod(argument) && argument.code === CURRENT && !argument.isPriorYear;
  if (period.written === undefined)
    return withTime({ months: monthWords(period), basis: basis || (isCurrent ? "current month" : "") });
  const month = isPeriod(argument) ? unknownMonth(argument) : period.written;
  return basis ? `${basis} to ${month}` : month;
}

/** Returns what is said of a month that only the service tells. */
function unknownMonth(argument: HeadingPeriod): string {
  const { code, isPriorYear, isMonthOfYear } = argument;
  if (isMonthOfYear) return `the current month of ${Number(code) - (isPriorYear ? 1 : 0)}`;
  if (code !== CURRENT) return textIn(argument);
  return isPriorYear ? "the current month of the year before" : "the current month";
}

function timeQuestion(cell: CellMeanings): string | undefined {
  const [period, basis] = [cell.meanings.get("period"), cell.meanings.get("basis")];
  const toDate = toDateHeading(cell);
  if (toDate) return toDateId(toDate.month);
  if (period) return questionOfPeriod(period);
  return basis?.isInherited ? lineId(basis) : "period";
}

function questionOfPeriod(period: Placed): string | undefined {
  if (period.value.startsWith(NO_YEAR)) return "year";
  if (period.isInherited) return lineId(period);
  return period.joined ? "calendar" : undefined;
}
