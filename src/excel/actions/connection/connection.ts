/** Connecting to the service and disconnecting from it. */
import { checkAddress, isInsightsError, type Access, type Plan, type Session } from "../../../insights";
import { computedAt } from "../../../reporting/saved/ledger";
import type { Ledger } from "../../workbook/ledger/ledger";
import { explainUnreachable } from "./unreachable";
import { failureOf, noteReach, runAction, setState, type StoreContext } from "../context";
import { NOT_REFRESHED } from "../refresh/refreshState";
import { recalculateCells } from "../refresh/followedCells";

export interface ConnectionActions {
  /** Connects, lists the plans and recalculates cells in error. `keepKey` stores the key on this device. */
  readonly connect: (appUrl: string, apiKey: string, keepKey: boolean) => Promise<void>;
  readonly trySandbox: () => Promise<void>;
  /** Lists the plans again. */
  readonly reloadPlans: () => Promise<void>;
  /** Disconnects and removes the stored key, so one click leaves no secret behind. */
  readonly disconnect: () => void;
}

const DISCONNECTED = { status: "disconnected", plans: undefined, access: undefined } as const;

export function createConnectionActions(context: StoreContext): ConnectionActions {
  return {
    connect: (...given) => connect(context, ...given),
    trySandbox: () =>
      runAction(context, async () => {
        const sandbox = await context.findSandbox();
        if (sandbox) await connect(context, sandbox.appUrl, sandbox.apiKey, false);
      }),
    reloadPlans: () => resume(context),
    disconnect() {
      context.session.disconnect();
      context.device.forget();
      const keptSince = oldestKept(context.ledger);
      setState(context, { ...DISCONNECTED, keptSince, isKeyKept: false, failure: undefined, ...NOT_REFRESHED });
    },
  };
}

/** Offers the sandbox that runs beside the add-in, if one does. */
export async function offerSandbox(context: StoreContext): Promise<void> {
  const sandbox = await context.findSandbox().catch(() => undefined);
  if (sandbox) setState(context, { hasSandbox: true });
}

/** Shows the plans that a refresh has brought. */
export async function showPlans(context: StoreContext): Promise<void> {
  const plans = await context.session.plans({ memoryOnly: true }).catch(() => context.state.plans);
  setState(context, { plans });
}

/** Tells how old the kept numbers are. */
export function showKept(context: StoreContext): void {
  const keptSince = oldestKept(context.ledger);
  if (keptSince !== context.state.keptSince) setState(context, { keptSince });
}

/** Returns when the oldest result in the ledger was computed; undefined if it has none. */
export function oldestKept(ledger: Ledger): number | undefined {
  const known = ledger.entries().filter(({ result }) => result !== undefined);
  return known.length > 0 ? known.map(computedAt).reduce((one, other) => Math.min(one, other)) : undefined;
}

async function connect(context: StoreContext, address: string, apiKey: string, keepKey: boolean): Promise<void> {
  const { session } = context;
  await runAction(context, async () => {
    try {
      await open(context, address, apiKey, keepKey);
    } catch (error) {
      setState(context, DISCONNECTED);
      throw await explainUnreachable(error, context.state.appUrl, context.network);
    }
  });
  if (session.connected) await runAction(context, () => recalculateCells(context, "failed"));
}

async function open(context: StoreContext, address: string, apiKey: string, keepKey: boolean): Promise<void> {
  const { session, device } = context;
  // The rest of a pasted address may contain a secret, which must not get into the state.
  const appUrl = checkAddress(address);
  setState(context, { ...DISCONNECTED, status: "connecting", appUrl });
  session.disconnect();
  session.connect({ appUrl, credentials: { apiKey } });
  context.connections += 1;
  try {
    await loadPlans(context);
  } catch (error) {
    session.disconnect();
    throw error;
  }
  device.keep(appUrl, keepKey ? apiKey : "");
  setState(context, { isKeyKept: keepKey && device.keepsKeys });
}

/** Lists the plans if the session is already connected, for example with a stored key. */
export async function resume(context: StoreContext): Promise<void> {
  setState(context, { status: "connecting", failure: undefined });
  try {
    await loadPlans(context);
  } catch (error) {
    // Without a network the workbook stays connected: its functions retry.
    const isRefused = isInsightsError(error, "unauthorized", "address");
    if (isRefused) context.session.disconnect();
    const status = isRefused ? "disconnected" : "connected";
    setState(context, { status, failure: failureOf(error), isOffline: isInsightsError(error, "unreachable") });
  }
}

async function loadPlans(context: StoreContext): Promise<void> {
  const plans = await listPlans(context.session);
  noteReach(context, true);
  const planMarks = context.markedPlans.read(context.state.appUrl);
  setState(context, { status: "connected", plans, planMarks, access: await readAccess(context.session) });
}

/** Returns undefined for a key without plans:read, which can connect all the same. */
async function listPlans(session: Session): Promise<readonly Plan[] | undefined> {
  try {
    return await session.plans();
  } catch (error) {
    if (isInsightsError(error, "forbidden")) return undefined;
    throw error;
  }
}

/** Returns the token's scopes, for display only: a failure to read them is no failure to connect. */
async function readAccess(session: Session): Promise<Access | undefined> {
  return session.access().catch(() => undefined);
}
