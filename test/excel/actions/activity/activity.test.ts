/** When the activity is updated, without a workbook: Excel refuses reads, as while a cell is being edited. */
import { NO_ACTIVITY, watchActivity } from "../../../../src/excel/actions/activity/activity";
import type { WorkbookActivity } from "../../../../src/excel/actions/activity/activityState";
import { setState, type StoreContext } from "../../../../src/excel/actions/context";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { LedgerEntry, LedgerEvent } from "../../../../src/excel/workbook/ledger/ledger";
import { afterIn, type Task } from "../tasks";

/** A workbook that is known to have no checks. */
const NO_CHECKS: WorkbookActivity = { ...NO_ACTIVITY, checks: [] };

type Entry = Pick<LedgerEntry, "state"> & { addresses: Set<string> };

const WAITING: Entry = { state: "waiting", addresses: new Set(["Sheet1!A1", "Sheet1!A2"]) };
const FAILED: Entry = { state: "failed", addresses: new Set(["Sheet1!B1"]) };
const DONE: Entry = { state: "done", addresses: new Set(["Sheet1!C1"]) };

let context: StoreContext;
let entries: Entry[];
let service: { connected: boolean; activity: { waiting: number; running: number; held: number } };
/** What waits for the clock. */
let tasks: Task[];
/** Reads of the workbook's cells. */
let reads: number;
let isEditing: boolean;
let report: (event: LedgerEvent) => void;
let stop: () => void;

beforeEach(async () => {
  [entries, tasks, reads, isEditing, report] = [[], [], 0, true, () => undefined];
  service = { connected: true, activity: { waiting: 0, running: 0, held: 0 } };
  const ledger = {
    entries: () => entries,
    workbook: { runs: new Map(), hasUnknown: false },
    subscribe: (listener: typeof report) => {
      report = listener;
      return () => void (report = () => undefined);
    },
  };
  context = {
    ledger,
    listeners: new Set<() => void>(),
    session: { ...service },
    state: { section: "plans", activity: NO_CHECKS } as StoreState,
    after: afterIn(tasks),
  } as unknown as StoreContext;
  Object.defineProperties(context.session, {
    connected: { get: () => service.connected },
    activity: { get: () => service.activity },
  });
  const run = () => {
    reads += 1;
    if (isEditing) return Promise.reject(new Error("A cell is being edited."));
    return Promise.resolve({ cells: [], headings: new Map() });
  };
  Object.assign(globalThis, { Excel: { run } });
  stop = watchActivity(context);
  await turn();
  // Watching for edits is no read of the cells.
  reads = 0;
});
afterEach(() => stop());

const turn = () => new Promise((resolve) => setImmediate(resolve));
const activity = () => context.state.activity;

/** Lets the clock go on until nothing waits for it. Returns how often it had to. */
async function rest(): Promise<number> {
  for (let times = 0; ; times += 1) {
    const [task] = tasks.splice(0);
    if (!task || times > 20) return times;
    task.run();
    await turn();
  }
}

test("Before anything is called there is no activity", () => {
  expect(NO_ACTIVITY).toMatchObject({ waiting: 0, running: 0, held: 0, ages: [], failures: [] });
  expect(activity()).toBe(NO_CHECKS);
});

test("Changes that come together are one update after half a second", async () => {
  entries = [WAITING, DONE];
  report("called");
  report("called");
  expect(tasks.map(({ milliseconds }) => milliseconds)).toEqual([500]);
  expect(activity().waiting).toBe(0);
  expect(await rest()).toBe(1);
  expect(activity().waiting).toBe(2);
});

test("A call that is answered from its entry starts no update", () => {
  report("answered");
  expect(tasks).toEqual([]);
});

test("A change during an update is followed by another", async () => {
  report("called");
  tasks.shift()?.run();
  report("returned");
  expect(tasks).toEqual([]);
  await turn();
  expect(await rest()).toBe(1);
});

test("Nothing is updated after the watch has ended", async () => {
  report("called");
  const listeners = context.listeners.size;
  stop();
  expect([tasks, context.listeners.size]).toEqual([[], listeners - 1]);
  report("called");
  setState(context, { progress: { done: 0, all: 1 } });
  await turn();
  expect(tasks).toEqual([]);
});

test.each([
  ["waiting", { waiting: 1, running: 0, held: 4 }],
  ["running", { waiting: 0, running: 2, held: 4 }],
])("While requests are %s, updates go on", async (_state, requests) => {
  service.activity = requests;
  report("called");
  tasks.shift()?.run();
  await turn();
  expect(tasks).toHaveLength(1);
  expect(activity()).toMatchObject({ running: requests.running, held: 4 });
  service.activity = { ...requests, waiting: 0, running: 0 };
  expect(await rest()).toBe(1);
});

test.each([
  ["a refresh", { progress: { done: 0, all: 1 } }],
  ["a preview", { draft: { preview: { state: "working" } } as StoreState["draft"] }],
])("%s starts an update", (_what, state) => {
  setState(context, { isBusy: true });
  expect(tasks).toEqual([]);
  setState(context, state);
  expect(tasks).toHaveLength(1);
});

test("Unreadable cells in error are tried four times, what was known stays, and the reason is told until a read succeeds", async () => {
  const known = [{ address: "Sheet1!B9", formula: "=1", code: "#N/A", message: "" }];
  setState(context, { activity: { ...NO_CHECKS, failures: known } });
  entries = [FAILED];
  report("failed");
  expect(await rest()).toBe(4);
  expect([reads, activity().failures]).toEqual([4, known]);
  expect(activity().unread).toBe("A cell is being edited.");
  // An error that no call has returned is left until the cells are read.
  [entries, isEditing] = [[DONE], false];
  report("returned");
  await rest();
  expect(activity()).toMatchObject({ failures: [], unread: undefined });
});

test("Without a failed call no cell is read, unless errors and checks are listed", async () => {
  entries = [DONE];
  report("returned");
  expect([await rest(), reads]).toEqual([1, 0]);
  setState(context, { section: "activity" });
  expect(await rest()).toBe(4);
  // Excel refuses both four times.
  expect(reads).toBe(8);
  setState(context, { isBusy: true });
  expect(tasks).toEqual([]);
});

test("An update that finds nothing new leaves the state's object", async () => {
  report("called");
  await rest();
  const before = activity();
  report("called");
  await rest();
  expect(activity()).toBe(before);
});
