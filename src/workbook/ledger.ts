/**
 * What the calls of the workbook's cells last returned. Excel runs functions again at any structural edit, also in a workbook
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
export interface FunctionCall {
  readonly id: string;
  readonly args: readonly unknown[];
}

/** One function with its arguments, whichever cells call it so. */
export interface LedgerCall extends FunctionCall {
  /** The cells that have called it since the workbook was opened, such as "Sheet1!A1"; some may have changed since. */
  readonly addresses: ReadonlySet<string>;
  readonly state: "waiting" | "done" | "failed";
  /** What it last returned, as long as that may be shown. */
  readonly result?: unknown;
  /** Milliseconds since the epoch. */
  readonly answeredAt?: number | undefined;
  readonly error?: CallError | undefined;
}

/**
 * What has become of the ledger: a cell has made a call that it had not made before, or that has to be worked out; such a call
 * has returned, or failed; or code other than a cell's has changed the ledger, as a refresh does.
 */
export type LedgerEvent = "called" | "returned" | "failed" | "edited";

/** Must not throw: it is called while a cell waits for its result. Many events come at once when Excel recalculates. */
export type LedgerListener = (event: LedgerEvent) => void;

export interface Ledger {
  /** The function, answered from the ledger where that can be, and recorded in it otherwise. */
  memoize(id: string, run: Run): Run;
  calls(): readonly LedgerCall[];
  /** Runs the function of a call past the ledger; `invocation` is what the function is told of the call. */
  invoke(call: FunctionCall, invocation: object): Promise<unknown>;
  /** Sets what a call has returned. */
  record(call: FunctionCall, result: unknown, answeredAt: number): void;
  /** Takes these cells off their calls: each is known again when it calculates. Gives the cells that were known. */
  detach(addresses: Iterable<string>): string[];
  /** Removes these calls. */
  remove(calls: readonly FunctionCall[]): void;
  /** Removes all calls. */
  clear(): void;
  /** The address of the service that the calls were answered by, as far as it is known. */
  readonly service: string | undefined;
  /** Removes all calls that another service has answered. */
  setService(service: string): void;
  /** Tells the listener of each change, after it, until the function that this gives is called. */
  subscribe(listener: LedgerListener): () => void;
}

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds after which a call is worked out anew. */
  maxAge: () => number;
}

type Entry = { -readonly [Name in keyof LedgerCall]: LedgerCall[Name] } & { addresses: Set<string> };

interface State extends LedgerOptions {
  /** By function and arguments. */
  readonly entries: Map<string, Entry>;
  readonly runs: Map<string, Run>;
  readonly listeners: Set<LedgerListener>;
  service?: string;
}

export function createLedger(options: LedgerOptions): Ledger {
  const state: State = { ...options, entries: new Map(), runs: new Map(), listeners: new Set() };
  const { entries, runs, listeners } = state;
  return {
    memoize(id, run) {
      runs.set(id, run);
      return (...values) => answer(state, id, run, values);
    },
    calls: () => [...entries.values()],
    async invoke({ id, args }, invocation) {
      const run = runs.get(id);
      return run && callFunction(run, args, invocation);
    },
    record(call, result, answeredAt) {
      setResult(entryOf(state, call), result, answeredAt);
      notify(state, "edited");
    },
    detach: (addresses) => detach(state, addresses),
    remove(calls) {
      for (const call of calls) entries.delete(keyOf(call));
      notify(state, "edited");
    },
    clear: () => clear(state),
    get service() {
      return state.service;
    },
    setService(service) {
      const isOther = state.service !== undefined && state.service !== service;
      state.service = service;
      if (isOther) clear(state);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Calls a function with all the arguments that it declares: a call that an earlier build has kept may have fewer. */
export function callFunction(run: Run, args: readonly unknown[], invocation: unknown): Promise<unknown> {
  const leftOut = Array.from({ length: Math.max(0, run.length - 1 - args.length) }, () => null);
  return run(...args, ...leftOut, invocation);
}

/** A call whose last result may be shown is answered with it. A preview in the formula bar leaves no trace. */
async function answer(state: State, id: string, run: Run, values: unknown[]): Promise<unknown> {
  const { address, isInValuePreview } = (values.at(-1) ?? {}) as Invocation;
  if (!address) return run(...values);
  const args = values.slice(0, -1);
  const known = state.entries.get(keyOf({ id, args }));
  if (isInValuePreview) return known && isFresh(state, known) ? known.result : run(...values);
  const entry = entryOf(state, { id, args });
  const isNew = !entry.addresses.has(address);
  entry.addresses.add(address);
  if (!isFresh(state, entry)) return work(state, entry, () => run(...values));
  if (isNew) notify(state, "called");
  return entry.result;
}

async function work(state: State, entry: Entry, run: () => Promise<unknown>): Promise<unknown> {
  entry.state = "waiting";
  notify(state, "called");
  try {
    const result = await run();
    setResult(entry, result, state.now());
    notify(state, "returned");
    return result;
  } catch (error) {
    Object.assign(entry, { state: "failed", error: toCallError(error) });
    notify(state, "failed");
    throw error;
  }
}

function detach(state: State, addresses: Iterable<string>): string[] {
  const all = [...state.entries.values()];
  // A cell with several calls is on each of them.
  const known = [...addresses].filter((address) => all.filter((entry) => entry.addresses.delete(address)).length > 0);
  notify(state, "edited");
  return known;
}

function notify({ listeners }: State, event: LedgerEvent): void {
  // One that unsubscribes meanwhile takes none from the others.
  for (const listener of [...listeners]) listener(event);
}

function clear(state: State): void {
  state.entries.clear();
  notify(state, "edited");
}

/** The call's entry, made where there is none. */
function entryOf({ entries }: State, { id, args }: FunctionCall): Entry {
  const key = keyOf({ id, args });
  const entry = entries.get(key) ?? { id, args, addresses: new Set(), state: "waiting" };
  entries.set(key, entry);
  return entry;
}

function setResult(entry: Entry, result: unknown, answeredAt: number): void {
  Object.assign(entry, { state: "done", result, answeredAt, error: undefined });
}

function isFresh({ now, maxAge }: State, { result, answeredAt = 0 }: Entry): boolean {
  return result !== undefined && now() - answeredAt < maxAge();
}

/** Arguments that are left out at the end are not part of it: an earlier build, whose function had fewer, kept none. */
function keyOf({ id, args }: FunctionCall): string {
  let given = args.length;
  while (given > 0 && (args[given - 1] === null || args[given - 1] === undefined)) given -= 1;
  return id + JSON.stringify(args.slice(0, given));
}

/** An error as a cell shows it. */
export function toCallError(error: unknown): CallError {
  const { code = "#VALUE!", message = "" } = error as Partial<CallError>;
  return { code, message };
}
