/**
 * Reports: worksheets of formulas over their own input cells. Each is kept in the workbook's custom XML, and found by a
 * hidden name that refers to its sheet, so that it is known however the sheet is called.
 */
import { addReport, deleteReport, readReports, type SavedReport } from "../../saved/reports";
import { callsFunction, requireKnownFunction } from "../cells/unknownFunctions";
import { readCustomXml, updateCustomXml } from "../customXml/customXml";
import { isReportKind, type ReportKind } from "./reportKinds";
import type { SheetSpec } from "./sheetSpec";
import type { Subject } from "./subject";
import { TEMPLATES } from "./templates";
import { writeSheet } from "./writeSheet";
import { freeSheetName } from "./sheetName";

export interface Report {
  readonly id: string;
  readonly kind: ReportKind;
  /** The sheet's name as it is now. */
  readonly sheet: string;
}

/** A report with what leads to its cells. */
export interface FoundReport extends SavedReport {
  readonly kind: ReportKind;
  /** Its first cell, wherever that has been moved to. */
  readonly range: Excel.Range;
}

const NAME = "InsightsReport_";
const FIRST_INPUT = "B5";

/** Makes the report on a new sheet, which is shown then. Resolves to the sheet's name. */
export async function insertReport({ kind, ...subject }: Subject & { readonly kind: ReportKind }): Promise<string> {
  const { title, describe } = TEMPLATES[kind];
  const id = newId();
  const name = await Excel.run(async (context) => {
    const { worksheets, names, application } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    application.suspendApiCalculationUntilNextSync();
    const spec = describe(subject);
    const free = freeSheetName(`${title} ${subject.plan}`, namesOf(worksheets));
    const sheet = worksheets.add(free);
    writeSheet(sheet, free, spec);
    const marker = names.add(NAME + id, sheet.getRange("A1"));
    marker.visible = false;
    sheet.activate();
    sheet.getRange(FIRST_INPUT).select();
    await context.sync();
    try {
      await requireKnownFunctions(context, sheet, spec);
    } catch (error) {
      marker.delete();
      sheet.delete();
      await context.sync();
      throw error;
    }
    return free;
  });
  await remember({ id, kind, tab: name });
  return name;
}

/** Reads one formula back. @throws Error with a message for people if Excel does not know our functions. */
async function requireKnownFunctions(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { blocks }: SheetSpec,
): Promise<void> {
  for (const { at, rows } of blocks) {
    const row = rows.findIndex((cells) => cells.some(callsFunction));
    if (row < 0) continue;
    const column = rows[row]?.findIndex(callsFunction) ?? 0;
    const cell = sheet.getRange(at).getCell(row, column).load("values");
    // One formula is enough: this is the last request of the loop.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    return requireKnownFunction(cell.values.flat()[0]);
  }
}

/** The reports whose sheets are there, in the order in which they were made. */
export async function listReports(): Promise<Report[]> {
  const known = await readKnown();
  return Excel.run(async (context) => {
    const found = findSheets(context, known).map((each) => ({ ...each, worksheet: each.range.worksheet.load("name") }));
    await context.sync();
    return found
      .filter(({ range }) => !range.isNullObject)
      .map(({ id, kind, worksheet }) => ({ id, kind, sheet: worksheet.name }));
  });
}

/** Queues the finding of their first cells. */
export function findSheets(context: Excel.RequestContext, known: readonly KnownReport[]): FoundReport[] {
  return known.map((report) => ({
    ...report,
    range: context.workbook.names.getItemOrNullObject(NAME + report.id).getRangeOrNullObject(),
  }));
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
  await remember({ id: copyId, kind, tab: name });
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

function remember(report: SavedReport): Promise<void> {
  return updateCustomXml("reports", (root) => addReport(root, report));
}

export interface KnownReport extends SavedReport {
  readonly kind: ReportKind;
}

/** Those of a kind that this version knows. */
export async function readKnown(): Promise<KnownReport[]> {
  const root = await readCustomXml("reports");
  return readReports(root).flatMap(({ kind, ...report }) => (isReportKind(kind) ? [{ ...report, kind }] : []));
}

function namesOf({ items }: Excel.WorksheetCollection): string[] {
  return items.map(({ name }) => name);
}

/** Letters and digits alone, since it is part of a name. */
function newId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
