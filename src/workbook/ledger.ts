/**
 * What the calls of the workbook's cells last returned. Excel runs functions anew at any structural edit, also in a workbook
 * that was just opened and has no connection; a call that stands here is answered from here until a refresh.
 */

/** A custom function as Excel calls it: its arguments, then what Excel says of the call. */
export type Run = (...values: unknown[]) => Promise<unknown>;

/** What Excel says of a call, as far as it matters here. */
interface Invocation {
  readonly address?: string;
  readonly isInValuePreview?: unknown;
}

export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** A function's id, and its arguments as Excel gives them. */
export interface Asked {
  readonly id: string;
  readonly args: readonly unknown[];
}

/** One function with its arguments, whichever cells call it so. */
export interface LedgerCall extends Asked {
  /** The cells that have called it since the workbook was opened, such as "Sheet1!A1"; some may have changed since. */
  readonly addresses: ReadonlySet<string>;
  readonly state: "waiting" | "done" | "failed";
  /** What it last returned, as long as that may be shown. */
  readonly result?: unknown;
  /** Milliseconds since the epoch. */
  readonly answeredAt?: number | undefined;
  readonly error?: CallError | undefined;
}

export interface Ledger {
  /** The function, answered from the ledger where that can be, and entered in it otherwise. */
  keep(id: string, run: Run): Run;
  calls(): readonly LedgerCall[];
  /** Works a call out anew, past the ledger; `invocation` is handed to the function. */
  work(call: Asked, invocation: object): Promise<unknown>;
  /** Enters what a call has returned. */
  enter(call: Asked, result: unknown, answeredAt: number): void;
  /** Forgets who made these cells' calls: each is known again when it calculates. Gives the cells that were known. */
  release(addresses: Iterable<string>): string[];
  /** Forgets these calls, or all. */
  forget(calls?: readonly LedgerCall[]): void;
  /** The address of the service that the calls were answered by, as far as it is known. */
  readonly service: string | undefined;
  /** Forgets all that another service has answered. */
  belongTo(service: string): void;
}

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds after which a call is worked out anew. */
  maxAge: () => number;
  /** Told when a cell's call has been entered, so that the workbook may be made to keep it. */
  entered: () => void;
}

type Entry = { -readonly [Name in keyof LedgerCall]: LedgerCall[Name] } & { addresses: Set<string> };

interface State extends LedgerOptions {
  /** By function and arguments. */
  readonly entries: Map<string, Entry>;
  readonly runs: Map<string, Run>;
  service?: string;
}

export function createLedger(options: LedgerOptions): Ledger {
  const state: State = { ...options, entries: new Map(), runs: new Map() };
  const { entries, runs } = state;
  return {
    keep(id, run) {
      runs.set(id, run);
      return (...values) => answer(state, id, run, values);
    },
    calls: () => [...entries.values()],
    work: async ({ id, args }, invocation) => runs.get(id)?.(...args, invocation),
    enter: (call, result, answeredAt) => enter(find(state, call), result, answeredAt),
    release(addresses) {
      const all = [...entries.values()];
      // Every one of the calls has to let go of the cell.
      return [...addresses].filter((address) => all.filter((entry) => entry.addresses.delete(address)).length > 0);
    },
    forget(calls) {
      if (!calls) entries.clear();
      for (const call of calls ?? []) entries.delete(keyOf(call));
    },
    get service() {
      return state.service;
    },
    belongTo(service) {
      if (state.service !== undefined && state.service !== service) entries.clear();
      state.service = service;
    },
  };
}

/** A call whose last result may be shown is answered with it. A preview in the formula bar leaves no trace. */
async function answer(state: State, id: string, run: Run, values: unknown[]): Promise<unknown> {
  const { address, isInValuePreview } = (values.at(-1) ?? {}) as Invocation;
  if (!address) return run(...values);
  const args = values.slice(0, -1);
  const known = state.entries.get(keyOf({ id, args }));
  if (isInValuePreview) return known && isFresh(state, known) ? known.result : run(...values);
  const entry = find(state, { id, args });
  entry.addresses.add(address);
  return isFresh(state, entry) ? entry.result : work(state, entry, () => run(...values));
}

async function work({ now, entered }: State, entry: Entry, run: () => Promise<unknown>): Promise<unknown> {
  entry.state = "waiting";
  try {
    const result = await run();
    enter(entry, result, now());
    entered();
    return result;
  } catch (error) {
    Object.assign(entry, { state: "failed", error: errorOf(error) });
    throw error;
  }
}

function find({ entries }: State, { id, args }: Asked): Entry {
  const key = keyOf({ id, args });
  const entry = entries.get(key) ?? { id, args, addresses: new Set(), state: "waiting" };
  entries.set(key, entry);
  return entry;
}

function enter(entry: Entry, result: unknown, answeredAt: number): void {
  Object.assign(entry, { state: "done", result, answeredAt, error: undefined });
}

function isFresh({ now, maxAge }: State, { result, answeredAt = 0 }: Entry): boolean {
  return result !== undefined && now() - answeredAt < maxAge();
}

function keyOf({ id, args }: Asked): string {
  return id + JSON.stringify(args);
}

/** An error as a cell shows it. */
export function errorOf(error: unknown): CallError {
  const { code = "#VALUE!", message = "" } = error as Partial<CallError>;
  return { code, message };
}
