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

/** The rows of one scenario as the service sent them. */
export interface ReadRows {
  readonly length: number;
  /** The service's labels, "" where it gives none (a full-year `pnl`). */
  readonly periods: TextColumn;
  /** By key, such as region: the groups, and other texts, which are attributes. */
  readonly texts: ReadonlyMap<string, TextColumn>;
  /** By field name; NaN, which JSON does not have, where the service left it out. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** The rows of one scenario that were asked for, no two of them with the same period and group. */
export interface RowColumns extends ReadRows {
  /** The key of the groups; undefined where nothing is grouped. */
  readonly groupKey: string | undefined;
  /** Names of fields that stand in a row in two spellings: none of them counts. */
  readonly contradicted: ReadonlySet<string>;
}

/** One row among others. */
export interface Row {
  readonly rows: RowColumns;
  readonly at: number;
}

interface ReadRow {
  readonly rows: ReadRows;
  readonly at: number;
}

/** A reference to each row. */
export function eachRow(rows: RowColumns): Row[] {
  return Array.from({ length: rows.length }, (_, at) => ({ rows, at }));
}

export function rowPeriod({ rows, at }: ReadRow): string {
  return textAt(rows.periods, at) ?? "";
}

/** The group of a row, such as North; undefined if it has none. */
export function groupOf({ rows, at }: Row): string | undefined {
  const column = rows.groupKey === undefined ? undefined : rows.texts.get(rows.groupKey);
  return (column && textAt(column, at)?.trim()) || undefined;
}

/** All texts of a row with their keys, such as region and North. */
export function textsOf({ rows, at }: ReadRow): [key: string, text: string][] {
  return [...rows.texts].flatMap(([key, column]) => {
    const text = textAt(column, at);
    return text === undefined ? [] : [[key, text] as [string, string]];
  });
}

/** The distinct texts under a key, in whatever case it is spelled. */
export function textsOfKey({ texts }: ReadRows, key: string): string[] {
  return [...texts].flatMap(([name, column]) => (name.toLowerCase() === key ? column.texts : []));
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
