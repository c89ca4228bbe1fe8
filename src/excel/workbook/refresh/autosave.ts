/** Saves the results of new calls, and shows what other users saved. */
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { bySheet } from "../../../spreadsheet/cells/blocks";
import { isPlainCall, type FormulaCell } from "../cells/formulaCells";
import type { Ledger } from "../ledger/ledger";
import { isWrittenByOthers } from "../ledger/savedLedger";
import { recordFirstRuns, updateAges } from "./ages";
import { isUnknown } from "./lateCells";
import { readCells } from "./reach";
import { load, save, showUnshown, type FollowOptions } from "./unshown";
import { runExcel } from "../cells/runExcel";

/** Saves the ledger, and calculates the cells that do not show it. */
export async function autosave(options: FollowOptions): Promise<void> {
  const { ledger } = options;
  // Another user may have saved something since the workbook was opened.
  if (!ledger.workbook.isSaved) await load(options);
  await findUnknown(ledger);
  recordFirstRuns(ledger);
  await save(options);
  await updateAges(options);
  await showUnshown(options);
}

/**
 * Loads what another user saved, since Excel raises no event for it. Without this, cells that calculate again would show this
 * ledger's results, which the other user's refresh may have replaced.
 */
export async function followOthers(options: FollowOptions): Promise<void> {
  const { ledger } = options;
  if (await isWrittenByOthers(ledger)) {
    await load(options);
    await updateAges(options);
  }
  // The mark is kept with the workbook, since no later opening could find it out.
  if (await findUnknown(ledger)) await save(options);
  await showUnshown(options);
}

/**
 * Finds out whether cells show numbers of unknown age: the kept numbers were removed from the file, or a sheet was moved in
 * from another workbook. The cells that the workbook was opened with are looked at once: a cell that is entered later may show a text and
 * rightly have made no call.
 * @returns true if such cells have just been found on a sheet
 */
async function findUnknown(ledger: Ledger): Promise<boolean> {
  const { workbook } = ledger;
  const added = await findAddedSheets(ledger);
  const isFirst = !workbook.isSaved && workbook.hasUnknown === undefined;
  if (added.size === 0 && !isFirst) return false;
  // The corner of a table may be empty.
  const cells = (await readCells()).ours.filter(({ value }) => !isErrorCode(value));
  if (isFirst) workbook.hasUnknown = cells.some(isUnknown(ledger));
  if (workbook.hasUnknown || !hasBroughtNumbers(cells, added, isUnknown(ledger))) return false;
  workbook.hasUnknown = true;
  return true;
}

/** Returns the names of the sheets that were added since the last search. */
async function findAddedSheets({ workbook }: Ledger): Promise<ReadonlySet<string>> {
  const present = await runExcel({ delayForCellEdit: true }, async (context) => {
    const sheets = context.workbook.worksheets.load("items/id,items/name");
    await context.sync();
    return sheets.items.map(({ id, name }) => ({ id, name }));
  });
  const { sheets } = workbook;
  // A deletion may be taken back.
  workbook.sheets = new Set([...(sheets ?? []), ...present.map(({ id }) => id)]);
  return new Set(sheets ? present.flatMap(({ id, name }) => (sheets.has(id) ? [] : [name])) : []);
}

/**
 * True if an added sheet shows numbers of another workbook: calls that Excel has not made here. What a copy of an own sheet shows is as
 * well known as on the original.
 */
function hasBroughtNumbers(
  cells: readonly FormulaCell[],
  added: ReadonlySet<string>,
  isNew: (cell: FormulaCell) => boolean,
): boolean {
  const contentOf = ({ formula, value }: FormulaCell) => JSON.stringify([formula, value]);
  const own = new Set(cells.flatMap((cell) => (added.has(cell.sheet) ? [] : [contentOf(cell)])));
  return [...bySheet(cells)].some(([sheet, there]) => {
    if (!added.has(sheet)) return false;
    // A formula that does more than call us may rightly have made no call, but hardly all formulas of a sheet that was calculated.
    const isUncalculated = there.every(isNew);
    const isBrought = ({ formula, value }: FormulaCell) =>
      isPlainCall(formula) || (isUncalculated && typeof value === "number");
    return there.some((cell) => isNew(cell) && isBrought(cell) && !own.has(contentOf(cell)));
  });
}
