/** Calculates cells whose calls the ledger answers, and waits until Excel shows what they return. */
import { formatSheetPosition } from "../grid/address";
import { isWaitingCode } from "../grid/errorCodes";
import { cellAt, readCells, type FormulaCell, type Scope } from "./cells";
import type { Ledger } from "./ledger";
import { eachPortion } from "./portions";
import { recalculate } from "./recalculation";

export interface SettlingOptions {
  readonly ledger: Ledger;
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Where the cells are. */
  readonly scope: Scope;
}

/** Milliseconds between two looks at cells that are being calculated, and how many looks there are at most. */
const PAUSE = 100;
const LOOKS = 100;

/**
 * A refresh settles when the sheet shows what the ledger holds. Excel says of no cell when that is so, so it is found out in
 * three steps.
 *
 * 1. The cells are dirtied and Excel is told to calculate. It then calls their functions when it likes, each in a message of
 *    its own. Cells that are known to make calls were detached from them in the ledger before (`detached`): each that is back
 *    has called its function again. Without this, a look at the sheet could come before Excel has begun, and find the old
 *    values of all cells, none of them waiting.
 * 2. A call that has returned is not shown yet: Excel first writes a waiting code such as "#BUSY!", then the value. So the
 *    cells are read until none shows such a code. Cells behind a defined name or another of our functions are among them,
 *    although they may be unknown to the ledger.
 * 3. Excel has been seen to pass over some of many cells that are dirtied at once, and to leave "#VALUE!" in them although
 *    their calls have returned. Entering their formula again makes it calculate them. A cell whose call has failed shows its
 *    error rightly and is left alone.
 *
 * Each wait ends after `LOOKS` looks: a cell that never calculates must not hold up the refresh, which has its numbers by now.
 */
export async function settle(
  options: SettlingOptions,
  cells: readonly FormulaCell[],
  detached: readonly string[],
): Promise<void> {
  if (cells.length === 0) return;
  await recalculate(cells);
  await waitForValues(options, cells, detached);
  const stuck = await findStuck(options.ledger, cells);
  if (stuck.length === 0) return;
  await enterAgain(stuck);
  await waitForValues(options, stuck, []);
}

async function waitForValues(
  { ledger, wait, scope }: SettlingOptions,
  cells: readonly FormulaCell[],
  detached: readonly string[],
): Promise<void> {
  const awaited = new Set(cells.map(formatSheetPosition));
  const isWaiting = (cell: FormulaCell) => awaited.has(formatSheetPosition(cell)) && isWaitingCode(cell.value);
  for (let look = 0; look < LOOKS; look += 1) {
    const known = new Set(ledger.calls().flatMap(({ addresses }) => [...addresses]));
    if (detached.every((address) => known.has(address)) && !(await readCells(scope)).some(isWaiting)) return;
    await wait(PAUSE);
  }
}

/** Cells in error although none of their calls has failed. */
async function findStuck(ledger: Ledger, cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  const failed = new Set(ledger.calls().flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  const meant = new Set(cells.map(formatSheetPosition).filter((address) => !failed.has(address)));
  return (await readCells("workbook")).filter(
    (cell) => cell.value === "#VALUE!" && meant.has(formatSheetPosition(cell)),
  );
}

async function enterAgain(cells: readonly FormulaCell[]): Promise<void> {
  await Excel.run((context) =>
    eachPortion(context, cells, (cell) => {
      cellAt(context, cell).formulas = [[cell.formula]];
    }),
  );
}
