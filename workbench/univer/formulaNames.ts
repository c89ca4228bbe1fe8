/** Defined names and tables in the grid's formulas, and references to several sheets. */
import { IDefinedNamesService } from "@univerjs/engine-formula";
import type { BookFormula } from "../../src/spreadsheet/engine/bookSheet";
import { isBuiltIn } from "../../src/spreadsheet/engine/builtIns";
import { markVariables } from "../../src/spreadsheet/engine/variables";
import type { SheetArea, SheetPosition } from "../../src/spreadsheet/cells/area";
import { FILE_LIMITS } from "../../src/spreadsheet/xlsx/limits";
import { createResolver } from "../../src/spreadsheet/xlsx/resolve";
import type { DefinedName, FileTable } from "../../src/spreadsheet/xlsx/workbook";
import { workbookOf, type Grid } from "./grid";

/** @param text Without "=". */
export type ResolveFormula = (text: string, cell: SheetPosition) => BookFormula;

/** A table of the grid. */
export interface NamedTable {
  readonly name: string;
  /** With its headings; the sheet by its id. */
  readonly area: SheetArea;
  readonly hasHeaders: boolean;
}

export interface FormulaResolver {
  readonly resolve: ResolveFormula;
  /** What each name, table and sheet means, by its name in lower case. */
  readonly meanings: ReadonlyMap<string, string>;
}

/** Resolves formulas by the names, tables and sheets that the workbook has now. */
export function createFormulaResolver(grid: Grid, gridTables: readonly NamedTable[]): FormulaResolver {
  const workbook = workbookOf(grid);
  const sheets = workbook.getSheets().map((sheet) => ({ id: sheet.getSheetId(), name: sheet.getSheetName() }));
  const indexes = new Map(sheets.map(({ id }, at) => [id, at]));
  const names = namesOf(grid, indexes);
  const tables = gridTables.map((table) => tableOf(grid, table, indexes));
  const known = new Set([...names, ...tables].map(({ name }) => name.toLowerCase()));
  const resolve = createResolver({ sheets, names, tables, limits: FILE_LIMITS }, isBuiltIn);
  return {
    resolve: (text, { sheet, row, column }) => {
      const marked = markVariables(text, (name) => known.has(name));
      const resolved = resolve(marked, indexes.get(sheet) ?? -1, { row, column });
      // What is not found is #REF! in the text, and calculated so.
      const problem = resolved.mayReadOthers ? undefined : resolved.problem;
      return { text: resolved.text, fill: "spill", rows: 1, columns: 1, problem };
    },
    meanings: meaningsOf([...sheets, ...names, ...tables]),
  };
}

/** Several may have one name, as names of single sheets do. */
function meaningsOf(named: readonly { readonly name: string }[]): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const each of named) {
    const name = each.name.toLowerCase();
    meanings.set(name, (meanings.get(name) ?? "") + JSON.stringify(each));
  }
  return meanings;
}

/** A range from one sheet to another means what stands between them. */
const SPAN = /:[^!]*!/;

/** A reference to the table around the formula. */
const OWN_TABLE = /(?:^|[^\w\].])\[/;

/** Returns a test for texts that may mean something else now than they did. */
export function createChangeTest(former: FormulaResolver, now: FormulaResolver): (text: string) => boolean {
  const [before, after] = [former.meanings, now.meanings];
  const all = new Set([...before.keys(), ...after.keys()]);
  const changed = new Set([...all].filter((name) => before.get(name) !== after.get(name)));
  const mentions = (text: string) => {
    const searched = text.toLowerCase().replaceAll("''", "'");
    return [...changed].some((name) => searched.includes(name));
  };
  // Names of changed names have changed.
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, meaning] of after) if (mentions(meaning)) changed.add(name);
  }
  return (text) => mentions(text) || SPAN.test(text) || OWN_TABLE.test(text);
}

/** @param indexes The index of each sheet by its id. */
function namesOf(grid: Grid, indexes: ReadonlyMap<string, number>): DefinedName[] {
  const unit = workbookOf(grid).getId();
  const all = Object.values(grid.injector.get(IDefinedNamesService).getDefinedNameMap(unit) ?? {});
  return all.map(({ name, formulaOrRefString, localSheetId = "" }) => {
    return { name, text: formulaOrRefString.replace(/^=/, ""), sheet: indexes.get(localSheetId) };
  });
}

/** The cells above the data name the columns, as they are now. */
function tableOf(grid: Grid, { name, area, hasHeaders }: NamedTable, indexes: ReadonlyMap<string, number>): FileTable {
  const { sheet: id, ...range } = area;
  const heads = hasHeaders ? workbookOf(grid).getSheetBySheetId(id)?.getSheet() : undefined;
  const columns = Array.from({ length: range.columns }, (_, at) => {
    const head = heads?.getCellRaw(range.row, range.column + at)?.v;
    return String(head ?? "") || `Column${at + 1}`;
  });
  return { name, sheet: indexes.get(id) ?? -1, range, headerRows: hasHeaders ? 1 : 0, totalsRows: 0, columns };
}
