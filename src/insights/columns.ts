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

/** The rows of one scenario as the service sent them. */
export interface SentRows {
  readonly length: number;
  /** The service's labels; "" for none (a full-year `pnl`). */
  readonly periods: TextColumn;
  /** By key, such as region: the groups, and other texts, which are attributes. */
  readonly texts: ReadonlyMap<string, TextColumn>;
  /** By field name; NaN, which JSON lacks, for a missing value. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

/** The rows of one scenario that were asked for, no two of them with the same period and group. */
export interface RowColumns extends SentRows {
  /** The key of the groups; undefined where nothing is grouped. */
  readonly groupKey: string | undefined;
  /** Names of fields that stand in a row in two spellings: none of them counts. */
  readonly contradicted: ReadonlySet<string>;
}

/** One row of the columns. */
export interface AnswerRow {
  readonly rows: RowColumns;
  readonly at: number;
}

interface ReadRow {
  readonly rows: SentRows;
  readonly at: number;
}

/** Returns a reference to each row. */
export function eachRow(rows: RowColumns): AnswerRow[] {
  return Array.from({ length: rows.length }, (_, at) => ({ rows, at }));
}

export function rowPeriod({ rows, at }: ReadRow): string {
  return textAt(rows.periods, at) ?? "";
}

/** Returns the group of a row, such as North; undefined if it has none. */
export function groupOf({ rows, at }: AnswerRow): string | undefined {
  const column = rows.groupKey === undefined ? undefined : rows.texts.get(rows.groupKey);
  return (column && textAt(column, at)?.trim()) || undefined;
}

/** Returns the groups of the rows, such as all regions. */
export function groupTexts({ groupKey, texts }: RowColumns): readonly string[] {
  return (groupKey === undefined ? undefined : texts.get(groupKey)?.texts) ?? [];
}

/** Returns pairs of key and text, such as region and North. */
export function textsOf({ rows, at }: ReadRow): [key: string, text: string][] {
  return [...rows.texts].flatMap(([key, column]) => {
    const text = textAt(column, at);
    return text === undefined ? [] : [[key, text] as [string, string]];
  });
}

/** Returns the distinct texts under a key, in whatever case it is spelled. */
export function textsOfKey({ texts }: SentRows, key: string): string[] {
  return [...texts].flatMap(([name, column]) => (name.toLowerCase() === key ? column.texts : []));
}

/** Returns undefined if the service omitted the value. */
export function sentValue({ rows, at }: AnswerRow, field: string): number | undefined {
  return numberAt(rows.values.get(field), at);
}

export function textAt({ texts, codes }: TextColumn, at: number): string | undefined {
  return texts[codes[at] ?? -1];
}

export function numberAt(column: Float64Array | undefined, at: number): number | undefined {
  const value = column?.[at];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
