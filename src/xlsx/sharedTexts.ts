/** The part that holds the texts of cells, to which cells refer by number. A text stays there when its cells are gone. */
import { cellNumber } from "../grid/area";
import type { FileValue } from "./cells";
import type { CellEdit } from "./edits";
import { relationsOf } from "./relations";
import { richText } from "./text";
import type { FileSheet, Workbook } from "./workbook";
import { applySplices, childrenNamed, parseXml } from "./xml";

type SheetEdits = ReadonlyMap<FileSheet, readonly CellEdit[]>;

/**
 * The part with nothing in the place of the texts that cells showed before these edits, and that none shows after them; none
 * where there is no such text. The numbers of the others stay. @param edits By the sheets that stay.
 */
export async function withoutLostTexts(workbook: Workbook, edits: SheetEdits): Promise<Map<string, string>> {
  const { zip, part } = workbook;
  const lost = lostTexts(workbook, edits);
  if (lost.size === 0) return new Map();
  const name = (await relationsOf(zip, part)).find(({ type }) => type === "sharedStrings")?.target;
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
      const before = cells.values.get(cellNumber(edit));
      if (isText(before) && before !== edit.value) lost.add(before);
    }
  if (lost.size > 0) for (const [sheet, own] of edits) keepShown(lost, sheet, own);
  return lost;
}

/** Takes what a sheet shows after its edits out of the texts that are lost. */
function keepShown(lost: Set<unknown>, { cells }: FileSheet, edits: readonly CellEdit[]): void {
  const edited = new Set(edits.map(cellNumber));
  for (const [number, value] of cells.values) if (!edited.has(number)) lost.delete(value);
  for (const { value } of edits) lost.delete(value);
}

function isText(value: FileValue | undefined): value is string {
  return typeof value === "string" && value !== "";
}
