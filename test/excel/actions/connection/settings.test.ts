/** Changed settings, without a workbook: Excel refuses every request, and the state follows the choice all the same. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import { NO_MARKS } from "../../../../src/excel/actions/connection/planMarks";
import { changeSettings, choosePlan } from "../../../../src/excel/actions/connection/settings";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { WorkbookSettings } from "../../../../src/reporting/saved/chosenSettings";
import type { LedgerEntry } from "../../../../src/excel/workbook/ledger/ledger";

let context: StoreContext;
let startup: string;
let startups: string[];
/** Requests that wait for the end of an edit: for writing the settings, and for calculating cells. */
let requests: number;
let reload: () => Promise<void>;
let outdated: number;

beforeEach(() => {
  [startup, startups, requests, outdated] = ["None", [], 0, 0];
  reload = () => Promise.resolve();
  const run = (...given: unknown[]) => {
    requests += given.length > 1 ? 1 : 0;
    return Promise.reject(new Error("Excel is busy."));
  };
  const addin = {
    getStartupBehavior: () => Promise.resolve(startup),
    setStartupBehavior: (behavior: string) => {
      startup = behavior;
      startups.push(behavior);
      return Promise.resolve();
    },
  };
  Object.assign(globalThis, { Excel: { run }, Office: { addin, StartupBehavior: { load: "Load", none: "None" } } });
  context = {
    state: { settings: { plan: "p1" }, planMarks: NO_MARKS, appUrl: "https://app.example" } as unknown as StoreState,
    settings: { current: { plan: "p1" } as WorkbookSettings },
    markedPlans: { write: () => undefined },
    listeners: new Set(),
    reload: () => reload(),
    ledger: {
      removeFormerSettings: () => (outdated += 1),
      entries: () => [] as LedgerEntry[],
    },
  } as unknown as StoreContext;
});

test("A choice shows at once, and stays if the workbook cannot be written", async () => {
  const changed = changeSettings(context, { currency: "USD" });
  expect(context.state.settings).toEqual({ plan: "p1", currency: "USD" });
  await changed;
  expect(context.settings.current).toEqual({ plan: "p1", currency: "USD" });
  expect(context.state.settings).toBe(context.settings.current);
  expect(context.state.failure?.message).toBe("Excel is busy.");
});

test("Settings that cannot be read show no choice and are not written", async () => {
  reload = () => Promise.reject(new Error("Not loaded."));
  await changeSettings(context, { currency: "USD" });
  expect(context.state).toMatchObject({ settings: { plan: "p1" }, failure: { message: "Not loaded." } });
  expect([context.settings.current, outdated, startups]).toEqual([{ plan: "p1" }, 0, []]);
});

test("A choice keeps what another user has set meanwhile", async () => {
  reload = () => {
    context.settings.current = { plan: "p2", refreshOnOpen: true };
    return Promise.resolve();
  };
  await changeSettings(context, { currency: "USD" });
  expect(context.state.settings).toEqual({ plan: "p2", refreshOnOpen: true, currency: "USD" });
});

test.each<[string, WorkbookSettings, WorkbookSettings, number]>([
  ["another plan", {}, { plan: "p2" }, 1],
  ["the same plan", {}, { plan: "p1" }, 0],
  ["other scenarios", {}, { scenarios: ["s1"] }, 1],
  ["the same scenarios", { scenarios: ["s1", "s2"] }, { scenarios: ["s1", "s2"] }, 0],
  ["a currency", {}, { currency: "USD" }, 1],
  ["the fiscal month", {}, { fiscalMonth: 4 }, 1],
  ["the name of the fiscal year", {}, { fiscalNameByBegin: true }, 1],
  ["the current month", {}, { currentMonth: "2026-03" }, 1],
  ["a setting that no call reads", {}, { refreshOnOpen: true }, 0],
])("Results are outdated by %s: %p then %p", async (_what, before, after, times) => {
  context.settings.current = { plan: "p1", ...before };
  await changeSettings(context, after);
  expect(outdated).toBe(times);
});

test.each<[string, WorkbookSettings, string[]]>([
  ["refreshes on opening", { refreshOnOpen: true }, ["Load"]],
  ["does not refresh by itself", { formats: false }, []],
])("A workbook that %s is loaded accordingly", async (_what, settings, expected) => {
  await changeSettings(context, settings);
  expect(startups).toEqual(expected);
});

test("A workbook that refreshes no longer by itself is not loaded on opening", async () => {
  startup = "Load";
  context.settings.current = { refreshOnOpen: true };
  await changeSettings(context, { refreshOnOpen: false });
  expect(startups).toEqual(["None"]);
});

test.each<[string, WorkbookSettings, WorkbookSettings, boolean]>([
  ["values change", {}, { currency: "USD" }, true],
  ["nothing that cells read changes", {}, { refreshOnOpen: true }, false],
])("Cells are calculated if %s: %p then %p", async (_what, before, after, expected) => {
  context.settings.current = { plan: "p1", ...before };
  await changeSettings(context, { formats: false });
  const others = requests;
  requests = 0;
  await changeSettings(context, after);
  expect(requests > others).toBe(expected);
});

test("A chosen plan brings its currency and scenarios, and is marked as used", async () => {
  const plans = [{ id: "p2", name: "Other", currency: "GBP", scenarios: [] }];
  context.state = { ...context.state, plans };
  context.settings.current = { plan: "p1", scenarios: ["s1"], currency: "EUR" };
  const chosen = choosePlan(context, "p2");
  expect(context.state).toMatchObject({ settings: { plan: "p2", currency: "GBP" }, planMarks: { recent: ["p2"] } });
  await chosen;
  expect(context.settings.current).toEqual({ plan: "p2", currency: "GBP" });
  await choosePlan(context, "unlisted");
  expect(context.settings.current.currency).toBeUndefined();
});
