/** The pane's state and what it can do about it. It lives as long as the runtime, the pane only while it is shown. */
import { selectCell } from "../../workbook/insertion";
import type { PaneModel, PaneState } from "../model";
import { createBuilding } from "./building";
import { change, choosePlan } from "./choice";
import { connect, disconnect, resume, trySandbox } from "./connection";
import { diagnosticsOf } from "./diagnostics";
import { NO_DOINGS, watchDoings } from "./doings";
import { attempt, show, type Inside, type StoreOptions } from "./inside";
import { createRefreshing } from "./refresh";
import { createWorkbookActions } from "./workbook";

/** Connected where the session is; the workbook is then refreshed if it wants to be on opening. */
export function createStore(options: StoreOptions): PaneModel {
  const inside: Inside = { ...options, state: firstState(options), listeners: new Set() };
  const refreshing = createRefreshing(inside);
  void begin(inside, refreshing.refresh);
  refreshing.schedule();
  return {
    state: () => inside.state,
    subscribe(listener) {
      inside.listeners.add(listener);
      return () => inside.listeners.delete(listener);
    },
    go: (section) => show(inside, { section }),
    connect: (...given) => connect(inside, ...given),
    trySandbox: () => trySandbox(inside),
    reload: () => resume(inside),
    disconnect: () => disconnect(inside),
    // A refresh that ends later would put back the answers of the plan before.
    async choosePlan(planId) {
      await refreshing.idle();
      await choosePlan(inside, planId);
    },
    async change(settings) {
      await refreshing.idle();
      await change(inside, settings);
      refreshing.schedule();
    },
    refresh: refreshing.refresh,
    cancelRefresh: refreshing.cancel,
    tryAgain: refreshing.tryAgain,
    select: (address) => attempt(inside, () => selectCell(address)),
    watchDoings: () => watchDoings(inside),
    diagnostics: async () => diagnosticsOf(inside),
    ...createBuilding(inside),
    ...createWorkbookActions(inside, refreshing.idle),
    dismissObstacle: () => show(inside, { obstacle: undefined }),
    dismissFailure: () => show(inside, { failure: undefined }),
  };
}

function firstState({ device, settings, fixedAddress }: StoreOptions): PaneState {
  return {
    section: "plans",
    isBusy: false,
    status: "disconnected",
    appUrl: fixedAddress || device.appUrl,
    isAddressFixed: fixedAddress !== "",
    isKeyKept: device.apiKey !== "",
    hasSandbox: false,
    settings: settings.current,
    doings: NO_DOINGS,
  };
}

async function begin(inside: Inside, refresh: () => Promise<void>): Promise<void> {
  if (inside.session.connected) {
    await resume(inside);
    if (inside.session.connected && inside.settings.current.refreshOnOpen) await refresh();
    return;
  }
  const sandbox = await inside.findSandbox().catch(() => undefined);
  if (sandbox) show(inside, { hasSandbox: true });
}
