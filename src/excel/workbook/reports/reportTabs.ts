/** Renames the sheets of reports after their plan, unless the user has renamed them. */
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { parsePosition } from "../../../spreadsheet/cells/address";
import { MAX_SHEET_NAME_LENGTH } from "../../../spreadsheet/cells/limits";
import { renameReport } from "../../../reporting/saved/reports";
import { updateCustomXml } from "../customXml/customXml";
import { PLAN_NAME } from "../../../reporting/reports/hiddenColumns";
import { REPORT_TITLES, sheetNames } from "../../../reporting/reports/reportParameters";
import { findSheets, readKnown } from "./report";
import { fittingName, freeSheetName } from "../cells/sheetName";
import { runExcel } from "../cells/runExcel";

/** Separates the plan's name from what follows it in the line below the title. */
const BETWEEN = " · ";
const NUMBER = / \(\d+\)$/;

interface RenamedReport {
  readonly id: string;
  readonly tab: string;
}

/**
 * Renames sheets whose plan has changed. A workbook with a protected structure keeps its names.
 * @returns true if a sheet was renamed
 */
export async function followPlans(): Promise<boolean> {
  const known = (await readKnown()).filter(({ tab }) => tab);
  if (known.length === 0) return false;
  const renamed = await runExcel(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    const found = findSheets(context, known).map((report) => ({
      ...report,
      plan: offsetTo(report.range, PLAN_NAME).load("values"),
      about: report.range.getOffsetRange(1, 0).load("values,formulas"),
      sheet: report.range.worksheet.load("name"),
    }));
    await context.sync();
    const names = sheets.items.map(({ name }) => name);
    return found.flatMap(({ id, kind, tab, plan: name, about, sheet }): RenamedReport[] => {
      const plan = about.isNullObject || sheet.name !== tab ? undefined : planOf(name, about);
      const wanted = plan && newName(sheet.name, `${REPORT_TITLES[kind]} ${plan}`, names);
      if (!wanted) return [];
      names.splice(names.indexOf(sheet.name), 1, wanted);
      sheet.name = wanted;
      return [{ id, tab: wanted }];
    });
  }).catch(() => []);
  if (renamed.length === 0) return false;
  await updateCustomXml("reports", (root) => {
    for (const { id, tab } of renamed) renameReport(root, id, tab);
  });
  return true;
}

/** Returns the cell that is at this address if the report's first cell is A1. */
function offsetTo(first: Excel.Range, address: string): Excel.Range {
  const { row = 0, column = 0 } = parsePosition(address) ?? {};
  return first.getOffsetRange(row, column);
}

/**
 * Returns the plan's name. In a report of a release before 1.1 the second line begins with it; undefined if that is no longer a
 * formula.
 */
function planOf(cell: Excel.Range, about: Excel.Range): string | undefined {
  const [name, text, formula] = [cell.values, about.values, about.formulas].map(
    (rows) => (rows as unknown[][])[0]?.[0],
  );
  if (formula === "") return typeof name === "string" && !isErrorCode(name) ? name || undefined : undefined;
  if (typeof text !== "string" || typeof formula !== "string" || !formula.startsWith("=")) return undefined;
  const at = text.indexOf(BETWEEN);
  return at < 0 ? undefined : text.slice(0, at) || undefined;
}

/** Returns undefined if the sheet already has the name, with or without a number, or cut as releases before 1.1 cut it. */
function newName(name: string, text: string, names: readonly string[]): string | undefined {
  const [number = ""] = NUMBER.exec(name) ?? [];
  const texts = sheetNames(text);
  const former = text.slice(0, MAX_SHEET_NAME_LENGTH - number.length).trimEnd() + number;
  if ([fittingName(texts, ""), fittingName(texts, number), former].includes(name)) return undefined;
  return freeSheetName(
    texts,
    names.filter((each) => each !== name),
  );
}
