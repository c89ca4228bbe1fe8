/** The pane's state and what it can do about it. It lives as long as the runtime, the pane only while it is shown. */
import { isInsightsError, type Plan, type Session } from "../insights";
import type { Ledger } from "../workbook/ledger";
import { recalculate, recalculateFailed } from "../workbook/recalculation";
import { refreshWorkbook } from "../workbook/refresh";
import { writeSettings, type WorkbookSettings } from "../workbook/settings";
import type { PaneModel, PaneState } from "./model";

export interface StoreOptions {
  session: Session;
  /** The workbook's settings, which the functions read too. */
  settings: { current: WorkbookSettings };
  ledger: Ledger;
  /** The service address of the last connection, kept on this device. */
  address: { read(): string; write(appUrl: string): void };
}

export interface Store extends PaneModel {
  /** Brings the workbook to the plan's present state; what goes wrong becomes the state's `failure`. */
  refresh(): Promise<void>;
}

interface Inside extends StoreOptions {
  state: PaneState;
  readonly listeners: Set<() => void>;
}

export function createStore(options: StoreOptions): Store {
  const { address, settings } = options;
  const state: PaneState = { status: "disconnected", appUrl: address.read(), planId: settings.current.plan };
  const inside: Inside = { ...options, state, listeners: new Set() };
  return {
    state: () => inside.state,
    subscribe(listener) {
      inside.listeners.add(listener);
      return () => inside.listeners.delete(listener);
    },
    async connect(appUrl, apiKey) {
      await attempt(inside, () => connect(inside, appUrl, apiKey), { status: "disconnected", plans: undefined });
      if (inside.session.connected) await attempt(inside, () => recalculateFailed(inside.ledger));
    },
    disconnect() {
      inside.session.disconnect();
      change(inside, { status: "disconnected", plans: undefined, failure: undefined });
    },
    choosePlan: (planId) => attempt(inside, () => choosePlan(inside, planId)),
    refresh: () =>
      attempt(inside, async () => {
        const { session, ledger } = inside;
        const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
        await refreshWorkbook({ session, ledger, now: () => Date.now(), wait });
      }),
  };
}

function change(inside: Inside, next: Partial<PaneState>): void {
  inside.state = { ...inside.state, ...next };
  for (const listener of inside.listeners) listener();
}

/** Runs an action; where it fails, the failure is shown, and `onFailure` says what else is the case then. */
async function attempt(inside: Inside, action: () => Promise<void>, onFailure?: Partial<PaneState>): Promise<void> {
  change(inside, { failure: undefined });
  try {
    await action();
  } catch (error) {
    change(inside, { ...onFailure, failure: error instanceof Error ? error.message : String(error) });
  }
}

async function connect(inside: Inside, appUrl: string, apiKey: string): Promise<void> {
  const { session, address } = inside;
  change(inside, { status: "connecting", appUrl, plans: undefined });
  session.disconnect();
  session.connect({ appUrl, credentials: { apiKey } });
  const plans = await listPlans(session);
  address.write(appUrl);
  inside.ledger.belongTo(appUrl);
  change(inside, { status: "connected", plans });
}

/** Cells that leave the plan or the currency out follow the choice. */
async function choosePlan(inside: Inside, planId: string): Promise<void> {
  const currency = inside.state.plans?.find(({ id }) => id === planId)?.currency;
  inside.settings.current = { plan: planId, ...(currency ? { currency } : {}) };
  inside.ledger.forget();
  change(inside, { planId });
  await writeSettings(inside.settings.current);
  await recalculate();
}

/** A key without plans:read connects too, and knows no plans. */
async function listPlans(session: Session): Promise<readonly Plan[] | undefined> {
  try {
    return await session.plans();
  } catch (error) {
    if (isInsightsError(error, "forbidden")) return undefined;
    session.disconnect();
    throw error;
  }
}
