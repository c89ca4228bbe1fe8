/** When a refresh starts and how it ends, without a workbook: Excel refuses its first request, or holds it back. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import { createRefreshes, type Refreshes } from "../../../../src/excel/actions/refresh/refresh";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { HeldSettings } from "../../../../src/reporting/saved/keptSettings";
import { afterIn, type Task } from "../tasks";

let context: StoreContext;
let refreshes: Refreshes;
/** What waits for the clock. */
let tasks: Task[];
/** Requests that Excel was sent, and its answer to each. */
let requests: number;
let answer: () => Promise<never>;
let session: { connected: boolean };
let refreshed: jest.Mock;

beforeEach(() => {
  [tasks, requests, session, refreshed] = [[], 0, { connected: true }, jest.fn()];
  answer = () => Promise.reject(new Error("Busy."));
  const run = () => {
    requests += 1;
    return answer();
  };
  Object.assign(globalThis, { Excel: { run } });
  const settings: HeldSettings = { current: {} };
  context = {
    state: { isBusy: false, stopped: { at: 1, reason: "failed" } } as StoreState,
    session,
    settings,
    ledger: { subscribe: () => () => undefined, entries: () => [] },
    listeners: new Set(),
    reload: () => Promise.resolve(),
    now: () => 42,
    after: afterIn(tasks),
  } as unknown as StoreContext;
  refreshes = createRefreshes(context, refreshed);
});

test("A refresh shows its progress from the start, and its failure at the end", async () => {
  const running = refreshes.refresh();
  expect(context.state).toMatchObject({ progress: { done: 0, all: 0 }, stopped: undefined });
  await running;
  expect(context.state).toMatchObject({
    progress: undefined,
    isEditing: false,
    stopped: { at: 42, reason: "failed" },
    failure: { message: "Busy. No cell has changed." },
  });
  expect(refreshed).not.toHaveBeenCalled();
});

test("A second refresh waits for the first, and the next begins anew", async () => {
  const first = refreshes.refresh();
  expect(refreshes.refresh()).toBe(first);
  await first;
  const asked = requests;
  await refreshes.refresh();
  expect(requests).toBe(2 * asked);
});

test("A refresh gives way to an action that is changing formulas", async () => {
  context.state = { ...context.state, isBusy: true };
  await refreshes.refresh();
  expect([requests, context.state.progress]).toEqual([0, undefined]);
});

test("A workbook that cannot be read again is not refreshed", async () => {
  Object.assign(context, { reload: () => Promise.reject(new Error("Not loaded.")) });
  await refreshes.refresh();
  expect([requests, context.state.failure?.message]).toEqual([0, "Not loaded. No cell has changed."]);
});

test("A refresh whose code cannot be loaded has failed, and the next one loads it again", async () => {
  const code = "../../../../src/excel/workbook/refresh/refresh";
  await jest.isolateModulesAsync(async () => {
    jest.doMock(code, () => {
      throw new Error("Not loaded.");
    });
    const isolated = await import("../../../../src/excel/actions/refresh/refresh");
    refreshes = isolated.createRefreshes(context, refreshed);
    await refreshes.refresh();
    expect(context.state).toMatchObject({ progress: undefined, stopped: { at: 42, reason: "failed" } });
    expect([requests, context.state.failure?.message]).toEqual([0, "Not loaded. No cell has changed."]);
    jest.dontMock(code);
    await refreshes.refresh();
    expect(context.state.failure?.message).toBe("Busy. No cell has changed.");
  });
});

test("A refresh can be cancelled while the workbook is read again", async () => {
  Object.assign(context, { reload: () => new Promise(() => undefined) });
  const running = refreshes.refresh();
  refreshes.cancelRefresh();
  await running;
  expect(context.state).toMatchObject({ stopped: { at: 42, reason: "cancelled" }, failure: undefined });
  expect(requests).toBe(0);
});

test("A refresh that the user cancels is no failure", async () => {
  answer = async () => {
    refreshes.cancelRefresh();
    await Promise.resolve();
    throw new Error("Busy.");
  };
  await refreshes.refresh();
  expect(context.state).toMatchObject({ stopped: { at: 42, reason: "cancelled" }, failure: undefined });
});

test("Cancelling without a refresh does nothing", async () => {
  refreshes.cancelRefresh();
  await refreshes.refresh();
  expect(context.state.stopped?.reason).toBe("failed");
});

test("Waiting for a refresh takes until it ends", async () => {
  const ends: string[] = [];
  await refreshes.idle();
  const running = refreshes.refresh().then(() => ends.push("refresh"));
  const idle = refreshes.idle().then(() => ends.push("idle"));
  await Promise.all([running, idle]);
  expect(ends).toEqual(["refresh", "idle"]);
});

test("A refresh that waits for the end of an edit says so, until it is over", async () => {
  let refuse: (error: Error) => void = () => undefined;
  const held = new Promise<never>((_resolve, reject) => (refuse = reject));
  answer = () =>
    requests === 1 ? held : Promise.reject(Object.assign(new Error(), { code: "InvalidOperationInCellEditMode" }));
  const running = refreshes.refresh();
  await new Promise((resolve) => setImmediate(resolve));
  expect(tasks.map(({ milliseconds }) => milliseconds)).toEqual([2000]);
  tasks[0]?.run();
  await new Promise((resolve) => setImmediate(resolve));
  expect(context.state.isEditing).toBe(true);
  refuse(new Error("Busy."));
  await running;
  expect(context.state.isEditing).toBe(false);
});

test("Failed cells are tried again, and a failure of Excel is told", async () => {
  await refreshes.retryFailed();
  expect([requests, context.state.failure]).toEqual([1, { message: "Busy." }]);
});
