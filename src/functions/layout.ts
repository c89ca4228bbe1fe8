/**
 * How answers become cells. A layout has headings on top, labels at the left and numbers in the middle;
 * `values` is the numbers alone. What the service left out is "".
 */
import { SLICE, textAt, type RowColumns, type Sliced } from "../insights";
import type { ScenarioColumn } from "./scenarioColumns";
import type { Cells, OutputValue } from "./cell";
import type { FieldChoice } from "./fieldChoice";
import { valueReader } from "./rowValue";
import { bytesOf, bytesOfNumbers, bytesOfTexts } from "./size";

/** What a layout is before its cells are made, so that one that is too large never is. */
export interface Layout {
  /** Rows over all columns, those of the labels included. */
  readonly headings: Cells;
  /** How many rows come below the headings. */
  readonly height: number;
  /** How many cells of each row are labels, and how many numbers. */
  readonly width: { readonly labels: number; readonly numbers: number };
  /** The bytes that labels and numbers take at least. */
  readonly leastBytes: { readonly labels: () => number; readonly numbers: () => number };
  /** Adds the rows in order, each with its labels, if they are wanted, and its numbers. */
  readonly fill: (cells: Cells, withLabels: boolean) => Sliced<void>;
}

/** What is to be laid out. */
export interface LayoutInput {
  /** undefined: a blank between others, which keeps its place. */
  readonly columns: readonly (ScenarioColumn | undefined)[];
  readonly fields: readonly (FieldChoice | undefined)[];
  /** One column a period and a heading row for them, or one column a scenario. */
  readonly byPeriod: boolean;
}

/** The label of a full year that the service did not label. */
const UNLABELLED_YEAR = "FY";

/** Rows of one scenario, as a table shows them. */
interface Section {
  readonly name: string;
  readonly length: number;
  /** undefined: blanks. */
  readonly rows: RowColumns | undefined;
}

/** A row a scenario, period and group, a column a field. */
export function tableLayout({ columns, fields }: LayoutInput): Layout {
  const keys = [...new Set(columns.flatMap((column) => [...(rowsOf(column)?.texts.keys() ?? [])]))];
  const sections = sectionsOf(columns);
  const sum = (bytes: (section: Section) => number) => sections.reduce((total, section) => total + bytes(section), 0);
  return {
    headings: [["Scenario", "Period", ...keys.map(capitalise), ...fields.map((field) => field?.label ?? "")]],
    height: sum(({ length }) => length),
    width: { labels: keys.length + 2, numbers: fields.length },
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

/** A blank between others is as high as the others are, and a scenario without an answer is a row without numbers. */
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

/** A field's cells: "" where there is no number. */
export function cellReader(rows: RowColumns | undefined, field: FieldChoice | undefined): (at: number) => OutputValue {
  if (!rows || !field) return () => "";
  const read = valueReader(rows, field.name);
  return (at) => read(at) ?? "";
}

function capitalise(key: string): string {
  return `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
}
