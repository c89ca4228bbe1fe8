/** Saves the results of new calls, and shows what other users saved. */
import { isErrorCode } from "../../grid/errorCodes";
import type { FormulaCell } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { isWrittenByOthers } from "../ledger/savedLedger";
import { recordFirstRuns, updateAges } from "./ages";
import { isUnknown } from "./comparison";
import { readCells } from "./reach";
import { load, save, showUnshown, type FollowOptions } from "./unshown";

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
  await findUnknown(ledger);
  await showUnshown(options);
}

/**
 * Finds out whether the kept numbers were removed from the file: cells show some of which nothing is known. Only cells that the workbook
 * was opened with can, so this looks once: a cell that is entered later may show a text and rightly have made no call.
 */
async function findUnknown(ledger: Ledger): Promise<void> {
  const { workbook } = ledger;
  if (workbook.isSaved) return;
  // The corner of a table may be empty.
  const shows = ({ value }: FormulaCell) => !isErrorCode(value);
  workbook.hasUnknown ??= (await readCells()).ours.filter(shows).some(isUnknown(ledger));
}
