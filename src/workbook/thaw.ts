/** Makes formulas again of what was frozen. */
import { moveReferences } from "../formulas/references";
import { formatSheetPosition, parseSheetPosition, withoutSheet } from "../grid/address";
import { overlaps, type SheetPosition } from "../grid/area";
import { hashValues, readFrozen, writeFrozen, type FrozenFormula } from "../saved/frozen";
import type { Scope } from "./cells";
import { readCustomXml, updateCustomXml } from "./customXml";
import type { FreezeSummary, SkippedCell } from "./freeze";
import { deleteNames, findAddresses } from "./frozenNames";
import { eachPortion } from "./portions";
import { findProtectedSheets, SHEET_PROTECTED } from "./protection";

/** What was frozen, where it is now. */
interface FrozenCells extends SheetPosition {
  readonly frozen: FrozenFormula;
  /** As it has to be now, with its references where the cells are. */
  readonly formula: string;
  readonly range: Excel.Range;
}

const CHANGED = "Its values have been changed since they were frozen. They stay as they are.";
const DELETED = "Its cells have been deleted since.";

/** Areas that somebody has typed into since, or whose sheet is protected, stay frozen; those of deleted cells are forgotten. */
export async function thaw(scope: Scope): Promise<FreezeSummary> {
  const all = readFrozen(await readCustomXml("frozen"));
  if (all.length === 0) return { cells: 0, skipped: [] };
  const { thawed, deleted, skipped } = await Excel.run((context) => thawAll(context, all, scope));
  const gone = [...thawed, ...deleted];
  const areas = new Set(gone.map(({ area }) => area));
  const isLeft = ({ area }: FrozenFormula) => !areas.has(area);
  await updateCustomXml("frozen", (root) => writeFrozen(root, readFrozen(root).filter(isLeft)));
  await Excel.run((context) => deleteNames(context, gone, all.filter(isLeft)));
  return { cells: thawed.length, skipped };
}

/** How many formulas are frozen. */
export async function countFrozen(): Promise<number> {
  return readFrozen(await readCustomXml("frozen")).length;
}

async function thawAll(context: Excel.RequestContext, all: readonly FrozenFormula[], scope: Scope) {
  const { found, deleted } = findFrozenCells(context, all, await findAddresses(context));
  const isInScope = await readScope(context, scope);
  const locked = await findProtectedSheets(context);
  const intact: FrozenCells[] = [];
  const skipped: SkippedCell[] = deleted.map(({ formula }) => ({ address: formula, reason: DELETED }));
  const skip = (cells: FrozenCells, reason: string) => skipped.push({ address: formatSheetPosition(cells), reason });
  await eachPortion(
    context,
    found,
    (cells) => {
      cells.range.load("values,formulas,rowCount,columnCount");
      return cells;
    },
    (cells) => {
      if (!isInScope(cells)) return;
      if (locked.has(cells.sheet)) skip(cells, SHEET_PROTECTED);
      else if (isIntact(cells)) intact.push(cells);
      else skip(cells, CHANGED);
    },
  );
  await eachPortion(context, intact, restore);
  return { thawed: intact.map(({ frozen }) => frozen), deleted, skipped };
}

/** Whether the cells still hold the values that were written, and no formula. */
function isIntact({ range, frozen }: FrozenCells): boolean {
  const values: unknown[][] = range.values;
  const formulas: unknown[][] = range.formulas;
  const isFormula = (text: unknown, row: number, column: number) =>
    typeof text === "string" && text.startsWith("=") && text !== values[row]?.[column];
  if (formulas.some((texts, row) => texts.some((text, column) => isFormula(text, row, column)))) return false;
  return hashValues(values) === frozen.mark;
}

function restore({ range, formula }: FrozenCells): void {
  range.clear(Excel.ClearApplyTo.contents);
  range.getCell(0, 0).formulas = [[formula]];
}

/** @param addresses Where the cells of the hidden names are now. */
function findFrozenCells(
  context: Excel.RequestContext,
  all: readonly FrozenFormula[],
  addresses: ReadonlyMap<string, string>,
) {
  const [found, deleted]: [FrozenCells[], FrozenFormula[]] = [[], []];
  for (const frozen of all) {
    const address = addresses.get(frozen.area) ?? "#REF!";
    const position = parseSheetPosition(address);
    if (!position) {
      deleted.push(frozen);
      continue;
    }
    const range = context.workbook.worksheets.getItem(position.sheet).getRange(withoutSheet(address));
    const references = frozen.references.map((name) => addresses.get(name) ?? "#REF!");
    const formula = moveReferences(frozen.formula, position.sheet, references);
    found.push({ ...position, frozen, range, formula });
  }
  return { found, deleted };
}

/** Tells whether frozen cells, once their size is loaded, are in the scope or touch it. */
async function readScope(context: Excel.RequestContext, scope: Scope): Promise<(cells: FrozenCells) => boolean> {
  if (scope === "workbook") return () => true;
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  const areas = context.workbook.getSelectedRanges().areas;
  areas.load("items/rowIndex,items/columnIndex,items/rowCount,items/columnCount");
  await context.sync();
  const touches = ({ row, column, range }: FrozenCells) =>
    areas.items.some(({ rowIndex, columnIndex, rowCount, columnCount }) =>
      overlaps(
        { row, column, rows: range.rowCount, columns: range.columnCount },
        { row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount },
      ),
    );
  return (cells) => cells.sheet === active.name && (scope === "sheet" || touches(cells));
}
