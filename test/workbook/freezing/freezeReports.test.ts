/** Whole reports frozen and thawed. */
import { createLedger } from "../../../src/workbook/ledger/ledger";
import { freeze } from "../../../src/workbook/freezing/freeze";
import { insertReport } from "../../../src/workbook/reports/report";
import { setUpReports } from "../reports/reportSetup";
import type { Workbook } from "../../workbench/excel";
import { openBook, readCells, readSaved, thaw, type Cells } from "../firstBuild";

let workbook: Workbook;
afterEach(async () => {
  await workbook.settled();
  workbook.close();
});

const ledger = createLedger({ now: () => 0, maxAge: () => Infinity, settings: () => ({}) });

/** By sheet, without the anchors and the line that says that the sheet is frozen. */
function shownIn(sheets: Record<string, Cells>): Record<string, Cells> {
  const shown = Object.entries(sheets).filter(([sheet]) => !sheet.startsWith("_insights_"));
  const isLine = (value: unknown) => typeof value === "string" && value.startsWith("Frozen on");
  return Object.fromEntries(
    shown.map(([sheet, cells]) => [
      sheet,
      Object.fromEntries(Object.entries(cells).filter(([, value]) => !isLine(value))),
    ]),
  );
}

/** Freezes everything, and thaws it again. */
async function freezeAndThaw(): Promise<void> {
  const before = await readCells();
  const lists = structuredClone(workbook.state.validations);
  const count = Object.values(before.formulas).flatMap(Object.keys).length;
  const { cells, others, skipped } = await freeze({ ledger, scope: "workbook", now: () => 0 });
  expect([cells, skipped]).toEqual([count, []]);
  expect(others).toBeGreaterThan(0);
  const frozen = await readCells();
  expect(Object.values(shownIn(frozen.formulas)).flatMap(Object.keys)).toEqual([]);
  expect(shownIn(frozen.values)).toEqual(before.values);
  expect(JSON.stringify(frozen.values)).toContain("Frozen on");
  expect(lists.length).toBeGreaterThan(0);
  expect(workbook.state.validations).toEqual([]);
  expect(await thaw("workbook")).toMatchObject({ cells: count, skipped: [] });
  await workbook.settled();
  expect(await readCells()).toEqual(before);
  const addressOf = ({ address, source }: (typeof lists)[number]) => `${address} ${source}`;
  expect(workbook.state.validations.map(addressOf).sort()).toEqual(lists.map(addressOf).sort());
}

test.each(["statement", "one-page"])(
  "A report of the first build (%s) freezes as a whole, lists and all, and thaws to what it was",
  async (name) => {
    ({ workbook } = await openBook(readSaved(name)));
    await freezeAndThaw();
  },
);

test("A report of now freezes as a whole, lists and all, and thaws to what it was", async () => {
  const setup = await setUpReports();
  ({ workbook } = setup);
  const subject = { plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "USD", plans: setup.plans };
  await insertReport({ kind: "statement", ...subject });
  await workbook.settled();
  await freezeAndThaw();
});
