/**
 * What is kept on this device and never in a workbook: the last service address, and the key where a person asked for that.
 * Everybody who can use this profile of the device can read it, as the pane says.
 */

export interface Device {
  /** The address of the last connection; "" before the first. */
  readonly appUrl: string;
  /** The key that was kept with it; "" where none is. */
  readonly apiKey: string;
  /** Keeps the address, and the key or no key. */
  keep(appUrl: string, apiKey: string): void;
  /** Keeps no key any more. */
  forget(): void;
}

const NAME = "scenario-insights.connection";

/** The page's storage; undefined where the browser shuts pages in frames of another site out of it. */
export function pageStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/**
 * @param storage Where there is none, or it is full, things are kept as long as the page is open.
 * @param partition What Office has an add-in part its storage by (`Office.context.partitionKey`), so that the same site in
 *   another document's frame reads nothing of it; undefined where the host knows none.
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
      // Kept by the page alone.
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
