/**
 * The workbook with which the workbench opens: a report as the add-in inserts it, and sheets of a planner's own. It has formulas and
 * no number: the service of the day calculates them.
 */
import type { ICellData } from "@univerjs/core";
import { saveSettings } from "../../src/excel/workbook/customXml/settingsPart";
import { insertReport } from "../../src/excel/workbook/reports/report";
import { writeReport } from "../../src/excel/workbook/reports/writeSheet";
import { writeNewSheet } from "../../src/excel/workbook/cells/newSheet";
import { connectService, FLAGGED } from "../../test/reporting/reports/reportSetup";
import { openWorkbook, type SavedWorkbook } from "../../test/workbench/excel";
import { monthsTable, yearToDateTable } from "./ownTables";

const NAME = "Scenario Insights sample";
const FIRST = "First";

export async function recordSample(): Promise<SavedWorkbook> {
  const { plans, functions } = await connectService({});
  const [plan] = plans;
  if (!plan) throw new Error("The sandbox has no plan.");
  const data = { id: "sample", name: NAME, sheetOrder: ["first"], sheets: { first: { id: "first", name: FIRST } } };
  const workbook = openWorkbook({ data }, functions);
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported: () => true } } } });
  const { name, currency } = plan;
  await saveSettings({ plan: plan.id, currency });
  const report = await insertReport({ kind: "onePage", plan: name, scenarios: FLAGGED, currency, plans });
  const tables = { "Year to date": yearToDateTable(name), Months: monthsTable(name) };
  for (const [wanted, spec] of Object.entries(tables))
    await writeNewSheet({ wanted, selected: "B1" }, (added) => writeReport(added, spec));
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem(FIRST).delete();
    const first = context.workbook.worksheets.getItem(report.sheet);
    first.activate();
    first.getRange("B1").select();
    await context.sync();
  });
  const { data: saved } = workbook.save();
  workbook.close();
  for (const { cellData } of Object.values(saved.sheets ?? {}))
    for (const cells of Object.values(cellData ?? {}))
      for (const cell of Object.values(cells as Record<string, ICellData>)) dropResult(cell);
  return { data: saved, document: { workbook: workbook.state } };
}

/** Only a formula without a value is calculated when a workbook is opened. */
function dropResult(cell: ICellData): void {
  if (!cell.f) return;
  delete cell.v;
  delete cell.t;
}
