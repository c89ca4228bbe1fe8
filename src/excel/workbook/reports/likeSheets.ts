/** Finds sheets that are like a report: those that a person has copied by their tabs, and the report that would be inserted. */
import { INPUT_AREA, inputPlaces } from "../../../reporting/saved/inputPlaces";
import { roleOf } from "../../../reporting/reports/inputRoles";
import type { ReportKind, ReportParameters } from "../../../reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../reporting/reports/reportSheets";
import { isHiddenColumn } from "../../../reporting/reports/hiddenColumns";
import { parseArea, parsePosition } from "../../../spreadsheet/cells/address";
import { findReferences, type Reference } from "../../../spreadsheet/formulas/references";
import { findSheets, readKnown } from "./report";
import { runExcel } from "../cells/runExcel";

type Contents = readonly (readonly unknown[])[];

/**
 * Returns the names of sheets with a report's live formulas that the workbook does not list as a report. Excel copies a report's sheet
 * by its tab without its entry in the list.
 */
export async function listCopies(): Promise<string[]> {
  const known = await readKnown();
  if (known.length === 0) return [];
  return runExcel(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    const listed = findSheets(context, known).map(({ range }) => ({ range, sheet: range.worksheet.load("name") }));
    await context.sync();
    const own = new Set(listed.flatMap(({ range, sheet }) => (range.isNullObject ? [] : [sheet.name])));
    const others = sheets.items
      .filter(({ name }) => !own.has(name))
      .map((sheet) => ({
        name: sheet.name,
        cells: sheet.getRangeByIndexes(0, 0, INPUT_AREA.rows, INPUT_AREA.columns).load("values,formulas"),
      }));
    await context.sync();
    return others.flatMap(({ name, cells }) => (isLiveReport(cells.values, cells.formulas) ? [name] : []));
  });
}

/**
 * True for cells with a report's inputs below a title that reads hidden columns. A snapshot's is a text, and that of a planner's own sheet
 * reads others.
 */
function isLiveReport(values: Contents, formulas: Contents): boolean {
  // A wide report's name stands left of the title.
  const titles = formulas[0]?.slice(1, 3) ?? [];
  const isSentence = titles.some((title) => {
    return typeof title === "string" && title.startsWith("=") && findReferences(title).some(isHidden);
  });
  const roles = new Set(inputPlaces((row, column) => values[row]?.[column]).map(({ labels }) => roleOf(labels)));
  return isSentence && roles.has("plan") && roles.has("currency");
}

function isHidden({ place }: Reference): boolean {
  const area = parseArea(place.replaceAll("$", ""));
  return area !== undefined && isHiddenColumn(area.column);
}

/** Returns the sheet of a report of this kind whose inputs are those that a new one would have; undefined if there is none. */
export async function findEqualReport({
  kind,
  ...parameters
}: ReportParameters & { readonly kind: ReportKind }): Promise<string | undefined> {
  const known = (await readKnown()).filter((report) => report.kind === kind);
  if (known.length === 0) return undefined;
  const wanted = new Map<string, unknown>();
  for (const { at, rows } of REPORT_SHEETS[kind](parameters).blocks) {
    const first = parsePosition(at);
    rows.forEach((cells, down) =>
      cells.forEach((cell, right) => first && wanted.set(`${first.row + down} ${first.column + right}`, cell)),
    );
  }
  const places = inputPlaces((row, column) => wanted.get(`${row} ${column}`));
  return runExcel(async (context) => {
    const found = findSheets(context, known).map(({ range }) => ({
      range,
      sheet: range.worksheet.load("name"),
      cells: range.getResizedRange(INPUT_AREA.rows - 1, INPUT_AREA.columns - 1).load("formulas"),
    }));
    await context.sync();
    return found.find(
      ({ range, cells }) =>
        !range.isNullObject &&
        places.every(({ row, column }) => {
          const content = textOf(wanted.get(`${row} ${column}`)).replace(/^'/, "");
          return textOf((cells.formulas as Contents)[row]?.[column]) === content;
        }),
    )?.sheet.name;
  });
}

function textOf(content: unknown): string {
  return typeof content === "string" || typeof content === "number" ? String(content) : "";
}
