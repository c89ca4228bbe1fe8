import { InsightsError } from "./errors";

/** An API key (§4.2), or OAuth 2.0 client credentials (§4.1), which belong on servers only. */
export type Credentials =
  | { readonly apiKey: string }
  | { readonly clientId: string; readonly clientSecret: string; readonly scope?: string };

export interface Connection {
  /** Where the application is, such as https://planning.example.com. */
  readonly appUrl: string;
  /** The separately published address of the Insights API. @default appUrl */
  readonly baseUrl?: string;
  readonly credentials: Credentials;
}

/** Returns what nobody else may learn of a connection: its API key, or the secret of its client. */
export function secretOf({ credentials }: Connection): string {
  return "apiKey" in credentials ? credentials.apiKey : credentials.clientSecret;
}

/** The host names by which a machine reaches itself, as URLs have them. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const LOOPBACK_NAME = "localhost";

/** Returns the connection with normalized addresses. Throws `address` for an unsafe one, `argument` for blank credentials. */
export function checkConnection({ appUrl, baseUrl, credentials }: Connection): Connection {
  const trimmed = Object.entries(credentials).map(([name, value]) => [name, value.trim()] as const);
  if (trimmed.some(([name, value]) => name !== "scope" && !value)) {
    throw new InsightsError("argument", "The credentials are blank. Enter an API key of the planning application.");
  }
  return {
    appUrl: checkAddress(appUrl),
    ...(baseUrl?.trim() ? { baseUrl: checkAddress(baseUrl) } : {}),
    credentials: Object.fromEntries(trimmed) as unknown as Credentials,
  };
}

/** Returns the possible roots of the Insights endpoints (§4), the likeliest first. */
export function insightsRoots({ appUrl, baseUrl }: Connection): string[] {
  const app = `${appUrl}/api/insights/v1`;
  const base = `${baseUrl ?? appUrl}/insights/v1`;
  return baseUrl ? [base, app] : [app, base];
}

/** Returns the address without query, fragment and final slash. Throws `address`. */
export function checkAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new InsightsError("address", "The service address is not a web address. It starts with https://.");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
    throw new InsightsError(
      "address",
      "The service address must start with https://, so the key is encrypted on its way.",
    );
  }
  if (url.username || url.password) {
    throw new InsightsError("address", "The service address must not contain a user name or a password.");
  }
  return plainAddress(url);
}

/** Returns the address without user name, query, fragment and final slash. */
function plainAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Returns an address as people may read it: without user name, query, fragment and final slash. A text that is no address is returned as it is. */
export function readableAddress(address: string): string {
  return addressOf(address, (url) => url);
}

/**
 * Returns the service that an address leads to, by which workbooks know it: scheme, host, port and path, in one spelling. All
 * loopback addresses with one path are one service, since a sandbox rarely has the same port twice. A text that is no address is
 * returned as it is.
 */
export function serviceOf(address: string): string {
  return addressOf(address, (url) =>
    LOOPBACK.test(url.hostname) ? Object.assign(url, { protocol: "http:", host: LOOPBACK_NAME, port: "" }) : url,
  );
}

function addressOf(text: string, change: (url: URL) => URL): string {
  try {
    return plainAddress(change(new URL(text.trim())));
  } catch {
    return text;
  }
}

/** Returns what people call a service: of loopback addresses, whose scheme and port are not kept, the host and the path. */
export function spokenService(service: string): string {
  const kept = `http://${LOOPBACK_NAME}`;
  return service === kept || service.startsWith(`${kept}/`) ? service.replace("http://", "") : service;
}

/** True if both are known, and are two services. @see `serviceOf` */
export function isOtherService(workbook: string | undefined, connected: string | undefined): boolean {
  return workbook !== undefined && connected !== undefined && workbook !== connected;
}

/** Throws `otherService` if the workbook belongs to another service than the connected one. Both as `serviceOf` returns them. */
export function checkService(workbook: string | undefined, connected: string | undefined): void {
  if (!isOtherService(workbook, connected)) return;
  const [own, other] = [spokenService(workbook ?? ""), spokenService(connected ?? "")];
  throw new InsightsError(
    "otherService",
    `This workbook belongs to the service ${own}, and the connection is to ${other}. Connect to ${own} again, or move the workbook.`,
  );
}
