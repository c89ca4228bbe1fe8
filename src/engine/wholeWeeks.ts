/**
 * NETWORKDAYS, WORKDAY and their like over long periods. Univer looks at each day; here whole weeks are counted at once, and
 * only the days that remain are left to Univer.
 */
import { NumberValueObject } from "@univerjs/engine-formula";
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { valueOfObject, valuesOfObject } from "./objects";

/** The days that do not count as workdays. */
interface Calendar {
  /** True for a day of the weekend, from Monday to Sunday. */
  readonly weekend: readonly boolean[];
  /** The holidays outside of weekends, each once. */
  readonly holidays: readonly number[];
}

/** Counts the workdays of `days` and returns them with the rest; undefined if the days are few. */
type Skip = (start: number, other: number, calendar: Calendar) => Skipped | undefined;

interface Skipped {
  /** The arguments in the place of the first two. */
  readonly start: number;
  readonly other: number;
  /** The workdays that the result lacks. */
  readonly counted: number;
}

/** The day that Excel takes for 29 February 1900 disturbs the weeks before it. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;
const FEW_DAYS = 50;
const SATURDAY_AND_SUNDAY = [false, false, false, false, false, true, true];

/** Corrects the functions in place. Call it before their arguments are converted. */
export function skipWholeWeeks(service: IFunctionService): void {
  quicken(service, "NETWORKDAYS", skipBetween, { holidays: 2 });
  quicken(service, "NETWORKDAYS.INTL", skipBetween, { weekend: 2, holidays: 3 });
  quicken(service, "WORKDAY", skipAhead, { holidays: 2 });
  quicken(service, "WORKDAY.INTL", skipAhead, { weekend: 2, holidays: 3 });
}

function quicken(
  service: IFunctionService,
  name: string,
  skip: Skip,
  places: { readonly weekend?: number; readonly holidays: number },
): void {
  const executor = service.getExecutor(name);
  if (!executor) return;
  const calculate = executor.calculate.bind(executor);
  executor.calculate = (...args) => {
    const objects = args as readonly BaseValueObject[];
    const [start, other] = [numberOf(objects[0]), numberOf(objects[1])];
    const weekend = places.weekend === undefined ? SATURDAY_AND_SUNDAY : weekendOf(objects[places.weekend]);
    const holidays = weekend && holidaysOf(objects[places.holidays], weekend);
    if (start === undefined || other === undefined || !holidays) return calculate(...args);
    const skipped = skip(start, other, { weekend, holidays });
    if (!skipped) return calculate(...args);
    const [first, second] = [skipped.start, skipped.other].map((number) => NumberValueObject.create(number));
    const rest = calculate(...([first, second, ...objects.slice(2)] as BaseValueObject[])) as BaseValueObject;
    return rest.isNumber() && skipped.counted !== 0
      ? NumberValueObject.create(Number(rest.getValue()) + skipped.counted)
      : rest;
  };
}

/** For NETWORKDAYS: both days count, and the number is negative if the end is before the start. */
function skipBetween(start: number, end: number, calendar: Calendar): Skipped | undefined {
  if (!isDay(start) || !isDay(end) || Math.abs(end - start) < FEW_DAYS) return undefined;
  const direction = Math.sign(end - start);
  // At least one day remains: a period of one day has no direction.
  const weeks = Math.floor((Math.abs(end - start) - 1) / 7);
  const next = start + direction * weeks * 7;
  return { start: next, other: end, counted: direction * workdays(start, next, weeks, calendar) };
}

/** For WORKDAY: the start does not count. */
function skipAhead(start: number, days: number, calendar: Calendar): Skipped | undefined {
  const perWeek = calendar.weekend.filter((isFree) => !isFree).length;
  if (!isDay(start) || perWeek === 0 || Math.abs(days) < FEW_DAYS) return undefined;
  const direction = Math.sign(days);
  let [day, left] = [start, Math.abs(days)];
  while (left > FEW_DAYS) {
    // At least one workday remains: the result is a workday, which the day after whole weeks may not be.
    const weeks = Math.floor((left - 1) / perWeek);
    const next = day + direction * weeks * 7;
    if (!isDay(next)) return undefined;
    left -= workdays(day + direction, next + direction, weeks, calendar);
    day = next;
  }
  return { start: day, other: direction * left, counted: 0 };
}

/** Counts the workdays of whole weeks, from `start` on, up to the day before `next`; or backwards. */
function workdays(start: number, next: number, weeks: number, { weekend, holidays }: Calendar): number {
  const [first, last] = start < next ? [start, next - 1] : [next + 1, start];
  const perWeek = weekend.filter((isFree) => !isFree).length;
  return weeks * perWeek - holidays.filter((day) => day >= first && day <= last).length;
}

function isDay(number: number): boolean {
  return Number.isInteger(number) && number >= FIRST_DAY && number <= LAST_DAY;
}

function numberOf(object: BaseValueObject | undefined): number | undefined {
  const values = object ? valuesOfObject(object) : null;
  const value = Array.isArray(values) && values.length === 1 && values[0]?.length === 1 ? values[0][0] : values;
  return typeof value === "number" ? value : undefined;
}

/** Reads the argument for weekends; undefined if it is not one of Excel's numbers or texts. */
function weekendOf(object: BaseValueObject | undefined): readonly boolean[] | undefined {
  if (!object) return SATURDAY_AND_SUNDAY;
  if (object.isArray() || object.isReferenceObject()) return undefined;
  const value = valueOfObject(object);
  if (typeof value === "string") return /^[01]{7}$/.test(value) ? [...value].map((digit) => digit === "1") : undefined;
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  // 1 is Saturday and Sunday, 2 Sunday and Monday, 11 only Sunday, 12 only Monday.
  const days = value >= 1 && value <= 7 ? [value + 4, value + 5] : value >= 11 && value <= 17 ? [value - 5] : [];
  return days.length > 0 ? SATURDAY_AND_SUNDAY.map((_, day) => days.some((each) => each % 7 === day)) : undefined;
}

/** Reads the holidays that are no days of the weekend; undefined if any of them is not a number. */
function holidaysOf(object: BaseValueObject | undefined, weekend: readonly boolean[]): readonly number[] | undefined {
  const values = object ? [valuesOfObject(object)].flat(2).filter((value) => value !== null) : [];
  if (!values.every((value) => typeof value === "number")) return undefined;
  return [...new Set(values.map(Math.trunc))].filter((day) => day >= FIRST_DAY && !weekend[(day + 5) % 7]);
}
