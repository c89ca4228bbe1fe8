/** What our cells reach: formulas of others that read them, on whatever sheet. Excel does not always calculate these by itself. */
import { findReferences } from "../../../spreadsheet/formulas/references";
import { tokensOf, TYPES } from "../../../spreadsheet/formulas/tokens";
import { parseAddress } from "../../../spreadsheet/cells/address";
import { overlaps, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { bySheet } from "../../../spreadsheet/cells/blocks";
import { columnAreas } from "../cells/cellAreas";
import { findAllCells, type FormulaAt, type WorkbookCells } from "../cells/formulaCells";
import { readSpills } from "../cells/spills";
import { runExcel } from "../cells/runExcel";

export interface Reach {
  /** Sheets with our cells or with formulas that may depend on them, those that are read before those that read. */
  readonly sheets: readonly string[];
  /** Formulas on these sheets that are not ours. */
  readonly formulas: readonly FormulaAt[];
}

export function readCells(): Promise<WorkbookCells> {
  return runExcel({ delayForCellEdit: true }, (context) => findAllCells(context));
}

/** Finds the sheets that our cells reach, by what formulas mention: to follow each of their cells would take seconds. */
export function findReach({ ours, others }: WorkbookCells): Reach {
  const formulas = bySheet(others);
  const reached = new Map(ours.map(({ sheet }) => [sheet.toLowerCase(), sheet]));
  const unreached = new Map(
    [...formulas].flatMap(([sheet, own]) =>
      reached.has(sheet.toLowerCase()) ? [] : [[sheet, mentionedBy(own)] as const],
    ),
  );
  const reads = ([, mentioned]: [string, Mentioned]) =>
    reached.size > 0 && (mentioned === "any" || [...mentioned].some((sheet) => reached.has(sheet)));
  for (let found = [...unreached].filter(reads); found.length > 0; found = [...unreached].filter(reads)) {
    for (const [sheet] of found) {
      reached.set(sheet.toLowerCase(), sheet);
      unreached.delete(sheet);
    }
  }
  const sheets = [...reached.values()];
  return { sheets, formulas: sheets.flatMap((sheet) => formulas.get(sheet) ?? []) };
}

/** Sheets in lower case; "any" if a name, a table or a text may lead to a cell of any sheet. */
type Mentioned = ReadonlySet<string> | "any";

function mentionedBy(formulas: readonly FormulaAt[]): Mentioned {
  const sheets = new Set<string>();
  for (const { formula } of formulas) {
    if (isOpaque(formula)) return "any";
    if (formula.includes("!")) for (const { sheet } of findReferences(formula)) sheets.add(sheet.toLowerCase());
  }
  return sheets;
}

/** Tokens that refer to nothing. */
const PLAIN: ReadonlySet<string> = new Set([
  TYPES.FX_PREFIX,
  TYPES.OPERATOR,
  TYPES.BOOLEAN,
  TYPES.ERROR,
  TYPES.NUMBER,
  TYPES.FUNCTION,
  TYPES.NEWLINE,
  TYPES.WHITESPACE,
  TYPES.STRING,
]);

/**
 * True if the text of a formula does not tell all cells that it reads: one of its references is no range of one sheet of this workbook, such
 * as those over several sheets, or is calculated.
 */
function isOpaque(formula: string): boolean {
  if (/\b(?:INDIRECT|OFFSET)\(|\[/i.test(formula)) return true;
  return tokensOf(formula).some(({ type, value }) => (PLAIN.has(type) ? value === ":" : !isRangeOfSheet(value)));
}

/** No sheet has a colon in its name. */
function isRangeOfSheet(reference: string): boolean {
  const address = parseAddress(reference);
  return address !== undefined && !address.isForeign && !address.sheet.includes(":");
}

/** Functions that return something else whenever they calculate. */
const VOLATILE = /\b(?:NOW|RAND|RANDARRAY|RANDBETWEEN)\(/i;

/** Finds formulas that may change without our cells: those of volatile functions, and what reads them. */
export async function findVolatile(formulas: readonly FormulaAt[]): Promise<ReadonlySet<FormulaAt>> {
  const own = formulas.filter(({ formula }) => VOLATILE.test(formula));
  return new Set(own.length === 0 ? [] : [...own, ...(await findDependents(own, formulas, false))]);
}

/**
 * Finds the formulas that depend on these cells, over any number of steps.
 * @param isWide True to include formulas whose text does not tell all cells that they read.
 */
export async function findDependents(
  cells: readonly SheetPosition[],
  formulas: readonly FormulaAt[],
  isWide = true,
): Promise<FormulaAt[]> {
  if (cells.length === 0) return [];
  let open = formulas.map((cell) => ({ cell, areas: areasRead(cell), isOpaque: isWide && isOpaque(cell.formula) }));
  const found: FormulaAt[] = [];
  for (let changed = cells; changed.length > 0;) {
    const areas = bySheet(await areasFilledBy(changed));
    const isReached = (area: SheetArea) =>
      areas.get(area.sheet.toLowerCase())?.some((other) => overlaps(area, other)) === true;
    const isNext = ({ areas: own, isOpaque: isAny }: (typeof open)[number]) => isAny || own.some(isReached);
    const next = open.filter(isNext).map(({ cell }) => cell);
    open = open.filter((each) => !isNext(each));
    found.push(...next);
    changed = next;
  }
  return found;
}

function areasRead({ formula, sheet }: FormulaAt): SheetArea[] {
  return findReferences(formula).flatMap((reference) => {
    const area = parseAddress(reference.place)?.area;
    return area ? [{ ...area, sheet: (reference.sheet || sheet).toLowerCase() }] : [];
  });
}

/** Returns the cells and what they spill over, with their sheets in lower case. */
async function areasFilledBy(cells: readonly SheetPosition[]): Promise<SheetArea[]> {
  const spills = await runExcel((context) => readSpills(context, cells)).catch(
    () => new Map<SheetPosition, SheetArea>(),
  );
  const spilled = [...spills].map(([{ sheet }, area]) => ({ ...area, sheet }));
  return [...columnAreas(cells), ...spilled].map((area) => ({ ...area, sheet: area.sheet.toLowerCase() }));
}
