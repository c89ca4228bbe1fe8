/** Many cells of our functions are formatted in few requests. */
import { formatCells } from "../../../../src/excel/workbook/format/formatCells";
import { setUpWorkbook } from "../setup";

const EBIT = '=INSIGHTS.KPI("Plan","One","ebit")';
const MARGIN = '=INSIGHTS.KPI("Plan","One","ebitPercent")';

test("10,000 cells of two formats are formatted in six requests", async () => {
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported: () => true } } } });
  const { workbook, ledger } = await setUpWorkbook({});
  const formulas = Array.from({ length: 999 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => ((10 * row + column) % 3 === 0 ? MARGIN : EBIT)),
  );
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("A8:J1006").formulas = formulas;
    await context.sync();
  });
  await workbook.settled();
  workbook.host.limitPayloads = true;
  const before = workbook.requests();
  expect(await formatCells({ ledger, settings: {} })).toMatchObject({ cells: 9_990, isFitted: true });
  expect(workbook.requests() - before).toBeLessThanOrEqual(6);
  const formats = await Excel.run(async (context) => {
    const cells = context.workbook.worksheets.getItem("Sheet1").getRange("A8:D8").load("numberFormat");
    await context.sync();
    return cells.numberFormat;
  });
  expect(formats).toEqual([["0.0%", "#,##0;-#,##0", "#,##0;-#,##0", "0.0%"]]);
  workbook.close();
});
