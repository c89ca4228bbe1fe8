import { isWaitingCode } from "../../../spreadsheet/cells/errorCodes";
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { columnAreas } from "../cells/cellAreas";
import { rangeOf, readValues, type FormulaAt } from "../cells/formulaCells";
import type { Ledger } from "../ledger/ledger";
import { forEachBatch } from "../cells/batches";
import { errorLocation } from "../cells/protectedStructure";
import { QUIET_LOOKS, watchCalls } from "../ledger/quiet";
import { findReach, findVolatile, readCells, type Reach } from "./reach";
import { runExcel } from "../cells/runExcel";

/** After so many looks without a call, Excel shows all results, since it collects them for up to 500 ms. */
const SHOWN_LOOKS = 6;
/** After so many looks without a call or a result, running calls are no longer awaited. */
const IDLE_LOOKS = 100;

export interface CallWatch {
  readonly ledger: Ledger;
  /** Waits for `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Makes Excel call our functions again in these cells, by default in all of ours, and calculates the sheets that they reach once.
 * @param known What our cells reach. @default read from the workbook
 * @returns what they reach
 */
export async function recalculate(meant?: readonly SheetPosition[], known?: Reach): Promise<Reach> {
  if (!meant || !known) {
    const cells = await readCells();
    return recalculate(meant ?? cells.ours, findReach(cells));
  }
  await runExcel({ delayForCellEdit: true }, async (context) => {
    const names = await presentSheets(context);
    const present = meant.filter(({ sheet }) => names.has(sheet.toLowerCase()));
    await renew(context, present);
    if (present.length > 0) calculateSheets(context, known.sheets, names);
    await context.sync();
  });
  return known;
}

/** Makes cells dirty and calculates them. */
async function renew(context: Excel.RequestContext, cells: readonly SheetPosition[]): Promise<void> {
  const send = (isCalculated: boolean) =>
    // By areas, since the application's own `calculate` reaches every workbook that is open.
    forEachBatch(context, columnAreas(cells), (area) => {
      const range = rangeOf(context, area).untrack();
      range.setDirty();
      if (isCalculated) range.calculate();
    });
  try {
    await send(true);
  } catch (error) {
    if (errorLocation(error) !== "Range.calculate") throw error;
    // With iterative calculation, Excel may refuse ranges of a workbook that calculates by hand. Their sheets follow.
    await send(false);
  }
}

/**
 * Calculates what Excel has left dirty: `Range.calculate` reaches direct dependents only, a workbook that calculates by hand leaves all of
 * them, and calculating a sheet leaves those of other sheets. So the sheets take turns until a turn changes nothing; there are at most as
 * many turns as sheets, and one that only looks.
 * @returns formulas that the last turn has changed, or that still wait for a value
 */
export async function calculateReached({ sheets, formulas }: Reach): Promise<readonly FormulaAt[]> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const names = await presentSheets(context);
    const cells = formulas.filter(({ sheet }) => names.has(sheet.toLowerCase()));
    let before = await readValues(context, sheets.length > 1 ? cells : []);
    let changed: readonly FormulaAt[] = [];
    for (let turn = 0; turn <= sheets.length; turn += 1) {
      calculateSheets(context, sheets, names);
      const now = await readValues(context, cells);
      changed = cells.filter((_, at) => before[at]?.value !== now[at]?.value);
      before = now;
      // A sheet by itself is calculated in one go.
      if (changed.length === 0 || sheets.length === 1) break;
    }
    // If there is no formula, nothing was read.
    await context.sync();
    const waiting = before.filter(({ value }) => isWaitingCode(value));
    if (changed.length === 0 || sheets.length === 1) return waiting;
    const volatile = await findVolatile(formulas);
    return [...new Set([...waiting, ...changed.filter((cell) => !volatile.has(cell))])];
  });
}

interface Quiet {
  /** True if a call hangs. */
  readonly isHanging: boolean;
  /** Formulas that Excel has not finished. */
  readonly unfinished: readonly FormulaAt[];
}

/**
 * Waits until no call is running and none has come for a second. Meanwhile calculates what our cells reach, as long as cells move: a call
 * may depend on what another one has returned.
 * @param ours The cells with our calls.
 */
