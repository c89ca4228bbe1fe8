/** Saves the results of new calls, and shows what other users saved. */
import { isErrorCode } from "../../grid/errorCodes";
import type { FormulaCell } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { isWrittenByOthers } from "../ledger/savedLedger";
import { recordFirstRuns, updateAges } from "./ages";
import { isUnknown, readCells } from "./settle";
import { load, save, showUnshown, type FollowOptions } from "./unshown";

/** Saves the ledger, and calculates the cells that do not show it. */
export async function autosave(options: FollowOptions): Promise<void> {
  const { ledger } = options;
  const { workbook } = ledger;
  // Another user may have saved something since the workbook was opened.
  if (!workbook.isSaved) await load(options);
  if (!workbook.isSaved) workbook.hasUnknown ||= await showsUnknown(ledger);
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
  const { workbook } = ledger;
  if (await isWrittenByOthers(ledger)) {
    await load(options);
    await updateAges(options);
  }
  // Reading all cells once is enough: what they calculate from now on is known.
  if (!workbook.isSaved) workbook.hasUnknown ??= await showsUnknown(ledger);
  await showUnshown(options);
}

/** True if the kept numbers were removed from the file: cells show some of which nothing is known. */
async function showsUnknown(ledger: Ledger): Promise<boolean> {
  // The corner of a table may be empty.
  const shows = ({ value }: FormulaCell) => !isErrorCode(value);
  return (await readCells()).filter(shows).some(isUnknown(ledger));
}
