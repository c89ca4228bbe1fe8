/**
 * The ledger: the last result of each call in the workbook. Excel runs functions again at any structural edit, also in a workbook
 * that was just opened and has no connection. A call with an entry here is answered from it until a refresh.
 */
import { normalizeSheetPosition } from "../../grid/sheetPrefix";
import {
  callKey,
  normalizeArguments,
  settingsReadBy,
  type CallSettings,
  type CallWithSettings,
} from "../../saved/callKey";
import { isNewer, stampAfter, type DatedQuestion, type SavedEntry, type SavedLedger } from "../../saved/ledger";
import { createWorkbookKnowledge, type WorkbookKnowledge } from "./workbookKnowledge";

/** A custom function as Excel calls it: its arguments, then the invocation. */
export type Run = (...values: unknown[]) => Promise<unknown>;

/** The properties of Excel's invocation that matter here. */
interface Invocation {
  readonly address?: string;
  readonly isInValuePreview?: unknown;
}

export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** A function's id, and its arguments as Excel passes them. */
export interface FunctionCall {
  readonly id: string;
  readonly args: readonly unknown[];
  /** @default the present settings that the call reads */
  readonly settings?: CallSettings;
}

/** The result of a call. Times are milliseconds since the epoch. */
export type Returned = Pick<SavedEntry, "result" | "answeredAt" | "stamp" | "questions">;

/** The result of a call that was just computed. */
export interface Computed {
  readonly result: unknown;
  readonly questions: readonly DatedQuestion[];
}

/** One call, however many cells make it. */
export interface LedgerEntry extends CallWithSettings, Partial<Returned> {
  /** `callKey` of the call. */
  readonly key: string;
  /** Cells that made the call, such as "Sheet1!A1". A hint only: cells move, and sheets are renamed. */
  readonly addresses: ReadonlySet<string>;
  readonly state: "waiting" | "done" | "failed";
  readonly error?: CallError | undefined;
}

/**
 * - `called`: a cell made a call for the first time, or a call that has to be computed.
 * - `returned`, `failed`: such a call ended.
 * - `answered`: a cell made a call again and was answered from its entry.
 * - `edited`: other code than a cell's call changed the ledger, such as a refresh.
 */
export type LedgerEvent = "called" | "returned" | "failed" | "answered" | "edited";

/** Must not throw: it is called while a cell waits for its result. Many events come at once when Excel recalculates. */
export type LedgerListener = (event: LedgerEvent) => void;

export interface Ledger {
  /**
   * Wraps a function: it is answered from the ledger if possible, otherwise its result is recorded. It gets normalised arguments.
   * `arity` returns how many arguments it takes besides the invocation: saved calls lack those left out at the end.
   */
  wrap(id: string, run: Run, arity?: () => number): Run;
  entries(): readonly LedgerEntry[];
  entry(key: string): LedgerEntry | undefined;
  /** Runs the function of a call, without reading or changing its entry. */
  invoke(call: FunctionCall, invocation: object): Promise<Computed>;
  /** Sets what a call returned. */
  record(call: FunctionCall, returned: Returned): void;
  /** Returns a stamp with which a result that was computed now wins over the present entry of its call. */
  stampFor(key: string, computed: Computed): number;
  /** Removes the link of these cells to their calls until they calculate again. Returns the cells that had one. */
  detach(addresses: Iterable<string>): string[];
  /** Removes the results of these calls, but not the calls: their cells compute them again. */
  expire(entries: readonly LedgerEntry[]): void;
  /** Removes these calls. */
  remove(entries: readonly LedgerEntry[]): void;
  /** Removes all calls. */
  clear(): void;
  /** Removes calls that read settings which have changed. */
  removeOutdated(): void;
  /** Merges the entries of a saved ledger; the newer entry wins. If it is another service's, it replaces all entries. */
  merge(saved: SavedLedger): void;
  /** The ledger as it is saved. */
  content(): SavedLedger;
  /** The service whose answers the ledger holds, as `serviceOf` returns it; undefined if it holds none. */
  readonly service: string | undefined;
  /** Notes that the service has answered: a workbook without answers belongs to it from now on. */
  noteAnswered(service: string | undefined): void;
  /**
   * Starts a new epoch: the session's answers were replaced. A running call computes its result again when it ends, since the
   * result may be older than the new answers.
   */
  startEpoch(): void;
  /** True if some cells do not show their entry yet: it was changed, and Excel has not calculated them. */
  isUnshown: boolean;
  /** Facts about the workbook besides its calls. */
  readonly workbook: WorkbookKnowledge;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: LedgerListener): () => void;
}

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds after which a call is computed again. */
  maxAge: () => number;
  /** Settings that stand in for arguments left out. @default none */
  settings?: () => CallSettings;
  /** The connected service, as `serviceOf` returns it. @default none */
  connected?: () => string | undefined;
}

type Entry = { -readonly [Name in keyof LedgerEntry]: LedgerEntry[Name] } & { addresses: Set<string> };

interface RegisteredFunction {
  readonly run: Run;
  readonly arity: () => number;
}

