/** How Excel fills the columns of tables. */
import { enterRows, onSheet, sameAs, type CheckContext, type HostCheck } from "./hostCheck";

/** Adds a table of two columns, does the work, and reads the second column. */
async function columnAfter(checkContext: CheckContext, work: (body: Excel.Range) => void): Promise<unknown> {
  await enterRows(checkContext, [
    ["Key", "Value"],
    [1, ""],
    [2, ""],
  ]);
  await onSheet(checkContext, (sheet) => void sheet.tables.add("A1:B3", true));
  await onSheet(checkContext, (sheet) => work(sheet.getRange("B2:B3")));
  return onSheet(checkContext, async (sheet, context) => {
    const range = sheet.getRange("B2:B3").load("values");
    await context.sync();
    return range.values;
  });
}

export const TABLE_CHECKS: readonly HostCheck[] = [
  {
    name: "Tables that fill themselves",
    expectation: "A formula that is written into one cell of a table's column fills the column.",
    run: async (checkContext) =>
      sameAs([[7], [7]], await columnAfter(checkContext, (body) => void (body.getCell(0, 0).formulas = [["=3+4"]]))),
  },
  {
    name: "Tables that are written as columns",
    expectation: "If a table's column is written as a whole, each cell has what was written.",
    run: async (checkContext) =>
      sameAs([[7], [9]], await columnAfter(checkContext, (body) => void (body.formulas = [["=3+4"], ["=4+5"]]))),
  },
];
