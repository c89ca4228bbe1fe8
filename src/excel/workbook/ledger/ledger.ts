/**
 * The ledger: the last result of each call in the workbook. Excel runs functions again at any structural edit, also in a workbook
 * that was just opened and has no connection. A call with an entry here is answered from it until a refresh.
 */
import { normalizeSheetPosition } from "../../../spreadsheet/cells/sheetPrefix";
import type { InsightsError } from "../../../insights";
import {
  callKey,
  normalizeArguments,
  settingsReadBy,
  type CallSettings,
  type FunctionCall,
  type CallWithSettings,
} from "../../../numbers/language/callKey";
import type { KeptSettings } from "../../../reporting/saved/keptSettings";
import {
  isLater,
  isNewer,
  isSameEdition,
  UNREFRESHED,
  type DatedQuestion,
  type Edition,
  type SavedEntry,
  type SavedLedger,
} from "../../../reporting/saved/ledger";

/** A custom function as Excel calls it: its arguments, then the invocation. */
export type ExcelFunction = (...values: unknown[]) => Promise<unknown>;

/** The properties of Excel's invocation that matter here. */
interface Invocation {
  readonly address?: string;
  readonly isInValuePreview?: unknown;
}

export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** The result of a call. Times are milliseconds since the epoch. */
export type Returned = Pick<SavedEntry, "result" | "answeredAt" | "questions">;

/** What a refresh brought: it replaces all results. */
export interface Refresh {
  readonly edition: Edition;
  /** By `callKey`. Calls without a result compute it when their cells calculate. */
  readonly results: ReadonlyMap<string, Returned>;
  /** When the newest answer of each plan was computed, by the plan's id. */
  readonly runs: ReadonlyMap<string, number>;
  /** True for a call whose cells show something else now. */
  readonly isChanged: (entry: LedgerEntry) => boolean;
}

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
  /** The client's error behind it. */
  readonly cause?: InsightsError | undefined;
  /** True if its cells may still show a former result. */
  readonly isUnshown?: boolean;
}

/**
 * - `called`: a cell made a call for the first time, or a call that has to be computed.
 * - `returned`, `failed`: such a call ended.
 * - `answered`: a cell made a call again and was answered from its entry.
 * - `edited`: other code than a cell's call changed the ledger, such as a refresh.
 * - `adopted`: another user's refresh has replaced this ledger's results.
 */
export type LedgerEvent = "called" | "returned" | "failed" | "answered" | "edited" | "adopted";

/** Must not throw: it is called while a cell waits for its result. Many events come at once when Excel recalculates. */
export type LedgerListener = (event: LedgerEvent) => void;

export interface Ledger {
  /**
   * Wraps a function: it is answered from the ledger if possible, otherwise its result is recorded. It gets normalised arguments.
   * Saved calls lack those left out at the end.
   */
  wrap(id: string, run: ExcelFunction): ExcelFunction;
  entries(): readonly LedgerEntry[];
  entry(key: string): LedgerEntry | undefined;
  /** Runs the function of a call, without reading or changing its entry. */
  invoke(call: FunctionCall, invocation: object): Promise<Computed>;
  /** Sets what a call returned. */
  record(call: FunctionCall, returned: Returned): void;
  /** Replaces all results. Running calls compute theirs again when they end, since they may have asked before. */
  replace(refresh: Refresh): void;
  /** Forgets which calls these cells make until they calculate again. */
  detach(addresses: Iterable<string>): void;
  /** Removes these calls, and forgets which other calls their cells make. */
  remove(entries: readonly LedgerEntry[]): void;
  /** Removes all calls. */
  clear(): void;
  /** True if a cell could make the call now. One that was saved before a change of settings reads others. */
  isCurrent(entry: LedgerEntry): boolean;
  /** Removes calls that read settings which have changed. */
  removeFormerSettings(): void;
  /**
   * Merges a saved ledger: that of the later edition wins as a whole; of one edition, the newer entry does.
   * @returns true if the saved ledger has replaced this one's results
   */
  merge(saved: SavedLedger): boolean;
  /** The ledger as it is saved. */
  content(): SavedLedger;
  /** The last refresh, of any user. */
  readonly edition: Edition;
  /** The service whose answers the ledger holds, as `serviceOf` returns it; undefined before the first. */
  readonly service: string | undefined;
  /** True if some cells do not show their entry yet. Setting it to false clears every entry's mark. */
  isUnshown: boolean;
  /** How often an entry was marked as unshown. */
  readonly marks: number;
  /** Cells that did not show their calls when they were calculated last, such as "Sheet1!A1". */
  late: readonly string[];
  /** Facts about the workbook besides its calls. */
  readonly workbook: WorkbookKnowledge;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: LedgerListener): () => void;
}

