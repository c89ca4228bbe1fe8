/**
 * Formulas that would contradict frozen ones. A formula that stays alive follows when somebody changes a cell that it reads; a
 * frozen one that read the same cell does not. So whoever shares a precedent with a frozen formula is frozen too, and so on.
 */
import { formatAddress } from "../../grid/address";
import {
  cellArea,
  intersection,
  overlaps,
  positionsIn,
  type Area,
  type Position,
  type SheetArea,
} from "../../grid/area";
import type { FormulaAt } from "../cells/cells";

/** What is known of the workbook's formulas. */
export interface FormulaMap {
  readonly formulas: readonly FormulaAt[];
  /** The areas that a formula reads. */
  readonly areasOf: (formula: FormulaAt) => readonly SheetArea[];
  /** The cells that a formula fills, its own among them. */
  readonly fillOf: (formula: FormulaAt) => Area;
  /** Whether all formulas of this sheet are frozen together, as a report's are. */
  readonly isWhole: (sheet: string) => boolean;
}

/** Areas of more cells are not taken apart. */
const MOST_CELLS = 256;

interface Reader {
  readonly formula: FormulaAt;
  readonly area: SheetArea;
}

/** Those of the formulas that are to be frozen with the first ones, these among them. */
export function withSharedInputs(first: readonly FormulaAt[], map: FormulaMap): Set<FormulaAt> {
  const index = indexOf(map);
  const found = new Set<FormulaAt>();
  const waiting: FormulaAt[] = [];
  const seen = new Set<string>();
  const take = (formula: FormulaAt | undefined) => {
    if (!formula || found.has(formula)) return;
    found.add(formula);
    waiting.push(formula);
  };
  first.forEach(take);
  for (let formula = waiting.pop(); formula; formula = waiting.pop()) {
    const { sheet } = formula;
    if (map.isWhole(sheet) && isNew(seen, sheet)) index.onSheet(sheet).forEach(take);
    for (const area of map.areasOf(formula)) {
      if (!isNew(seen, formatAddress(area.sheet, area))) continue;
      index.formulasIn(area).forEach(take);
      index.readersOf(area).forEach(take);
    }
  }
  return found;
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function keyOf(sheet: string, { row, column }: Position): string {
  return `${row},${column},${sheet.toLowerCase()}`;
}

/** Finds formulas by the cells that they stand in and by those that they read. */
function indexOf({ formulas, areasOf, fillOf }: FormulaMap) {
  const [at, small, bySheet] = [
    new Map<string, FormulaAt>(),
    new Map<string, Reader[]>(),
    new Map<string, FormulaAt[]>(),
  ];
  const large: Reader[] = [];
  for (const formula of formulas) {
    for (const cell of positionsIn(fillOf(formula))) at.set(keyOf(formula.sheet, cell), formula);
    push(bySheet, formula.sheet.toLowerCase(), formula);
    for (const area of areasOf(formula)) {
      if (isLarge(area)) large.push({ formula, area });
      else for (const cell of positionsIn(area)) push(small, keyOf(area.sheet, cell), { formula, area });
    }
  }
  const onSheet = (sheet: string) => bySheet.get(sheet.toLowerCase()) ?? [];
  /** A cell that no formula fills can be changed by hand. */
  const isInput = (sheet: string, cell: Position) => !at.has(keyOf(sheet, cell));
  const sharesInput = (sheet: string, one: Area, other: Area) => {
    const common = intersection(one, other);
    return common !== undefined && (isLarge(common) || positionsIn(common).some((cell) => isInput(sheet, cell)));
  };
  const readersIn = (area: SheetArea): Reader[] =>
    isLarge(area)
      ? [...new Set([...small.values()].flat())]
      : positionsIn(area).flatMap((cell) =>
          isInput(area.sheet, cell) ? (small.get(keyOf(area.sheet, cell)) ?? []) : [],
        );
  return {
    onSheet,
    formulasIn: (area: SheetArea) =>
      isLarge(area)
        ? onSheet(area.sheet).filter((formula) => overlaps(area, fillOf(formula)))
        : positionsIn(area).flatMap((cell) => at.get(keyOf(area.sheet, cell)) ?? []),
    readersOf: (area: SheetArea) =>
      [...readersIn(area), ...large]
        .filter((reader) => reader.area.sheet.toLowerCase() === area.sheet.toLowerCase())
        .filter((reader) => sharesInput(area.sheet, area, reader.area))
        .map(({ formula }) => formula),
  };
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function isLarge({ rows, columns }: Area): boolean {
  return rows * columns > MOST_CELLS;
}

/** The cells that these formulas read and no formula fills, each once; of large areas none. */
export function inputsOf(frozen: Iterable<FormulaAt>, { formulas, areasOf, fillOf }: FormulaMap): SheetArea[] {
  const filled = new Set(formulas.flatMap((each) => positionsIn(fillOf(each)).map((cell) => keyOf(each.sheet, cell))));
  const inputs = new Map<string, SheetArea>();
  for (const formula of frozen)
    for (const area of areasOf(formula).filter((each) => !isLarge(each)))
      for (const cell of positionsIn(area)) {
        const key = keyOf(area.sheet, cell);
        if (!filled.has(key)) inputs.set(key, { sheet: area.sheet, ...cellArea(cell) });
      }
  return [...inputs.values()];
}
