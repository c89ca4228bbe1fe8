/** Finds cell references in a formula, and rewrites them after their cells have moved. */
import { formatRange, parseAddress } from "../cells/address";
import { sheetPrefix } from "../cells/sheetPrefix";
import { replaceSpan, tokensOf, TYPES, type Span } from "./tokens";

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

/** The four kinds of a reference, in the order in which F4 turns them: A1, $A$1, A$1, $A1. */
const KINDS = [
  { isRowFixed: false, isColumnFixed: false },
  { isRowFixed: true, isColumnFixed: true },
  { isRowFixed: true, isColumnFixed: false },
  { isRowFixed: false, isColumnFixed: true },
] as const;

type Kind = (typeof KINDS)[number];

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

/** A defined name in a formula. */
export interface NameReference extends Span {
  /** "" if the name is the workbook's or the own sheet's. */
  readonly sheet: string;
  readonly name: string;
}

/** Returns texts that may be defined names, in order: variables of LET and LAMBDA look alike. */
export function findNames(formula: string): NameReference[] {
  return tokensOf(formula).flatMap(({ type, value, start, end }) => {
    if (type !== TYPES.REF_NAMED || value.includes("[")) return [];
    const at = value.lastIndexOf("!");
    const sheet = value
      .slice(0, Math.max(0, at))
      .replace(/^'(.*)'$/, "$1")
      .replaceAll("''", "'");
    return [{ start, end, sheet, name: value.slice(at + 1) }];
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
    return address === undefined ? text : replaceSpan(text, reference, moveReference(reference, own, address));
  }, formula);
}

function moveReference({ sheet, text }: Reference, own: string, address: string): string {
  const [now, before] = [parseAddress(address), parseAddress(text)];
  if (!now || !before) return "#REF!";
  const { $top = false, $left = false, $bottom = false, $right = false } = before.range;
  const isNamed = sheet !== "" || now.sheet.toLowerCase() !== own.toLowerCase();
  return formatRange(isNamed ? now.sheet : "", { ...now.range, $top, $left, $bottom, $right });
}

/** Returns "Sheet1!$B$4" for "Sheet1!B4". A text that is no reference to this workbook's cells stays as it is. */
export function makeAbsolute(reference: string): string {
  return withKind(reference, KINDS[1]);
}

/** Returns the reference with its next kind, as F4 in Excel. Kinds that look the same, such as those of "A:A", count once. */
export function turnReference(reference: string): string {
  const { $top = false, $left = false, top } = parseAddress(reference)?.range ?? {};
  const isRowFixed = $top && typeof top === "number";
  const at = KINDS.findIndex((kind) => kind.isRowFixed === isRowFixed && kind.isColumnFixed === $left);
  const now = withKind(reference, KINDS[at] ?? KINDS[0]);
  const turned = KINDS.map((_, step) => withKind(reference, KINDS[(at + step + 1) % KINDS.length] ?? KINDS[0]));
  return turned.find((each) => each !== now) ?? reference;
}

/** Names the sheet in each reference of a formula that names none, since the formula goes to another sheet. */
export function nameSheet(formula: string, sheet: string): string {
  const named = findReferences(formula).map((each) => (each.sheet ? undefined : sheetPrefix(sheet) + each.place));
  return moveReferences(formula, "", named);
}

function withKind(reference: string, { isRowFixed, isColumnFixed }: Kind): string {
  const address = parseAddress(reference);
  if (!address || address.isForeign) return reference;
  const fixed = { $top: isRowFixed, $bottom: isRowFixed, $left: isColumnFixed, $right: isColumnFixed };
  return formatRange(address.sheet, { ...address.range, ...fixed });
}
