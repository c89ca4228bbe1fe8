/** Removes defined names from the workbook's own XML part. */
import { tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import type { DefinedName } from "./workbook";
import { applySplices, childNamed, childrenNamed, removalOf, type XmlElement } from "./xml";

/** Returns the part's text without the defined names for which `isUnwanted` is true. */
export function withoutNames(
  xml: string,
  workbook: XmlElement,
  isUnwanted: (name: string, formula: string) => boolean,
): string {
  const list = childNamed(workbook, "definedNames");
  const all = childrenNamed(list, "definedName");
  const gone = all.filter(({ attributes: { name = "" }, text }) => isUnwanted(name, text));
  // Excel treats an empty list as damage.
  const removed = list && gone.length === all.length ? [list] : gone;
  return applySplices(xml, removed.map(removalOf));
}

/** Finds the names for which `isUnwanted` is true, and those that read them: each would be an unknown name in the other. */
export function namesToRemove(
  names: readonly DefinedName[],
  isUnwanted: (name: DefinedName) => boolean,
): ReadonlySet<DefinedName> {
  const gone = new Set(names.filter(isUnwanted));
  let size: number;
  do {
    size = gone.size;
    const reads = createNameReader(names, gone);
    for (const name of names) if (reads(name.text)) gone.add(name);
  } while (gone.size > size);
  return gone;
}

/** Returns a function that is true for a formula that reads one of these names. A name that another scope keeps is no such name. */
export function createNameReader(
  names: readonly DefinedName[],
  gone: ReadonlySet<DefinedName>,
): (formula: string) => boolean {
  const kept = new Set(names.filter((name) => !gone.has(name)).map(({ name }) => name.toLowerCase()));
  const lost = new Set([...gone].map(({ name }) => name.toLowerCase()).filter((name) => !kept.has(name)));
  if (lost.size === 0) return () => false;
  const isLost = (value: string) => lost.has(value.slice(value.lastIndexOf("!") + 1).toLowerCase());
  return (formula) =>
    tokenizeFormula(formula).some(({ type, value }) => type === tokenTypes.REF_NAMED && isLost(value));
}
