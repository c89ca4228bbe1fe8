/** The cells that a formula refers to, as places that can move: cut out of its text, and written back where they are now. */
import { readAddress, writeAddress } from "./address";
import { replaceCall } from "./calls";
import { tokensOf, TYPES, type Span } from "./tokens";

/** A cell or a range in a formula's text. One of another file is none: nothing in this one moves it. */
export interface Reference extends Span {
  /** "" where the formula names no sheet, so that its own is meant. */
  readonly sheet: string;
  /** Without the sheet, every part fixed: "$B$2:$C$4". */
  readonly place: string;
  /** As it is written: "B$2:C$4". */
  readonly text: string;
}

const REFERENCES: readonly string[] = [TYPES.REF_RANGE, TYPES.REF_BEAM];

/** In the order of the text. */
export function findReferences(formula: string): Reference[] {
  return tokensOf(formula).flatMap(({ type, value, start, end }) => {
    const read = REFERENCES.includes(type) ? readAddress(value) : undefined;
    if (!read || read.isForeign) return [];
    const fixed = { $top: true, $left: true, $bottom: true, $right: true };
    const place = writeAddress("", { ...read.range, ...fixed });
    return [{ start, end, sheet: read.sheet, place, text: writeAddress("", read.range) }];
  });
}

/**
 * The formula with each of its references at another address, such as "'P&L'!$B$3", as fixed as it was written; undefined
 * leaves one as it is. The sheet is written where the formula names it, or lies elsewhere than on `own`.
 */
export function moveReferences(formula: string, own: string, addresses: readonly (string | undefined)[]): string {
  return findReferences(formula).reduceRight((text, reference, at) => {
    const address = addresses[at];
    return address === undefined ? text : replaceCall(text, reference, moved(reference, own, address));
  }, formula);
}

function moved({ sheet, text }: Reference, own: string, address: string): string {
  const [now, before] = [readAddress(address), readAddress(text)];
  if (!now || !before) return "#REF!";
  const { $top = false, $left = false, $bottom = false, $right = false } = before.range;
  const isNamed = sheet !== "" || now.sheet.toLowerCase() !== own.toLowerCase();
  return writeAddress(isNamed ? now.sheet : "", { ...now.range, $top, $left, $bottom, $right });
}
