/**
 * What the calls of the workbook's cells last returned. Excel runs functions again at any structural edit, also in a workbook
 * that was just opened and has no connection; a call that stands here is answered from here until a refresh.
 */
import { normalizeSheetPosition } from "../../grid/sheetPrefix";
import { callKey, normalizeArguments, settingsReadBy, type CallSettings, type KeyedCall } from "../../saved/callKey";
import { createStampRecorder } from "./stamps";

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
  /** @default what it reads of the settings now */
  readonly reads?: CallSettings;
}

/** What a call has returned. Times are milliseconds since the epoch. */
export interface Returned {
  readonly result: unknown;
  /** When it returned, by this machine's clock. */
  readonly answeredAt: number;
  /** When the service worked the numbers out, as far as it is known: of two results for one call, the later is right. */
  readonly stamp: number;
}

/** One question of cells, however they write it. */
export interface LedgerCall extends KeyedCall, Partial<Returned> {
  /** The cells that are known to make it, such as "Sheet1!A1": a hint, since cells move and sheets are renamed. */
  readonly addresses: ReadonlySet<string>;
  readonly state: "waiting" | "done" | "failed";
  readonly error?: CallError | undefined;
  /** A cell has had it worked out, and no other call that shows the same answer has been compared with it since. */
  readonly isAhead?: true | undefined;
}

/**
 * What has become of the ledger: a cell has made a call that it had not made before, or that has to be worked out; such a call
 * has returned, or failed; a cell has made a call again and was answered, which changes nothing; or code other than a cell's
 * has changed the ledger, as a refresh does.
 */
export type LedgerEvent = "called" | "returned" | "failed" | "answered" | "edited";

/** Must not throw: it is called while a cell waits for its result. Many events come at once when Excel recalculates. */
export type LedgerListener = (event: LedgerEvent) => void;

export interface Ledger {
  /**
   * The function, answered from the ledger where that can be, and recorded in it otherwise. It gets its arguments normalised.
   * `arity` says how many it takes besides what Excel says of the call: a workbook keeps none that are left out at the end.
   */
  memoize(id: string, run: Run, arity?: () => number): Run;
  calls(): readonly LedgerCall[];
  /** Runs the function of a call past the ledger; `invocation` is what the function is told of the call. */
  invoke(call: FunctionCall, invocation: object): Promise<unknown>;
  /** Sets what a call has returned. */
  record(call: FunctionCall, returned: Returned): void;
  /** Says of these calls that others have been compared with them: none is ahead any more. */
  compare(calls: readonly LedgerCall[]): void;
  /** Takes these cells off their calls: each is known again when it calculates. Gives the cells that were known. */
  detach(addresses: Iterable<string>): string[];
  /** Takes the results of these calls away, so that their cells make them anew. */
  expire(calls: readonly FunctionCall[]): void;
  /** Removes these calls. */
  remove(calls: readonly FunctionCall[]): void;
  /** Removes all calls. */
  clear(): void;
  /** Removes the calls that were made while the settings that they read were others. */
  removeOutdated(): void;
  /** The address of the service that the calls were answered by, as far as it is known. */
  readonly service: string | undefined;
  /** Removes all calls that another service has answered. */
  setService(service: string): void;
  /** Some cells do not show yet what stands here: a refresh has been committed, and Excel has not calculated them. */
  isUnshown: boolean;
  /** Tells the listener of each change, after it, until the function that this gives is called. */
  subscribe(listener: LedgerListener): () => void;
}

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds after which a call is worked out anew. */
  maxAge: () => number;
  /** What arguments mean that are left out. @default nothing */
  settings?: () => CallSettings;
}

type Entry = { -readonly [Name in keyof LedgerCall]: LedgerCall[Name] } & { addresses: Set<string> };

interface RegisteredFunction {
  readonly run: Run;
  readonly arity: () => number;
}

interface State extends Required<LedgerOptions> {
  /** By `callKey`. */
  readonly entries: Map<string, Entry>;
  readonly functions: Map<string, RegisteredFunction>;
  readonly listeners: Set<LedgerListener>;
  service?: string;
}

