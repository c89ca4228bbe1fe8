/** Tables in a workbook, over Microsoft's real proxies. */
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import { choose, type StoreSetup } from "../storeSetup";
import { openGrid } from "./tableSetup";

let setup: StoreSetup;
let grid: TableActions;
let close: () => void;

async function open(...given: Parameters<typeof openGrid>): Promise<void> {
  ({ setup, grid, close } = await openGrid(...given));
}

afterEach(() => close());

test("a table is previewed, written with its formats, and calculated", async () => {
  await open({}, "B2");
  await setup.until(({ grid: state }) => state?.preview.state === "done");
  const preview = setup.store.state().grid!.preview;
  expect(preview.state === "done" && preview.rows.slice(0, 1)).toEqual([["", "One", "Two"]]);
  await grid.insertGrid(false);
  await setup.workbook.settled();
  expect(setup.store.state().failure).toBeUndefined();
  expect(setup.workbook.values("B2:D9")).toEqual([
    ["Jan–Dec 2026", null, null],
    ["Plan · EUR thousands", null, null],
    [null, null, null],
    ["Plan", "Plan", null],
    ["Amounts in", "EUR", null],
    ["Period", 2026, null],
    [null, null, null],
    ["Scenario", "One", "Two"],
  ]);
  expect(setup.workbook.values("B15:D15")).toEqual([["EBIT", 1200, 2400]]);
  const { numberFormat, isBold } = await Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange("C15").load("numberFormat,format/font/bold");
    await context.sync();
    return { numberFormat: cell.numberFormat as string[][], isBold: cell.format.font.bold };
  });
  expect([numberFormat, isBold]).toEqual([[['#,##0,;"−"#,##0,;"–"']], true]);
  expect(setup.store.state().grid?.written).toBe("Sheet1!B2:D16");
});

test("the codes are folded, unless their rows hold anything else", async () => {
  const folded = () => Object.values(setup.workbook.state.rowGroups ?? {}).flat();
  // Other rows are wider than the table.
  await open({ H2: "mine" }, "B2");
  await grid.insertGrid(false);
  expect(folded()).toEqual([{ row: 4, rows: 5 }]);
  close();
  await open({ H6: "mine" }, "B2");
  await grid.insertGrid(false);
  expect([folded(), setup.workbook.values("B9:C9")]).toEqual([[], [["Scenario", "One"]]]);
});

describe("in an Excel with steps of Undo,", () => {
  const shown = () => setup.workbook.values("B2:D16").flat();
  beforeEach(async () => {
    await open({}, "B2");
    Office.context.requirements.isSetSupported = () => true;
  });

  test("one Undo takes the whole table back", async () => {
    await grid.insertGrid(false);
    await setup.workbook.settled();
    expect(setup.store.state().failure).toBeUndefined();
    expect(shown()).toEqual(expect.arrayContaining(["Plan", "EBIT"]));
    await setup.workbook.undo();
    await setup.workbook.settled();
    expect(shown().every((value) => value === null)).toBe(true);
  });

  test.each([["all" as const], [20]])(
    "a table is written with one message if Excel refuses the step: %s",
    async (refused) => {
      setup.workbook.host.refuseUndoGroups = refused;
      await grid.insertGrid(false);
      await setup.workbook.settled();
      expect(setup.store.state().failure).toBeUndefined();
      expect(setup.store.state().notes).toEqual([expect.stringContaining("one Undo may take back only a part")]);
      expect(setup.workbook.values("B15:D15")).toEqual([["EBIT", 1200, 2400]]);
      expect(Object.values(setup.workbook.state.rowGroups ?? {}).flat()).toHaveLength(1);
    },
  );

  test("merged cells are refused before anything is written", async () => {
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem("Sheet1").getRange("C5:D5").merge();
      await context.sync();
    });
    await grid.insertGrid(true);
    expect(setup.store.state().failure?.message).toMatch(/^Some of these cells are merged \(Sheet1!C5:D5\)/);
    expect(setup.workbook.value("B2")).toBeNull();
  });
});

test("what stands in the way may be left as it is: the table goes to a sheet of its own", async () => {
  await open({ C4: "mine", D4: '=""' }, "B2");
  await grid.insertGrid(false);
  expect(setup.store.state().obstacle).toEqual({ count: 2, examples: ["Sheet1!C4 (mine)"] });
  const { size } = setup.store.state().grid!;
  await grid.insertOnNewSheet();
  await setup.workbook.settled();
  const written = setup.store.state().grid?.written;
  expect(written).toMatch(/^'Table Plan'!A1:/);
  expect(setup.store.state()).toMatchObject({ obstacle: undefined, failure: undefined });
  expect(setup.workbook.value("Sheet1!C4")).toBe("mine");
  const cells = setup.workbook.values(written!);
  expect([cells.length, cells[0]!.length]).toEqual([size.rows, size.columns]);
  expect(cells.flat().filter((value) => value === 1200)).toHaveLength(1);
});

test("cells that hold something are asked about, and overwritten only then", async () => {
  await open({ C4: "mine" }, "B2");
  await grid.insertGrid(false);
  expect(setup.store.state().obstacle).toEqual({ count: 1, examples: ["Sheet1!C4 (mine)"] });
  expect(setup.workbook.value("B2")).toBeNull();
  await grid.insertGrid(true);
  await setup.workbook.settled();
  expect(setup.workbook.values("C4:C7").flat()).toEqual([null, "Plan", "EUR", 2026]);
});

test("a protected sheet and a table are refused before anything is written", async () => {
  await open({ D6: "Head", D7: 1 }, "B2");
  await Excel.run(async (context) => {
    context.workbook.tables.add("Sheet1!D6:D7", true).name = "Sales";
    await context.sync();
  });
  await grid.insertGrid(true);
  expect(setup.store.state().failure?.message).toMatch(/^These cells belong to the table Sales\./);
  expect(setup.workbook.value("B2")).toBeNull();
  await choose("G2");
  await setup.until(({ grid: state }) => state?.target === "Sheet1!G2");
  expect(setup.store.state().grid?.formula).toMatch(/^=INSIGHTS\.KPI\(\$H\$5,H\$9,\$G11,/);
  await Excel.run(async (context) => {
    context.workbook.worksheets.getActiveWorksheet().protection.protect();
    await context.sync();
  });
  await grid.insertGrid(true);
  expect(setup.store.state().failure?.message).toMatch(/^The sheet Sheet1 is protected\./);
  expect(setup.workbook.value("G2")).toBeNull();
});
