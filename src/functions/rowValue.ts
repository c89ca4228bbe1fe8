/** Values of fields in a row. */
import { findField, numberAt, sentValue, type Row, type RowColumns } from "../insights";

/** Returns the value from the service, or else the value that other lines imply (§2.5); undefined if there is neither. */
export function rowValue(row: Row, name: string): number | undefined {
  return sentValue(row, name) ?? valueReader(row.rows, name)(row.at);
}

/** As `rowValue`, for any row of the columns. */
export function valueReader(rows: RowColumns, name: string): (at: number) => number | undefined {
  const sent = rows.values.get(name);
  const [whole, ...parts] = findField(name)?.impliedBy?.map((part) => rows.values.get(part)) ?? [];
  if (!whole) return (at) => numberAt(sent, at);
  return (at) =>
    numberAt(sent, at) ??
    parts.reduce<number | undefined>((rest, part) => minus(rest, numberAt(part, at)), numberAt(whole, at));
}

function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}