export function createLedger({ settings = () => ({}), ...options }: LedgerOptions): Ledger {
  const state: State = { ...options, settings, entries: new Map(), functions: new Map(), listeners: new Set() };
  const { entries, functions, listeners } = state;
  return {
    memoize(id, run, arity = () => 0) {
      functions.set(id, { run, arity });
      return (...values) => answer(state, id, values);
    },
    calls: () => [...entries.values()],
    invoke: (call, invocation) => runFunction(state, keyed(state, call), invocation),
    record(call, returned) {
      Object.assign(entryOf(state, keyed(state, call)), {
        ...returned,
        state: "done",
        error: undefined,
        isAhead: undefined,
      });
      notify(state, "edited");
    },
    compare: (calls) => compare(state, calls),
    detach: (addresses) => detach(state, addresses),
    expire: (calls) => expire(state, calls),
    remove: (calls) => remove(state, calls),
    clear: () => clear(state),
    removeOutdated: () => removeOutdated(state),
    get service() {
      return state.service;
    },
    setService: (service) => setService(state, service),
    isUnshown: false,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function removeOutdated(state: State): void {
  for (const [key, { id, args }] of state.entries) {
    if (key !== callKey(keyed(state, { id, args }))) state.entries.delete(key);
  }
  notify(state, "edited");
}

/** A call whose last result may be shown is answered with it. A preview in the formula bar leaves no trace. */
async function answer(state: State, id: string, values: unknown[]): Promise<unknown> {
  const { address, isInValuePreview } = (values.at(-1) ?? {}) as Invocation;
  const run = () => state.functions.get(id)?.run(...values);
  if (!address) return run();
  const call = keyed(state, { id, args: values.slice(0, -1) });
  const key = callKey(call);
  const known = state.entries.get(key);
  if (isInValuePreview) return known && isFresh(state, known) ? known.result : run();
  const entry = known ?? entryOf(state, call, key);
  const isNew = attach(entry, address);
  if (!isFresh(state, entry)) return work(state, entry, values.at(-1) as object);
  notify(state, isNew ? "called" : "answered");
  return entry.result;
}

/** Whether the cell was not known to make the call. */
function attach({ addresses }: Entry, given: string): boolean {
  // Excel mostly writes an address as we do, and asks again for what is known.
  if (addresses.has(given)) return false;
  const { size } = addresses;
  return addresses.add(normalizeSheetPosition(given)).size > size;
}

async function work(state: State, entry: Entry, invocation: object): Promise<unknown> {
  entry.state = "waiting";
  notify(state, "called");
  const { onAnswers, oldest } = createStampRecorder();
  try {
    // Excel calls a call off by what the function puts into this very object.
    const result = await runFunction(state, entry, Object.assign(invocation, { onAnswers }));
    const now = state.now();
    const returned: Returned = { result, answeredAt: now, stamp: oldest() ?? now };
    Object.assign(entry, { ...returned, state: "done", error: undefined, isAhead: true });
    notify(state, "returned");
    return result;
  } catch (error) {
    Object.assign(entry, { state: "failed", error: toCallError(error) });
    notify(state, "failed");
    throw error;
  }
}

async function runFunction(state: State, { id, args }: KeyedCall, invocation: object): Promise<unknown> {
  const { run, arity } = state.functions.get(id) ?? {};
  const missing = Math.max(0, (arity?.() ?? 0) - args.length);
  return run?.(...args, ...Array<null>(missing).fill(null), invocation);
}

function keyed({ settings }: State, call: FunctionCall): KeyedCall {
  const args = normalizeArguments(call.args);
  return { id: call.id, args, reads: call.reads ?? settingsReadBy(call.id, args, settings()) };
}

function detach(state: State, addresses: Iterable<string>): string[] {
  const meant = new Set(addresses);
  const known = new Set<string>();
  for (const entry of state.entries.values()) {
    for (const address of entry.addresses) {
      if (!meant.has(address)) continue;
      entry.addresses.delete(address);
      known.add(address);
    }
  }
  notify(state, "edited");
  return [...known];
}

function compare({ entries }: State, calls: readonly LedgerCall[]): void {
  for (const call of calls) delete entries.get(callKey(call))?.isAhead;
}

function expire(state: State, calls: readonly FunctionCall[]): void {
  for (const call of calls) delete state.entries.get(callKey(keyed(state, call)))?.result;
  notify(state, "edited");
}

function remove(state: State, calls: readonly FunctionCall[]): void {
  for (const call of calls) state.entries.delete(callKey(keyed(state, call)));
  notify(state, "edited");
}

function setService(state: State, service: string): void {
  const isOther = state.service !== undefined && state.service !== service;
  state.service = service;
  if (isOther) clear(state);
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
function entryOf({ entries }: State, call: KeyedCall, key = callKey(call)): Entry {
  const entry = entries.get(key) ?? { ...call, addresses: new Set(), state: "waiting" };
  entries.set(key, entry);
  return entry;
}

function isFresh({ now, maxAge }: State, { result, answeredAt = 0 }: Entry): boolean {
  const limit = maxAge();
  // A clock that has been set back makes what it answered before neither young nor old.
  return result !== undefined && (limit === Infinity || Math.abs(now() - answeredAt) < limit);
}

/** An error as a cell shows it. */
export function toCallError(error: unknown): CallError {
  const { code = "#VALUE!", message = "" } = error as Partial<CallError>;
  return { code, message };
}
