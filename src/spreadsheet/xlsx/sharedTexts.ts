/** Removes unused texts from the table of shared texts, to which cells refer by number. */
import { cellIndex } from "../cells/area";
import type { FileValue } from "./fileCells";
import type { CellEdit } from "./cellEdits";
import { relationsOf } from "./relations";
import { richText } from "./text";
import type { FileSheet, Workbook } from "./workbook";
import { applySplices, childrenNamed, parseXml } from "./xml";

type SheetEdits = ReadonlyMap<FileSheet, readonly CellEdit[]>;

/**
 * Blanks the shared texts that no cell shows after these edits. The numbers of the other texts stay. Returns the new XML part,
 * or nothing if no text is lost.
 * @param edits By sheet, for all sheets that stay.
 */
export async function withoutLostTexts(workbook: Workbook, edits: SheetEdits): Promise<Map<string, string>> {
  const { zip, xmlPart } = workbook;
  const lost = lostTexts(workbook, edits);
  if (lost.size === 0) return new Map();
  const name = (await relationsOf(zip, xmlPart)).find(({ type }) => type === "sharedStrings")?.target;
  if (name === undefined) return new Map();
  const xml = await zip.text(name);
  const items = childrenNamed(parseXml(xml, name), "si").filter((item) => lost.has(richText(item)));
  if (items.length === 0) return new Map();
  const splices = items.map(({ openEnd, closeStart, prefix }) => ({
    start: openEnd,
    end: closeStart,
    text: `<${prefix}t/>`,
  }));
  return new Map([[name, applySplices(xml, splices)]]);
}

function lostTexts({ sheets }: Workbook, edits: SheetEdits): Set<string> {
  const lost = new Set<string>();
  const gone = sheets.filter((sheet) => !edits.has(sheet));
  for (const { cells } of gone) for (const value of cells.values.values()) if (isText(value)) lost.add(value);
  for (const [{ cells }, own] of edits)
    for (const edit of own) {
      const before = cells.values.get(cellIndex(edit));
      if (isText(before) && before !== edit.value) lost.add(before);
    }
  if (lost.size > 0) for (const [sheet, own] of edits) keepShown(lost, sheet, own);
  return lost;
}

/** Removes the texts that a sheet still shows after its edits from `lost`. */
function keepShown(lost: Set<unknown>, { cells }: FileSheet, edits: readonly CellEdit[]): void {
  const edited = new Set(edits.map(cellIndex));
  for (const [number, value] of cells.values) if (!edited.has(number)) lost.delete(value);
  for (const { value } of edits) lost.delete(value);
}

function isText(value: FileValue | undefined): value is string {
  return typeof value === "string" && value !== "";
}
