/** Replaces wrong names in formulas and in the cells that they read, and takes that back. */
import { asTyped } from "../../../spreadsheet/formulas/cellContent";
import {
  formatSheetPosition,
  parseAddress,
  parseSheetPosition,
  withoutSheet,
} from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { forEachBatch } from "../cells/batches";
import { cellAt, readValues } from "../cells/formulaCells";
import { findProtectedSheets } from "../cells/protection";
import { writeFormulas } from "../cells/tableColumns";
import { isUnknownName } from "../cells/unknownFunctions";
import { calculatesByHand, recalculate } from "../refresh/recalculation";
import type { ErrorCell } from "./cellErrors";
import { fixFormula, isSameText, type ArgumentFix, type Fix } from "./fixFormula";
import { runExcel } from "../cells/runExcel";

/** A cell whose content was replaced: a formula with its "=", or a constant. */
export interface Replacement extends SheetPosition {
  readonly before: unknown;
  readonly after: unknown;
}

/** A cell in error that was left, and the reason in words for users. */
export interface RefusedFix {
  readonly address: string;
  readonly reason: string;
}

export interface FixesApplied {
  readonly replaced: readonly Replacement[];
  readonly refused: readonly RefusedFix[];
  /** Cells whose formula was entered again as it was, and is known now. */
  readonly entered: number;
}

type FixableError = ErrorCell & { readonly fix: Fix };

/** Cells of a range that are searched for a wrong name. */
const MOST_CELLS = 20_000;

const REASONS = {
  protected: "Its sheet is protected.",
  changed: "Its formula has changed since.",
  changedHeading: "Its heading has changed again.",
  computed: "The text is the result of a calculation. Change it there.",
  unknown: "The text stands in no cell that can be changed from here.",
  unknownName:
    "Excel still does not know a name in its formula. Check its defined names. If our functions stay unknown in all cells, reload the add-in.",
} as const;

/** Applies the fixes. A text that a formula reads is replaced in its cell, if that holds a constant. */
export async function applyFixes(errors: readonly ErrorCell[]): Promise<FixesApplied> {
  const fixable = errors.flatMap((error) => (error.fix ? [{ ...error, fix: error.fix }] : []));
  const applied = await runExcel({ delayForCellEdit: true }, async (context) => {
    const locked = await findProtectedSheets(context);
    const plan = await planFixes(context, fixable, locked);
    const all = await write(context, plan.formulas, plan.constants);
    const replaced = all.filter(({ before, after }) => before !== after);
    const entered = all.filter(({ before, after }) => before === after);
    const unknown = await findUnknown(context, entered);
    return { replaced, refused: [...plan.refused, ...unknown], entered: entered.length - unknown.length };
  });
  await calculateByHand(errors);
  return applied;
}

/** Restores the former contents. Returns the cells that were changed since, which stay as they are. */
export async function undoFixes(replaced: readonly Replacement[]): Promise<readonly string[]> {
  const changed = await runExcel({ delayForCellEdit: true }, async (context) => {
    const locked = await findProtectedSheets(context);
    const contents = await readContents(context, replaced);
    const isOurs = (each: Replacement) =>
      !locked.has(each.sheet) && contents.get(formatSheetPosition(each)) === each.after;
    const meant = replaced.filter(isOurs).map(({ before, ...position }) => ({ ...position, content: before }));
    const isFormula = ({ content }: Content) => typeof content === "string" && content.startsWith("=");
    await write(
      context,
      meant.filter(isFormula),
      meant.filter((each) => !isFormula(each)),
    );
    return replaced.filter((each) => !isOurs(each)).map(formatSheetPosition);
  });
  await calculateByHand(replaced.map((each) => ({ address: formatSheetPosition(each) })));
  return changed;
}

/** The new content of a cell. */
interface Content extends SheetPosition {
  readonly content: unknown;
}

interface FixPlan {
  readonly formulas: readonly Content[];
  readonly constants: readonly Content[];
  readonly refused: readonly RefusedFix[];
}

