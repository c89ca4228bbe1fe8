/** Removes defined names from the workbook's own XML part. */
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
