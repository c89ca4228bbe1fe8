/** What the store is made of: the pane's state, and what its actions work on. */
import { isInsightsError, type Session } from "../../insights";
import type { Ledger } from "../../workbook/ledger";
import type { WorkbookSettings } from "../../saved/settings";
import type { Device } from "../device";
import type { Failure, PaneState } from "../model";
import type { Sandbox } from "../page";
import { texts } from "../texts";

export interface StoreOptions {
  readonly session: Session;
  /** The workbook's settings, which the functions read too. */
  readonly settings: { current: WorkbookSettings };
  readonly ledger: Ledger;
  readonly device: Device;
  /** The service address that the add-in was built for; "" where people enter it. */
  readonly fixedAddress: string;
  /** The add-in's own. */
  readonly version: string;
  readonly findSandbox: () => Promise<Sandbox | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs `task` once after so many milliseconds; the function that it gives calls it off. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

export interface Inside extends StoreOptions {
  state: PaneState;
  readonly listeners: Set<() => void>;
}

/** Changes the state, and tells the views. */
export function show(inside: Inside, next: Partial<PaneState>): void {
  inside.state = { ...inside.state, ...next };
  for (const listener of [...inside.listeners]) listener();
}

/** Runs an action; where it fails, the failure is shown, and `otherwise` says what else is the case then. */
export async function attempt(
  inside: Inside,
  action: () => Promise<void>,
  otherwise?: Partial<PaneState>,
): Promise<void> {
  show(inside, { failure: undefined });
  await attemptQuietly(inside, action, otherwise);
}

/** The same for what nobody asked for: it leaves the failure before it where a person can read it. */
export async function attemptQuietly(
  inside: Inside,
  action: () => Promise<void>,
  otherwise?: Partial<PaneState>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    show(inside, { ...otherwise, failure: failureOf(error) });
  }
}

/** What the client says is for people already; what Office says gets a word on where it comes from. */
export function failureOf(error: unknown): Failure {
  if (isInsightsError(error)) return { message: error.message, kind: error.kind };
  const message = error instanceof Error ? error.message : String(error);
  return { message: isOffices(error) ? texts.excelFailed(message) : message };
}

/** Office's own errors have a code, and messages for developers. */
function isOffices(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}

export function wait({ after }: StoreOptions, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void after(milliseconds, resolve));
}
