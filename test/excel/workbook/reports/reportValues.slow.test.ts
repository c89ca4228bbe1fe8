/** A workbook with all reports shows in the grid what the command line's calculation comes to for the same cells. */
import { isReportKind, REPORT_TITLES } from "../../../../src/reporting/reports/reportParameters";
import { insertReport } from "../../../../src/excel/workbook/reports/report";
import { FLAGGED } from "../../../reporting/reports/reportSetup";
import { compareWithEngine, setUpReports } from "./reportWorkbook";

test("All values of all reports are those of the command line", async () => {
  const { workbook, functions, plans } = await setUpReports();
  for (const kind of Object.keys(REPORT_TITLES).filter(isReportKind)) {
    await insertReport({ kind, plan: "FY26 Plan", scenarios: FLAGGED, currency: "USD", plans, inputs: {} });
    await workbook.settled();
  }
  const { compared, different } = await compareWithEngine(workbook, functions);
  expect(compared).toBeGreaterThan(2000);
  expect(different).toEqual([]);
  workbook.close();
});
