/** A workbook with all reports shows in the grid what the command line's calculation comes to for the same cells. */
import { calculateBook } from "../../../src/engine/calculateBook";
import { isCellError } from "../../../src/engine/values";
import { formatSheetPosition } from "../../../src/sheet/address";
import { isReportKind, REPORT_TITLES } from "../../../src/reports/reportParameters";
import { insertReport } from "../../../src/workbook/reports/report";
import { bookSheetsOf } from "../../../workbench/univer/bookSheets";
import { FLAGGED } from "../../reports/reportSetup";
import { setUpReports } from "./reportWorkbook";

test("All values of all reports are those of the command line", async () => {
  const { workbook, functions, plans } = await setUpReports();
  for (const kind of Object.keys(REPORT_TITLES).filter(isReportKind)) {
    await insertReport({ kind, plan: "FY26 Plan", scenarios: FLAGGED, currency: "USD", plans, inputs: {} });
    await workbook.settled();
  }
  const sheets = bookSheetsOf(workbook.save().data);
  const outcomes = await calculateBook(sheets, functions, { kept: { areOld: true, standAlone: true } });
  expect(outcomes.length).toBeGreaterThan(2000);
  const different: unknown[] = [];
  for (const { cell, rows, problem } of outcomes)
    rows.forEach((line, down) =>
      line.forEach((value, right) => {
        const address = formatSheetPosition({ ...cell, row: cell.row + down, column: cell.column + right });
        const wanted = problem ?? (isCellError(value) ? value.code : value);
        const shown = workbook.value(address);
        if (shown !== wanted) different.push([address, shown, wanted]);
      }),
    );
  expect(different).toEqual([]);
  workbook.close();
});