export async function awaitQuiet(
  { ledger, wait }: CallWatch,
  reach: Reach,
  ours: readonly FormulaAt[],
): Promise<Quiet> {
  const followed = [...reach.formulas, ...ours];
  const findMoved = watchMoves();
  let rounds = 0;
  let moves: Moves = { moved: [], isOver: false };
  let unfinished: readonly FormulaAt[] = [];
  for await (const { quiet, idle } of watchCalls(ledger, wait)) {
    if (quiet === QUIET_LOOKS) break;
    if (idle === IDLE_LOOKS) return { isHanging: true, unfinished };
    if (quiet !== SHOWN_LOOKS || moves.isOver) continue;
    // Most refreshes have one round, which needs no look at the cells.
    if ((rounds += 1) > 1) moves = findMoved(await readShown(followed));
    // Cells depend on what is shown now, and may call next.
    if (!moves.isOver) unfinished = await calculateReached(reach);
  }
  if (!moves.isOver || moves.moved.length === 0) return { isHanging: false, unfinished };
  const volatile = await findVolatile(followed);
  const moved = moves.moved.flatMap((at) => followed[at] ?? []);
  return { isHanging: false, unfinished: [...unfinished, ...moved.filter((cell) => !volatile.has(cell))] };
}

interface Moves {
  /** The places of the values that have changed since the last look. */
  readonly moved: readonly number[];
  /** True if another round would bring nothing, or values move by themselves, as in a circle. */
  readonly isOver: boolean;
}

/**
 * Returns a function that compares the values of each round with those before. What moves in a round depends on something that moved in
 * the round before. So without a circle, at least as many cells have moved as rounds have passed.
 */
function watchMoves(): (now: readonly unknown[]) => Moves {
  const all = new Set<number>();
  let before: readonly unknown[] | undefined;
  let rounds = 0;
  return (now) => {
    const moved = before ? now.flatMap((value, at) => (value === before?.[at] ? [] : [at])) : undefined;
    before = now;
    if (!moved) return { moved: [], isOver: false };
    rounds += 1;
    for (const at of moved) all.add(at);
    return { moved, isOver: moved.length === 0 || all.size < rounds };
  };
}

/** True if Excel does not calculate each formula that reads a changed cell. */
export async function calculatesByHand(): Promise<boolean> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const application = context.workbook.application.load("calculationMode");
    await context.sync();
    return application.calculationMode !== Excel.CalculationMode.automatic;
  });
}

/**
 * Calculates what our cells reach once their calls have returned: Excel leaves it waiting in a workbook that calculates by hand.
 * @param known What they reach. @default read from the workbook
 */
export async function followCalls(watch: CallWatch, known?: Reach): Promise<void> {
  const { reach, ours } = known ? { reach: known, ours: [] } : await findFollowed();
  if (reach.sheets.length === 0) return;
  const followed = [...reach.formulas, ...ours];
  const findMoved = watchMoves();
  // A call that is answered from memory is not seen, and what reads it waits for another turn.
  for (let isOver = false; !isOver;) {
    const { isHanging } = await awaitQuiet(watch, reach, ours);
    const now = await readShown(followed);
    isOver = findMoved(now).isOver || isHanging || !now.some(isWaitingCode);
  }
}

async function findFollowed() {
  const cells = await readCells();
  return { reach: findReach(cells), ours: cells.ours };
}

async function readShown(cells: readonly FormulaAt[]): Promise<unknown[]> {
  const now = await runExcel({ delayForCellEdit: true }, (context) => readValues(context, cells));
  return now.map(({ value }) => value);
}

/** Returns the names of the sheets, in lower case. */
async function presentSheets(context: Excel.RequestContext): Promise<ReadonlySet<string>> {
  const sheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  return new Set(sheets.items.map(({ name }) => name.toLowerCase()));
}

function calculateSheets(context: Excel.RequestContext, sheets: readonly string[], names: ReadonlySet<string>): void {
  for (const sheet of sheets)
    if (names.has(sheet.toLowerCase())) context.workbook.worksheets.getItem(sheet).calculate(false);
}

/** Makes Excel call again the functions that failed; all if no call is known. Returns what our cells reach; undefined if none failed. */
export async function recalculateFailed(ledger: Ledger): Promise<Reach | undefined> {
  const calls = ledger.entries();
  if (calls.length === 0) return recalculate();
  const failed = new Set(calls.flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  if (failed.size === 0) return undefined;
  return recalculate([...failed].flatMap((address) => parseSheetPosition(address) ?? []));
}
