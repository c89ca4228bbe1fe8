/** Places the arguments of a table's formulas: in the head, in the columns' headings, or beside the lines. Pure. */
import { fieldOfLine, PRIOR_YEAR, type DefinedColumn, type TableDefinition, type TableLine } from "./definition";
import { CURRENT } from "../reports/timeCells";

export type TableDimension =
  | "field"
  | "groupBy"
  | "item"
  | "scenario"
  | "actualsTo"
  | "base"
  | "measure"
  | "year"
  | "period"
  | "basis";

/** The values of an axis entry by dimension; a missing dimension is blank. */
export type TableEntry = Readonly<Partial<Record<TableDimension, string>>>;

/** One side of a table. */
export interface TableAxis {
  /** The dimensions with headings of their own, outermost first. */
  readonly headings: readonly TableDimension[];
  readonly entries: readonly TableEntry[];
}

export interface TableAxes {
  /** The values that all cells share. */
  readonly head: TableEntry;
  readonly rows: TableAxis;
  readonly columns: TableAxis;
}

const ROW_ORDER: readonly TableDimension[] = ["field", "groupBy", "item", "period", "basis"];
const COLUMN_ORDER: readonly TableDimension[] = ["scenario", "actualsTo", "year", "base", "measure", "period", "basis"];

export function axesOf(grid: TableDefinition): TableAxes {
  const { periodPlace } = grid;
  const lines = grid.lines.map(entryOfLine);
  const columns = grid.columns.map((column) => entryOfColumn(column, grid));
  const isDown = periodPlace === "down";
  const rows = isDown ? product(lines, grid.periods) : lines;
  const right =
    periodPlace === "outside" ? product(grid.periods, columns) : isDown ? columns : product(columns, grid.periods);
  const down = splitAxis(rows, ROW_ORDER);
  const across = splitAxis(right, COLUMN_ORDER);
  return { head: { ...down.head, ...across.head }, rows: down.axis, columns: across.axis };
}

function entryOfLine(line: TableLine): TableEntry {
  return { field: fieldOfLine(line).label, groupBy: line.groupBy ?? "", item: line.item ?? "" };
}

function entryOfColumn(column: DefinedColumn, { outlook = "" }: TableDefinition): TableEntry {
  const { scenario, isOutlook, isPriorYear, base = "", measure = "" } = column;
  const own = isOutlook ? { scenario: outlook, actualsTo: CURRENT } : { scenario, actualsTo: "" };
  return { ...own, base, measure, year: isPriorYear ? PRIOR_YEAR : "" };
}

function product(outer: readonly object[], inner: readonly object[]): TableEntry[] {
  return outer.flatMap((one) => inner.map((other) => ({ ...one, ...other })));
}

/** Moves what all entries share to the head, but leaves each axis one heading. */
function splitAxis(
  entries: readonly TableEntry[],
  order: readonly TableDimension[],
): { head: TableEntry; axis: TableAxis } {
  const used = order.filter((name) => entries.some((entry) => entry[name]));
  const differs = (name: TableDimension) => entries.some((entry) => entry[name] !== entries[0]?.[name]);
  // An outlook and the plan that ends it are of two minds about their one scenario, so no title names it.
  const varying = used.filter((name) => differs(name) || (name === "scenario" && differs("actualsTo")));
  const kept = varying.length > 0 ? varying : used.filter((name) => name === "field" || name === "scenario");
  const shared = used.filter((name) => !kept.includes(name));
  return {
    head: Object.fromEntries(shared.map((name) => [name, entries[0]?.[name]])),
    axis: { headings: kept, entries },
  };
}
