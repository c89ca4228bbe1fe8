/** The service, the key and the plans. Times are milliseconds since the epoch. */
import type { Access, Plan } from "../../../insights";
import type { PlanMarks } from "./planMarks";

export interface ConnectionSlice {
  readonly status: "disconnected" | "connecting" | "connected";
  /** The service address of the present or the last connection; "" before the first. */
  readonly appUrl: string;
  /** True if the build fixed the address. */
  readonly isAddressFixed: boolean;
  /** False if the build keeps no key on a device. */
  readonly keepsKeys: boolean;
  /** The key is kept on this device. */
  readonly isKeyKept: boolean;
  /** While disconnected: when the oldest number that cells show from the ledger was computed. */
  readonly keptSince?: number | undefined;
  /** A sandbox is running that can be tried. */
  readonly hasSandbox: boolean;
  readonly access?: Access | undefined;
  /** The plans of the service; undefined where they are not known, or the key may not list them. */
  readonly plans?: readonly Plan[] | undefined;
  /** The favourite and last used plans of the service on this device. */
  readonly planMarks: PlanMarks;
}
