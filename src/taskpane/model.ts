import type { Plan } from "../insights";

/** All that the pane shows. The pane itself keeps only what is being typed. */
export interface PaneState {
  readonly status: "disconnected" | "connecting" | "connected";
  /** The service address of the present or the last connection; "" before the first. */
  readonly appUrl: string;
  /** The plans of the service; undefined where they are not known, or the key may not list them. */
  readonly plans?: readonly Plan[] | undefined;
  /** The id of the workbook's plan. */
  readonly planId?: string | undefined;
  /** What went wrong last and what to do, in words for people. */
  readonly failure?: string | undefined;
}

/** What the pane can ask for. Nothing here rejects: what goes wrong becomes the state's `failure`. */
export interface PaneModel {
  /** The same object until something changes. */
  readonly state: () => PaneState;
  /** Calls `listener` after each change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Connects and lists the plans. */
  readonly connect: (appUrl: string, apiKey: string) => Promise<void>;
  readonly disconnect: () => void;
  /** Makes a plan the workbook's. */
  readonly choosePlan: (planId: string) => Promise<void>;
}
