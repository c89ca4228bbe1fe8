/**
 * Thaws what the first design of freezing left in files: one hidden name for what each formula filled, and one for each of the
 * cells that it refers to. Nothing is frozen so any more.
 */
import { moveReferences } from "../../formulas/references";
import { formatSheetPosition, parseSheetPosition, withoutSheet } from "../../grid/address";
import type { SheetPosition } from "../../grid/area";
import { hashValues } from "../../saved/frozen";
import type { Scope } from "../cells/cells";
import { forEachBatch } from "../cells/batches";
import { findProtectedSheets, SHEET_PROTECTED } from "../cells/protection";
import { findScope, isInScope } from "../cells/scope";
import type { SkippedCell } from "./freezePlan";
import { updateSavedFrozen } from "./savedFrozen";

/** A line of the record. */
interface FrozenFormula {
  /** The name of the area that the formula filled. */
  readonly area: string;
  readonly formula: string;
  /** The names of the cells that it refers to, in the order of its text. */
  readonly references: readonly string[];
  /** `hashValues` of the values that were written. */
  readonly mark: string;
}

/** What was frozen, where it is now. */
interface NamedCells extends SheetPosition {
  readonly frozen: FrozenFormula;
  /** As it has to be now, with its references where the cells are. */
  readonly formula: string;
  readonly range: Excel.Range;
}

interface NamedThaw {
  readonly cells: number;
  readonly skipped: readonly SkippedCell[];
}

const PREFIX = /^_insights_\d+$/;
const CHANGED = "Its values have been changed since they were frozen. They stay as they are.";
const DELETED = "Its cells have been deleted since.";

export function countNamed(lines: readonly unknown[]): number {
  return lines.filter(isFrozenFormula).length;
}

/** Areas that somebody has typed into since, or whose sheet is protected, stay frozen; those of deleted cells are forgotten. */
export async function thawNamed(scope: Scope, lines: readonly unknown[]): Promise<NamedThaw> {
  const all = lines.filter(isFrozenFormula);
  if (all.length === 0) return { cells: 0, skipped: [] };
  const { thawed, gone, skipped } = await Excel.run((context) => thawAll(context, all, scope));
  const areas = new Set(gone.map(({ area }) => area));
  const isLeft = (line: unknown) => !isFrozenFormula(line) || !areas.has(line.area);
  await updateSavedFrozen((saved) => ({ ...saved, named: saved.named.filter(isLeft) }));
  await Excel.run((context) => deleteNames(context, all.filter(isLeft)));
  return { cells: thawed, skipped };
}

async function thawAll(context: Excel.RequestContext, all: readonly FrozenFormula[], scope: Scope) {
  const addresses = await findAddresses(context);
  const meant = scope === "workbook" ? undefined : await findScope(context, scope);
  const locked = await findProtectedSheets(context);
  const found = all.flatMap((frozen) => locate(context, frozen, addresses) ?? []);
  const located = new Set(found.map(({ frozen }) => frozen));
  const deleted = all.filter((frozen) => !located.has(frozen));
  const intact: NamedCells[] = [];
  const skipped: SkippedCell[] = deleted.map(({ formula }) => ({ address: formula, reason: DELETED }));
  const skip = (cells: NamedCells, reason: string) => skipped.push({ address: formatSheetPosition(cells), reason });
  await forEachBatch(
    context,
    found,
    (cells) => {
      cells.range.load("values,formulas,rowCount,columnCount");
      return cells;
    },
    (cells) => {
      const { sheet, row, column, range } = cells;
      const area = { sheet, row, column, rows: range.rowCount, columns: range.columnCount };
      if (meant && !isInScope(area, meant)) return;
      if (locked.has(sheet)) skip(cells, SHEET_PROTECTED);
      else if (isIntact(cells)) intact.push(cells);
      else skip(cells, CHANGED);
    },
  );
  await forEachBatch(context, intact, ({ range, formula }) => {
    range.clear(Excel.ClearApplyTo.contents);
    range.getCell(0, 0).formulas = [[formula]];
  });
  return { thawed: intact.length, gone: [...intact.map(({ frozen }) => frozen), ...deleted], skipped };
}

/** Undefined where the cells have been deleted. */
function locate(
  context: Excel.RequestContext,
  frozen: FrozenFormula,
  addresses: ReadonlyMap<string, string>,
): NamedCells | undefined {
  const address = addresses.get(frozen.area) ?? "#REF!";
  const position = parseSheetPosition(address);
  if (!position) return undefined;
  const range = context.workbook.worksheets.getItem(position.sheet).getRange(withoutSheet(address));
  const references = frozen.references.map((name) => addresses.get(name) ?? "#REF!");
  return { ...position, frozen, range, formula: moveReferences(frozen.formula, position.sheet, references) };
}

/** Whether the cells still hold the values that were written, and no formula. */
function isIntact({ range, frozen }: NamedCells): boolean {
  const values: unknown[][] = range.values;
  const formulas: unknown[][] = range.formulas;
  const isFormula = (text: unknown, row: number, column: number) =>
    typeof text === "string" && text.startsWith("=") && text !== values[row]?.[column];
  if (formulas.some((texts, row) => texts.some((text, column) => isFormula(text, row, column)))) return false;
  return hashValues(values) === frozen.mark;
}

/** Where the cells of each hidden name are now, such as "'P&L'!$B$3"; "#REF!" in place of cells that were deleted. */
async function findAddresses(context: Excel.RequestContext): Promise<Map<string, string>> {
  const names = context.workbook.names.load("items/name,items/formula");
  await context.sync();
  const own = names.items.filter(({ name }) => PREFIX.test(name));
  return new Map(own.map(({ name, formula }) => [name, String(formula).replace(/^=/, "")]));
}

/** Deletes the names that nothing needs which is still frozen. */
async function deleteNames(context: Excel.RequestContext, rest: readonly FrozenFormula[]): Promise<void> {
  const needed = new Set(rest.flatMap(({ area, references }) => [area, ...references]));
  const names = context.workbook.names.load("items/name");
  await context.sync();
  for (const item of names.items) if (PREFIX.test(item.name) && !needed.has(item.name)) item.delete();
  await context.sync();
}

function isFrozenFormula(line: unknown): line is FrozenFormula {
  const { area, formula, references, mark }: Partial<Record<string, unknown>> = line ?? {};
  const isText = (value: unknown) => typeof value === "string";
  return [area, formula, mark].every(isText) && Array.isArray(references) && references.every(isText);
}
