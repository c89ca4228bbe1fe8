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
  /** Lists of precedents that several formulas may share, and whose members are all sorted. */
  readonly visited: Set<readonly FormulaState[]>;
}

/** Plans the roots and their dependents. Dynamic formulas come last: the cells that they turn out to read must have their results by then. */
export function planCalculation(graph: FormulaGraph, isRoot: (formula: FormulaState) => boolean): CalculationPlan {
  const dirty = formulasWithDependents(graph, isRoot);
  const late = formulasWithDependents(graph, ({ shared }) => shared.reading.isDynamic);
  const order = [...graph.sorted.keys()].filter((formula) => dirty.has(formula));
  return {
    order:
      late.size === 0 ? order : [...order.filter((each) => !late.has(each)), ...order.filter((each) => late.has(each))],
    circular: new Set([...graph.circular].filter((formula) => dirty.has(formula))),
    precedents: precedentsIn(dirty, order, graph),
  };
}

/** Returns the precedents of each formula that are in `wanted`. Formulas that share a list share what is in it. */
function precedentsIn(
  wanted: ReadonlySet<FormulaState>,
  order: readonly FormulaState[],
  { sorted }: FormulaGraph,
): ReadonlyMap<FormulaState, readonly FormulaState[]> {
  const known = new Map<readonly FormulaState[], readonly FormulaState[]>();
  const among = (formulas: readonly FormulaState[]) => {
    if (formulas.every((each) => wanted.has(each))) return formulas;
    return formulas.filter((each) => wanted.has(each));
  };
  return new Map(
    order.map((formula) => {
      const all = sorted.get(formula) ?? NONE;
      if (all.length < LONG) return [formula, among(all)];
      const found = known.get(all) ?? among(all);
      known.set(all, found);
      return [formula, found];
    }),
  );
}

/**
 * Returns the formulas for which `isFirst` is true, and all their dependents. One pass finds all dependents of sorted formulas.
 * Formulas in a circle cannot be sorted, and need several passes.
 */
export function formulasWithDependents(
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
export function withPrecedents({ sorted }: FormulaGraph, some: readonly FormulaState[]): ReadonlySet<FormulaState> {
  const found = new Set(some);
  const visited = new Set<readonly FormulaState[]>();
  // A set's iteration includes what is added to it meanwhile.
  for (const formula of found) {
    const precedents = sorted.get(formula) ?? NONE;
    if (visited.has(precedents)) continue;
    if (precedents.length >= LONG) visited.add(precedents);
    for (const each of precedents) found.add(each);
  }
  return found;
}

/** Walks without recursion: running totals depend on each other over thousands of rows. */
export function createGraph(formulas: readonly FormulaState[]): FormulaGraph {
  const find = createFinder(formulas);
  const walk: Walk = { open: [], entered: new Set(), sorted: new Map(), circular: new Set(), visited: new Set() };
  const enter = (formula: FormulaState) => {
    const precedents = find(readsOf(formula));
    walk.entered.add(formula);
    walk.open.push({ formula, precedents, next: walk.visited.has(precedents) ? precedents.length : 0 });
  };
  for (const formula of formulas) {
    if (!walk.sorted.has(formula)) enter(formula);
    for (let visit = walk.open.at(-1); visit; visit = walk.open.at(-1)) step(walk, visit, enter);
  }
  return walk;
}

function step(walk: Walk, visit: Visit, enter: (formula: FormulaState) => void): void {
  const { formula, precedents } = visit;
  const next = precedents[visit.next++];
  if (next === undefined) {
    walk.open.pop();
    walk.entered.delete(formula);
    walk.sorted.set(formula, precedents);
    if (precedents.length >= LONG && walk.circular.size === 0) walk.visited.add(precedents);
  } else if (walk.entered.has(next)) {
    const start = walk.open.findIndex((each) => each.formula === next);
    for (const each of walk.open.slice(start)) walk.circular.add(each.formula);
  } else if (!walk.sorted.has(next)) enter(next);
}

/** The single-cell formulas of a column, by row. */
type ColumnOfFormulas = Map<number, FormulaState>;

const NONE: readonly FormulaState[] = [];

/** Cells of an area, and formulas of a list, from which on sharing the list is cheaper than making it again. */
const LONG = 64;

/** Finds the formulas that fill any cell of some areas. Formulas with the same large areas share one list. */
function createFinder(formulas: readonly FormulaState[]): (areas: readonly SheetArea[]) => readonly FormulaState[] {
  const find = createAreaFinder(formulas);
  const known = new Map<string, readonly FormulaState[]>();
  const recall = (areas: readonly SheetArea[], work: () => readonly FormulaState[]) => {
    if (!areas.some((area) => cellCount(area) >= LONG)) return work();
    const key = areas.map(areaKey).join("/");
    const found = known.get(key) ?? work();
    known.set(key, found);
    return found;
  };
  return (areas) => {
    const parts = areas.map((area) => ({ area, found: recall([area], () => find(area)) }));
    const [first, ...others] = parts.filter(({ found }) => found.length > 0);
    if (!first) return NONE;
    if (others.length === 0) return first.found;
    const filled = [first, ...others];
    return recall(
      filled.map(({ area }) => area),
      () => [...new Set(filled.flatMap(({ found }) => found))],
    );
  };
}

function areaKey({ sheet, row, column, rows, columns }: SheetArea): string {
  return `${sheet}!${row} ${column} ${rows} ${columns}`;
}

/** Finds the formulas that fill any cell of an area. */
function createAreaFinder(formulas: readonly FormulaState[]): (area: SheetArea) => FormulaState[] {
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