export interface WorkbookKnowledge {
  /** The saved index as this ledger last read or wrote it. Another index was written by another user. */
  index: string;
  /** True if the workbook has saved entries. Cells can call our functions even without them. */
  isSaved: boolean;
  /** Cells that made no call, or came to an error of their own, when they were calculated: by address and formula, and the error. */
  readonly silent: Set<string>;
  /** True if cells may show numbers of unknown age: the workbook had no saved ledger. Undefined until it is looked for. */
  hasUnknown: boolean | undefined;
  /** The ids of the sheets that the workbook was opened with or has been searched with since. Undefined until they are read. */
  sheets: ReadonlySet<string> | undefined;
  /** When the newest answer of each plan's last refresh was computed, by the plan's id. */
  runs: ReadonlyMap<string, number>;
  /** The edition of a refresh of this user's whose write Excel did not answer: it may still come. */
  unanswered?: Edition | undefined;
}

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Settings that stand in for arguments left out. @default none */
  settings?: () => CallSettings;
  /** The settings that kept numbers imply, for a workbook that has lost its own. @default none are gone */
  kept?: () => KeptSettings | undefined;
  /** The connected service, as `serviceOf` returns it. @default none */
  connected?: () => string | undefined;
}

type Entry = { -readonly [Name in keyof LedgerEntry]: LedgerEntry[Name] } & { addresses: Set<string> };

interface LedgerState extends Required<LedgerOptions> {
  /** By `callKey`. */
  readonly entries: Map<string, Entry>;
  readonly functions: Map<string, ExcelFunction>;
  readonly listeners: Set<LedgerListener>;
  readonly workbook: WorkbookKnowledge;
  edition: Edition;
  /** How often all results were replaced: a running call may have been answered before. */
  replaced: number;
  isUnshown: boolean;
  marks: number;
  late: readonly string[];
}

function emptyState(options: LedgerOptions): LedgerState {
  return {
    settings: () => ({}),
    kept: () => undefined,
    connected: () => undefined,
    ...options,
    entries: new Map(),
    functions: new Map(),
    listeners: new Set(),
    workbook: {
      index: "",
      isSaved: false,
      silent: new Set(),
      hasUnknown: undefined,
      sheets: undefined,
      runs: new Map(),
    },
    edition: UNREFRESHED,
    replaced: 0,
    isUnshown: false,
    marks: 0,
    late: [],
  };
}

