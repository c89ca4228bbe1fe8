/** Finds cell references in a formula, and rewrites them after their cells have moved. */
import { formatRange, parseAddress } from "../grid/address";
import { replaceCall } from "./calls";
import { tokensOf, TYPES, type Span } from "./tokens";

/** A reference to a cell or a range of this workbook. */
export interface Reference extends Span {
  /** "" for the formula's own sheet. */
  readonly sheet: string;
  /** The absolute range without the sheet: "$B$2:$C$4". */
  readonly place: string;
  /** The range as written, without the sheet: "B$2:C$4". */
  readonly text: string;
}

const REFERENCES: readonly string[] = [TYPES.REF_RANGE, TYPES.REF_BEAM];

/** Returns references in order, without references to other files, whose cells nothing in this workbook moves. */
export function findReferences(formula: string): Reference[] {
  return tokensOf(formula).flatMap(({ type, value, start, end }) => {
    const address = REFERENCES.includes(type) ? parseAddress(value) : undefined;
    if (!address || address.isForeign) return [];
    const absolute = { $top: true, $left: true, $bottom: true, $right: true };
    const place = formatRange("", { ...address.range, ...absolute });
    return [{ start, end, sheet: address.sheet, place, text: formatRange("", address.range) }];
  });
}

/**
 * Replaces the references of a formula. Each keeps its `$`.
 * @param own The formula's own sheet. A reference to it names the sheet only if it did before.
 * @param addresses An address for each of `findReferences`, such as "'P&L'!$B$3"; undefined leaves the reference unchanged.
 */
export function moveReferences(formula: string, own: string, addresses: readonly (string | undefined)[]): string {
  return findReferences(formula).reduceRight((text, reference, at) => {
    const address = addresses[at];
    return address === undefined ? text : replaceCall(text, reference, moveReference(reference, own, address));
  }, formula);
}

function moveReference({ sheet, text }: Reference, own: string, address: string): string {
  const [now, before] = [parseAddress(address), parseAddress(text)];
  if (!now || !before) return "#REF!";
  const { $top = false, $left = false, $bottom = false, $right = false } = before.range;
  const isNamed = sheet !== "" || now.sheet.toLowerCase() !== own.toLowerCase();
  return formatRange(isNamed ? now.sheet : "", { ...now.range, $top, $left, $bottom, $right });
}
