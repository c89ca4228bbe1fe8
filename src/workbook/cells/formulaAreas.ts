/** The areas that formulas read: by addresses, by names, and by tables. */
import { findReferences } from "../../formulas/references";
import { tokensOf, TYPES } from "../../formulas/tokens";
import { parseAddress } from "../../grid/address";
import { contains, type SheetArea } from "../../grid/area";
import type { FormulaAt } from "./cells";
import { findNamedFormulas } from "./namedFormulas";

export interface TableArea extends SheetArea {
  readonly name: string;
}

/** Where the workbook's tables are. */
export async function readTables(context: Excel.RequestContext): Promise<TableArea[]> {
  const tables = context.workbook.tables.load("items/name,items/worksheet/name");
  await context.sync();
  const found = tables.items.map((table) => {
    const range = table.getRange().load("rowIndex,columnIndex,rowCount,columnCount");
    return { name: table.name, sheet: table.worksheet.name, range };
  });
  if (found.length > 0) await context.sync();
  return found.map(({ name, sheet, range: { rowIndex, columnIndex, rowCount, columnCount } }) => ({
    name,
    sheet,
    row: rowIndex,
    column: columnIndex,
    rows: rowCount,
    columns: columnCount,
  }));
}

/** Gives the areas that a formula reads, each as far as its address says. Of a table it is taken to read all. */
export async function openAreas(
  context: Excel.RequestContext,
  tables: readonly TableArea[],
): Promise<(formula: FormulaAt) => SheetArea[]> {
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const sheets = worksheets.items.map(({ name }) => name);
  const named = new Map((await findNamedFormulas(context)).map(({ name, formula }) => [name.toLowerCase(), formula]));
  const known = new Map<FormulaAt, SheetArea[]>();
  const areasOf = (text: string, cell: FormulaAt, depth: number): SheetArea[] => [
    ...findReferences(text).flatMap(({ sheet, text: address }) => {
      const area = parseAddress(address)?.area;
      return area ? sheetsNamed(sheet || cell.sheet, sheets).map((name) => ({ ...area, sheet: name })) : [];
    }),
    ...tokensOf(text).flatMap(({ type, value }) => {
      if (type === TYPES.REF_STRUCT) return tableOf(value, cell, tables);
      if (type !== TYPES.REF_NAMED && type !== TYPES.FUNCTION) return [];
      const name = value.replace(/^.*!/, "").toLowerCase();
      const formula = depth < MOST_NAMES ? named.get(name) : undefined;
      return formula === undefined ? tableOf(value, undefined, tables) : areasOf(formula, cell, depth + 1);
    }),
  ];
  return (formula) => {
    const areas = known.get(formula) ?? areasOf(formula.formula, formula, 0);
    known.set(formula, areas);
    return areas;
  };
}

/** Names that lead to names, one after the other. */
const MOST_NAMES = 10;

/** The table that is named before the bracket; without a name, the one that the formula stands in. */
function tableOf(text: string, cell: FormulaAt | undefined, tables: readonly TableArea[]): TableArea[] {
  const name = /^([^[]*)/.exec(text)?.[1]?.toLowerCase() ?? "";
  return tables.filter((table) =>
    name ? table.name.toLowerCase() === name : cell?.sheet === table.sheet && contains(table, cell),
  );
}

/** The sheets that "Jan:Mar" means, or the one. */
function sheetsNamed(text: string, sheets: readonly string[]): readonly string[] {
  const find = (name: string) => sheets.findIndex((sheet) => sheet.toLowerCase() === name.toLowerCase());
  const at = text.indexOf(":");
  if (at < 0) return [text];
  const [first, last] = [find(text.slice(0, at)), find(text.slice(at + 1))];
  return first < 0 || last < 0 ? [] : sheets.slice(Math.min(first, last), Math.max(first, last) + 1);
}