/** A formula whose wrong text stands in a cell that it reads. */
interface Reading {
  readonly address: string;
  readonly fix: ArgumentFix;
  readonly position: SheetPosition;
  readonly references: readonly string[];
}

async function planFixes(
  context: Excel.RequestContext,
  errors: readonly FixableError[],
  locked: ReadonlySet<string>,
): Promise<FixPlan> {
  const formulas = new Map<string, Content>();
  const constants = new Map<string, Content>();
  const refused: RefusedFix[] = [];
  const positions = errors.flatMap(({ address }) => parseSheetPosition(address) ?? []);
  const headings = errors.flatMap(({ fix }) => (fix.kind === "heading" ? (parseSheetPosition(fix.at) ?? []) : []));
  const contents = await readContents(context, [...positions, ...headings]);
  const reading: Reading[] = [];
  for (const error of errors) {
    const position = parseSheetPosition(error.address);
    if (!position) continue;
    const { address, fix } = error;
    const { formula, references, isComputed } = fixFormula(error.formula, fix);
    const isWritten = formula !== error.formula || fix.kind === "enter";
    const refuse = (reason: string) => refused.push({ address, reason });
    if (contents.get(error.address) !== error.formula) refuse(REASONS.changed);
    else if (fix.kind === "heading") {
      const heading = parseSheetPosition(fix.at);
      const content = contents.get(fix.at);
      if (String(content).startsWith("=")) refuse(REASONS.computed);
      else if (!heading || content !== fix.wrong) refuse(REASONS.changedHeading);
      else if (locked.has(heading.sheet)) refuse(REASONS.protected);
      else constants.set(fix.at, { ...heading, content: fix.meant });
    } else if (isWritten && locked.has(position.sheet)) refuse(REASONS.protected);
    else if (isWritten) formulas.set(error.address, { ...position, content: formula });
    else if (fix.kind === "argument" && references.length > 0) reading.push({ address, fix, position, references });
    else refuse(isComputed ? REASONS.computed : REASONS.unknown);
  }
  for (const { address, fix, position, references } of reading) {
    const found = await findConstants(context, references, position, fix);
    const open = found.constants.filter(({ sheet }) => !locked.has(sheet));
    for (const constant of open) constants.set(formatSheetPosition(constant), constant);
    if (open.length > 0) continue;
    const isLocked = found.constants.length > 0;
    refused.push({
      address,
      reason: isLocked ? REASONS.protected : found.isComputed ? REASONS.computed : REASONS.unknown,
    });
  }
  return { formulas: [...formulas.values()], constants: [...constants.values()], refused };
}

interface FoundConstants {
  readonly constants: readonly Content[];
  /** True if a formula has the wrong text as its value. */
  readonly isComputed: boolean;
}

/** Finds the cells with the wrong text among those that a formula reads. */
async function findConstants(
  context: Excel.RequestContext,
  references: readonly string[],
  own: SheetPosition,
  { wrong, meant }: ArgumentFix,
): Promise<FoundConstants> {
  const constants: Content[] = [];
  let isComputed = false;
  for (const reference of references) {
    const cells = await readReferred(context, reference, own);
    const meaning = cells.filter(({ value }) => isSameText(value, wrong));
    for (const { sheet, row, column, isFormula } of await markSpilled(context, meaning)) {
      if (isFormula) isComputed = true;
      else constants.push({ sheet, row, column, content: meant });
    }
  }
  return { constants, isComputed };
}

interface ReferredCell extends SheetPosition {
  readonly value: unknown;
  readonly isFormula: boolean;
}

