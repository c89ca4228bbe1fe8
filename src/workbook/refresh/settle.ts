/** Calculates cells whose calls have entries, and waits until Excel shows what these returned. */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode, isWaitingCode } from "../../grid/errorCodes";
import { cellAt, findCells, isPlainCall, readValues, type FormulaAt, type FormulaCell } from "../cells/cells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { forEachBatch } from "../cells/batches";
import { findProtectedSheets } from "../cells/protection";
import { isInAreas } from "../cells/scope";
import { readTableBodies } from "../cells/tableColumns";
import { cellsMaking, entriesByAddress, isShown, noteFormulas } from "./callers";
import { calculateDependents, recalculate } from "./recalculation";
import { findPartlyShown, isInTable } from "./shownTables";

export interface SettleOptions {
  readonly ledger: Ledger;
  /** Waits for `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two looks at cells that are being calculated, and how many looks in turn may find no progress. */
const PAUSE = 100;
const IDLE_LOOKS = 100;
/** How often a formula must show its former value to count as settled. Excel collects results for up to 500 ms. */
const SAME_LOOKS = 6;
/** The longest chain of calls of which each takes the former one's result. A volatile argument would make calls without end. */
const DEEPEST = 20;

/**
 * Calculates the cells and waits until they have settled. Returns the cells that have not.
 *
 * Excel never tells when a cell shows its value. So the cells are read again and again.
 *
 * 1. Before, the ledger forgets which calls these cells make. A cell with an entry has then called its function again.
 *    Otherwise a look might come before Excel begins, and find the old values of all cells.
 * 2. A call that has returned is not shown yet. Excel shows a waiting code such as "#BUSY!" meanwhile, or leaves the old value.
 *    So a cell that is one call of ours has settled when it shows what the call returned. A formula that does more has
 *    settled if it shows one value at two looks after its last call returned. If that is the former value, it needs more looks.
 * 3. Excel on the web may leave "#BUSY!" in cells that were in error. They are calculated once more.
 * 4. Of many cells, Excel sometimes leaves "#VALUE!" in a few although their calls returned. Their formulas are entered again.
 *    A cell whose call failed shows the right error. A formula that does more than call us may have an error of its own. Both
 *    are left alone.
 *
 * Excel may take several times longer, for instance if the pane is closed. So the wait goes on while there is progress: calls
 * arrive, or fewer cells wait. At the end, a cell without a call may be right. Its argument is in error, or its branch makes no
 * call. All other cells have not settled.
 */
export async function settle(options: SettleOptions, cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  if (cells.length === 0) return [];
  const { ledger } = options;
  const known = new Set(ledger.detach(cells.map(formatSheetPosition)));
  for (const address of findCalling(cells, known)) known.add(address);
  const isByHand = await recalculate(cells);
  let waiting: readonly FormulaCell[] = await waitForValues(options, cells, known);
  // Dependents were calculated too, but perhaps before the cell they depend on had its value. Some are cells of ours.
  for (let before = Infinity; isByHand && waiting.length < before;) {
    await calculateDependents();
    before = waiting.length;
    if (before > 0) waiting = await waitForValues(options, waiting, known);
  }
  waiting = await recalculateWaiting(options, waiting, known);
  const stuck = await findStuck(ledger, cells, waiting);
  const unsettled = stuck.length > 0 ? await enterStuck(options, stuck, waiting) : [...waiting];
  const left = new Set(unsettled.map(formatSheetPosition));
  noteFormulas(
    ledger,
    cells.filter((cell) => !left.has(formatSheetPosition(cell))),
  );
  return unsettled;
}

/** Calculates once more the cells that show a waiting code although none of their calls is running. */
async function recalculateWaiting(
  options: SettleOptions,
  waiting: readonly FormulaCell[],
  known: ReadonlySet<string>,
): Promise<readonly FormulaCell[]> {
  const made = entriesByAddress(options.ledger);
  const isRunning = (cell: FormulaCell) => isAnyRunning(made.get(formatSheetPosition(cell)));
  const hung = waiting.filter((cell) => isWaitingCode(cell.value) && !isRunning(cell));
  if (hung.length === 0) return waiting;
  await recalculate(hung);
  const others = new Set<FormulaCell>(hung);
  return [...waiting.filter((cell) => !others.has(cell)), ...(await waitForValues(options, hung, known))];
}

/** Finds other cells that call us, without a known call. They show a value of ours, or wait for it. */
function findCalling(cells: readonly FormulaCell[], known: ReadonlySet<string>): string[] {
  const others = cells.filter((cell) => !known.has(formatSheetPosition(cell)));
  const calling = others.filter(({ value }) => !isErrorCode(value) || isWaitingCode(value));
  return calling.filter(({ formula }) => isPlainCall(formula)).map(formatSheetPosition);
}

/** Enters the formulas of stuck cells again. Returns the cells that have still not settled, of these and of the others. */
async function enterStuck(
  options: SettleOptions,
  stuck: readonly FormulaCell[],
  unsettled: readonly FormulaCell[],
): Promise<FormulaCell[]> {
  const { ledger } = options;
  const unseen = new Set(unsettled.map(formatSheetPosition));
  const entered = new Set((await reenter(stuck)).map(formatSheetPosition));
  const waiting = await waitForValues(options, stuck, new Set([...unseen].filter((address) => entered.has(address))));
  const left = [
    ...unsettled.filter((cell) => !entered.has(formatSheetPosition(cell))),
    // Excel calculates what is entered: a cell that makes no call even then has an error for an argument.
    ...waiting.filter((cell) => isWaitingCode(cell.value) || !isErrorCode(cell.value)),
  ];
  const named = new Set(left.map(formatSheetPosition));
  const made = entriesByAddress(ledger);
  const passedOver = (await findStuck(ledger, stuck, [])).filter((cell) => {
    const address = formatSheetPosition(cell);
    return made.has(address) && !named.has(address);
  });
  return [...left, ...passedOver];
}

/** Waits until the cells have settled, or nothing has moved for long. Returns the cells that have not settled. */
export function awaitValues(options: SettleOptions, cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  return waitForValues(options, cells, new Set());
}

/**
 * Waits for calls that appear because their arguments depend on cells that were just calculated. Excel makes such a call when it
 * shows the argument. Returns the cells that do not show its result.
 */
export async function awaitAppearing(
  options: SettleOptions,
  calledSince: () => readonly LedgerEntry[],
): Promise<FormulaCell[]> {
  /** The number of new cells of each call when it was awaited, by its key. */
  const known = new Map<string, number>();
  const unsettled: FormulaCell[] = [];
  const ledger: Ledger = { ...options.ledger, entries: calledSince };
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    await options.wait(PAUSE);
    const entries = calledSince().filter(({ key, addresses }) => known.get(key) !== addresses.size);
    if (entries.length === 0) break;
    for (const { key, addresses } of entries) known.set(key, addresses.size);
    const cells = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
    // Excel may still show the result of a former call. At the end it is right: an argument was changed back.
    const waiting = await awaitValues({ ...options, ledger }, cellsMaking(entries, cells));
    unsettled.push(...(await awaitValues(options, waiting)));
  }
  return unsettled;
}

