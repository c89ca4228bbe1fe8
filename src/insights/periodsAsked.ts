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
 * Services may ignore dates. Months outside them are passed over, and years beside one that was asked for; days and weeks
 * stay, since weeks overlap the dates.
 */
function meantBy(spans: readonly (LabelSpan | undefined)[], asked: AskedRows): (span: LabelSpan) => boolean {
  const { interval } = asked;
  if (interval === "M") return (span) => !isShort(span) || isWithin(span, asked);
  const hasYear = interval === "FY" && spans.some((span) => span?.unit === "year" && isWithin(span, asked));
  return hasYear ? (span) => isWithin(span, asked) : () => true;
}

function isShort({ unit }: LabelSpan): boolean {
  return unit === "day" || unit === "month";
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
