/** What comes back and goes beside the formulas: drop-down lists, the lines that say "Frozen", and what is said of copies. */
import { cellArea } from "../../grid/area";
import type { FrozenLine, SavedFrozen } from "../../saved/frozen";
import { cellAt, rangeOf } from "../cells/cells";
import { valueIn } from "../cells/sheetContents";
import { ANCHOR_SHEET } from "./anchors";
import type { SkippedCell } from "./freezePlan";
import { areaOf } from "./frozenBlocks";
import { restoreList } from "./frozenLists";
import type { PresentBook } from "./blockThawing";
import type { ThawOutcome } from "./thawOutcome";

const COPY = "This sheet is a copy of a frozen one. Its values stay; copy the thawed sheet for one with formulas.";

/** Brings back the lists, and takes away the lines, that the outcome has removed from the record. */
export async function restoreSurroundings(
  context: Excel.RequestContext,
  { items }: SavedFrozen,
  { removed }: ThawOutcome,
  book: PresentBook,
): Promise<void> {
  const over = items.filter(({ id }) => removed.has(id));
  for (const item of over) {
    const areas = book.anchors.get(item.id)?.areas ?? [];
    const area = areaOf(areas[0]);
    if (!area || book.locked.has(area.sheet)) continue;
    if (item.kind === "list") restoreList(context, item, areas);
    else if (item.kind === "line" && isThere(item, area, book)) {
      const cell = rangeOf(context, { ...cellArea(area), sheet: area.sheet });
      cell.clear(Excel.ClearApplyTo.contents);
      cell.format.font.italic = false;
    }
  }
  await context.sync();
}

/** A person's text that stands there now stays. */
function isThere(
  { text }: FrozenLine,
  area: { sheet: string; row: number; column: number },
  book: PresentBook,
): boolean {
  const own = book.contents.get(area.sheet);
  return own !== undefined && valueIn(own, area) === text;
}

/** The sheets that hold a line of another sheet in the same place: copies, which no anchor leads to. */
export async function findCopies(
  context: Excel.RequestContext,
  { items }: SavedFrozen,
  { anchors }: PresentBook,
): Promise<SkippedCell[]> {
  const lines = items.flatMap((item) => {
    const area = item.kind === "line" ? areaOf(anchors.get(item.id)?.areas[0]) : undefined;
    return item.kind === "line" && area ? [{ text: item.text, area }] : [];
  });
  if (lines.length === 0) return [];
  const sheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const others = lines.flatMap(({ text, area }) =>
    sheets.items
      .filter(({ name }) => name !== area.sheet && name !== ANCHOR_SHEET)
      .map(({ name }) => ({ text, name, cell: cellAt(context, { ...area, sheet: name }).load("values") })),
  );
  await context.sync();
  const copies = others.filter(({ text, cell }) => (cell.values as unknown[][])[0]?.[0] === text);
  return [...new Set(copies.map(({ name }) => name))].map((name) => ({ address: name, reason: COPY }));
}
