/** Plans which formulas to calculate, and in which order. */
import { cellCount, overlaps, type SheetArea } from "../grid/area";
import { readsOf, type FormulaState } from "./state";

export interface CalculationPlan {
  /** The roots and their dependents, each after its precedents. */
  readonly order: readonly FormulaState[];
  /** The formulas of `order` that depend on themselves. */
  readonly circular: ReadonlySet<FormulaState>;
  /** The precedents of each formula, as far as they are in `order`. */
  readonly precedents: ReadonlyMap<FormulaState, readonly FormulaState[]>;
}

/** A formula and the formulas that it reads. */
interface Node {
  readonly formula: FormulaState;
  readonly precedents: readonly FormulaState[];
}

/** A node whose precedents are being visited. */
interface Visit extends Node {
  /** The index of the precedent to visit next. */
  next: number;
}

/** A depth-first search along precedents. */
interface Walk {
  readonly open: Visit[];
  /** True if all precedents of the formula have been visited. */
  readonly visited: Map<FormulaState, boolean>;
  readonly circular: Set<FormulaState>;
  /** Every formula after its precedents. */
  readonly sorted: Node[];
}

/** Dynamic formulas come last: the cells that they turn out to read must have their results by then. */
export function planCalculation(
  formulas: readonly FormulaState[],
  isRoot: (formula: FormulaState) => boolean,
): CalculationPlan {
  const walk = walkAll(formulas, createFinder(formulas));
  const dirty = withDependents(walk, isRoot);
  const late = withDependents(walk, ({ shared }) => shared.reading.isDynamic);
  const nodes = walk.sorted.filter(({ formula }) => dirty.has(formula));
  const order = nodes.map(({ formula }) => formula);
  return {
    order: [...order.filter((formula) => !late.has(formula)), ...order.filter((formula) => late.has(formula))],
    circular: new Set([...walk.circular].filter((formula) => dirty.has(formula))),
    precedents: new Map(
      nodes.map(({ formula, precedents }) => [formula, precedents.filter((each) => dirty.has(each))]),
    ),
  };
}

/** One pass finds all dependents of sorted formulas. Formulas in a circle cannot be sorted, and need several passes. */
function withDependents({ sorted, circular }: Walk, isFirst: (formula: FormulaState) => boolean): Set<FormulaState> {
  const found = new Set(sorted.map(({ formula }) => formula).filter(isFirst));
  let size: number;
  do {
    size = found.size;
    for (const { formula, precedents } of sorted) if (precedents.some((each) => found.has(each))) found.add(formula);
  } while (circular.size > 0 && found.size > size);
  return found;
}

/** Returns the formulas and all their direct and indirect precedents. */
export function withPrecedents(all: readonly FormulaState[], some: readonly FormulaState[]): FormulaState[] {
  return walkAll(some, createFinder(all)).sorted.map(({ formula }) => formula);
}

/** Walks without recursion: running totals depend on each other over thousands of rows. */
function walkAll(formulas: readonly FormulaState[], find: (area: SheetArea) => FormulaState[]): Walk {
  const walk: Walk = { open: [], visited: new Map(), circular: new Set(), sorted: [] };
  const enter = (formula: FormulaState) => {
    walk.visited.set(formula, false);
    walk.open.push({ formula, precedents: precedentsOf(formula, find), next: 0 });
  };
  for (const formula of formulas) {
    if (!walk.visited.has(formula)) enter(formula);
    for (let visit = walk.open.at(-1); visit; visit = walk.open.at(-1)) step(walk, visit, enter);
  }
  return walk;
}

function precedentsOf(formula: FormulaState, find: (area: SheetArea) => FormulaState[]): readonly FormulaState[] {
  const [first, ...others] = readsOf(formula);
  if (!first) return [];
  return others.length === 0 ? find(first) : [...new Set([first, ...others].flatMap(find))];
}

function step(walk: Walk, visit: Visit, enter: (formula: FormulaState) => void): void {
  const { formula, precedents } = visit;
  const next = precedents[visit.next++];
  if (next === undefined) {
    walk.open.pop();
    walk.visited.set(formula, true);
    walk.sorted.push({ formula, precedents });
  } else if (!walk.visited.has(next)) enter(next);
  else if (!walk.visited.get(next)) {
    const start = walk.open.findIndex((each) => each.formula === next);
    for (const each of walk.open.slice(start)) walk.circular.add(each.formula);
  }
}

/** The single-cell formulas of a column, by row. */
type ColumnOfFormulas = Map<number, FormulaState>;

/** Finds the formulas that fill any cell of an area. */
function createFinder(formulas: readonly FormulaState[]): (area: SheetArea) => FormulaState[] {
  const blocks = formulas.filter(({ area }) => cellCount(area) > 1);
  const sheets = new Map<string, Map<number, ColumnOfFormulas>>();
  for (const formula of formulas) {
    const { sheet, row, column } = formula.area;
    if (cellCount(formula.area) > 1) continue;
    const columns = sheets.get(sheet) ?? new Map<number, ColumnOfFormulas>();
    const cells = columns.get(column) ?? new Map<number, FormulaState>();
    sheets.set(sheet, columns.set(column, cells.set(row, formula)));
  }
  return (area) => {
    const found = blocks.filter((block) => block.area.sheet === area.sheet && overlaps(block.area, area));
    const columns = sheets.get(area.sheet);
    for (let column = area.column; columns && column < area.column + area.columns; column++)
      collect(columns.get(column), area, found);
    return found;
  };
}

function collect(cells: ColumnOfFormulas | undefined, { row, rows }: SheetArea, found: FormulaState[]): void {
  if (cells && rows > cells.size) {
    for (const [at, formula] of cells) if (at >= row && at < row + rows) found.push(formula);
    return;
  }
  for (let at = row; cells && at < row + rows; at++) {
    const formula = cells.get(at);
    if (formula) found.push(formula);
  }
}
