/** Refreshes the workbook: one refresh at a time, with progress. */
import { cancelled, isInsightsError, unlessAborted, type Generation } from "../../../insights";
import type { Refreshment } from "../../workbook/refresh/refresh";
import { once } from "../../../insights/once";
import { noteReach, nothingChanged, reload, runAction, setState, waitOf, type StoreContext } from "../context";
import { showPlans } from "../connection/connection";
import { recalculateCells } from "./followedCells";

export interface RefreshActions {
  /** Refreshes the workbook. A second call waits for the first. */
  readonly refresh: () => Promise<void>;
  /** Refreshes a workbook of another service from the connected one, to which it then belongs. */
  readonly moveService: () => Promise<void>;
  /** Leaves the workbook with its service: nothing of it is asked of the connected one. */
  readonly keepNumbers: () => void;
  readonly cancelRefresh: () => void;
  /** Recalculates the cells in error. */
  readonly retryFailed: () => Promise<void>;
}

/** The refresh actions as other actions see them. */
export interface Refreshes extends RefreshActions {
  /** Fulfilled when no refresh is running. */
  readonly idle: () => Promise<void>;
}

/** Requested when the store opens, before an update of the add-in can remove the file. The pane does not wait for it. */
const load = once(() => import(/* webpackChunkName: "refresh" */ "../../workbook/refresh/refresh"));

/** The state once the outcome of the last refresh may have been seen. */
export const SEEN = { isNews: false } as const;

/** Told of each refresh that has ended, with the time and the answers before it. */
export type OnRefreshed = (refreshment: Refreshment, at: number, former: Generation | undefined) => void;

export function createRefreshes(context: StoreContext, onRefreshed: OnRefreshed): Refreshes {
  let running: { done: Promise<void>; controller: AbortController } | undefined;
  // If this fails, the next refresh loads it again.
  void load().catch(() => undefined);
  const start = (isMove: boolean) => {
    if (running) return running.done;
    // An action that is changing formulas comes first; the next refresh finds what it leaves.
    if (context.state.isBusy) return Promise.resolve();
    const controller = new AbortController();
    const done = refresh(context, isMove, controller.signal, onRefreshed).finally(() => (running = undefined));
    running = { done, controller };
    return done;
  };
  return {
    refresh: () => start(false),
    moveService: () => start(true),
    keepNumbers: () => setState(context, { keptService: context.session.address }),
    cancelRefresh: () => running?.controller.abort(),
    retryFailed: () => runAction(context, () => recalculateCells(context, "failed")),
    idle: async () => running?.done,
  };
}

function refresh(context: StoreContext, isMove: boolean, signal: AbortSignal, onRefreshed: OnRefreshed): Promise<void> {
  const { session, ledger, now } = context;
  return runAction(context, async () => {
    let [isUnderWay, isUnknown] = [true, false];
    // When one call has failed, those under way still report their progress; the refresh is over by then.
    const progress = (done: number, all: number) => isUnderWay && setState(context, { progress: { done, all } });
    const onEditing = (isEditing: boolean) => isUnderWay && setState(context, { isEditing });
    progress(0, 0);
    setState(context, { stopped: undefined });
    try {
      const loading = reload(context).then(load);
      const { refreshWorkbook } = await unlessAborted(loading, signal, cancelled).catch((error: unknown) => {
        throw nothingChanged(error);
      });
      const former = session.generation;
      const wait = waitOf(context);
      const summary = await refreshWorkbook({ session, ledger, now, wait, isMove, signal, progress, onEditing });
      if (summary.end === "failed") {
        ({ isUnknown } = summary);
        throw isUnknown ? summary.error : nothingChanged(summary.error);
      }
      const at = now();
      noteReach(context, true);
      const isNews = context.state.section !== "activity";
      setState(context, {
        refreshed: { ...summary, at },
        isNews,
        ...(!summary.isReplaced && { adoptedAt: undefined }),
      });
      onRefreshed(summary, at, former);
      await showPlans(context);
    } catch (error) {
      const reason = signal.aborted ? "cancelled" : "failed";
      setState(context, { stopped: { at: now(), reason: isUnknown ? "unknown" : reason } });
      // The pane asks once more what to do.
      if (isInsightsError(error, "otherService")) setState(context, { keptService: undefined });
      // A user who cancels needs no message, unless the numbers may have been written.
      if (isUnknown || (!signal.aborted && !isInsightsError(error, "cancelled"))) throw error;
    } finally {
      isUnderWay = false;
      setState(context, { progress: undefined, isEditing: false });
    }
  });
}
