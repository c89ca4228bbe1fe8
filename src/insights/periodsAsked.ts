/** The periods of an answer, held against those that were asked for. */
import type { AskedRows } from "./askedRows";
import { InsightsError } from "./errors";
import { readLabel, type LabelSpan } from "./labels";

/** For each label its identity, and "" for one that is passed over. Labels of one month have one identity. */
export type PeriodIdentities = readonly string[];

/** The identity of a row without a label. */
const UNLABELLED = "whole";

/** Throws `malformed` for a full year that is labelled with a shorter period. `where` is for the message. */
export function identifyPeriods(labels: readonly string[], asked: AskedRows, where: string): PeriodIdentities {
  const spans = labels.map(readLabel);
  labels.forEach((label, index) => checkFullYear(label, spans[index], asked, where));
  const isMeant = meantBy(spans, asked);
  return labels.map((label, index) => {
    const span = spans[index];
    if (span && !isMeant(span)) return "";
    return identityOf(label.trim().normalize(), span, asked);
  });
}

function identityOf(label: string, span: LabelSpan | undefined, { interval }: AskedRows): string {
  if (!span) return label === "" ? UNLABELLED : `label ${label}`;
  // A monthly answer has one row a month, whatever day of it a label names.
  const isMonth = interval === "M" && (span.unit === "day" || span.unit === "month");
  return isMonth ? span.first.slice(0, 7) : `${span.first} ${span.last}`;
}

/**
 * Services may ignore dates. Days, weeks and months outside them are passed over, and years beside one that was asked for. Weeks
 * may overlap the dates.
 */
function meantBy(spans: readonly (LabelSpan | undefined)[], asked: AskedRows): (span: LabelSpan) => boolean {
  const { interval } = asked;
  if (interval === "FY") {
    const hasYear = spans.some((span) => span?.unit === "year" && isWithin(span, asked));
    return (span) => !hasYear || isWithin(span, asked);
  }
  const isOfWeeks = interval === "W";
  return (span) => !isShort(span) || isWithin(isOfWeeks ? wholeWeek(span) : span, asked);
}

function isShort({ unit }: LabelSpan): boolean {
  return unit === "day" || unit === "week" || unit === "month";
}

/** A Monday begins its week. Another day may be the first or the last of one. */
function wholeWeek(span: LabelSpan): LabelSpan {
  if (span.unit !== "day") return span;
  const isMonday = new Date(span.first).getUTCDay() === 1;
  return { ...span, first: isMonday ? span.first : shiftDay(span.first, -6), last: shiftDay(span.last, 6) };
}

function shiftDay(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** True if the span has a day of those asked for. */
function isWithin({ first, last }: LabelSpan, { dateFrom = first, dateTo = last }: AskedRows): boolean {
  return first <= dateTo && last >= dateFrom;
}

/** One month or day is no full year, unless no more was asked for. */
function checkFullYear(label: string, span: LabelSpan | undefined, asked: AskedRows, where: string): void {
  if (asked.interval !== "FY" || !span || span.unit === "year") return;
  const { dateFrom = "", dateTo = "9999" } = asked;
  if (span.first <= dateFrom && span.last >= dateTo) return;
  throw new InsightsError(
    "malformed",
    `The service answered for the full year with '${label.trim()}' (${where}), so its numbers are not shown. Report this to the operator of the service.`,
  );
}
