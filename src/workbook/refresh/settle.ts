/** Calculates cells whose calls the ledger answers, and waits until Excel shows what they return. */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode, isWaitingCode } from "../../grid/errorCodes";
import { cellAt, isPlainCall, readValues, type FormulaAt, type FormulaCell } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { eachPortion } from "../cells/portions";
import { findProtectedSheets } from "../cells/protection";
import { cellsMaking, noteFormulas } from "./callers";
import { calculateDependents, recalculate } from "./recalculation";

export interface SettleOptions {
  readonly ledger: Ledger;
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two looks at cells that are being calculated, and how many looks in turn may find no progress. */
const PAUSE = 100;
const IDLE_LOOKS = 100;

/**
 * Cells settle when they show what the ledger holds. Excel says of no cell when that is so, so it is found out in three steps.
 *
 * 1. The cells are dirtied and Excel is told to calculate. It then calls their functions when it likes, each in a message of
 *    its own. Cells that are known to make calls were taken off them in the ledger before: each that is back has called its
 *    function again. Without this, a look at the sheet could come before Excel has begun, and find the old values of all cells,
 *    none of them waiting.
 * 2. A call that has returned is not shown yet: Excel first writes a waiting code such as "#BUSY!", then the value. So the
 *    cells are read until none shows such a code. Cells behind a defined name or another of our functions are among them,
 *    although they may be unknown to the ledger.
 * 3. Excel has been seen to pass over some of many cells that are dirtied at once, and to leave "#VALUE!" in them although
 *    their calls have returned. Entering their formula again makes it calculate them. A cell whose call has failed shows its
 *    error rightly and is left alone, and so is one that does more than call us: the error may be its own.
 *
 * There is no telling how long Excel takes, several times longer with a closed pane for instance. So the wait goes on as long
 * as there is progress: calls arrive, or fewer cells wait. When there is none any more, a cell that shows a value while others
 * have called makes no call: an argument that has become an error, or a branch that is not taken. The others have not settled.
 */
export async function settle(options: SettleOptions, cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  if (cells.length === 0) return [];
  const { ledger } = options;
  const known = new Set(ledger.detach(cells.map(formatSheetPosition)));
  for (const address of findCalling(cells, known)) known.add(address);
  const isByHand = await recalculate(cells);
  let waiting = await waitForValues(options, cells, known);
  if (isByHand) {
    // They were calculated too, but perhaps from a cell that waited.
    await calculateDependents();
    if (waiting.length > 0) waiting = await waitForValues(options, waiting, known);
  }
  const stuck = await findStuck(ledger, cells, waiting);
  const unsettled = stuck.length > 0 ? await enterStuck(options, stuck, waiting) : waiting;
  const left = new Set(unsettled.map(formatSheetPosition));
  noteFormulas(
    ledger,
    cells.filter((cell) => !left.has(formatSheetPosition(cell))),
  );
  return unsettled;
}

/** Others that make calls too, although none is known of them: what shows a value of ours, or waits for it, has called us. */
function findCalling(cells: readonly FormulaCell[], known: ReadonlySet<string>): string[] {
  const others = cells.filter((cell) => !known.has(formatSheetPosition(cell)));
  const calling = others.filter(({ value }) => !isErrorCode(value) || isWaitingCode(value));
  return calling.filter(({ formula }) => isPlainCall(formula)).map(formatSheetPosition);
}

/** Enters the formulas of stuck cells again. Gives the cells that have still not settled, of these and of the others. */
async function enterStuck(
  options: SettleOptions,
  stuck: readonly FormulaCell[],
  unsettled: readonly FormulaCell[],
): Promise<FormulaCell[]> {
  const { ledger } = options;
  const unseen = new Set(unsettled.map(formatSheetPosition));
  const entered = new Set((await enterAgain(stuck)).map(formatSheetPosition));
  const waiting = await waitForValues(options, stuck, new Set([...unseen].filter((address) => entered.has(address))));
  const left = [
    ...unsettled.filter((cell) => !entered.has(formatSheetPosition(cell))),
    // Excel calculates what is entered: a cell that makes no call even then has an error for an argument.
    ...waiting.filter(({ value }) => isWaitingCode(value)),
  ];
  const named = new Set(left.map(formatSheetPosition));
  const back = findBack(ledger);
  const passedOver = (await findStuck(ledger, stuck, [])).filter((cell) => {
    const address = formatSheetPosition(cell);
    return back.has(address) && !named.has(address);
  });
  return [...left, ...passedOver];
}

/** Waits until none of the cells waits for an answer, or nothing has moved for long. */
export async function awaitValues(options: SettleOptions, cells: readonly FormulaAt[]): Promise<void> {
  await waitForValues(options, cells, new Set());
}

/** Gives the cells that still wait when nothing has moved for long. */
async function waitForValues(
  { ledger, wait }: SettleOptions,
  cells: readonly FormulaAt[],
  known: ReadonlySet<string>,
): Promise<FormulaCell[]> {
  let events = 0;
  const stop = ledger.subscribe(() => (events += 1));
  try {
    let waiting: FormulaCell[] = [];
    let progress = "";
    for (let idle = 0; idle < IDLE_LOOKS; idle += 1) {
      waiting = await findWaiting(ledger, cells, known);
      if (waiting.length === 0) return [];
      const now = `${waiting.length} ${events}`;
      if (now !== progress) idle = 0;
      progress = now;
      await wait(PAUSE);
    }
    const back = findBack(ledger);
    const isAnyBack = [...known].some((address) => back.has(address));
    return waiting.filter(({ value }) => isWaitingCode(value) || !(isAnyBack || isErrorOfExcel(value)));
  } finally {
    stop();
  }
}

/** Of cells that are being settled, those that are not seen to have done so by now; all, where Excel does not tell at once. */
export async function findUnseen<Cell extends FormulaAt>(
  ledger: Ledger,
  cells: readonly Cell[],
): Promise<readonly FormulaAt[]> {
  const known = new Set(cells.map(formatSheetPosition));
  const look = Excel.run((context) => readValues(context, cells));
  return look.then((shown) => stillWaiting(ledger, shown, known)).catch(() => cells);
}

async function findWaiting(
  ledger: Ledger,
  cells: readonly FormulaAt[],
  known: ReadonlySet<string>,
): Promise<FormulaCell[]> {
  const shown = await Excel.run({ delayForCellEdit: true }, (context) => readValues(context, cells));
  return stillWaiting(ledger, shown, known);
}

function stillWaiting(ledger: Ledger, shown: readonly FormulaCell[], known: ReadonlySet<string>): FormulaCell[] {
  const back = findBack(ledger);
  return shown.filter((cell) => {
    const address = formatSheetPosition(cell);
    return isWaitingCode(cell.value) || (known.has(address) && !back.has(address));
  });
}

function findBack(ledger: Ledger): ReadonlySet<string> {
  return new Set(ledger.entries().flatMap(({ addresses }) => [...addresses]));
}

/** A cell that shows it calls no function: Excel has found something wrong before. */
function isErrorOfExcel(value: unknown): boolean {
  return isErrorCode(value) && value !== "#VALUE!" && value !== "#N/A";
}

/** Cells in error that call us and do nothing else, although none of their calls has failed, or is seen to have been made. */
async function findStuck(
  ledger: Ledger,
  cells: readonly FormulaAt[],
  waiting: readonly FormulaAt[],
): Promise<FormulaCell[]> {
  const failed = new Set(
    cellsMaking(
      ledger.entries().filter(({ state }) => state === "failed"),
      cells,
    ).map(formatSheetPosition),
  );
  const meant = cells.filter((cell) => isPlainCall(cell.formula) && !failed.has(formatSheetPosition(cell)));
  if (meant.length === 0) return [];
  const shown = await Excel.run({ delayForCellEdit: true }, (context) => readValues(context, meant));
  const unseen = new Set(waiting.map(formatSheetPosition));
  return shown.filter(
    (cell) => cell.value === "#VALUE!" || (cell.value === "#N/A" && unseen.has(formatSheetPosition(cell))),
  );
}

/**
 * Gives the cells that were entered. What is on a protected sheet stays as it is, and so does a cell that a person has moved or
 * changed by now.
 */
async function enterAgain(cells: readonly FormulaAt[]): Promise<FormulaAt[]> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const locked = await findProtectedSheets(context);
    const writable: { range: Excel.Range; cell: FormulaAt }[] = [];
    await eachPortion(
      context,
      cells.filter(({ sheet }) => !locked.has(sheet)),
      (cell) => ({ cell, range: cellAt(context, cell).load("formulas") }),
      (each) => (each.range.formulas as unknown[][])[0]?.[0] === each.cell.formula && writable.push(each),
    );
    await eachPortion(context, writable, ({ range, cell }) => void (range.formulas = [[cell.formula]]));
    return writable.map(({ cell }) => cell);
  });
}
