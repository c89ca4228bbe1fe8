/**
 * The rows of an answer as columns. A spill has hundreds of thousands of rows and a handful of columns: an array each is
 * read, held and laid out in a fraction of the time that objects take.
 */

/** Texts, one a row. Each distinct text is kept once, so that what is worked out from it is worked out once. */
export interface TextColumn {
  /** The distinct texts, in the order in which they came. */
  readonly texts: readonly string[];
  /** For each row the place of its text among them; -1 where it has none. */
  readonly codes: Int32Array;
}

/** The rows of one scenario. */
export interface RowColumns {
  readonly length: number;
  /** The service's labels, "" where it gives none (a full-year `pnl`). */
  readonly periods: TextColumn;
  /** By group key, such as region; empty where nothing is grouped. */
  readonly groups: ReadonlyMap<string, TextColumn>;
  /** By field name; NaN, which JSON does not have, where the service left it out. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** One row among others. */
export interface Row {
  readonly rows: RowColumns;
  readonly at: number;
}

/** A reference to each row. */
export function eachRow(rows: RowColumns): Row[] {
  return Array.from({ length: rows.length }, (_, at) => ({ rows, at }));
}

export function rowPeriod({ rows, at }: Row): string {
  return textAt(rows.periods, at) ?? "";
}

/** Group key and group, such as region and North. */
export function groupsOf({ rows, at }: Row): [key: string, group: string][] {
  return [...rows.groups].flatMap(([key, column]) => {
    const group = textAt(column, at);
    return group === undefined ? [] : [[key, group] as [string, string]];
  });
}

/** Undefined where the service left it out. */
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