interface State extends Required<LedgerOptions> {
  /** By `callKey`. */
  readonly entries: Map<string, Entry>;
  /** Stamps of removed results, by `callKey`. */
  readonly dropped: Map<string, number>;
  readonly functions: Map<string, RegisteredFunction>;
  readonly listeners: Set<LedgerListener>;
  readonly workbook: WorkbookKnowledge;
  /** How often the session's answers were replaced. */
  epoch: number;
  isUnshown: boolean;
  service?: string | undefined;
}

export function createLedger(options: LedgerOptions): Ledger {
  const state: State = {
    settings: () => ({}),
    connected: () => undefined,
    ...options,
    entries: new Map(),
    dropped: new Map(),
    functions: new Map(),
    listeners: new Set(),
    workbook: createWorkbookKnowledge(),
    epoch: 0,
    isUnshown: false,
  };
  const { entries, functions, listeners } = state;
  return {
    wrap(id, run, arity = () => 0) {
      functions.set(id, { run, arity });
      return (...values) => answer(state, id, values);
    },
    entries: () => [...entries.values()],
    entry: (key) => entries.get(key),
    invoke: (call, invocation) => runFunction(state, withSettings(state, call), invocation),
    record(call, returned) {
      setReturned(state, entryFor(state, withSettings(state, call)), returned);
      notify(state, "edited");
    },
    stampFor: (key, computed) => stampFor(state, key, computed),
    detach: (addresses) => detach(state, addresses),
    expire: (meant) => expire(state, meant),
    remove: (meant) => remove(state, meant),
    clear: () => remove(state, [...entries.values()]),
    removeOutdated() {
      const isOutdated = ({ id, args, key }: Entry) => key !== callKey(withSettings(state, { id, args }));
      remove(state, [...entries.values()].filter(isOutdated));
    },
    merge: (saved) => merge(state, saved),
    content: () => contentOf(state),
    get service() {
      return state.service;
    },
    noteAnswered: (service) => void (state.service ??= service),
    startEpoch: () => void (state.epoch += 1),
    get isUnshown() {
      return state.isUnshown;
    },
    set isUnshown(isUnshown) {
      state.isUnshown = isUnshown;
    },
    workbook: state.workbook,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Answers a call from its entry, or computes it. A preview in the formula bar leaves no trace. */
async function answer(state: State, id: string, values: unknown[]): Promise<unknown> {
  const { address, isInValuePreview } = (values.at(-1) ?? {}) as Invocation;
  const run = () => state.functions.get(id)?.run(...values);
  if (!address) return run();
  const call = withSettings(state, { id, args: values.slice(0, -1) });
  const key = callKey(call);
  const known = state.entries.get(key);
  if (isInValuePreview) return known && isFresh(state, known) ? known.result : run();
  const entry = known ?? entryFor(state, call, key);
  const isNewCell = attach(entry, address);
  if (!isFresh(state, entry)) return compute(state, entry, address, values.at(-1) as object);
  notify(state, isNewCell ? "called" : "answered");
  return entry.result;
}

/** Returns true if the cell was not known to make the call. */
function attach({ addresses }: Entry, given: string): boolean {
  // Excel mostly writes an address as we do, and asks again for known cells.
  if (addresses.has(given)) return false;
  const { size } = addresses;
  return addresses.add(normalizeSheetPosition(given)).size > size;
}

async function compute(state: State, entry: Entry, address: string, invocation: object): Promise<unknown> {
  entry.state = "waiting";
  notify(state, "called");
  const { epoch } = state;
  const service = state.connected();
  const [outcome] = await Promise.allSettled([runFunction(state, entry, invocation)]);
  if (state.epoch !== epoch || state.connected() !== service) return computeAgain(state, entry, address, invocation);
  if (outcome.status === "rejected") {
    Object.assign(entry, { state: "failed", error: toCallError(outcome.reason) });
    notify(state, "failed");
    throw outcome.reason;
  }
  const computed = outcome.value;
  state.service ??= service;
  setReturned(state, entry, { ...computed, answeredAt: state.now(), stamp: stampFor(state, entry.key, computed) });
  notify(state, "returned");
  return computed.result;
}

/** The session's answers or its service were replaced while the call ran, and its entry may have been too. */
function computeAgain(state: State, call: Entry, address: string, invocation: object): Promise<unknown> {
  const entry = entryFor(state, call, call.key);
  attach(entry, address);
  return isFresh(state, entry) ? Promise.resolve(entry.result) : compute(state, entry, address, invocation);
}

async function runFunction(state: State, { id, args }: CallWithSettings, invocation: object): Promise<Computed> {
  let questions: readonly DatedQuestion[] = [];
  const onQuestions = (asked: readonly DatedQuestion[]) => void (questions = asked);
  const { run, arity } = state.functions.get(id) ?? {};
  const missing = Math.max(0, (arity?.() ?? 0) - args.length);
  // Excel cancels a call through a property that the function sets in this very object.
  const result = await run?.(...args, ...Array<null>(missing).fill(null), Object.assign(invocation, { onQuestions }));
  return { result, questions };
}

function withSettings({ settings }: State, call: FunctionCall): CallWithSettings {
  const args = normalizeArguments(call.args);
  return { id: call.id, args, settings: call.settings ?? settingsReadBy(call.id, args, settings()) };
}

/** Returns the call's entry, a new one if there is none. */
function entryFor({ entries }: State, { id, args, settings }: CallWithSettings, key = ""): Entry {
  const call = { id, args, settings };
  const own = key || callKey(call);
  const entry = entries.get(own) ?? { ...call, key: own, addresses: new Set(), state: "waiting" };
  entries.set(own, entry);
  return entry;
}

function setReturned(state: State, entry: Entry, { result, answeredAt, stamp, questions }: Returned): void {
  const dropped = state.dropped.get(entry.key);
  state.dropped.delete(entry.key);
  const own = dropped === undefined ? stamp : Math.max(stamp, dropped + 1);
  Object.assign(entry, { result, answeredAt, stamp: own, questions, state: "done", error: undefined });
}

function stampFor(state: State, key: string, computed: Computed): number {
  return stampAfter(state.entries.get(key), computed, state.now());
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

function expire(state: State, meant: readonly LedgerEntry[]): void {
  for (const { key } of meant) dropResult(state, key);
  forgetService(state);
  notify(state, "edited");
}

function remove(state: State, meant: readonly LedgerEntry[]): void {
  for (const { key } of meant) {
    dropResult(state, key);
    state.entries.delete(key);
  }
  forgetService(state);
  notify(state, "edited");
}

/** Records the removal, so a saved entry does not restore the result. */
function dropResult({ entries, dropped }: State, key: string): void {
  const entry = entries.get(key);
  if (entry?.result === undefined) return;
  dropped.set(key, entry.stamp ?? 0);
  delete entry.result;
  delete entry.questions;
}

function merge(state: State, saved: SavedLedger): void {
  if (saved.service !== undefined && saved.entries.length > 0) {
    if (state.service !== undefined && state.service !== saved.service) removeAnswers(state);
    state.service = saved.service;
  }
  for (const entry of saved.entries) mergeEntry(state, entry);
  for (const [key, stamp] of saved.dropped) mergeDropped(state, key, stamp);
  forgetService(state);
  notify(state, "edited");
}

function mergeEntry(state: State, saved: SavedEntry): void {
  if ((state.dropped.get(saved.key) ?? -Infinity) >= saved.stamp) return;
  const own = state.entries.get(saved.key);
  const isSame = own?.result !== undefined && JSON.stringify(own.result) === JSON.stringify(saved.result);
  if (own?.result !== undefined && !isNewer(saved, { result: own.result, stamp: own.stamp ?? 0 })) {
    // The cells of the other user show the older result.
    state.isUnshown ||= !isSame;
    return;
  }
  state.workbook.hasRemoteEntries = true;
  state.isUnshown ||= own !== undefined && !isSame;
  setReturned(state, own ?? entryFor(state, saved, saved.key), saved);
}

function mergeDropped(state: State, key: string, stamp: number): void {
  const own = state.entries.get(key);
  if (own?.result !== undefined && (own.stamp ?? 0) > stamp) return;
  state.dropped.set(key, Math.max(stamp, state.dropped.get(key) ?? stamp));
  if (own?.result === undefined) return;
  state.workbook.hasRemoteEntries = true;
  state.isUnshown = true;
  delete own.result;
  delete own.questions;
}

function contentOf({ entries, dropped, service, workbook }: State): SavedLedger {
  const saved = [...entries.values()].flatMap(
    ({ key, id, args, settings, result, answeredAt = 0, stamp = answeredAt, questions }): SavedEntry[] =>
      result === undefined ? [] : [{ key, id, args, settings, result, answeredAt, stamp, questions }],
  );
  return { service, entries: saved, dropped: new Map(dropped), runs: new Map(workbook.runs) };
}

/** Without answers the workbook belongs to no service. */
function forgetService(state: State): void {
  for (const { result } of state.entries.values()) if (result !== undefined) return;
  state.service = undefined;
}

/** Removes the answers of another service than the saved ledger's. Cells that show them are calculated again. */
function removeAnswers(state: State): void {
  state.entries.clear();
  state.dropped.clear();
  state.workbook.runs.clear();
  Object.assign(state.workbook, { knownToOthers: undefined, hasRemoteEntries: true });
  state.isUnshown = true;
  state.epoch += 1;
}

function notify({ listeners }: State, event: LedgerEvent): void {
  // A listener that unsubscribes meanwhile must not hide the event from others.
  for (const listener of [...listeners]) listener(event);
}

function isFresh({ now, maxAge, connected, service }: State, { result, answeredAt = 0 }: Entry): boolean {
  // Another service has no newer answer.
  const limit = connected() === service ? maxAge() : Infinity;
  // If the clock was set back, `answeredAt` may lie in the future and tells nothing about the age.
  return result !== undefined && (limit === Infinity || Math.abs(now() - answeredAt) < limit);
}

/** An error as a cell shows it. */
export function toCallError(error: unknown): CallError {
  const { code = "#VALUE!", message = "" } = error as Partial<CallError>;
  return { code, message };
}