async function readReferred(
  context: Excel.RequestContext,
  reference: string,
  own: SheetPosition,
): Promise<ReferredCell[]> {
  const used = (await rangeOfReference(context, reference, own))?.getUsedRangeOrNullObject(true);
  if (!used) return [];
  used.load("rowIndex,columnIndex,rowCount,columnCount,worksheet/name");
  await context.sync();
  if (used.isNullObject || used.rowCount * used.columnCount > MOST_CELLS) return [];
  used.load("values,formulas");
  await context.sync();
  const { name } = used.worksheet;
  return (used.values as unknown[][]).flatMap((row, down) =>
    row.map((value, right) => ({
      sheet: name,
      row: used.rowIndex + down,
      column: used.columnIndex + right,
      value,
      isFormula: String((used.formulas as unknown[][])[down]?.[right]).startsWith("="),
    })),
  );
}

/** Marks texts of spilled tables as formulas too: they belong to the table's formula. */
async function markSpilled(context: Excel.RequestContext, cells: readonly ReferredCell[]): Promise<ReferredCell[]> {
  const marked: ReferredCell[] = [];
  await forEachBatch(
    context,
    cells,
    (cell) => ({
      cell,
      parent: cellAt(context, cell).untrack().getSpillParentOrNullObject().load("rowIndex").untrack(),
    }),
    ({ cell, parent }) => marked.push({ ...cell, isFormula: cell.isFormula || !parent.isNullObject }),
  );
  return marked;
}

/** Returns undefined for a reference to another file, or to a table's column. */
async function rangeOfReference(
  context: Excel.RequestContext,
  reference: string,
  own: SheetPosition,
): Promise<Excel.Range | undefined> {
  const address = parseAddress(reference);
  const { worksheets, names } = context.workbook;
  if (address)
    return address.isForeign
      ? undefined
      : worksheets.getItem(address.sheet || own.sheet).getRange(withoutSheet(reference));
  if (!/^[\p{L}_\\][\p{L}\p{N}_.\\]*$/u.test(reference)) return undefined;
  const ofSheet = worksheets.getItem(own.sheet).names.getItemOrNullObject(reference);
  const ofWorkbook = names.getItemOrNullObject(reference);
  await context.sync();
  const item = [ofSheet, ofWorkbook].find(({ isNullObject }) => !isNullObject);
  const range = item?.getRangeOrNullObject();
  await context.sync();
  return range?.isNullObject === false ? range : undefined;
}

/** Writes contents, and returns what was replaced by what. */
async function write(
  context: Excel.RequestContext,
  formulas: readonly Content[],
  constants: readonly Content[],
): Promise<Replacement[]> {
  const all = [...formulas, ...constants];
  const before = await readContents(context, all);
  await writeFormulas(
    context,
    formulas.map(({ content, ...position }) => ({ ...position, formula: String(content) })),
  );
  await forEachBatch(context, constants, (each) => void (cellAt(context, each).values = [[asTyped(each.content)]]));
  const after = await readContents(context, all);
  return all.map(({ sheet, row, column }) => {
    const address = formatSheetPosition({ sheet, row, column });
    return { sheet, row, column, before: before.get(address), after: after.get(address) };
  });
}

/** Reads formulas and constants, by address. */
async function readContents(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
): Promise<ReadonlyMap<string, unknown>> {
  const contents = new Map<string, unknown>();
  await forEachBatch(
    context,
    cells,
    (cell) => ({ cell, range: cellAt(context, cell).load("formulas").untrack() }),
    ({ cell, range }) => contents.set(formatSheetPosition(cell), (range.formulas as unknown[][])[0]?.[0]),
  );
  return contents;
}

/** Returns those of the cells that still show that Excel does not know a name. */
async function findUnknown(context: Excel.RequestContext, cells: readonly SheetPosition[]): Promise<RefusedFix[]> {
  return (await readValues(context, cells)).flatMap((cell) =>
    isUnknownName(cell.value) ? [{ address: formatSheetPosition(cell), reason: REASONS.unknownName }] : [],
  );
}

/** A workbook that calculates by hand shows the outcome only if its cells are calculated. */
async function calculateByHand(cells: readonly { readonly address: string }[]): Promise<void> {
  if (await calculatesByHand()) await recalculate(cells.flatMap(({ address }) => parseSheetPosition(address) ?? []));
}
