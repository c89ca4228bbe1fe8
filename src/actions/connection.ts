/** Connecting to the service and disconnecting from it. */
import { checkAddress, isInsightsError, type Access, type Plan, type Session } from "../insights";
import { recalculateFailed } from "../workbook/refresh/recalculation";
import type { Ledger } from "../workbook/ledger/ledger";
import { failureOf, runAction, setState, type StoreContext } from "./context";

export interface ConnectionActions {
  /** Connects, lists the plans and has cells in error ask again. `keepKey` keeps the key on this device. */
  readonly connect: (appUrl: string, apiKey: string, keepKey: boolean) => Promise<void>;
  readonly trySandbox: () => Promise<void>;
  /** Lists the plans anew. */
  readonly reloadPlans: () => Promise<void>;
  /** Disconnects and forgets the key: one click has to be enough to leave nothing behind. */
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
      setState(context, { ...DISCONNECTED, keptSince, isKeyKept: false, failure: undefined, refreshed: undefined });
    },
  };
}

/** When the oldest result in the ledger was worked out; undefined where it holds none. */
export function oldestKept(ledger: Ledger): number | undefined {
  const stamps = ledger.entries().flatMap(({ result, stamp }) => (result !== undefined && stamp ? [stamp] : []));
  return stamps.length > 0 ? stamps.reduce((one, other) => Math.min(one, other)) : undefined;
}

async function connect(context: StoreContext, address: string, apiKey: string, keepKey: boolean): Promise<void> {
  const { session, ledger } = context;
  await runAction(context, async () => {
    try {
      await open(context, address, apiKey, keepKey);
    } catch (error) {
      setState(context, DISCONNECTED);
      throw error;
    }
  });
  if (session.connected) await runAction(context, () => recalculateFailed(ledger));
}

async function open(context: StoreContext, address: string, apiKey: string, keepKey: boolean): Promise<void> {
  const { session, device, ledger } = context;
  // Whatever else was pasted with the address may be a secret, and must not get into the state.
  const appUrl = checkAddress(address);
  setState(context, { ...DISCONNECTED, status: "connecting", appUrl });
  session.disconnect();
  session.connect({ appUrl, credentials: { apiKey } });
  try {
    await loadPlans(context);
  } catch (error) {
    session.disconnect();
    throw error;
  }
  device.keep(appUrl, keepKey ? apiKey : "");
  ledger.setService(appUrl);
  setState(context, { isKeyKept: keepKey });
}

/** Lists the plans where the session is connected already, as with a key that was kept. */
export async function resume(context: StoreContext): Promise<void> {
  setState(context, { status: "connecting", failure: undefined });
  try {
    await loadPlans(context);
  } catch (error) {
    // Without a network the workbook stays connected: its functions try again by themselves.
    const isRefused = isInsightsError(error, "unauthorized", "address");
    if (isRefused) context.session.disconnect();
    setState(context, { status: isRefused ? "disconnected" : "connected", failure: failureOf(error) });
  }
}

async function loadPlans(context: StoreContext): Promise<void> {
  const plans = await listPlans(context.session);
  setState(context, { status: "connected", plans, access: await readAccess(context.session) });
}

/** A key without plans:read connects too, and knows no plans. */
async function listPlans(session: Session): Promise<readonly Plan[] | undefined> {
  try {
    return await session.plans();
  } catch (error) {
    if (isInsightsError(error, "forbidden")) return undefined;
    throw error;
  }
}

/** What the token may do is only shown, so that a token which does not say so is no failure. */
async function readAccess(session: Session): Promise<Access | undefined> {
  return session.access().catch(() => undefined);
}