/** Returns the cells that still wait when nothing has moved for long. */
async function waitForValues(
  { ledger, wait }: SettleOptions,
  cells: readonly FormulaCell[],
  known: ReadonlySet<string>,
): Promise<FormulaCell[]> {
  let events = 0;
  const stop = ledger.subscribe(() => (events += 1));
  try {
    const looks = cells.map(({ value }): Look => ({ before: value, value, count: 0 }));
    let waiting: FormulaCell[] = [];
    let progress = "";
    for (let idle = 0; idle < IDLE_LOOKS; idle += 1) {
      const shown = await readShownValues(cells);
      countLooks(ledger, shown, looks);
      waiting = findWaiting(ledger, shown, known, looks);
      if (waiting.length === 0) {
        const lookAt = new Map(shown.map((cell, at) => [cell, looks[at]]));
        waiting = await findPartlyShown(ledger, shown, (cell) => isSteady(lookAt.get(cell)));
      }
      if (waiting.length === 0) return [];
      const now = `${waiting.length} ${events}`;
      if (now !== progress) idle = 0;
      progress = now;
      await wait(PAUSE);
    }
    return await findUnsettled(ledger, waiting, known);
  } finally {
    stop();
  }
}

/** Returns the cells that are not seen to have settled. Returns all if Excel cannot be read at once. */
export async function findUnseen(ledger: Ledger, cells: readonly FormulaAt[]): Promise<readonly FormulaAt[]> {
  const known = new Set(cells.map(formatSheetPosition));
  const look = Excel.run((context) => readValues(context, cells));
  return look.then((shown) => findWaiting(ledger, shown, known)).catch(() => cells);
}

function readShownValues(cells: readonly FormulaAt[]): Promise<FormulaCell[]> {
  return Excel.run({ delayForCellEdit: true }, (context) => readValues(context, cells));
}

/** The looks at one cell so far. */
interface Look {
  /** Before it was calculated. */
  readonly before: unknown;
  value: unknown;
  /** At how many looks in turn it showed the value while none of its calls was running. */
  count: number;
}

