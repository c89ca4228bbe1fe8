/**
 * Stores the last service address on this device, and the key if the user chooses so. Neither is ever in a workbook. Every user
 * of this profile of the device can read them, as the pane says.
 */
import { NAMESPACE } from "../../../numbers/language/environment";
import { openStored } from "./deviceStorage";

export interface Device {
  /** The address of the last connection; "" before the first. */
  readonly appUrl: string;
  /** The key that was stored with it; "" if none was. */
  readonly apiKey: string;
  /** False if the build keeps no key on a device. */
  readonly keepsKeys: boolean;
  /** Stores the address and the key. A key of "" removes the stored one. */
  keep(appUrl: string, apiKey: string): void;
  /** Removes the key. */
  forget(): void;
}

/** Environments on one host name share the storage, but no key. */
const NAME = `scenario-${NAMESPACE.toLowerCase()}.connection`;

/**
 * @param storage If undefined or full, the connection is kept while the page is open.
 * @param keepsKeys If false, no key is stored, and one that an earlier build has stored is removed at once.
 */
export function openDevice(storage: Storage | undefined, partition: string | undefined, keepsKeys = true): Device {
  const stored = openStored(storage, partition, NAME);
  const read = (name: "appUrl" | "apiKey") => {
    const { [name]: value } = stored.read();
    return typeof value === "string" ? value : "";
  };
  const forget = () => stored.write({ appUrl: read("appUrl") });
  if (!keepsKeys && read("apiKey") !== "") forget();
  return {
    keepsKeys,
    get appUrl() {
      return read("appUrl");
    },
    get apiKey() {
      return read("apiKey");
    },
    keep: (appUrl, apiKey) => stored.write({ appUrl, apiKey: keepsKeys ? apiKey : "" }),
    forget,
  };
}
