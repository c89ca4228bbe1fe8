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

/**
 * @param partition What Office has an add-in part its storage by (`Office.context.partitionKey`), so that the same site in
 *   another document's frame reads nothing of it; undefined where the host knows none.
 */
export function openDevice(storage: Storage, partition: string | undefined): Device {
  const name = [partition, NAME].filter(Boolean).join(".");
  const read = () => parse(storage.getItem(name));
  return {
    get appUrl() {
      return read().appUrl;
    },
    get apiKey() {
      return read().apiKey;
    },
    keep: (appUrl, apiKey) => storage.setItem(name, JSON.stringify({ appUrl, apiKey })),
    forget: () => storage.setItem(name, JSON.stringify({ appUrl: read().appUrl })),
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
