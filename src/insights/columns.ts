/**
 * The rows of an answer as columns. A long answer has hundreds of thousands of rows but few columns, so arrays need a fraction of
 * the time and memory of objects.
 */

/** One text for each row. Each distinct text is stored once, so it is parsed once. */
export interface TextColumn {
  /** The distinct texts, in order of appearance. */
  readonly texts: readonly string[];
  /** The index of each row's text; -1 for none. */
  readonly codes: Int32Array;
}

/** The rows of one scenario. */
export interface RowColumns {
  readonly length: number;
  /** The service's labels; "" for none (a full-year `pnl`). */
  readonly periods: TextColumn;
  /** By group key, such as region; empty without groups. */
  readonly groups: ReadonlyMap<string, TextColumn>;
  /** By field name; NaN, which JSON lacks, for a missing value. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** One row of the columns. */
export interface Row {
  readonly rows: RowColumns;
  readonly at: number;
}

/** Returns a reference to each row. */
export function eachRow(rows: RowColumns): Row[] {
  return Array.from({ length: rows.length }, (_, at) => ({ rows, at }));
}

export function rowPeriod({ rows, at }: Row): string {
  return textAt(rows.periods, at) ?? "";
}

/** Returns pairs of group key and group, such as region and North. */
export function groupsOf({ rows, at }: Row): [key: string, group: string][] {
  return [...rows.groups].flatMap(([key, column]) => {
    const group = textAt(column, at);
    return group === undefined ? [] : [[key, group] as [string, string]];
  });
}

/** Returns undefined if the service omitted the value. */
export function sentValue({ rows, at }: Row, field: string): number | undefined {
  return numberAt(rows.values.get(field), at);
}

export function textAt({ texts, codes }: TextColumn, at: number): string | undefined {
  return texts[codes[at] ?? -1];
}

export function numberAt(column: Float64Array | undefined, at: number): number | undefined {
  const value = column?.[at];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
