/**
 * Brings the workbook's cells to the service's present state, all or none: every call is worked out against a new generation
 * of answers, and only when all are in are the cells calculated whose call returned something else than before.
 */
import type { Generation, Session } from "../insights";
import { addressOf, findCells, type FoundCell, type Scope } from "./cells";
import { changesOf, failuresOf, type CellFailure, type Change } from "./changes";
import { toCallError, type CallError, type Ledger, type LedgerCall } from "./ledger";
import { saveLedger } from "./savedLedger";
import { recalculate } from "./recalculation";

export interface RefreshOptions {
  readonly session: Session;
  readonly ledger: Ledger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** @default "workbook" */
  readonly scope?: Scope;
  readonly signal?: AbortSignal;
  /** Told how many of the calls have been worked out. */
  readonly progress?: (done: number, all: number) => void;
}

export interface Summary {
  /** How many cells call our functions. */
  readonly cells: number;
  readonly changes: readonly Change[];
  readonly failures: readonly CellFailure[];
  /** When the oldest of the answers was worked out; milliseconds since the epoch. */
  readonly asOf: number | undefined;
}

/** What a call came to. */
export interface Outcome {
  readonly call: LedgerCall;
  /** What it returned before. */
  readonly before: unknown;
  readonly result?: unknown;
  readonly error?: CallError;
}

/** Milliseconds between two looks at cells that are being calculated, and how many there are. */
const PAUSE = 100;
const LOOKS = 100;

const PENDING = /^#(BUSY!|GETTING_DATA)$/;

/** Rejects, with every cell as it was, where the service fails or `signal` aborts. */
export async function refreshWorkbook(options: RefreshOptions): Promise<Summary> {
  const { session, ledger, scope = "workbook" } = options;
  const cells = await readCells(scope);
  let outcomes: Outcome[] = [];
  await session.refresh(options.signal, async (generation) => {
    outcomes = await workOut(options, cells, generation);
  });
  const changed = outcomes.filter(isChanged);
  const places = placesOf(changed, cells, ledger);
  const calling = ledger.detach(places.map(addressOf));
  enter(options, outcomes, changed);
  if (scope === "workbook") ledger.remove(ledger.calls().filter((call) => !madeBy(cells)(call)));
  await calculate(options, places, calling);
  // A workbook that cannot be written has been refreshed all the same.
  await saveLedger(ledger).catch(() => {});
  const after = places.length > 0 ? await readCells(scope) : cells;
  const [changes, failures] = [changesOf(changed, cells, after), failuresOf(ledger, after)];
  return { cells: cells.length, changes, failures, asOf: await oldest(session) };
}

/** What the calls returned answers the cells from now on; a call that fails now is asked by its cells themselves. */
function enter({ ledger, now }: RefreshOptions, outcomes: readonly Outcome[], changed: readonly Outcome[]): void {
  for (const { call, result } of outcomes) if (result !== undefined) ledger.record(call, result, now());
  ledger.remove(changed.filter(({ error }) => error).map(({ call }) => call));
}

/** Calculates the cells and waits for their values. Excel has been seen to pass over some in error. */
async function calculate(
  options: RefreshOptions,
  places: readonly FoundCell[],
  calling: readonly string[],
): Promise<void> {
  if (places.length === 0) return;
  await recalculate(places);
  await settle(options, places, calling);
  const stuck = await readStuck(options.ledger, places);
  if (stuck.length === 0) return;
  await enterAgain(stuck);
  await settle(options, stuck, []);
}

function readCells(scope: Scope): Promise<FoundCell[]> {
  return Excel.run((context) => findCells(context, scope));
}

