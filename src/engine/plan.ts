/** Which formulas have to be calculated, and in which order. */
import { cellCount, overlaps, type SheetArea } from "../grid/area";

/** What a plan needs to know of a formula. */
export interface PlannedFormula {
  /** The cells that it fills. */
  readonly area: SheetArea;
  /** The cells that it reads. */
  reads(): readonly SheetArea[];
  /** Whether it works out which cells it reads, as with OFFSET. */
  readonly isDynamic: boolean;
}

export interface CalculationPlan<Formula> {
  /** The roots and their dependents, each after all that it reads. */
  readonly order: readonly Formula[];
  /** The formulas of `order` that depend on themselves. */
  readonly circular: ReadonlySet<Formula>;
  /** For each formula of `order`, the others of `order` that it reads. */
  readonly precedents: ReadonlyMap<Formula, readonly Formula[]>;
}

/** A formula and the formulas that it reads. */
interface Node<Formula> {
  readonly formula: Formula;
  readonly precedents: readonly Formula[];
}

/** A node whose precedents are being visited. */
interface Visit<Formula> extends Node<Formula> {
  /** The index of the precedent to visit next. */
  next: number;
}

/** A depth-first search along precedents. */
interface Walk<Formula> {
  readonly open: Visit<Formula>[];
  /** True once all precedents of the formula have been visited. */
  readonly visited: Map<Formula, boolean>;
  readonly circular: Set<Formula>;
  /** Every formula after its precedents. */
  readonly sorted: Node<Formula>[];
}

/** Dynamic formulas come last: what they turn out to read has to be ready by then. */
export function planCalculation<Formula extends PlannedFormula>(
  formulas: readonly Formula[],
  isRoot: (formula: Formula) => boolean,
): CalculationPlan<Formula> {
  const walk = walkAll(formulas, createFinder(formulas));
  const dirty = withDependents(walk, isRoot);
  const late = withDependents(walk, ({ isDynamic }) => isDynamic);
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
function withDependents<Formula>(
  { sorted, circular }: Walk<Formula>,
  isFirst: (formula: Formula) => boolean,
): Set<Formula> {
  const found = new Set(sorted.map(({ formula }) => formula).filter(isFirst));
  let size: number;
  do {
    size = found.size;
    for (const { formula, precedents } of sorted) if (precedents.some((each) => found.has(each))) found.add(formula);
  } while (circular.size > 0 && found.size > size);
  return found;
}

/** The formulas and all that they read, directly or through others. */
export function withPrecedents<Formula extends PlannedFormula>(
  all: readonly Formula[],
  some: readonly Formula[],
): Formula[] {
  return walkAll(some, createFinder(all)).sorted.map(({ formula }) => formula);
}

/** Without recursion: running totals depend on each other over thousands of rows. */
function walkAll<Formula extends PlannedFormula>(
  formulas: readonly Formula[],
  find: (area: SheetArea) => Formula[],
): Walk<Formula> {
  const walk: Walk<Formula> = { open: [], visited: new Map(), circular: new Set(), sorted: [] };
  const enter = (formula: Formula) => {
    walk.visited.set(formula, false);
    walk.open.push({ formula, precedents: [...new Set(formula.reads().flatMap(find))], next: 0 });
  };
  for (const formula of formulas) {
    if (!walk.visited.has(formula)) enter(formula);
    for (let visit = walk.open.at(-1); visit; visit = walk.open.at(-1)) step(walk, visit, enter);
  }
  return walk;
}

function step<Formula>(walk: Walk<Formula>, visit: Visit<Formula>, enter: (formula: Formula) => void): void {
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

/** The formulas of a column that fill one cell each, by row. */
type ColumnOfFormulas<Formula> = Map<number, Formula>;

/** Finds the formulas that fill any cell of an area. */
function createFinder<Formula extends PlannedFormula>(formulas: readonly Formula[]): (area: SheetArea) => Formula[] {
  const blocks = formulas.filter(({ area }) => cellCount(area) > 1);
  const sheets = new Map<string, Map<number, ColumnOfFormulas<Formula>>>();
  for (const formula of formulas) {
    const { sheet, row, column } = formula.area;
    if (cellCount(formula.area) > 1) continue;
    const columns = sheets.get(sheet) ?? new Map<number, ColumnOfFormulas<Formula>>();
    const cells = columns.get(column) ?? new Map<number, Formula>();
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

function collect<Formula>(
  cells: ColumnOfFormulas<Formula> | undefined,
  { row, rows }: SheetArea,
  found: Formula[],
): void {
  if (cells && rows > cells.size) {
    for (const [at, formula] of cells) if (at >= row && at < row + rows) found.push(formula);
    return;
  }
  for (let at = row; cells && at < row + rows; at++) {
    const formula = cells.get(at);
    if (formula) found.push(formula);
  }
}
