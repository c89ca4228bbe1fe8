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

/** Which formulas read which, with the areas that they are expected to fill. */
export interface FormulaGraph {
  /** The precedents of each formula. Every formula stands after its precedents, except in circles. */
  readonly sorted: ReadonlyMap<FormulaState, readonly FormulaState[]>;
  /** The formulas that depend on themselves. */
  readonly circular: ReadonlySet<FormulaState>;
}

/** A formula whose precedents are being visited. */
interface Visit {
  readonly formula: FormulaState;
  readonly precedents: readonly FormulaState[];
  /** The index of the precedent to visit next. */
  next: number;
}

/** A depth-first search along precedents. */
interface Walk {
  readonly open: Visit[];
  /** The formulas of `open`. */
  readonly entered: Set<FormulaState>;
  readonly sorted: Map<FormulaState, readonly FormulaState[]>;
  readonly circular: Set<FormulaState>;
}

/** Plans the roots and their dependents. Dynamic formulas come last: the cells that they turn out to read must have their results by then. */
export function planCalculation(graph: FormulaGraph, isRoot: (formula: FormulaState) => boolean): CalculationPlan {
  const dirty = withDependents(graph, isRoot);
  const late = withDependents(graph, ({ shared }) => shared.reading.isDynamic);
  const order = [...graph.sorted.keys()].filter((formula) => dirty.has(formula));
  return {
    order:
      late.size === 0 ? order : [...order.filter((each) => !late.has(each)), ...order.filter((each) => late.has(each))],
    circular: new Set([...graph.circular].filter((formula) => dirty.has(formula))),
    precedents: new Map(order.map((formula) => [formula, among(dirty, graph.sorted.get(formula) ?? [])])),
  };
}

/** Returns the formulas that are in `wanted`; the same list if all of them are. */
function among(wanted: ReadonlySet<FormulaState>, formulas: readonly FormulaState[]): readonly FormulaState[] {
  return formulas.every((each) => wanted.has(each)) ? formulas : formulas.filter((each) => wanted.has(each));
}

/** One pass finds all dependents of sorted formulas. Formulas in a circle cannot be sorted, and need several passes. */
function withDependents(
  { sorted, circular }: FormulaGraph,
  isFirst: (formula: FormulaState) => boolean,
): Set<FormulaState> {
  const found = new Set<FormulaState>();
  for (const formula of sorted.keys()) if (isFirst(formula)) found.add(formula);
  if (found.size === 0) return found;
  let size: number;
  do {
    size = found.size;
    for (const [formula, precedents] of sorted) if (precedents.some((each) => found.has(each))) found.add(formula);
  } while (circular.size > 0 && found.size > size);
  return found;
}

/** Returns the formulas and all their direct and indirect precedents. */
export function withPrecedents({ sorted }: FormulaGraph, some: readonly FormulaState[]): FormulaState[] {
  const found = new Set(some);
  // A set's iteration includes what is added to it meanwhile.
  for (const formula of found) for (const each of sorted.get(formula) ?? []) found.add(each);
  return [...found];
}

/** Walks without recursion: running totals depend on each other over thousands of rows. */
export function createGraph(formulas: readonly FormulaState[]): FormulaGraph {
  const find = createFinder(formulas);
  const walk: Walk = { open: [], entered: new Set(), sorted: new Map(), circular: new Set() };
  const enter = (formula: FormulaState) => {
    walk.entered.add(formula);
    walk.open.push({ formula, precedents: precedentsOf(formula, find), next: 0 });
  };
  for (const formula of formulas) {
    if (!walk.sorted.has(formula)) enter(formula);
    for (let visit = walk.open.at(-1); visit; visit = walk.open.at(-1)) step(walk, visit, enter);
  }
  return walk;
}

const NONE: readonly FormulaState[] = [];

function precedentsOf(formula: FormulaState, find: (area: SheetArea) => FormulaState[]): readonly FormulaState[] {
  const [first, ...others] = readsOf(formula);
  if (!first) return NONE;
  const found = others.length === 0 ? find(first) : [...new Set([first, ...others].flatMap(find))];
  return found.length === 0 ? NONE : found;
}

function step(walk: Walk, visit: Visit, enter: (formula: FormulaState) => void): void {
  const { formula, precedents } = visit;
  const next = precedents[visit.next++];
  if (next === undefined) {
    walk.open.pop();
    walk.entered.delete(formula);
    walk.sorted.set(formula, precedents);
  } else if (walk.entered.has(next)) {
    const start = walk.open.findIndex((each) => each.formula === next);
    for (const each of walk.open.slice(start)) walk.circular.add(each.formula);
  } else if (!walk.sorted.has(next)) enter(next);
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
