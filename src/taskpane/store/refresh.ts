/** Refreshing the workbook: one at a time, with progress, by hand and by the clock. */
import { isInsightsError } from "../../insights";
import type { Scope } from "../../workbook/cells";
import { recalculateFailed } from "../../workbook/recalculation";
import { refreshWorkbook } from "../../workbook/refresh";
import { attempt, show, wait, type Inside } from "./inside";

export interface Refreshing {
  /** Brings the workbook to the plan's present state. Two at once are one. */
  readonly refresh: (scope?: Scope) => Promise<void>;
  readonly cancel: () => void;
  /** Fulfilled when no refresh is under way. */
  readonly idle: () => Promise<void>;
  /** Has the cells in error ask again. */
  readonly tryAgain: () => Promise<void>;
  /** Refreshes by the clock as the workbook's settings say from now on. */
  readonly schedule: () => void;
}

const MINUTE = 60_000;

export function createRefreshing(inside: Inside): Refreshing {
  let running: { done: Promise<void>; controller: AbortController } | undefined;
  let callOff = () => {};
  const refreshing: Refreshing = {
    refresh(scope = "workbook") {
      if (running) return running.done;
      // What is being done with the workbook's formulas comes first; the next refresh finds them.
      if (inside.state.isBusy) return Promise.resolve();
      const controller = new AbortController();
      const done = refresh(inside, scope, controller.signal).finally(() => (running = undefined));
      running = { done, controller };
      return done;
    },
    cancel: () => running?.controller.abort(),
    idle: async () => running?.done,
    tryAgain: () => attempt(inside, () => recalculateFailed(inside.ledger)),
    schedule() {
      callOff();
      const { refreshEvery } = inside.settings.current;
      if (!refreshEvery) return;
      callOff = inside.after(refreshEvery * MINUTE, () => {
        refreshing.schedule();
        // Without a connection there is nothing to ask, and nobody there to be told so.
        if (inside.session.connected) void refreshing.refresh();
      });
    },
  };
  return refreshing;
}

function refresh(inside: Inside, scope: Scope, signal: AbortSignal): Promise<void> {
  const { session, ledger, now } = inside;
  return attempt(inside, async () => {
    let isUnderWay = true;
    // Calls that were on their way when another one failed still tell of themselves.
    const progress = (done: number, all: number) => isUnderWay && show(inside, { progress: { done, all } });
    progress(0, 0);
    try {
      const summary = await refreshWorkbook({
        ...{ session, ledger, now, scope, signal },
        wait: (milliseconds) => wait(inside, milliseconds),
        progress,
      });
      show(inside, { refreshed: { ...summary, at: now() } });
      const plans = await session.plans({ memoryOnly: true }).catch(() => inside.state.plans);
      show(inside, { plans });
    } catch (error) {
      // A person who cancels knows.
      if (!signal.aborted && !isInsightsError(error, "cancelled")) throw error;
    } finally {
      isUnderWay = false;
      show(inside, { progress: undefined });
    }
  });
}
