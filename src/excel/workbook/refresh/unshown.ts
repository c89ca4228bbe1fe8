/** Updates cells that do not show the ledger: a refresh was interrupted, or another user's refresh came in. */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import type { Session } from "../../../insights";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import type { WorkbookCells } from "../cells/formulaCells";
import type { Ledger } from "../ledger/ledger";
import { isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { isUnsure } from "./lateCells";
import { findReach, readCells } from "./reach";
import type { CallWatch } from "./recalculation";
import { settle, includeDependents } from "./settle";

export interface FollowOptions extends CallWatch {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Loads what another user saved. The session's answers may be older than that user's refresh. */
export async function load(options: FollowOptions): Promise<void> {
  if (await loadLedger(options.ledger)) options.session.forget();
}

/** Saves the ledger, after what another user saved was merged into it. */
export async function save(options: FollowOptions): Promise<void> {
  if (await saveLedger(options.ledger)) options.session.forget();
}

/** Calculates the cells that do not show the ledger, if it is marked so. Only calls without an entry ask the service. */
export async function showUnshown(options: FollowOptions): Promise<void> {
  const { ledger } = options;
  if (!ledger.isUnshown) return;
  if (await isWrittenByOthers(ledger)) await load(options);
  await show(options);
}

/**
 * Calculates the cells that do not show the ledger, and saves it. Cells that still differ stay named in `late`, also if Excel
 * refuses to calculate.
 */
export async function show(options: FollowOptions): Promise<readonly SheetPosition[]> {
  const { ledger } = options;
  try {
    const late = await settleAll(options);
    ledger.isUnshown = false;
    nameLate(ledger, late);
    await save(options).catch(() => {
      // The saved ledger keeps its mark, so the cells are calculated once more later.
      ledger.isUnshown = true;
    });
    return late;
  } catch {
    const unsure = await findUnsure(ledger, await readCells());
    ledger.isUnshown = true;
    return nameLate(ledger, unsure);
  }
}

/** Another user's refresh may be adopted while cells calculate. */
async function settleAll(options: FollowOptions): Promise<readonly SheetPosition[]> {
  const { marks } = options.ledger;
  const late = await settle(options);
  return options.ledger.marks === marks ? late : settleAll(options);
}

/**
 * Finds the cells that may be old, while Excel still calculates or refuses to: those of ours that do not surely show their call, and all
 * formulas that depend on ours.
 */
export async function findUnsure(ledger: Ledger, cells: WorkbookCells): Promise<readonly SheetPosition[]> {
  const { ours } = cells;
  const dependents = (await includeDependents(ours, findReach(cells).formulas)).slice(ours.length);
  return [...ours.filter(isUnsure(ledger)), ...dependents];
}

/** Names these cells. If there are any, they are calculated at the next chance. */
export function nameLate(ledger: Ledger, late: readonly SheetPosition[]): readonly SheetPosition[] {
  if (late.length > 0) ledger.isUnshown = true;
  ledger.late = late.map(formatSheetPosition);
  return late;
}
