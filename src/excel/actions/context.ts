/** The context that all actions share: the store's state, and the objects that it works on. */
import { InsightsError, isInsightsError, type Plan, type Session } from "../../insights";
import { UnansweredError } from "../workbook/cells/runExcel";
import { errorLocation } from "../workbook/cells/protectedStructure";
import type { Ledger } from "../workbook/ledger/ledger";
import { awaitEditing } from "../workbook/refresh/editMode";
import type { HeldSettings } from "../../reporting/saved/keptSettings";
import type { Device } from "./connection/device";
import { messages } from "./messages";
import type { MarkedPlans } from "./connection/planMarks";
import type { LocalSandbox } from "./connection/page";
import type { Failure } from "./sharedState";
import type { StoreState } from "./storeState";
import type { BrowserNetwork } from "./connection/unreachable";

export interface StoreOptions {
  readonly session: Session;
  /** The workbook's settings, which the functions read too. */
  readonly settings: HeldSettings;
  readonly ledger: Ledger;
  /**
   * Reads the workbook again: first everything that failed to load when it was opened, then settings of another user. Rejects
   * if the first part fails.
   */
  readonly reload: () => Promise<void>;
  readonly device: Device;
  /** The service address that the add-in was built for; "" if users enter it. */
  readonly fixedAddress: string;
  /** The add-in's version. */
  readonly version: string;
  /** Stores the marks of plans. @default the page's storage */
  readonly storage?: Storage | undefined;
  /** Office's prefix for storage keys. @default none */
  readonly partition?: string | undefined;
  /** @default the browser's */
  readonly network?: BrowserNetwork | undefined;
  readonly findSandbox: () => Promise<LocalSandbox | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs `task` once after `milliseconds`. Returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

export interface StoreContext extends StoreOptions {
  readonly network: BrowserNetwork;
  readonly markedPlans: MarkedPlans;
  state: StoreState;
  /** How often the user has connected. Another connection may be with another key, which may see other results. */
  connections: number;
  readonly listeners: Set<() => void>;
}

/** Replaces parts of the state, and notifies the listeners. */
export function setState(context: StoreContext, next: Partial<StoreState>): void {
  context.state = { ...context.state, ...next };
  for (const listener of [...context.listeners]) listener();
}

/** Replaces those parts of the state that differ. Views skip drawing parts that are the same objects. */
export function setChanged(context: StoreContext, next: Partial<StoreState>): void {
  const isOther = (name: keyof StoreState) => JSON.stringify(next[name]) !== JSON.stringify(context.state[name]);
  const names = (Object.keys(next) as (keyof StoreState)[]).filter(isOther);
  if (names.length > 0) setState(context, Object.fromEntries(names.map((name) => [name, next[name]])));
}

/** Reads the workbook again, and shows its settings. */
export async function reload(context: StoreContext): Promise<void> {
  await context.reload();
  showSettings(context);
}

/** Shows the settings that are in memory. */
export function showSettings(context: StoreContext): void {
  const { current: settings, kept } = context.settings;
  const { state } = context;
  if (state.settings !== settings || state.keptSettings !== kept) setState(context, { settings, keptSettings: kept });
}

/** Calls back once a part of the state is another one. Returns a function that stops this. */
export function onChanged(
  context: StoreContext,
  partsOf: (state: StoreState) => readonly unknown[],
  changed: () => void,
): () => void {
  let before = partsOf(context.state);
  const onState = () => {
    const [former, now] = [before, partsOf(context.state)];
    before = now;
    if (now.some((part, at) => part !== former[at])) changed();
  };
  context.listeners.add(onState);
  return () => void context.listeners.delete(onState);
}

/** Returns the plans that are known: those in memory, else those listed in the pane. */
export function plansKnown({ session, state }: StoreContext): readonly Plan[] {
  return session.generation?.peekPlans() ?? state.plans ?? [];
}

/** Returns a function that waits by the store's clock. */
export function waitOf({ after }: StoreContext): (milliseconds: number) => Promise<void> {
  return (milliseconds) => new Promise((resolve) => void after(milliseconds, resolve));
}

/** Runs an action of the user. Never rejects: an error becomes the state's `failure`, in place of the one before. */
export async function runAction(context: StoreContext, action: () => Promise<void>): Promise<void> {
  setState(context, { failure: undefined, notes: undefined });
  await runInBackground(context, action);
}

/** What the pane shows of the last action on reports and formulas. */
export const NO_OUTCOME = { result: undefined, copy: undefined } as const;

/**
 * Runs an action of the user that writes into the workbook, unless another one is running. It waits while the user edits a
 * cell, and the state says so.
 * @param outdated The part of the state that the action replaces.
 */
export async function runBusy(
  context: StoreContext,
  action: () => Promise<void>,
  outdated: Partial<StoreState> = {},
): Promise<void> {
  if (context.state.isBusy) return;
  setState(context, { isBusy: true, actedIn: context.state.section, ...outdated });
  const onEditing = (isEditing: boolean) => setState(context, { isEditing });
  await awaitEditing({ wait: waitOf(context), onEditing }, runAction(context, action));
  setState(context, { isBusy: false });
}

/** Runs work in the background. An earlier failure stays in the state, to be read, unless this work fails too. */
export async function runInBackground(context: StoreContext, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (isInsightsError(error, "unreachable")) noteReach(context, false);
    setState(context, { failure: toldFailure(context, error) });
  }
}

/** Notes if the service answers. */
export function noteReach(context: StoreContext, isReached: boolean): void {
  if (context.state.isOffline !== !isReached) setState(context, { isOffline: !isReached });
}

/** Returns what `failureOf` returns, but says of a device that is offline that it is: the client can only guess. */
export function toldFailure({ network }: Pick<StoreContext, "network">, error: unknown): Failure {
  if (!isInsightsError(error, "unreachable") || network.isOnline()) return failureOf(error);
  const { kind, cause } = error;
  // Of a refresh that changed nothing, the cause is the client's error.
  return { kind, message: isInsightsError(cause) ? messages.unchanged(messages.offline) : messages.offline };
}

/** Messages of the client are written for users. Messages of Office are for developers, so a prefix names Excel as their source. */
export function failureOf(error: unknown): Failure {
  if (isInsightsError(error)) {
    const { message, kind } = error;
    return { message, kind, ...(kind === "unreachable" && { details: messages.unreachable }) };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnansweredError) return { message: messages.unanswered(message) };
  return { message: isOfficeError(error) ? messages.excelFailed(message) : message, location: errorLocation(error) };
}

/** Adds to the error of a failed refresh that every cell is as it was. The user's own Cancel needs no message. */
export function nothingChanged(error: unknown): unknown {
  if (isInsightsError(error, "cancelled")) return error;
  if (isInsightsError(error)) return new InsightsError(error.kind, messages.unchanged(error.message), { cause: error });
  // What was not answered has changed no cell here, so it needs no looking for.
  const { message } = error instanceof UnansweredError ? error : failureOf(error);
  return new Error(messages.unchanged(message), { cause: error });
}

/** Only Office's errors have a `code`. */
function isOfficeError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}

/** Returns a function that removes an event handler of Excel's, also if its registration is still pending. Failures are ignored. */
export function stopperOf(registration: Promise<() => Promise<void>>): () => void {
  const registered = registration.catch(() => undefined);
  return () => void registered.then((stop) => stop?.()).catch(() => undefined);
}
