/** The refresh that runs, and the last one. Times are milliseconds since the epoch. */
import type { Refreshment } from "../../workbook/refresh/refresh";

/** The progress of a refresh, in questions. */
export interface Progress {
  readonly done: number;
  /** 0 while the workbook is searched for formulas. */
  readonly all: number;
}

/** The outcome of the last refresh, and its time. */
export interface Refreshed extends Refreshment {
  readonly at: number;
}

/** How the last refresh ended without changing a cell. */
export interface RefreshStopped {
  readonly at: number;
  readonly reason: "failed" | "cancelled" | "unknown";
}

export interface RefreshSlice {
  readonly progress?: Progress | undefined;
  readonly refreshed?: Refreshed | undefined;
  /** Cells that do not show the last refresh yet, such as "Sheet1!A1". */
  readonly unsettled: readonly string[];
  /** When this workbook last adopted another user's refresh; undefined since this user's own. */
  readonly adoptedAt?: number | undefined;
  /** The service whose workbook stays as it is although the connection is to this one, as `serviceOf` returns it. */
  readonly keptService?: string | undefined;
  /** Set if the last refresh changed nothing, since it failed or was cancelled. */
  readonly stopped?: RefreshStopped | undefined;
  /** True if the outcome of the last refresh has not been seen in its section. */
  readonly isNews?: boolean | undefined;
}

/** Without an outcome of a refresh. */
export const NOT_REFRESHED = { refreshed: undefined } as const;