export function createLedger(options: LedgerOptions): Ledger {
  const state = emptyState(options);
  const { entries, functions, listeners } = state;
  return {
    wrap(id, run) {
      functions.set(id, run);
      return (...values) => answer(state, id, values);
    },
    entries: () => [...entries.values()],
    entry: (key) => entries.get(key),
    invoke: (call, invocation) => runFunction(state, withSettings(state, call), invocation),
    record(call, returned) {
      const entry = entryFor(state, withSettings(state, call));
      if (!isSame(entry.result, returned.result)) markUnshown(state, entry);
      setReturned(entry, returned);
      notify(state, "edited");
    },
    replace: (refresh) => replace(state, refresh),
    detach: (addresses) => detach(state, addresses),
    remove: (meant) => remove(state, meant),
    clear: () => remove(state, [...entries.values()]),
    isCurrent: (entry) => isCurrent(state, entry),
    removeFormerSettings: () =>
      remove(
        state,
        [...entries.values()].filter((entry) => !isCurrent(state, entry)),
      ),
    merge: (saved) => merge(state, saved),
    content: () => contentOf(state),
    get edition() {
      return state.edition;
    },
    get service() {
      return state.edition.service;
    },
    get isUnshown() {
      return state.isUnshown;
    },
    set isUnshown(isUnshown) {
      state.isUnshown = isUnshown;
      if (!isUnshown) for (const entry of entries.values()) entry.isUnshown = false;
    },
    get marks() {
      return state.marks;
    },
    get late() {
      return state.late;
    },
    set late(late) {
      if (late.length + state.late.length === 0) return;
      state.late = late;
      notify(state, "edited");
    },
    workbook: state.workbook,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isCurrent(state: LedgerState, { id, args, key }: LedgerEntry): boolean {
  return key === callKey(withSettings(state, { id, args }));
}

/** Answers a call from its entry, or computes it. A preview in the formula bar leaves no trace. */
async function answer(state: LedgerState, id: string, values: unknown[]): Promise<unknown> {
  const { address, isInValuePreview } = (values.at(-1) ?? {}) as Invocation;
  const run = () => state.functions.get(id)?.(...normalizeArguments(values.slice(0, -1)), values.at(-1));
  if (!address) return run();
  const call = withSettings(state, { id, args: values.slice(0, -1) });
  const key = callKey(call);
  const known = state.entries.get(key);
  if (isInValuePreview) return known && isKnown(known) ? known.result : run();
  const entry = known ?? entryFor(state, call, key);
  const isNewCell = attach(entry, address);
  if (!isKnown(entry)) return compute(state, entry, address, values.at(-1) as object);
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

async function compute(state: LedgerState, entry: Entry, address: string, invocation: object): Promise<unknown> {
  entry.state = "waiting";
  notify(state, "called");
  const { replaced } = state;
  const service = state.connected();
  const [outcome] = await Promise.allSettled([runFunction(state, entry, invocation)]);
  if (state.replaced !== replaced || state.connected() !== service)
    return computeAgain(state, entry, address, invocation);
  if (outcome.status === "rejected") {
    const { cause } = outcome.reason as { cause?: InsightsError };
    Object.assign(entry, { state: "failed", error: toCallError(outcome.reason), cause });
    notify(state, "failed");
    throw outcome.reason;
  }
  own(state, service);
  setReturned(entry, { ...outcome.value, answeredAt: state.now() });
  notify(state, "returned");
  return outcome.value.result;
}

/** Computes a call again if a refresh or another connection came between: its result may be too old, or another service's. */
function computeAgain(state: LedgerState, call: Entry, address: string, invocation: object): Promise<unknown> {
  const entry = entryFor(state, call, call.key);
  attach(entry, address);
  return isKnown(entry) ? Promise.resolve(entry.result) : compute(state, entry, address, invocation);
}

async function runFunction(
  state: LedgerState,
  { id, args, settings }: CallWithSettings,
  invocation: object,
): Promise<Computed> {
  let questions: readonly DatedQuestion[] = [];
  const onQuestions = (asked: readonly DatedQuestion[]) => void (questions = asked);
  // Excel cancels a call through a property that the function sets in this very object.
  const result = await state.functions.get(id)?.(...args, Object.assign(invocation, { onQuestions, settings }));
  return { result, questions };
}

function withSettings({ settings, kept }: LedgerState, call: FunctionCall): CallWithSettings {
  const [{ id }, args] = [call, normalizeArguments(call.args)];
  return { id, args, settings: call.settings ?? kept()?.of({ id, args }) ?? settingsReadBy(id, args, settings()) };
}

/** Returns the call's entry, a new one if there is none. */
function entryFor({ entries }: LedgerState, { id, args, settings }: CallWithSettings, key = ""): Entry {
  const call = { id, args, settings };
  const own = key || callKey(call);
  const entry = entries.get(own) ?? { ...call, key: own, addresses: new Set(), state: "waiting" };
  entries.set(own, entry);
  return entry;
}

function setReturned(entry: Entry, { result, answeredAt, questions }: Returned): void {
  Object.assign(entry, { result, answeredAt, questions, state: "done", error: undefined, cause: undefined });
}

function replace(state: LedgerState, { edition, results, runs, isChanged }: Refresh): void {
  state.edition = edition;
  state.replaced += 1;
  state.workbook.runs = runs;
  for (const entry of state.entries.values()) {
    if (isChanged(entry)) markUnshown(state, entry);
    const next = results.get(entry.key);
    if (next) setReturned(entry, next);
    else delete entry.result;
  }
  notify(state, "edited");
}

function markUnshown(state: LedgerState, entry: Entry): void {
  entry.isUnshown = true;
  state.isUnshown = true;
  state.marks += 1;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function detach(state: LedgerState, addresses: Iterable<string>): void {
  const meant = new Set(addresses);
  for (const { addresses: own } of state.entries.values())
    for (const address of own) if (meant.has(address)) own.delete(address);
  notify(state, "edited");
}

function remove(state: LedgerState, meant: readonly LedgerEntry[]): void {
  for (const { key } of meant) state.entries.delete(key);
  detach(
    state,
    meant.flatMap(({ addresses }) => [...addresses]),
  );
}

function merge(state: LedgerState, saved: SavedLedger): boolean {
  const { entries, edition, workbook } = state;
  const isReplaced = isLater(saved.edition, edition);
  if (!isReplaced && !isSameEdition(saved.edition, edition)) return false;
  const hadAnswers = entries.size > 0;
  if (isReplaced) {
    const results = new Map(saved.entries.map((entry) => [entry.key, entry]));
    const isChanged = ({ key, result }: LedgerEntry) => !isSame(result, results.get(key)?.result);
    replace(state, { ...saved, results, isChanged });
  }
  // Two users may have asked for a plan first. The later answers may be of another run.
  const runs = new Map(workbook.runs);
  for (const [plan, newest] of saved.runs) runs.set(plan, Math.min(newest, runs.get(plan) ?? newest));
  workbook.runs = runs;
  for (const entry of saved.entries) mergeEntry(state, entry);
  const isAdopted = isReplaced && hadAnswers;
  const isOwn = workbook.unanswered !== undefined && isSameEdition(saved.edition, workbook.unanswered);
  if (isReplaced) workbook.unanswered = undefined;
  notify(state, isAdopted && !isOwn ? "adopted" : "edited");
  return isAdopted;
}

/** Keeps the newer of two results. If that is the saved one, the cells of this user show another. */
function mergeEntry(state: LedgerState, saved: SavedEntry): void {
  const own = state.entries.get(saved.key);
  // Each user's add-in computes the ages itself.
  const isKept = own?.result !== undefined && (showsAge(saved) || !isNewer(saved, own));
  const entry = own ?? entryFor(state, saved, saved.key);
  if (own && !isSame(own.result, saved.result)) markUnshown(state, entry);
  if (!isKept) setReturned(entry, saved);
}

function contentOf({ entries, edition, workbook }: LedgerState): SavedLedger {
  const saved = [...entries.values()].flatMap(
    ({ key, id, args, settings, result, answeredAt = 0, questions }): SavedEntry[] =>
      result === undefined ? [] : [{ key, id, args, settings, result, answeredAt, questions }],
  );
  return { edition, entries: saved, runs: workbook.runs };
}

/** A workbook belongs to the service that answers first. */
function own(state: LedgerState, service: string | undefined): void {
  if (state.edition.service === undefined && service !== undefined) state.edition = { ...state.edition, service };
}

function notify({ listeners }: LedgerState, event: LedgerEvent): void {
  // A listener that unsubscribes meanwhile must not hide the event from others.
  for (const listener of [...listeners]) listener(event);
}

function isKnown({ result }: LedgerEntry): boolean {
  return result !== undefined;
}

/** True for a call that shows the age of other numbers. Its own questions date no number in its cell. */
export function showsAge({ id }: Pick<FunctionCall, "id">): boolean {
  return id === "ASOF";
}

/** An error as a cell shows it. */
export function toCallError(error: unknown): CallError {
  const { code = "#VALUE!", message = "" } = error as Partial<CallError>;
  return { code, message };
}
