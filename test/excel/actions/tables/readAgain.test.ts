/** A heading that is edited after cells were filled: who is told, and the two ways back. */
import type { StoreSetup } from "../storeSetup";
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
