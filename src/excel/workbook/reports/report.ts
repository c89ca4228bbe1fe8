/**
 * Reports: worksheets of formulas over their own input cells. The workbook's custom XML lists them. A hidden name refers to
 * each sheet, so a report is found after its sheet is renamed.
 */
import { addReport, deleteReport, linkReport, readReports, type SavedReport } from "../../../reporting/saved/reports";
import { writeNewSheet, type NewSheet, type WrittenSheet } from "../cells/newSheet";
import { nameComments } from "../comments/commentSheet";
import { changeSheets } from "../cells/protectedStructure";
import { callsFunction, requireKnownFunction } from "../cells/unknownFunctions";
import { readCustomXml, updateCustomXml } from "../customXml/customXml";
import {
  isReportKind,
  REPORT_TITLES,
  sheetNames,
  type ReportKind,
  type ReportParameters,
} from "../../../reporting/reports/reportParameters";
import type { SheetSpec } from "../../../reporting/reports/sheetSpec";
import { REPORT_SHEETS } from "../../../reporting/reports/reportSheets";
import { writeReport } from "./writeSheet";
import { runExcel } from "../cells/runExcel";

export interface Report {
  readonly id: string;
  readonly kind: ReportKind;
  /** The current name of its sheet. */
  readonly sheet: string;
  /** True if it keeps its own inputs when those of all reports are changed. */
  readonly isUnlinked: boolean;
}

/** A report with its first cell. */
export interface FoundReport extends SavedReport {
  readonly kind: ReportKind;
  /** The first cell, also after it was moved. */
  readonly range: Excel.Range;
}

const NAME = "InsightsReport_";
const FIRST_INPUT = "B5";

/** Inserts a report on a new sheet and shows it. */
export async function insertReport({
  kind,
  ...parameters
}: ReportParameters & { readonly kind: ReportKind }): Promise<WrittenSheet> {
  const id = newId();
  const wanted = sheetNames(`${REPORT_TITLES[kind]} ${parameters.plan}`);
  return writeNewSheet({ wanted, marker: NAME + id, selected: FIRST_INPUT }, async (added) => {
    const spec = REPORT_SHEETS[kind](parameters);
    if (kind === "commentary") await nameComments(added.context);
    await writeReport(added, spec);
    await requireKnownFunctions(added, spec);
    await remember({ id, kind, tab: added.name });
  });
}

/** Reads one formula back. @throws Error with a message for users if Excel does not know our functions. */
async function requireKnownFunctions({ context, sheet }: NewSheet, { blocks }: SheetSpec): Promise<void> {
  for (const { at, rows } of blocks) {
    const row = rows.findIndex((cells) => cells.some(callsFunction));
    if (row < 0) continue;
    const column = rows[row]?.findIndex(callsFunction) ?? 0;
    const cell = sheet.getRange(at).getCell(row, column).load("values");
    // One formula is enough: this is the last request of the loop.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    return requireKnownFunction(cell.values.flat()[0]);
  }
}

/** Lists the reports whose sheets exist, in order of creation. */
export async function listReports(): Promise<Report[]> {
  const known = await readKnown();
  return runExcel(async (context) => {
    const found = findSheets(context, known).map((each) => ({ ...each, worksheet: each.range.worksheet.load("name") }));
    await context.sync();
    return found
      .filter(({ range }) => !range.isNullObject)
      .map(({ id, kind, worksheet, isUnlinked = false }) => ({ id, kind, sheet: worksheet.name, isUnlinked }));
  });
}

/** Queues the look-up of the reports' first cells. */
export function findSheets(context: Excel.RequestContext, known: readonly KnownReport[]): FoundReport[] {
  return known.map((report) => ({
    ...report,
    range: context.workbook.names.getItemOrNullObject(NAME + report.id).getRangeOrNullObject(),
  }));
}

/** Copies a report's sheet with all changes to it. */
export async function duplicateReport(id: string): Promise<WrittenSheet> {
  const { kind, sheet, isUnlinked } = await findReport(id);
  const copyId = newId();
  const wanted = sheetNames(sheet.replace(/ \(\d+\)$/, ""));
  return writeNewSheet({ wanted, copyOf: sheet, marker: NAME + copyId }, ({ name }) =>
    remember({ id: copyId, kind, tab: name, isUnlinked }),
  );
}

/** Lets a report follow the inputs of all reports, or keep its own. The workbook remembers it. */
export async function setLinked(id: string, isLinked: boolean): Promise<void> {
  await findReport(id);
  await updateCustomXml("reports", (root) => linkReport(root, id, isLinked));
}

/** Deletes a report's sheet. The last visible sheet of a workbook is replaced by an empty one. */
export async function removeReport(id: string): Promise<void> {
  const { sheet } = await findReport(id);
  await changeSheets(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/visibility");
    await context.sync();
    if (worksheets.items.filter(({ visibility }) => visibility === "Visible").length === 1) worksheets.add();
    // The sheet first: if Excel refuses that, the report keeps its name.
    worksheets.getItem(sheet).delete();
    names.getItem(NAME + id).delete();
    await context.sync();
  });
  await updateCustomXml("reports", (root) => deleteReport(root, id));
}

async function findReport(id: string): Promise<Report> {
  const report = (await listReports()).find((each) => each.id === id);
  if (report) return report;
  throw new Error("The report is no longer in this workbook. Its sheet may have been deleted.");
}

function remember(report: SavedReport): Promise<void> {
  return updateCustomXml("reports", (root) => addReport(root, report));
}

export interface KnownReport extends SavedReport {
  readonly kind: ReportKind;
}

/** Reads the reports whose kind this version knows. */
export async function readKnown(): Promise<KnownReport[]> {
  const root = await readCustomXml("reports");
  return readReports(root).flatMap(({ kind, ...report }) => (isReportKind(kind) ? [{ ...report, kind }] : []));
}

/** Returns letters and digits only, for use in a defined name. */
function newId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
