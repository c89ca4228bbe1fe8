/**
 * Lays out answers as cells: headings on top, labels at the left, numbers in the middle. The layout `values` has numbers only. A
 * missing value is "".
 */
import { SLICE, textAt, type RowColumns, type Sliced } from "../../insights";
import type { ScenarioColumn } from "./scenarioColumns";
import type { Cells, OutputValue } from "./cell";
import type { FieldChoice } from "./arguments";
import { valueReader } from "../language/rowValue";
import { TABLE_LABELS } from "../language/tableLabels";
import { bytesOf, bytesOfNumbers, bytesOfTexts } from "./size";

/** A layout before its cells exist, so one that is too large is never built. */
export interface Layout {
  /** Rows over all columns, those of the labels included. */
  readonly headings: Cells;
  /** The number of rows below the headings. */
  readonly height: number;
  /** The number of label cells and number cells in each row. */
  readonly width: { readonly labels: number; readonly numbers: number };
  /** A lower bound of the bytes. */
  readonly leastBytes: { readonly labels: () => number; readonly numbers: () => number };
  /** Appends the rows in order. */
  readonly fill: (cells: Cells, withLabels: boolean) => Sliced<void>;
}

export interface LayoutInput {
  /** Undefined for a blank that keeps its place. */
  readonly columns: readonly (ScenarioColumn | undefined)[];
  readonly fields: readonly (FieldChoice | undefined)[];
  /** True for one column per period with a heading row, false for one column per scenario. */
  readonly byPeriod: boolean;
}

/** The default label of a full year. */
const UNLABELLED_YEAR = "FY";

/** The rows of one scenario in a table. */
interface Section {
  readonly name: string;
  readonly length: number;
  /** Undefined for blank cells. */
  readonly rows: RowColumns | undefined;
}

/** Lays out one row for each scenario, period and group, and one column for each field. */
export function tableLayout({ columns, fields }: LayoutInput): Layout {
  const keys = [...new Set(columns.flatMap((column) => [...(rowsOf(column)?.texts.keys() ?? [])]))];
  const sections = sectionsOf(columns);
  const sum = (bytes: (section: Section) => number) => sections.reduce((total, section) => total + bytes(section), 0);
  return {
    headings: [[...TABLE_LABELS, ...keys.map(capitalise), ...fields.map((field) => field?.label ?? "")]],
    height: sum(({ length }) => length),
    width: { labels: TABLE_LABELS.length + keys.length, numbers: fields.length },
    leastBytes: {
      labels: () =>
        sum(({ name, length, rows }) => {
          const texts = rows ? [rows.periods, ...keys.flatMap((key) => rows.texts.get(key) ?? [])] : [];
          return length * bytesOf(name) + texts.reduce((bytes, column) => bytes + bytesOfTexts(column, length), 0);
        }),
      numbers: () =>
        sum(({ length, rows }) =>
          fields.reduce((bytes, field) => bytes + bytesOfNumbers(field && rows?.values.get(field.name), length), 0),
        ),
    },
    *fill(cells, withLabels) {
      for (const section of sections) yield* fillSection(cells, section, withLabels ? keys : undefined, fields);
    },
  };
}

/** A blank takes as many rows as the longest scenario. A scenario without an answer takes one row without numbers. */
function sectionsOf(columns: LayoutInput["columns"]): Section[] {
  const lengths = columns.map((column) => rowsOf(column)?.length ?? 0);
  const height = Math.max(1, lengths.find((length) => length > 0) ?? 1);
  return columns.map((column) => {
    if (!column) return { name: "", length: height, rows: undefined };
    const rows = rowsOf(column);
    return { name: column.name, length: rows ? rows.length : 1, rows };
  });
}

function* fillSection(
  cells: Cells,
  { name, length, rows }: Section,
  keys: readonly string[] | undefined,
  fields: LayoutInput["fields"],
): Sliced<void> {
  const readers: ((at: number) => OutputValue)[] = [];
  if (keys) {
    const texts = keys.map((key) => rows?.texts.get(key));
    readers.push(
      () => name,
      (at) => (rows ? textAt(rows.periods, at) || UNLABELLED_YEAR : ""),
    );
    readers.push(...texts.map((column) => (at: number) => (column && textAt(column, at)) ?? ""));
  }
  readers.push(...fields.map((field) => cellReader(rows, field)));
  for (let at = 0; at < length; at += 1) {
    cells.push(readers.map((read) => read(at)));
    if (cells.length % SLICE === 0) yield;
  }
}

export function rowsOf(column: ScenarioColumn | undefined): RowColumns | undefined {
  return column?.answer?.scenario.rows;
}

/** Returns a field's cells; "" for a missing number. */
export function cellReader(rows: RowColumns | undefined, field: FieldChoice | undefined): (at: number) => OutputValue {
  if (!rows || !field) return () => "";
  const read = valueReader(rows, field.name);
  return (at) => read(at) ?? "";
}

function capitalise(key: string): string {
  return `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
}
