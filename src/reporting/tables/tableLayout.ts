/** Where a table has its title, head, codes, headings and numbers. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import type { Position, RowSpan } from "../../spreadsheet/cells/area";
import type { TableAxes, TableDimension } from "./axes";
import { fieldOfLine, type TableDefinition } from "./definition";
import { periodContent } from "./periods";
import { tableTexts } from "./tableTexts";
import type { HeadCell } from "./title";

export type CellArgument = "plan" | "currency" | TableDimension;
/** Returns the reference to an argument's cell, as the cell `at` needs it; undefined if the argument has no cell. */
export type ReferenceOf = (name: CellArgument, at: Position) => string | undefined;

/** The first row of the head, below the title, its note and a blank row. Headings are read up to a blank row. */
export const HEAD = 3;

/** Where a table has its parts, from its first cell on. */
export interface LaidOutTable {
  readonly head: readonly {
    readonly name: CellArgument | undefined;
    readonly label: string;
    readonly content: string | number;
  }[];
  /** The rows of the head and of codes, which readers do not need: names and the title say them. */
  readonly folded: RowSpan;
  /** The first row below them. */
  readonly top: number;
  /** The row of the columns' names; undefined if there are no codes. */
  readonly names: number | undefined;
  /** The row of a dimension that has headings across. */
  readonly rowOf: (name: TableDimension) => number;
  /** The first row of numbers. */
  readonly body: number;
  /** Columns beside the numbers. */
  readonly labels: number;
  readonly referenceOf: ReferenceOf;
  /** Returns the reference to a value of the head, which all cells share. */
  readonly headCell: HeadCell;
}

export function layOutTable(grid: TableDefinition, { head, rows, columns }: TableAxes, first: Position): LaidOutTable {
  const planCell = absolute(first.row + HEAD, first.column + 1);
  const fields = grid.lines.map(fieldOfLine);
  const shared = Object.entries(head) as [TableDimension, string][];
  const headRows: LaidOutTable["head"] = [
    { name: "plan", label: tableTexts.plan, content: grid.plan },
    ...(grid.currency ? [{ name: "currency" as const, label: tableTexts.currency, content: grid.currency }] : []),
    ...(fields.some(({ unit }) => unit === "volume")
      ? [{ name: undefined, label: tableTexts.volumes, content: tableTexts.units }]
      : []),
    ...shared.map(([name, value]) => ({
      name,
      label: tableTexts.dimensions[name],
      content: name === "period" ? periodContent(value, planCell) : value,
    })),
  ];
  const codesAt = HEAD + headRows.length + 1;
  const coded = columns.headings.filter((name) => name !== "period");
  const top = codesAt + coded.length;
  const periods = columns.headings.length - coded.length;
  const isNamedFirst = grid.periodPlace === "inside";
  const names = coded.length > 0 ? top + (isNamedFirst ? 0 : periods) : undefined;
  const rowOf = (name: TableDimension) =>
    name === "period" ? top + (names !== undefined && isNamedFirst ? 1 : 0) : codesAt + coded.indexOf(name);
  const body = top + periods + (names === undefined ? 0 : 1);
  const headCell: HeadCell = (name) => {
    const at = headRows.findIndex((each) => each.name === name);
    return at < 0 ? undefined : absolute(first.row + HEAD + at, first.column + 1);
  };
  const referenceOf: ReferenceOf = (name, at) => {
    const shared = headCell(name);
    if (shared) return shared;
    if (columns.headings.includes(name as TableDimension))
      return `${formatColumn(at.column)}$${first.row + rowOf(name as TableDimension) + 1}`;
    const down = rows.headings.indexOf(name as TableDimension);
    return down < 0 ? undefined : `$${formatColumn(first.column + down)}${at.row + 1}`;
  };
  const folded = { row: HEAD, rows: top - HEAD };
  return { head: headRows, folded, top, names, rowOf, body, labels: rows.headings.length, referenceOf, headCell };
}

/** Returns a cell's address that stays the same wherever a formula is copied to. */
export function absolute(row: number, column: number): string {
  return `$${formatColumn(column)}$${row + 1}`;
}
