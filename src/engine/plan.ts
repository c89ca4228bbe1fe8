/** Which formulas have to be calculated, and in which order. */
import type { Area, Reading } from "./references";

/** What a plan needs to know of a formula. */
export interface Planned {
  /** The cells that it fills. */
  readonly area: Area;
  readonly reading: Reading;
}

export interface Plan<Formula> {
  /** The roots and what depends on them; each comes after all that it reads. */
  readonly order: readonly Formula[];
  /** Those of them that depend on themselves. */
  readonly circular: ReadonlySet<Formula>;
  /** From each of them to those of them that it reads. */
  readonly precedents: ReadonlyMap<Formula, readonly Formula[]>;
}

/** A formula whose precedents are visited one after the other. */
interface Visit<Formula> {
  readonly formula: Formula;
  readonly precedents: readonly Formula[];
  next: number;
}

interface Walk<Formula> {
  readonly precedents: Map<Formula, readonly Formula[]>;
  readonly open: Visit<Formula>[];
  /** False until all its precedents have been visited. */
  readonly visited: Map<Formula, boolean>;
  readonly circular: Set<Formula>;
  /** Every formula after its precedents. */
  readonly sorted: Formula[];
}

/** Formulas that work out what they read come last: what they find there has to be ready. */
export function planOf<Formula extends Planned>(
  formulas: readonly Formula[],
  isRoot: (formula: Formula) => boolean,
): Plan<Formula> {
  const walk = walkAll(formulas, createFinder(formulas));
  const { precedents, circular } = walk;
  const dirty = withDependents(walk, isRoot);
  const late = withDependents(walk, ({ reading }) => reading.isDynamic);
  const order = walk.sorted.filter((formula) => dirty.has(formula));
  return {
    order: [...order.filter((formula) => !late.has(formula)), ...order.filter((formula) => late.has(formula))],
    circular: new Set([...circular].filter((formula) => dirty.has(formula))),
    precedents: new Map(order.map((formula) => [formula, precedents.get(formula)!.filter((each) => dirty.has(each))])),
  };
}

/** In a circle, one may come before another that it depends on: then once through is not enough. */
function withDependents<Formula>(
  { sorted, precedents, circular }: Walk<Formula>,
  isFirst: (formula: Formula) => boolean,
): Set<Formula> {
  const found = new Set<Formula>(sorted.filter(isFirst));
  let size: number;
  do {
    size = found.size;
    for (const formula of sorted) if (precedents.get(formula)!.some((each) => found.has(each))) found.add(formula);
  } while (circular.size > 0 && found.size > size);
  return found;
}

/** The formulas and, at any number of removes, those that they read. */
export function withPrecedents<Formula extends Planned>(all: readonly Formula[], some: readonly Formula[]): Formula[] {
  return walkAll(some, createFinder(all)).sorted;
}

/** Not by recursion: running totals depend on each other over thousands of rows. */
function walkAll<Formula extends Planned>(
  formulas: readonly Formula[],
  find: (area: Area) => Formula[],
): Walk<Formula> {
  const walk: Walk<Formula> = { precedents: new Map(), open: [], visited: new Map(), circular: new Set(), sorted: [] };
  const enter = (formula: Formula) => {
    const precedents = [...new Set(formula.reading.areas.flatMap(find))];
    walk.precedents.set(formula, precedents);
    walk.visited.set(formula, false);
    walk.open.push({ formula, precedents, next: 0 });
  };
  for (const formula of formulas) {
    if (!walk.visited.has(formula)) enter(formula);
    for (let visit = walk.open.at(-1); visit; visit = walk.open.at(-1)) step(walk, visit, enter);
  }
  return walk;
}

function step<Formula>(walk: Walk<Formula>, visit: Visit<Formula>, enter: (formula: Formula) => void): void {
  const { formula } = visit;
  const next = visit.precedents[visit.next++];
  if (next === undefined) {
    walk.open.pop();
    walk.visited.set(formula, true);
    walk.sorted.push(formula);
  } else if (!walk.visited.has(next)) enter(next);
  else if (!walk.visited.get(next)) {
    const start = walk.open.findIndex((each) => each.formula === next);
    for (const each of walk.open.slice(start)) walk.circular.add(each.formula);
  }
}

/** Finds the formulas that fill a part of an area. */
function createFinder<Formula extends Planned>(formulas: readonly Formula[]): (area: Area) => Formula[] {
  const blocks = formulas.filter(({ area }) => area.rows * area.columns > 1);
  const columns = new Map<string, Map<number, Formula[]>>();
  for (const formula of formulas) {
    const { sheet, row, column, rows, columns: width } = formula.area;
    if (rows * width > 1) continue;
    const key = `${column} ${sheet}`;
    const cells = columns.get(key) ?? new Map<number, Formula[]>();
    columns.set(key, cells.set(row, [formula]));
  }
  const inColumn = ({ sheet, row, rows }: Area, column: number): Formula[] => {
    const cells = columns.get(`${column} ${sheet}`);
    if (!cells) return [];
    if (rows <= cells.size) return Array.from({ length: rows }, (_, at) => cells.get(row + at) ?? []).flat();
    return [...cells].flatMap(([at, found]) => (at >= row && at < row + rows ? found : []));
  };
  return (area) => [
    ...Array.from({ length: area.columns }, (_, at) => inColumn(area, area.column + at)).flat(),
    ...blocks.filter((block) => overlap(block.area, area)),
  ];
}

export function overlap(one: Area, other: Area): boolean {
  return (
    one.sheet === other.sheet &&
    one.row < other.row + other.rows &&
    other.row < one.row + one.rows &&
    one.column < other.column + other.columns &&
    other.column < one.column + one.columns
  );
}
