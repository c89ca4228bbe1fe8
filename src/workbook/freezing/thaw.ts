/**
 * Makes formulas again of what was frozen. The story:
 *
 * 1. The record says what there was, the anchors where it is now (`anchors.ts`). Each cell is found by its values and labels
 *    (`placing.ts`); one that cannot be found for sure is named, and stays a value.
 * 2. The formulas are put together where the cells are now (`blockReferences.ts`), and written (`formulaWriting.ts`). What Excel
 *    has made of it is read back, since Excel may fill a table's column or refuse a formula.
 * 3. Lists and lines come back and go where nothing is frozen any more, and the record keeps what is still frozen.
 *
 * Whatever stops it in the middle, the record still knows every formula; a cell that has its formula already is left alone.
 */
import { formatSheetPosition } from "../../grid/address";
import { cellArea, positionsIn, type SheetArea } from "../../grid/area";
import { GONE, isBlock, withFinished, type SavedFrozen } from "../../saved/frozen";
import { rangeOf, type Scope } from "../cells/cells";
import { readTables } from "../cells/formulaAreas";
import { findProtectedSheets } from "../cells/protection";
import { findScope, isInScope } from "../cells/scope";
import { asTyped, formulaIn, readContents, valueIn, valuesOf } from "../cells/sheetContents";
import { ANCHOR_SHEET, deleteAnchors, readAnchors } from "./anchors";
import type { PresentBook } from "./blockThawing";
import { writeFormulas, type FormulaToWrite } from "./formulaWriting";
import type { SkippedCell } from "./freezePlan";
import { readSavedFrozen, updateSavedFrozen } from "./savedFrozen";
import { findThawing, type Thawing } from "./thawing";
import { outcomeOf, withoutThawed, type ThawOutcome } from "./thawOutcome";
import { findCopies, restoreSurroundings } from "./thawSurroundings";
import { countNamed, thawNamed } from "./thawNames";
import { areInPlace, MOVED } from "./unchanged";

export interface ThawSummary {
  /** How many formulas are back. */
  readonly cells: number;
  /** How many cells had their formulas already, as after an undo. */
  readonly already: number;
  readonly skipped: readonly SkippedCell[];
}

export interface FrozenCount {
  /** How many formulas are frozen. */
  readonly formulas: number;
  /** A freeze has been interrupted: some of them may still be formulas. */
  readonly isUnfinished: boolean;
}

const REFUSED = "Excel did not take its formula. It stays a value.";
const NO_RECORD =
  "What was frozen is not remembered in this workbook any more: its custom XML parts have been removed, as the Document Inspector does. The values stay.";

/** Cells that somebody has typed into since, that have been sorted, or whose sheet is protected, stay frozen and are named. */
export async function thaw(scope: Scope): Promise<ThawSummary> {
  const saved = await readSavedFrozen();
  const named = await thawNamed(scope, saved.named);
  if (saved.items.length === 0) {
    await requireRecord();
    return { ...named, already: 0 };
  }
  const { cells, already, skipped } = await thawItems(saved, scope, () => true);
  if (saved.batches.some(({ isUnfinished }) => isUnfinished)) await updateSavedFrozen(withFinished);
  return { cells: cells + named.cells, already, skipped: [...named.skipped, ...skipped] };
}

/** Makes formulas again of all that a freeze has begun with. Rejects where some of it cannot be. */
export async function takeBack(batch: string): Promise<void> {
  const { skipped } = await thawItems(await readSavedFrozen(), "workbook", (id) => id.startsWith(`${batch}.`));
  if (skipped[0]) throw new Error(`${skipped[0].address}: ${skipped[0].reason}`);
}

export async function countFrozen(): Promise<FrozenCount> {
  const { items, named, batches } = await readSavedFrozen();
  const marks = items.filter(isBlock).flatMap((block) => block.marks.flat());
  return {
    formulas: marks.filter((mark) => mark !== GONE).length + countNamed(named),
    isUnfinished: batches.some((batch) => batch.isUnfinished),
  };
}

/** Anchors without a record mean that the record has been removed. */
async function requireRecord(): Promise<void> {
  const anchors = await Excel.run({ delayForCellEdit: true }, readAnchors);
  if (anchors.size > 0) throw new Error(NO_RECORD);
}

