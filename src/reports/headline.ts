/** The sentence that a report begins with, and the pane's briefing. */
import { MINUS, PERCENT_MARK } from "../language/shareWords";
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
  /** Numbers that may explain the difference, in two ranges of equal length. */
  readonly drivers?: { readonly labels: Part; readonly amounts: Part } | undefined;
}

/**
 * Returns a sentence such as "EBIT 1.5 m below Committed Plan (−8.9 %), mainly Gross sales". A driver is named if it is at least
 * half of the difference, and of its sign.
 */
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
    ...(drivers ? [mainDriver(phrasing, difference, drivers)] : []),
  ];
  const same = join(text(" "), amount, text(", as in "), against);
  const both = choose(isBelow(size(difference), 0.5), same, join(...compared));
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

function mainDriver<Part>(
  { choose, isBelow, isAtLeast, over, least, most, join, text, labelOf }: Phrasing<Part>,
  difference: Part,
  { labels, amounts }: NonNullable<Headline<Part>["drivers"]>,
): Part {
  const largest = choose(isBelow(difference, 0), least(amounts), most(amounts));
  const named = join(text(", mainly "), labelOf(largest, amounts, labels));
  return choose(isAtLeast(over(largest, difference), 0.5), named, text(""));
}
