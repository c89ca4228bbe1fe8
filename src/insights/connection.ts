import { InsightsError } from "./errors";

/** An API key (§4.2), or OAuth 2.0 client credentials (§4.1), which belong on servers only. */
export type Credentials =
  { readonly apiKey: string } | { readonly clientId: string; readonly clientSecret: string; readonly scope?: string };

export interface Connection {
  /** Where the application is, such as https://planning.example.com. */
  readonly appUrl: string;
  /** The separately published address of the Insights API. @default appUrl */
  readonly baseUrl?: string;
  readonly credentials: Credentials;
}

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

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
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOCAL.has(url.hostname))) {
    throw new InsightsError(
      "address",
      "The service address must start with https://, so the key is encrypted on its way.",
    );
  }
  if (url.username || url.password) {
    throw new InsightsError("address", "The service address must not contain a user name or a password.");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