/** Looks at a cell whose call is running do not count: it cannot show the result yet. */
function countLooks(ledger: Ledger, shown: readonly FormulaCell[], looks: readonly Look[]): void {
  const made = entriesByAddress(ledger);
  for (const [at, cell] of shown.entries()) {
    const look = looks[at];
    if (!look) continue;
    if (isAnyRunning(made.get(formatSheetPosition(cell)))) look.count = 0;
    else look.count = look.value === cell.value ? look.count + 1 : 1;
    look.value = cell.value;
  }
}

function isSteady(look: Look | undefined): boolean {
  return look === undefined || look.count >= (look.value === look.before ? SAME_LOOKS : 2);
}

/** @param looks The looks at the cells so far, in the same order. @default this one decides */
function findWaiting(
  ledger: Ledger,
  shown: readonly FormulaCell[],
  known: ReadonlySet<string>,
  looks: readonly Look[] = [],
): FormulaCell[] {
  const made = entriesByAddress(ledger);
  return shown.filter((cell, at) => {
    if (isWaitingCode(cell.value)) return true;
    const address = formatSheetPosition(cell);
    const entries = made.get(address);
    const isMoving = !isSteady(looks[at]);
    if (!entries) return known.has(address) || isMoving;
    // An error that was there before looks like the one of a call that fails.
    if (isAnyRunning(entries)) return true;
    return isPlainCall(cell.formula) ? !isShown(cell, entries) && !isInTable(cell.value, entries) : isMoving;
  });
}

function isAnyRunning(entries: readonly LedgerEntry[] = []): boolean {
  return entries.some(({ state }) => state === "waiting");
}

/** Of cells for which nothing has moved for long, finds those that should show something else. */
async function findUnsettled(
  ledger: Ledger,
  waiting: readonly FormulaCell[],
  known: ReadonlySet<string>,
): Promise<FormulaCell[]> {
  const made = entriesByAddress(ledger);
  const isAnyBack = [...known].some((address) => made.has(address));
  const unsettled = waiting.filter((cell) => {
    if (isWaitingCode(cell.value)) return true;
    const entries = made.get(formatSheetPosition(cell));
    // Composite formulas may make no call, and an argument in error keeps any formula from calling.
    if (!entries)
      return isErrorCode(cell.value)
        ? !isAnyBack && !isErrorOfExcel(cell.value)
        : isPlainCall(cell.formula) || !isAnyBack;
    return isPlainCall(cell.formula) || isAnyRunning(entries);
  });
  return keepUnchanged(unsettled);
}

/** Returns the cells that still have their formula: others have been calculated as they were entered. */
async function keepUnchanged<Cell extends FormulaAt>(cells: readonly Cell[]): Promise<Cell[]> {
  if (cells.length === 0) return [];
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const kept: Cell[] = [];
    await forEachBatch(
      context,
      cells,
      (cell) => ({ cell, range: cellAt(context, cell).load("formulas") }),
      ({ cell, range }) => void (formulaOf(range) === cell.formula && kept.push(cell)),
    );
    return kept;
  });
}

function formulaOf(range: Excel.Range): unknown {
  return (range.formulas as unknown[][])[0]?.[0];
}

/** True for an error with which Excel evaluates the formula without calling our function. */
function isErrorOfExcel(value: unknown): boolean {
  return isErrorCode(value) && value !== "#VALUE!" && value !== "#N/A";
}

/** Finds cells in error that are one call of ours, but for which no call failed or none was seen. */
async function findStuck(
  ledger: Ledger,
  cells: readonly FormulaAt[],
  waiting: readonly FormulaAt[],
): Promise<FormulaCell[]> {
  const made = entriesByAddress(ledger);
  const hasFailed = (cell: FormulaAt) => made.get(formatSheetPosition(cell))?.some(({ state }) => state === "failed");
  const meant = cells.filter((cell) => isPlainCall(cell.formula) && !hasFailed(cell));
  if (meant.length === 0) return [];
  const unseen = new Set(waiting.map(formatSheetPosition));
  return (await readShownValues(meant)).filter(
    (cell) => cell.value === "#VALUE!" || (cell.value === "#N/A" && unseen.has(formatSheetPosition(cell))),
  );
}

/**
 * Enters the formulas again. Returns the cells that were entered. Skips protected sheets, tables (Excel would fill the column)
 * and cells that hold another formula now.
 */
async function reenter(cells: readonly FormulaAt[]): Promise<FormulaAt[]> {
  const kept = await keepUnchanged(cells);
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const locked = await findProtectedSheets(context);
    const bodies = await readTableBodies(context);
    const writable = kept.filter((cell) => !locked.has(cell.sheet) && !isInAreas(cell, bodies));
    await forEachBatch(context, writable, (cell) => void (cellAt(context, cell).formulas = [[cell.formula]]));
    return writable;
  });
}
