/** The periods of an answer, held against those that were asked for. */
import type { AskedRows } from "./askedRows";
import { InsightsError } from "./errors";
import { readLabel, readWeek, type DateSpan } from "./periodLabels";

/** For each label its identity, and "" for one that is passed over. Labels of one month have one identity. */
export type PeriodIdentities = readonly string[];

type Days = Pick<DateSpan, "first" | "last">;

/** The identity of a row without a label. */
const UNLABELLED = "whole";

/** Throws `malformed` for a full year that is labelled with a shorter period. `where` is for the message. */
export function identifyPeriods(labels: readonly string[], asked: AskedRows, where: string): PeriodIdentities {
  const spans = labels.map(readLabel);
  labels.forEach((label, index) => checkFullYear(label, spans[index], asked, where));
  const isMeant = meantBy(spans, asked);
  return labels.map((label, index) => {
    if (!isMeant(label, index)) return "";
    return identityOf(label.trim().normalize(), spans[index], asked);
  });
}

function identityOf(label: string, span: DateSpan | undefined, { interval }: AskedRows): string {
  if (!span) return label === "" ? UNLABELLED : `label ${label}`;
  // A monthly answer has one row a month, whatever day of it a label names.
  const isMonth = interval === "M" && (span.unit === "day" || span.unit === "month");
  return isMonth ? span.first.slice(0, 7) : `${span.first} ${span.last}`;
}

/**
 * Services may ignore dates. Days, weeks and months outside them are passed over, and years beside one that was asked for. Any
 * other label stays.
 */
function meantBy(spans: readonly (DateSpan | undefined)[], asked: AskedRows): (label: string, at: number) => boolean {
  if (asked.interval === "FY") {
    const hasYear = spans.some((span) => span?.unit === "year" && isWithin(span, asked));
    return (_label, at) => !hasYear || !spans[at] || isWithin(spans[at], asked);
  }
  return (label, at) => {
    const days = daysOf(label, spans[at], asked);
    return !days || isWithin(days, asked);
  };
}

/** Returns the days of a label as long as the interval, or shorter; undefined for any other label. */
function daysOf(label: string, span: DateSpan | undefined, { interval }: AskedRows): Days | undefined {
  if (interval === "W") return readWeek(label);
  const isMeant = span?.unit === "day" || (span?.unit === "month" && interval === "M");
  return isMeant && (interval === "D" || interval === "M") ? span : undefined;
}

/** True if the span has a day of those asked for. */
function isWithin({ first, last }: Days, { dateFrom = first, dateTo = last }: AskedRows): boolean {
  return first <= dateTo && last >= dateFrom;
}

/** One month or day is no full year, unless no more was asked for. */
function checkFullYear(label: string, span: DateSpan | undefined, asked: AskedRows, where: string): void {
  if (asked.interval !== "FY" || !span || span.unit === "year") return;
  const { dateFrom = "", dateTo = "9999" } = asked;
  if (span.first <= dateFrom && span.last >= dateTo) return;
  throw new InsightsError(
    "malformed",
    `The service answered for the full year with '${label.trim()}' (${where}), so its numbers are not shown. Report this to the operator of the service.`,
  );
}
