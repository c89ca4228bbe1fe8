/**
 * Finds why a service could not be reached, as far as a page can know. A browser hides most causes from pages. Such causes are an
 * unknown name, a closed port, an untrusted certificate, and a service without access for other pages (CORS).
 */
import { isInsightsError } from "../../../insights";
import { messages } from "../messages";

/** The browser, as far as it tells causes apart. */
export interface BrowserNetwork {
  /** The origin of the add-in's page. */
  readonly origin: () => string;
  readonly isOnline: () => boolean;
  /** True if the user or a policy forbids pages to reach addresses of the own network. */
  readonly isLocalDenied: () => Promise<boolean>;
  /** Sends a request whose answer stays hidden. Rejects if there is none. */
  readonly knock: (address: string) => Promise<unknown>;
}

export const BROWSER: BrowserNetwork = {
  origin: () => location.origin,
  isOnline: () => navigator.onLine,
  isLocalDenied: async () => {
    // Not in TypeScript's list of names yet.
    const name = "local-network-access" as PermissionName;
    const status = await navigator.permissions.query({ name });
    return status.state === "denied";
  },
  knock: (address) => fetch(address, { mode: "no-cors", credentials: "omit", cache: "no-store" }),
};

/** Returns an error whose message is the cause, which needs no further hint. Other errors than "unreachable" stay as they are. */
export async function explainUnreachable(error: unknown, appUrl: string, network: BrowserNetwork): Promise<unknown> {
  if (!isInsightsError(error, "unreachable")) return error;
  return new Error(await findCause(appUrl, network), { cause: error });
}

async function findCause(appUrl: string, { origin, isOnline, isLocalDenied, knock }: BrowserNetwork): Promise<string> {
  if (!isOnline()) return messages.offline;
  const isLocal = isLocalHost(new URL(appUrl).hostname);
  if (isLocal && (await isLocalDenied().catch(() => false))) return messages.localDenied(appUrl);
  // Without credentials: it only shows if anything answers there.
  const answers = await knock(`${appUrl}/`).then(
    () => true,
    () => false,
  );
  if (answers && new URL(appUrl).origin !== origin()) return messages.notAllowed(appUrl, origin());
  return messages.noAnswer(appUrl, isLocal);
}

/** True for an address of this device or of the own network, as far as the name tells. */
function isLocalHost(host: string): boolean {
  const isName = !host.includes(".") || /\.(local|lan|internal|corp|home|intranet)$/.test(host);
  return isName || /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host) || host.startsWith("[f");
}
