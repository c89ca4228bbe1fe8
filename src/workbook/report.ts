/**
 * Reports: worksheets of formulas over their own input cells. Each is kept in the workbook's custom XML, and found by a
 * hidden name that refers to its sheet, so that it is known however the sheet is called.
 */
import { addReport, deleteReport, readReports } from "../saved/reports";
import { readCustomXml, updateCustomXml } from "./customXml";
import { bridgeSheet } from "./reports/bridge";
import { comparisonSheet } from "./reports/comparison";
import { demandSheet } from "./reports/demand";
import { monthsSheet } from "./reports/months";
import { onePageSheet } from "./reports/onePage";
import { isReportKind, type ReportKind } from "./reports/reportKinds";
import type { SheetSpec } from "./reports/sheetSpec";
import { statementSheet } from "./reports/statement";
import type { Subject } from "./reports/subject";
import { writeSheet } from "./reports/writeSheet";
import { freeSheetName } from "./sheetName";

interface ReportTemplate {
  /** What its sheet is called, with the plan after it. */
  readonly title: string;
  readonly describe: (subject: Subject) => SheetSpec;
}

const TEMPLATES: Readonly<Record<ReportKind, ReportTemplate>> = {
  statement: { title: "P&L", describe: statementSheet },
  months: { title: "P&L by month", describe: monthsSheet },
  demand: { title: "Demand", describe: demandSheet },
  comparison: { title: "Scenarios", describe: comparisonSheet },
  onePage: { title: "One-pager", describe: onePageSheet },
  bridge: { title: "Bridge", describe: bridgeSheet },
};

export interface Report {
  readonly id: string;
  readonly kind: ReportKind;
  /** The sheet's name as it is now. */
  readonly sheet: string;
}

const NAME = "InsightsReport_";
const FIRST_INPUT = "B5";

/** Makes the report on a new sheet, which is shown then. Resolves to the sheet's name. */
export async function insertReport({ kind, ...subject }: Subject & { kind: ReportKind }): Promise<string> {
  const { title, describe } = TEMPLATES[kind];
  const id = newId();
  const name = await Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    const free = freeSheetName(`${title} ${subject.plan}`, namesOf(worksheets));
    const sheet = worksheets.add(free);
    writeSheet(sheet, free, describe(subject));
    names.add(NAME + id, sheet.getRange("A1")).visible = false;
    sheet.activate();
    // The first input cell.
    sheet.getRange(FIRST_INPUT).select();
    await context.sync();
    return free;
  });
  await remember(id, kind);
  return name;
}

/** The reports whose sheets are there, in the order in which they were made. */
export async function listReports(): Promise<Report[]> {
  const known = readKnown(await readCustomXml("reports"));
  return Excel.run(async (context) => {
    const found = known.map((report) => {
      const range = context.workbook.names.getItemOrNullObject(NAME + report.id).getRangeOrNullObject();
      return { ...report, range, worksheet: range.worksheet.load("name") };
    });
    await context.sync();
    return found
      .filter(({ range }) => !range.isNullObject)
      .map(({ id, kind, worksheet }) => ({ id, kind, sheet: worksheet.name }));
  });
}

/** Copies the sheet with all that was changed in it. Resolves to the new sheet's name. */
export async function duplicateReport(id: string): Promise<string> {
  const { kind, sheet } = await findReport(id);
  const copyId = newId();
  const name = await Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    const source = worksheets.getItem(sheet);
    const copy = source.copy("After", source);
    copy.name = freeSheetName(sheet.replace(/ \(\d+\)$/, ""), namesOf(worksheets));
    names.add(NAME + copyId, copy.getRange("A1")).visible = false;
    copy.activate();
    copy.load("name");
    await context.sync();
    return copy.name;
  });
  await remember(copyId, kind);
  return name;
}

/** Deletes the sheet. A workbook keeps one, so the last one is replaced by an empty one. */
export async function removeReport(id: string): Promise<void> {
  const { sheet } = await findReport(id);
  await Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/visibility");
    await context.sync();
    if (worksheets.items.filter(({ visibility }) => visibility === "Visible").length === 1) worksheets.add();
    names.getItem(NAME + id).delete();
    worksheets.getItem(sheet).delete();
    await context.sync();
  });
  await updateCustomXml("reports", (root) => deleteReport(root, id));
}

async function findReport(id: string): Promise<Report> {
  const report = (await listReports()).find((each) => each.id === id);
  if (report) return report;
  throw new Error("The report is not in this workbook any more. Its sheet may have been deleted.");
}

function remember(id: string, kind: ReportKind): Promise<void> {
  return updateCustomXml("reports", (root) => addReport(root, { id, kind }));
}

/** Those of a kind that this version knows. */
function readKnown(root: Element | undefined): Pick<Report, "id" | "kind">[] {
  return readReports(root).flatMap(({ id, kind }) => (isReportKind(kind) ? [{ id, kind }] : []));
}

function namesOf({ items }: Excel.WorksheetCollection): string[] {
  return items.map(({ name }) => name);
}

/** Letters and digits alone, since it is part of a name. */
function newId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