interface Thawed extends ThawSummary {
  readonly outcome: ThawOutcome;
}

async function thawItems(saved: SavedFrozen, scope: Scope, isMeant: (id: string) => boolean): Promise<ThawSummary> {
  const { outcome, ...summary } = await Excel.run({ delayForCellEdit: true }, async (context): Promise<Thawed> => {
    const isInScope = await scopeTest(context, scope);
    const book = await readBook(context);
    const thawing = findThawing(saved, book, { isMeant, isInScope });
    const refused = await write(context, thawing, book);
    if (thawing.found.length > 0 && !(await areInPlace(context, book.anchors.values()))) throw new Error(MOVED);
    const outcome = outcomeOf(saved, thawing, refused, book);
    await restoreSurroundings(context, saved, outcome, book);
    const copies = scope === "workbook" ? await findCopies(context, saved, book) : [];
    const named = refused.map((cell) => ({ address: formatSheetPosition(cell), reason: REFUSED }));
    const cells = thawing.found.length - refused.length;
    return { cells, already: thawing.already.length, skipped: [...thawing.skipped, ...named, ...copies], outcome };
  });
  let rest = saved;
  // What somebody else has frozen meanwhile stays.
  await updateSavedFrozen((now) => (rest = withoutThawed(now, outcome)));
  const needed = new Set(rest.items.map(({ id }) => id));
  await Excel.run({ delayForCellEdit: true }, (context) => deleteAnchors(context, (id) => needed.has(id)));
  return summary;
}

/** What cells hold is read last: rows that are inserted before leave values that do not fit the anchors, and nothing is written. */
async function readBook(context: Excel.RequestContext): Promise<PresentBook> {
  const tables = await readTables(context);
  const locked = await findProtectedSheets(context);
  const used = (await findScope(context, "workbook")).filter(({ sheet }) => sheet !== ANCHOR_SHEET);
  const anchors = await readAnchors(context);
  const contents = await readContents(context, used);
  return { anchors, contents: new Map(contents.map((each) => [each.sheet, each])), tables, locked };
}

/** Tells whether an area is meant, or touched by what is meant. */
async function scopeTest(context: Excel.RequestContext, scope: Scope): Promise<(area: SheetArea) => boolean> {
  if (scope === "workbook") return () => true;
  const areas = await findScope(context, scope);
  return (area) => isInScope(area, areas);
}

/** Writes the formulas, and sees to it that no other cell has changed. Gives those that Excel has refused. */
async function write(context: Excel.RequestContext, { found }: Thawing, book: PresentBook): Promise<FormulaToWrite[]> {
  if (found.length === 0) return [];
  const refused = await writeFormulas(context, found, book.tables);
  for (const cell of refused) {
    const own = book.contents.get(cell.sheet);
    // It may have been emptied for a spill.
    if (own)
      rangeOf(context, { ...cell.fill, sheet: cell.sheet }).values = valuesOf(own, cell.fill).map((row) =>
        row.map(asTyped),
      );
  }
  await context.sync();
  await restoreColumns(context, found, book);
  return refused;
}

/** Excel may have filled a table's column with a formula that was meant for one cell: the others get back what they held. */
async function restoreColumns(
  context: Excel.RequestContext,
  found: readonly FormulaToWrite[],
  { tables, contents }: PresentBook,
): Promise<void> {
  const written = new Set(found.map(formatSheetPosition));
  const touched = tables.filter((table) =>
    found.some((cell) => isInScope({ ...cell.fill, sheet: cell.sheet }, [table])),
  );
  const filled: FormulaToWrite[] = [];
  for (const now of await readContents(context, touched)) {
    const own = contents.get(now.sheet);
    if (!own) continue;
    for (const cell of positionsIn(now)) {
      const at = { ...cell, sheet: now.sheet };
      if (written.has(formatSheetPosition(at)) || formulaIn(now, cell) === formulaIn(own, cell)) continue;
      filled.push({
        ...at,
        formula: formulaIn(own, cell) || String(asTyped(valueIn(own, cell))),
        fill: cellArea(cell),
      });
    }
  }
  if (filled.length > 0) await writeFormulas(context, filled, tables);
}
