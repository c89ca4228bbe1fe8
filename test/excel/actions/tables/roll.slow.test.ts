/** Tables of a user's own move to the next month in a workbook: shown first, written at once, and nothing by itself. */
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import type { StoreSetup } from "../storeSetup";
import { choose } from "../storeSetup";
import { openGrid } from "./tableSetup";

let setup: StoreSetup;
let grid: TableActions;
let close: () => void;
afterEach(() => close());

const TWO_TABLES = {
  A1: "YTD March 2026",
  B2: "One",
  C2: "Two",
  A3: "EBIT",
  A4: "Net sales",
  A10: "One",
  B11: "Mar 2026",
  C11: "YTD Mar 2026",
  D11: "2025",
  A12: "EBIT",
};

async function fillTables(): Promise<void> {
  ({ setup, grid, close } = await openGrid(TWO_TABLES, "B3:C4"));
  await grid.readHeadings();
  await grid.fill(false);
  await choose("B12:D12");
  await grid.readHeadings();
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C4")).toEqual([
    [300, 600],
    [3000, 3000],
  ]);
  expect(setup.workbook.values("B12:C12")).toEqual([[100, 300]]);
}

const roll = () => setup.store.state().grid?.roll;

test("All tables are shown as they will be, and one click moves headings and formulas", async () => {
  await fillTables();
  await grid.showRoll("workbook");
  expect(setup.store.state().failure).toBeUndefined();
  expect(roll()).toMatchObject({ from: "2026-03", to: "2026-04", months: ["2026-03"], others: [] });
  expect(
    roll()?.tables.map(({ address, block: { headings, cells, left } }) => [
      address,
      headings.length,
      cells.length,
      left.length,
    ]),
  ).toEqual([
    ["Sheet1!B3:C4", 1, 4, 0],
    ["Sheet1!B12:D12", 2, 2, 0],
  ]);
  expect(setup.workbook.value("A1")).toBe("YTD March 2026");
  await grid.roll();
  await setup.workbook.settled();
  expect(setup.store.state().failure).toBeUndefined();
  expect(["A1", "B11", "C11", "D11"].map((cell) => setup.workbook.value(cell))).toEqual([
    "YTD April 2026",
    46_113,
    "YTD Apr 2026",
    2025,
  ]);
  expect(setup.workbook.values("B3:C4")).toEqual([
    [400, 800],
    [4000, 4000],
  ]);
  expect(setup.workbook.values("B12:C12")).toEqual([[100, 400]]);
  expect(setup.store.state().grid?.rolled).toEqual({ tables: 2, cells: 6, headings: 3, to: "2026-04", left: 0 });
});

test("One Undo takes back headings and formulas of all tables", async () => {
  await fillTables();
  Office.context.requirements.isSetSupported = () => true;
  await grid.showRoll("workbook");
  await grid.roll();
  await setup.workbook.settled();
  await setup.workbook.undo();
  await setup.workbook.settled();
  expect(["A1", "B11", "C11"].map((cell) => setup.workbook.value(cell))).toEqual([
    "YTD March 2026",
    46_082,
    "YTD Mar 2026",
  ]);
  expect(setup.workbook.values("B3:C4")).toEqual([
    [300, 600],
    [3000, 3000],
  ]);
  expect(setup.workbook.values("B12:C12")).toEqual([[100, 300]]);
  expect(setup.store.state().notes).toEqual([]);
});

test("The table of the active cell moves alone", async () => {
  await fillTables();
  await choose("C12");
  await grid.showRoll("table");
  expect(roll()?.tables.map(({ address }) => address)).toEqual(["Sheet1!B12:D12"]);
  await grid.roll();
  expect([setup.workbook.value("A1"), setup.workbook.value("C11")]).toEqual(["YTD March 2026", "YTD Apr 2026"]);
});

test("A formula that a user has changed stays, and is named before", async () => {
  await fillTables();
  const changed = '=INSIGHTS.KPI("Plan","One","ebit","2026-03")*1000';
  setup.workbook.enter("B3", changed);
  await setup.workbook.settled();
  await grid.showRoll("workbook");
  expect(roll()?.tables[0]?.block.left).toEqual([{ row: 2, column: 1, reason: "changed" }]);
  await grid.roll();
  await setup.workbook.settled();
  expect(setup.workbook.value("B3")).toBe(100_000);
  expect(setup.workbook.value("C3")).toBe(800);
});

test("Nothing is written if a cell was changed while the pane showed the tables", async () => {
  await fillTables();
  await grid.showRoll("workbook");
  setup.workbook.enter("C3", 5);
  await grid.roll();
  expect(setup.store.state().failure?.message).toBe(
    "Sheet1!C3 has changed since the pane read it. Look at the table again.",
  );
  expect(setup.workbook.value("A1")).toBe("YTD March 2026");
});

test("A title that a user has moved on rewrites nothing, and offers the roll", async () => {
  await fillTables();
  setup.workbook.enter("A1", "YTD May 2026");
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([["#N/A", "#N/A"]]);
  await setup.store.readHeadingsAgain(["Sheet1!B3"]);
  expect(roll()).toMatchObject({ from: "2026-03", to: "2026-05" });
  expect(setup.workbook.values("B3:C3")).toEqual([["#N/A", "#N/A"]]);
  await grid.roll();
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([[500, 1000]]);
  expect(setup.workbook.value("B11")).toBe(46_082);
});

test("One click renews all formulas of a table whose changed title reads the same", async () => {
  await fillTables();
  setup.workbook.enter("A1", "YTD March 2026 (final)");
  await setup.workbook.settled();
  await setup.store.readHeadingsAgain(["Sheet1!C4"]);
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C4")).toEqual([
    [300, 600],
    [3000, 3000],
  ]);
  expect(setup.store.state().grid?.rolled).toEqual({ tables: 1, cells: 4, headings: 0, to: undefined, left: 0 });
});
