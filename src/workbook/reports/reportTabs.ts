/** The names of reports' sheets follow the plan that the report is about, unless a person has given them another. */
import { MAX_SHEET_NAME_LENGTH } from "../../grid/limits";
import { renameReport } from "../../saved/reports";
import { updateCustomXml } from "../customXml/customXml";
import { TEMPLATES, findSheets, readKnown } from "./report";
import { freeSheetName } from "./sheetName";

/** A title is this, between the report's name and the plan's. */
const BETWEEN = " · ";
const NUMBER = / \(\d+\)$/;

interface RenamedReport {
  readonly id: string;
  readonly tab: string;
}

/** Renames what has to be; a workbook in which sheets cannot be renamed keeps their names. */
export async function followPlans(): Promise<void> {
  const known = (await readKnown()).filter(({ tab }) => tab);
  if (known.length === 0) return;
  const renamed = await Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    const found = findSheets(context, known).map((report) => ({
      ...report,
      range: report.range.load("values,formulas"),
      sheet: report.range.worksheet.load("name"),
    }));
    await context.sync();
    const names = sheets.items.map(({ name }) => name);
    return found.flatMap(({ id, kind, tab, range, sheet }): RenamedReport[] => {
      const plan = range.isNullObject || sheet.name !== tab ? undefined : planOf(range);
      const wanted = plan && newName(sheet.name, `${TEMPLATES[kind].title} ${plan}`, names);
      if (!wanted) return [];
      names.splice(names.indexOf(sheet.name), 1, wanted);
      sheet.name = wanted;
      return [{ id, tab: wanted }];
    });
  }).catch(() => []);
  if (renamed.length === 0) return;
  await updateCustomXml("reports", (root) => {
    for (const { id, tab } of renamed) renameReport(root, id, tab);
  });
}

/** The plan that a title says; a title that is no formula any more says none. */
function planOf({ values, formulas }: Excel.Range): string | undefined {
  const [title, formula] = [values, formulas].map((rows) => (rows as unknown[][])[0]?.[0]);
  if (typeof title !== "string" || typeof formula !== "string" || !formula.startsWith("=")) return undefined;
  const at = title.indexOf(BETWEEN);
  return at < 0 ? undefined : title.slice(at + BETWEEN.length) || undefined;
}

/** Undefined where the sheet has that name, with a number or without. */
function newName(name: string, text: string, names: readonly string[]): string | undefined {
  const [number = ""] = NUMBER.exec(name) ?? [];
  const whole = freeSheetName(text, []);
  const cut = number ? freeSheetName(text.slice(0, MAX_SHEET_NAME_LENGTH - number.length), []) : whole;
  if (name === whole || (number !== "" && name === cut + number)) return undefined;
  return freeSheetName(
    text,
    names.filter((each) => each !== name),
  );
}
