/** Connecting to the service and leaving it. */
import { checkAddress, isInsightsError, type Access, type Plan, type Session } from "../../insights";
import { recalculateFailed } from "../../workbook/recalculation";
import { attempt, failureOf, show, type Inside } from "./inside";

const LEFT = { status: "disconnected", plans: undefined, access: undefined } as const;

/** Connects, lists the plans and has cells in error ask again. */
export async function connect(inside: Inside, address: string, apiKey: string, keep: boolean): Promise<void> {
  const { session, device, ledger } = inside;
  await attempt(
    inside,
    async () => {
      // What else was pasted with the address may be a secret.
      const appUrl = checkAddress(address);
      show(inside, { ...LEFT, status: "connecting", appUrl });
      session.disconnect();
      session.connect({ appUrl, credentials: { apiKey } });
      await enter(inside).catch((error: unknown) => {
        session.disconnect();
        throw error;
      });
      device.keep(appUrl, keep ? apiKey : "");
      ledger.setService(appUrl);
      show(inside, { isKeyKept: keep });
    },
    LEFT,
  );
  if (session.connected) await attempt(inside, () => recalculateFailed(ledger));
}

/** Lists the plans where the session is connected already, as by a key that was kept. */
export async function resume(inside: Inside): Promise<void> {
  show(inside, { status: "connecting", failure: undefined });
  try {
    await enter(inside);
  } catch (error) {
    // Without a network the workbook is still connected: its functions try again by themselves.
    const isRefused = isInsightsError(error, "unauthorized", "address");
    if (isRefused) inside.session.disconnect();
    show(inside, { status: isRefused ? "disconnected" : "connected", failure: failureOf(error) });
  }
}

/** Forgets the key too: one click has to be enough to leave nothing behind. */
export function disconnect(inside: Inside): void {
  inside.session.disconnect();
  inside.device.forget();
  show(inside, { ...LEFT, isKeyKept: false, failure: undefined, refreshed: undefined });
}

export async function trySandbox(inside: Inside): Promise<void> {
  const sandbox = await inside.findSandbox();
  if (sandbox) await connect(inside, sandbox.appUrl, sandbox.apiKey, false);
}

async function enter(inside: Inside): Promise<void> {
  const plans = await listPlans(inside.session);
  show(inside, { status: "connected", plans, access: await readAccess(inside.session) });
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

/** What the token may do is only told; that it cannot be read is no failure. */
async function readAccess(session: Session): Promise<Access | undefined> {
  return session.access().catch(() => undefined);
}
