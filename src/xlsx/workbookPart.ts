/** Removes sheets and names from the workbook's own XML part. */
import {
  applySplices,
  attributeNamed,
  childNamed,
  childrenNamed,
  removalOf,
  reopened,
  type Splice,
  type XmlElement,
} from "./xml";

export interface UnwantedEntries {
  readonly isSheet: (name: string) => boolean;
  /** True for names to remove. Names of or about a removed sheet go too. */
  readonly isName: (name: string, text: string) => boolean;
}

/** Returns the XML without these sheets and names. Indexes of sheets are adjusted. */
export function withoutEntries(xml: string, workbook: XmlElement, unwanted: UnwantedEntries): string {
  const tabs = childrenNamed(childNamed(workbook, "sheets"), "sheet");
  const isGone = tabs.map(({ attributes }) => unwanted.isSheet(attributes.name ?? ""));
  const left = isGone.map((gone, at) => (gone ? -1 : isGone.slice(0, at).filter((each) => !each).length));
  const names = childNamed(workbook, "definedNames");
  return applySplices(xml, [
    ...tabs.filter((_, at) => isGone[at]).map(removalOf),
    ...namesLeft(names, tabs, left, unwanted),
    ...(isGone.includes(true) ? viewsOf(workbook).flatMap((view) => countedIn(view, left)) : []),
  ]);
}

function namesLeft(
  names: XmlElement | undefined,
  tabs: readonly XmlElement[],
  left: readonly number[],
  { isName, isSheet }: UnwantedEntries,
): Splice[] {
  const all = childrenNamed(names, "definedName");
  const gone = tabs.map(({ attributes }) => attributes.name ?? "").filter(isSheet);
  const isUnwanted = ({ attributes: { name = "", localSheetId }, text }: XmlElement) =>
    isName(name, text) ||
    left[Number(localSheetId)] === -1 ||
    gone.some((sheet) => text.includes(`${sheet}!`) || text.includes(`${sheet}'!`));
  const kept = all.filter((name) => !isUnwanted(name));
  // An element without names would be damage.
  if (names && kept.length === 0) return [removalOf(names)];
  return [
    ...all.filter(isUnwanted).map(removalOf),
    ...kept.flatMap((name) => {
      const { localSheetId } = name.attributes;
      const now = localSheetId === undefined ? undefined : left[Number(localSheetId)];
      return now === undefined || now === Number(localSheetId) ? [] : [reopened(name, { localSheetId: String(now) })];
    }),
  ];
}

function viewsOf(workbook: XmlElement): XmlElement[] {
  return childrenNamed(childNamed(workbook, "bookViews"), "workbookView");
}

/** Adjusts the indexes of the active and the first visible tab. */
function countedIn(view: XmlElement, left: readonly number[]): Splice[] {
  const changed = Object.fromEntries(
    ["activeTab", "firstSheet"].flatMap((name) => {
      const before = attributeNamed(view, name);
      return before === undefined ? [] : [[name, String(Math.max(0, left[Number(before)] ?? 0))]];
    }),
  );
  return Object.keys(changed).length > 0 ? [reopened(view, changed)] : [];
}