/** Works out every call of these cells, also those that are entered meanwhile. */
async function workOut(
  { ledger, progress }: RefreshOptions,
  cells: readonly FoundCell[],
  generation: Generation,
): Promise<Outcome[]> {
  const outcomes = new Map<LedgerCall, Outcome>();
  const meant = madeBy(cells);
  const untried = () => ledger.calls().filter((call) => !outcomes.has(call) && meant(call));
  for (let calls = untried(); calls.length > 0; calls = untried()) {
    for (const call of calls) outcomes.set(call, { call, before: call.result });
    const tell = () => progress?.([...outcomes.values()].filter(isDone).length, outcomes.size);
    tell();
    await Promise.all(
      calls.map(async (call) => {
        outcomes.set(call, await workOutOne(ledger, call, generation));
        tell();
      }),
    );
  }
  return [...outcomes.values()];
}

async function workOutOne(ledger: Ledger, call: LedgerCall, generation: Generation): Promise<Outcome> {
  const before = call.result;
  try {
    return { call, before, result: await ledger.invoke(call, { generation }) };
  } catch (error) {
    return { call, before, error: toCallError(error) };
  }
}

function isDone({ result, error }: Outcome): boolean {
  return result !== undefined || error !== undefined;
}

/**
 * Whether a call is made by one of the cells. One whose cells are not known, since none has made it since the workbook was
 * opened, may be; one that only cells made which have no formula of ours any more is not.
 */
function madeBy(cells: readonly FoundCell[]): (call: LedgerCall) => boolean {
  const addresses = new Set(cells.map(addressOf));
  return (call) => call.addresses.size === 0 || [...call.addresses].some((address) => addresses.has(address));
}

function isChanged({ call, before, result, error }: Outcome): boolean {
  if (error) return call.error?.message !== error.message || call.error.code !== error.code;
  return call.state === "failed" || JSON.stringify(before) !== JSON.stringify(result);
}

/** The cells to calculate: those of changed calls; and those of which no call is known, which ask by themselves. */
function placesOf(changed: readonly Outcome[], cells: readonly FoundCell[], ledger: Ledger): FoundCell[] {
  const known = new Set(ledger.calls().flatMap(({ addresses }) => [...addresses]));
  const stale = new Set(changed.flatMap(({ call }) => [...call.addresses]));
  const anyUnknown =
    changed.some(({ call }) => call.addresses.size === 0) ||
    ledger.calls().every(({ addresses }) => addresses.size > 0);
  return cells.filter((cell) => {
    const address = addressOf(cell);
    return stale.has(address) || (anyUnknown && !known.has(address));
  });
}

/** Until all cells that made calls have made them again, and none of the cells waits for a value. */
async function settle(
  { ledger, wait, scope = "workbook" }: RefreshOptions,
  places: readonly FoundCell[],
  calling: readonly string[],
): Promise<void> {
  const meant = new Set(places.map(addressOf));
  for (let look = 0; look < LOOKS; look += 1) {
    const known = new Set(ledger.calls().flatMap(({ addresses }) => [...addresses]));
    if (calling.every((address) => known.has(address))) {
      const cells = await readCells(scope);
      if (!cells.some((cell) => meant.has(addressOf(cell)) && PENDING.test(String(cell.value)))) return;
    }
    await wait(PAUSE);
  }
}

/** Cells in error although none of their calls has failed. */
async function readStuck(ledger: Ledger, places: readonly FoundCell[]): Promise<FoundCell[]> {
  const failed = new Set(ledger.calls().flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  const meant = new Set(places.map(addressOf).filter((address) => !failed.has(address)));
  return (await readCells("workbook")).filter((cell) => cell.value === "#VALUE!" && meant.has(addressOf(cell)));
}

async function enterAgain(cells: readonly FoundCell[]): Promise<void> {
  await Excel.run(async (context) => {
    for (const { sheet, row, column, formula } of cells) {
      context.workbook.worksheets.getItem(sheet).getCell(row, column).formulas = [[formula]];
    }
    await context.sync();
  });
}

async function oldest(session: Session): Promise<number | undefined> {
  const times = (await session.held(() => true)).map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}
