/** The list of changes and its drivers, without a workbook: Excel refuses every request, as while a cell is being edited. */
import { createChanges } from "../../../../src/excel/actions/activity/changes";
import type { StoreContext } from "../../../../src/excel/actions/context";
import type { ChangeSummary, ListedChange } from "../../../../src/excel/workbook/changes/changeSummary";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { NumberCall } from "../../../../src/numbers/analysis/numberCall";

const callOf = (field: string): NumberCall => ({ id: "KPI", args: ["Plan", "One", field], settings: {} });

function listedOf(address: string, field: string, [before, after]: [number, number]): ListedChange {
  return {
    address,
    before,
    after,
    numberFormat: "#,##0",
    explained: { call: callOf(field), before, after, scale: 1 },
  } as unknown as ListedChange;
}

/** Gross profit is net sales less the cost of goods sold. */
const LISTED = [
  listedOf("Sheet1!A1", "grossProfit", [100, 160]),
  listedOf("Sheet1!A2", "netFIESales", [300, 400]),
  listedOf("Sheet1!A3", "cogs", [200, 240]),
  { address: "Sheet1!A4", before: 1, after: 2, numberFormat: "General" } as unknown as ListedChange,
];
const SUMMARY = { at: 5, cells: 4, listed: LISTED } as unknown as ChangeSummary;

let context: StoreContext;
let reads: number;

beforeEach(() => {
  reads = 0;
  const run = () => {
    reads += 1;
    return Promise.reject(new Error("A cell is being edited."));
  };
  Object.assign(globalThis, { Excel: { run }, Office: { context: { contentLanguage: "en-US" } } });
  context = {
    state: { changes: SUMMARY } as unknown as StoreState,
    ledger: { entries: () => [] },
    session: {},
    settings: { current: {} },
    listeners: new Set(),
  } as unknown as StoreContext;
});

test("Drivers are found among the listed numbers, the largest as long as its bar", async () => {
  const { showDrivers } = createChanges(context);
  const shown: unknown[] = [];
  context.listeners.add(() => void shown.push(context.state.drivers));
  await showDrivers("Sheet1!A1");
  expect(shown[0]).toEqual({ address: "Sheet1!A1" });
  expect(context.state.drivers).toEqual({
    address: "Sheet1!A1",
    divisions: [
      {
        dimension: "lines",
        steps: [
          { label: "Net sales", amount: "+100", share: "+167 %", value: 100 },
          { label: "Cost of goods sold", amount: "−40", share: "−67 %", value: -40 },
        ],
      },
      { dimension: "month", steps: undefined },
    ],
    // Without a connection the service cannot be asked.
    nearest: undefined,
  });
  await showDrivers(undefined);
  expect(context.state.drivers).toBeUndefined();
});

test("A change without a known number has no drivers", async () => {
  const { showDrivers } = createChanges(context);
  await showDrivers("Sheet1!A4");
  expect(context.state.drivers).toEqual({ address: "Sheet1!A4", divisions: [] });
});

test("A cell that is not listed has no drivers to be found", async () => {
  const { showDrivers } = createChanges(context);
  await showDrivers("Sheet1!Z9");
  expect(context.state.drivers).toEqual({ address: "Sheet1!Z9" });
  context.state = { ...context.state, changes: undefined };
  await showDrivers("Sheet1!A1");
  expect(context.state.drivers).toEqual({ address: "Sheet1!A1" });
});

test("Drivers are not shown for another cell, or another list, than was chosen last", async () => {
  const { showDrivers } = createChanges(context);
  const first = showDrivers("Sheet1!A1");
  const second = showDrivers("Sheet1!A4");
  await Promise.all([first, second]);
  expect(context.state.drivers).toEqual({ address: "Sheet1!A4", divisions: [] });
  const third = showDrivers("Sheet1!A1");
  const changes = { ...SUMMARY, at: 6 };
  context.state = { ...context.state, changes };
  await third;
  expect(context.state.drivers).toEqual({ address: "Sheet1!A1" });
});

test("Of two breakdowns that are asked for in quick succession the later one is shown", async () => {
  const { showDrivers, askDrivers } = createChanges(context);
  await showDrivers("Sheet1!A1");
  const shown = new Set<unknown>();
  context.listeners.add(() => void shown.add(context.state.drivers?.divisions));
  const before = context.state.drivers?.divisions;
  await Promise.all([askDrivers("region"), askDrivers("channel")]);
  shown.delete(before);
  expect(shown.size).toBe(1);
});

test("A new list closes the drivers of the list before, which were opened meanwhile", async () => {
  const { onRefreshed, showDrivers } = createChanges(context);
  context.state = { ...context.state, refreshed: { at: 9 } as StoreState["refreshed"] };
  const anchor = { row: 0, column: 0, formula: "" };
  const changes = [{ sheet: "Sheet1", row: 0, column: 0, before: 1, after: 2, outcomes: [], anchor }];
  const listed = new Promise<void>((resolve) => {
    context.listeners.add(() => context.state.changes?.at === 9 && resolve());
  });
  onRefreshed({ changes, outcomes: [] } as unknown as Parameters<typeof onRefreshed>[0], 9, undefined);
  await showDrivers("Sheet1!A1");
  await listed;
  expect(context.state.drivers).toBeUndefined();
});

test("A refresh closes the drivers, and reads nothing without a change", () => {
  const { onRefreshed } = createChanges(context);
  context.state = { ...context.state, drivers: { address: "Sheet1!A1" } };
  const refreshment = { changes: [], outcomes: [] } as unknown as Parameters<typeof onRefreshed>[0];
  onRefreshed(refreshment, 9, undefined);
  expect([context.state.drivers, reads]).toEqual([undefined, 0]);
});

test("Saved changes are read until that succeeds, and never in place of known ones", async () => {
  const { readLastChanges } = createChanges(context);
  await readLastChanges();
  expect(reads).toBe(0);
  context.state = { ...context.state, changes: undefined };
  await readLastChanges();
  await readLastChanges();
  expect([reads, context.state.changes]).toEqual([2, undefined]);
});

test("Without a list nothing is written", async () => {
  context.state = { ...context.state, changes: undefined };
  await createChanges(context).writeChanges();
  expect([reads, context.state.failure]).toEqual([0, undefined]);
});
