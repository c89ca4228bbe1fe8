/** The sentence that a report begins with, and the pane's briefing. */
import { MINUS, PERCENT_MARK } from "../../numbers/language/shareWords";
import type { Phrasing } from "./phrasing";
import { directionInWords, signInWords, sizeInWords } from "./words";

export interface Headline<Part> {
  /** What the numbers are, such as "EBIT". */
  readonly subject: Part;
  readonly own: Part;
  readonly base: Part;
  /** The base's name. */
  readonly against: Part;
  /** The difference as a share of the base's size; no number if it would mislead. */
  readonly percent: Part;
  readonly drivers?: Drivers<Part> | undefined;
}

/** Numbers that may explain a difference, in two ranges of equal length. */
interface Drivers<Part> {
  readonly labels: Part;
  readonly amounts: Part;
}

/** Numbers that differ by less than this are shown as equal, and amounts that leave less than this add up. */
export const LEAST_GAP = 0.5;

/** Returns a sentence such as "EBIT 1.5 m below Committed Plan (−8.9 %), mainly Gross sales". */
export function headlineInWords<Part>(phrasing: Phrasing<Part>, headline: Headline<Part>): Part {
  const { text, join, choose, isNumber, isBelow, size } = phrasing;
  const { subject, own, base, against, percent, drivers } = headline;
  const difference = phrasing.difference(own, base);
  const amount = join(choose(isBelow(own, 0), text(MINUS), text("")), sizeInWords(phrasing, own));
  const compared = [
    text(" "),
    sizeInWords(phrasing, difference),
    directionInWords(phrasing, difference),
    against,
    choose(isNumber(percent), shareInWords(phrasing, percent), text("")),
    ...(drivers ? [driverInWords(phrasing, difference, drivers, ", ")] : []),
  ];
  const same = join(text(" "), amount, text(", as in "), against);
  const both = choose(isBelow(size(difference), LEAST_GAP), same, join(...compared));
  const known = choose(isNumber(base), both, join(text(" "), amount));
  return join(subject, choose(isNumber(own), known, text(" not available")));
}

/** Returns a share with its sign, such as " (−8.9 %)". */
export function shareInWords<Part>(phrasing: Phrasing<Part>, percent: Part): Part {
  const { text, join, fixed, times, size } = phrasing;
  return join(
    text(" ("),
    signInWords(phrasing, percent),
    fixed(times(100, size(percent)), 1),
    text(`${PERCENT_MARK})`),
  );
}

/**
 * Returns what a difference comes from, such as "mainly Gross sales": the largest driver of its sign, if it is at least half of the
 * difference. "no single driver" if there is none, and nothing if the drivers that are known do not add up to the difference.
 * @param lead The words before.
 */
export function driverInWords<Part>(
  phrasing: Phrasing<Part>,
  difference: Part,
  { labels, amounts }: Drivers<Part>,
  lead = "",
): Part {
  const { choose, isBelow, isAtLeast, over, size, least, most, total, join, text, labelOf } = phrasing;
  const largest = choose(isBelow(difference, 0), least(amounts), most(amounts));
  const isWhole = isBelow(size(phrasing.difference(total(amounts), difference)), LEAST_GAP);
  const named = join(text(`${lead}mainly `), labelOf(largest, amounts, labels));
  const none = choose(isWhole, text(`${lead}no single driver`), text(""));
  return choose(isAtLeast(over(largest, difference), 0.5), named, none);
}
