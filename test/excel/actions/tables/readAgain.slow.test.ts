/** A heading that is edited after cells were filled: who is told, and the two ways back. */
import { choose, type StoreSetup } from "../storeSetup";
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import { openGrid } from "./tableSetup";

let setup: StoreSetup;
let grid: TableActions;
let close: () => void;
afterEach(() => close());

/** Fills a table whose title says its month, and edits the title. */
async function editTitle(title: string): Promise<void> {
  const cells = { A1: "YTD March 2026", B2: "One", C2: "Two", A3: "EBIT", A4: "Net sales" };
  ({ setup, grid, close } = await openGrid(cells, "B3:C4"));
  await grid.readHeadings();
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([[300, 600]]);
  setup.workbook.enter("A1", title);
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([["#N/A", "#N/A"]]);
  await setup.store.askAboutCell();
}

function formulaOf(address: string): Promise<string> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load("formulas");
    await context.sync();
    return String(range.formulas[0]?.[0]);
  });
}

const failures = () => setup.store.state().activity.failures;

test("Each cell says which heading said what, and the heading can be put back", async () => {
  await editTitle("YTD March 2026 (final)");
  const message = "Sheet1!A1 said “YTD March 2026” when the cell was filled. It says “YTD March 2026 (final)” now.";
  expect(failures().map(({ address, message: text }) => [address, text])).toEqual(
    ["B3", "C3", "B4", "C4"].map((cell) => [`Sheet1!${cell}`, message]),
  );
  await setup.store.mend(failures().map(({ address }) => address));
  await setup.workbook.settled();
  expect(setup.workbook.value("A1")).toBe("YTD March 2026");
  expect(setup.workbook.values("B3:C3")).toEqual([[300, 600]]);
  await setup.store.undoMend();
  expect(setup.workbook.value("A1")).toBe("YTD March 2026 (final)");
});

test("The headings are read again, and the cells are filled without a question", async () => {
  await editTitle("QTD April 2026");
  await setup.store.readHeadingsAgain(failures().map(({ address }) => address));
  expect([setup.store.state().section, setup.store.state().failure]).toEqual(["grid", undefined]);
  expect(setup.store.state().grid?.headings?.formulas).toBe(4);
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.store.state().obstacle).toBeUndefined();
  expect(setup.workbook.values("B3:C3")).toEqual([[100, 200]]);
});

test("A formula that a user has changed is asked about before it is overwritten", async () => {
  await editTitle("QTD April 2026");
  setup.workbook.enter("B3", '=IF($A$1="YTD March 2026",INSIGHTS.KPI("Plan","One","ebit")*1000,NA())');
  await setup.workbook.settled();
  await setup.store.readHeadingsAgain(["Sheet1!B3", "Sheet1!C4"]);
  await grid.fill(false);
  expect(setup.store.state().obstacle).toMatchObject({ count: 1 });
});

test("A call that a user has changed within its test is asked about, cells as the add-in wrote them are not", async () => {
  await editTitle("QTD April 2026");
  const formula = await formulaOf("B3");
  const changed = formula.replace("B$2", '"Two"');
  expect(changed).not.toBe(formula);
  setup.workbook.enter("B3", changed);
  await setup.workbook.settled();
  await setup.store.readHeadingsAgain(["Sheet1!B3", "Sheet1!C4"]);
  await grid.fill(false);
  expect(setup.store.state().obstacle).toMatchObject({ count: 1, examples: ["Sheet1!B3 (#N/A)"] });
  expect(await formulaOf("B3")).toBe(changed);
});

test("Cells as the add-in wrote them are filled without a question, also if they still have numbers", async () => {
  const cells = { B1: "Mar 2026", C1: "YTD Mar 2026", A2: "One", A3: "EBIT", A4: "Net sales" };
  ({ setup, grid, close } = await openGrid({ ...cells, A1: "One" }, "B3:C4"));
  await grid.readHeadings();
  await grid.fill(false);
  await setup.workbook.settled();
  setup.workbook.enter("C1", "QTD Mar 2026");
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([[100, "#N/A"]]);
  await choose("B3:C4");
  await grid.readHeadings();
  await grid.fill(false);
  expect(setup.store.state().obstacle).toBeUndefined();
  await setup.workbook.settled();
  expect(setup.workbook.values("B3:C3")).toEqual([[100, 300]]);
});

test("Explain says which heading said what once it is edited, also for a cell that reads such a cell", async () => {
  const cells = { A1: "YTD March 2026", B2: "One", A3: "EBIT", A4: "Net sales", B6: "=SUM(B3:B4)" };
  ({ setup, grid, close } = await openGrid(cells, "B3:B4"));
  await grid.readHeadings();
  await grid.fill(false);
  await setup.workbook.settled();
  setup.store.showSection("explain");
  await choose("B3");
  const explain = await setup.store.loadExplain();
  const stop = explain.followCell();
  const shown = (address: string) => {
    const { explanation } = setup.store.state();
    return explanation?.address === `Sheet1!${address}` && explanation.state === "done" ? explanation : undefined;
  };
  await setup.until(() => shown("B3")?.steps.length === 1);
  setup.workbook.enter("A1", "QTD March 2026");
  await setup.until(() => failures().length === 2 && shown("B3")?.numbers.length === 0);
  expect(failures()[0]?.message).toMatch(/^Sheet1!A1 said “YTD March 2026”/);
  // An edit elsewhere leaves the error known.
  setup.workbook.enter("E9", 1);
  await choose("B6");
  await setup.until(() => shown("B6")?.unread.length === 2);
  expect(shown("B6")).toMatchObject({ numbers: [], unread: ["Sheet1!B3", "Sheet1!B4"] });
  expect(failures()).toHaveLength(2);
  await setup.store.mend(failures().map(({ address }) => address));
  await choose("B3");
  await setup.until(() => shown("B3")?.steps.length === 1);
  expect(setup.workbook.value("B3")).toBe(300);
  stop();
});
