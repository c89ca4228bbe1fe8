/**
 * Stores the last service address on this device, and the key if the user chooses so. Neither is ever in a workbook. Every user
 * of this profile of the device can read them, as the pane says.
 */
import { NAMESPACE } from "../sheet/environment";

export interface Device {
  /** The address of the last connection; "" before the first. */
  readonly appUrl: string;
  /** The key that was stored with it; "" if none was. */
  readonly apiKey: string;
  /** Stores the address and the key. A key of "" removes the stored one. */
  keep(appUrl: string, apiKey: string): void;
  /** Removes the key. */
  forget(): void;
}

/** Environments on one host name share the storage, but no key. */
const NAME = `scenario-${NAMESPACE.toLowerCase()}.connection`;

/** Returns the page's storage; undefined if the browser blocks it for pages in frames of another site. */
export function pageStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/**
 * @param storage If undefined or full, the connection is kept while the page is open.
 * @param partition Office's prefix for storage keys (`Office.context.partitionKey`); undefined if the host has none. It keeps a
 *   frame in another document from reading this document's keys.
 */
export function openDevice(storage: Storage | undefined, partition: string | undefined): Device {
  const name = [partition, NAME].filter(Boolean).join(".");
  let kept: string | null = null;
  const read = () => parse(kept ?? storage?.getItem(name) ?? null);
  const write = (connection: object) => {
    kept = JSON.stringify(connection);
    try {
      storage?.setItem(name, kept);
    } catch {
      // Then only this page keeps it.
    }
  };
  return {
    get appUrl() {
      return read().appUrl;
    },
    get apiKey() {
      return read().apiKey;
    },
    keep: (appUrl, apiKey) => write({ appUrl, apiKey }),
    forget: () => write({ appUrl: read().appUrl }),
  };
}

function parse(text: string | null): { appUrl: string; apiKey: string } {
  try {
    const { appUrl = "", apiKey = "" } = (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
    return { appUrl: String(appUrl), apiKey: String(apiKey) };
  } catch {
    return { appUrl: "", apiKey: "" };
  }
}
