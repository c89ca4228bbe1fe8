/**
 * Brings the workbook's cells to the service's present state, all or none: every call is worked out against a new generation
 * of answers, and only when all are in are the cells calculated whose call returned something else than before.
 */
import { formatSheetPosition } from "../grid/address";
import type { Generation, Session } from "../insights";
import { readCells, type FormulaCell, type Scope } from "./cells";
import { findChanges, findFailures, type CellFailure, type Change, type CallOutcome } from "./changes";
import { toCallError, type Ledger, type LedgerCall } from "./ledger";
import { saveLedger } from "./savedLedger";
import { settle } from "./settling";

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

/** Rejects, with every cell as it was, where the service fails or `signal` aborts. */
export async function refreshWorkbook(options: RefreshOptions): Promise<Summary> {
  const { session, ledger, wait, scope = "workbook" } = options;
  const cells = await readCells(scope);
  let outcomes: CallOutcome[] = [];
  await session.refresh(options.signal, async (generation) => {
    outcomes = await invokeAll(options, cells, generation);
  });
  const changed = outcomes.filter(isChanged);
  const stale = findStale(changed, cells, ledger);
  const detached = ledger.detach(stale.map(formatSheetPosition));
  recordAll(options, outcomes, changed);
  if (scope === "workbook") ledger.remove(ledger.calls().filter((call) => !mayBeMadeBy(cells)(call)));
  await settle({ ledger, wait, scope }, stale, detached);
  // A workbook that cannot be written has been refreshed all the same.
  await saveLedger(ledger).catch(() => {});
  const after = stale.length > 0 ? await readCells(scope) : cells;
  const [changes, failures] = [findChanges(changed, cells, after), findFailures(ledger, after)];
  return { cells: cells.length, changes, failures, asOf: await oldest(session) };
}

/** The ledger answers the cells with the new results from now on; a call that now fails is left for its cells to make. */
function recordAll(
  { ledger, now }: RefreshOptions,
  outcomes: readonly CallOutcome[],
  changed: readonly CallOutcome[],
): void {
  for (const { call, result } of outcomes) if (result !== undefined) ledger.record(call, result, now());
  ledger.remove(changed.filter(({ error }) => error).map(({ call }) => call));
}

/** Works out every call of these cells, also those that cells make for the first time meanwhile. */
async function invokeAll(
  { ledger, progress }: RefreshOptions,
  cells: readonly FormulaCell[],
  generation: Generation,
): Promise<CallOutcome[]> {
  const outcomes = new Map<LedgerCall, CallOutcome>();
  const isMeant = mayBeMadeBy(cells);
  const untried = () => ledger.calls().filter((call) => !outcomes.has(call) && isMeant(call));
  for (let calls = untried(); calls.length > 0; calls = untried()) {
    for (const call of calls) outcomes.set(call, { call, before: call.result });
    const tell = () => progress?.([...outcomes.values()].filter(isDone).length, outcomes.size);
    tell();
    await Promise.all(
      calls.map(async (call) => {
        outcomes.set(call, await invokeOne(ledger, call, generation));
        tell();
      }),
    );
  }
  return [...outcomes.values()];
}

async function invokeOne(ledger: Ledger, call: LedgerCall, generation: Generation): Promise<CallOutcome> {
  const before = call.result;
  try {
    return { call, before, result: await ledger.invoke(call, { generation }) };
  } catch (error) {
    return { call, before, error: toCallError(error) };
  }
}

function isDone({ result, error }: CallOutcome): boolean {
  return result !== undefined || error !== undefined;
}

/**
 * Whether one of the cells may make a call. The ledger knows the cells of a call only once Excel has calculated them since the
 * workbook was opened: a call without known cells, as it was read from the file, may belong to any cell. A call with known
 * cells, none of which is among these, belongs to cells outside of the scope, or to cells that have another formula now.
 */
function mayBeMadeBy(cells: readonly FormulaCell[]): (call: LedgerCall) => boolean {
  const addresses = new Set(cells.map(formatSheetPosition));
  return (call) => call.addresses.size === 0 || [...call.addresses].some((address) => addresses.has(address));
}

function isChanged({ call, before, result, error }: CallOutcome): boolean {
  if (error) return call.error?.message !== error.message || call.error.code !== error.code;
  return call.state === "failed" || JSON.stringify(before) !== JSON.stringify(result);
}

/**
 * The cells to calculate: those that make a changed call, and some of which the ledger knows no call. Such a cell may make a
 * changed call that has no known cells; and where each call's cells are known, it makes a call that the ledger does not hold.
 */
function findStale(changed: readonly CallOutcome[], cells: readonly FormulaCell[], ledger: Ledger): FormulaCell[] {
  const known = new Set(ledger.calls().flatMap(({ addresses }) => [...addresses]));
  const stale = new Set(changed.flatMap(({ call }) => [...call.addresses]));
  const areUnknownMeant =
    changed.some(({ call }) => call.addresses.size === 0) ||
    ledger.calls().every(({ addresses }) => addresses.size > 0);
  return cells.filter((cell) => {
    const address = formatSheetPosition(cell);
    return stale.has(address) || (areUnknownMeant && !known.has(address));
  });
}

async function oldest(session: Session): Promise<number | undefined> {
  const times = (await session.cachedAnswers(() => true)).map(
    ({ generatedAt, receivedAt }) => generatedAt ?? receivedAt,
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}
