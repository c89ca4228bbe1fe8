/** The sentence that a report begins with, and the pane's briefing. */
import { MINUS, PERCENT_MARK } from "../../numbers/language/shareWords";
import type { Phrasing } from "./phrasing";
import { directionInWords, signInWords, sizeInWords } from "./spokenNumbers";

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
  /** What they are, such as "regions", if they are of one kind: a difference can be in all of them. */
  readonly plural?: Part | undefined;
}

/** Numbers that differ by less than this are shown as equal, and amounts that leave less than this add up. */
export const LEAST_GAP = 0.5;

/** A driver is named alone if it is at least this share of a difference. */
export const MAIN_SHARE = 0.5;

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
 * difference. "in all 6 regions" or "no single driver" if there is none, and nothing if the drivers that are known do not add up to the difference.
 * @param lead The words before.
 */
export function driverInWords<Part>(
  phrasing: Phrasing<Part>,
  difference: Part,
  { labels, amounts, plural }: Drivers<Part>,
  lead = "",
): Part {
  const { text, join, choose, count } = phrasing;
  const none = text(`${lead}${NO_DRIVER}`);
  const shared = plural && join(text(`${lead}in all `), count(amounts), text(" "), plural);
  const largest = largestDriver(phrasing, difference, amounts);
  return driverOrNone(
    phrasing,
    { difference, amounts, largest },
    {
      named: join(text(`${lead}${MAINLY}`), phrasing.labelOf(largest, amounts, labels)),
      none: shared ? choose(isShared(phrasing, difference, amounts), shared, none) : none,
    },
  );
}

/** True if all amounts have the sign of the difference. */
function isShared<Part>(
  { choose, isBelow, times, least, most }: Phrasing<Part>,
  difference: Part,
  amounts: Part,
): Part {
  return choose(isBelow(difference, 0), isBelow(most(amounts), 0), isBelow(times(-1, least(amounts)), 0));
}

export const MAINLY = "mainly ";
export const NO_DRIVER = "no single driver";

/** Returns the largest driver of a difference's sign; 0 if none is known. */
export function largestDriver<Part>(
  { choose, isBelow, least, most }: Phrasing<Part>,
  difference: Part,
  amounts: Part,
): Part {
  return choose(isBelow(difference, 0), least(amounts), most(amounts));
}

interface WeighedDriver<Part> {
  readonly difference: Part;
  readonly amounts: Part;
  /** What `largestDriver` returns. */
  readonly largest: Part;
}

/** Decides for all sentences whether the largest driver is named, or none, or nothing is said. */
export function driverOrNone<Part>(
  phrasing: Phrasing<Part>,
  { difference, amounts, largest }: WeighedDriver<Part>,
  { named, none }: { readonly named: Part; readonly none: Part },
): Part {
  const { choose, isBelow, isAtLeast, over, size, total, text } = phrasing;
  const isWhole = isBelow(size(phrasing.difference(total(amounts), difference)), LEAST_GAP);
  return choose(isAtLeast(over(largest, difference), MAIN_SHARE), named, choose(isWhole, none, text("")));
}
