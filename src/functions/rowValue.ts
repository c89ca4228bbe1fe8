/** Values of fields in a row. */
import { findField, InsightsError, numberAt, sentValue, type Row, type RowColumns } from "../insights";
import { listNames } from "./names";

/** Returns the value from the service, or else the value that other lines imply (§2.5); undefined if there is neither. */
export function rowValue(row: Row, name: string): number | undefined {
  checkSpelling(row.rows, name);
  return sentValue(row, name) ?? valueReader(row.rows, name)(row.at);
}

/** As `rowValue`, for any row of the columns. */
export function valueReader(rows: RowColumns, name: string): (at: number) => number | undefined {
  checkSpelling(rows, name);
  const sent = rows.values.get(name);
  const implied = findField(name)?.impliedBy;
  if (!implied) return (at) => numberAt(sent, at);
  for (const part of implied) checkSpelling(rows, part);
  const [whole, ...parts] = implied.map((part) => rows.values.get(part));
  return (at) =>
    numberAt(sent, at) ??
    parts.reduce<number | undefined>((rest, part) => minus(rest, numberAt(part, at)), numberAt(whole, at));
}

/** Throws `malformed` for a field that a row has in two spellings: no one can say which of them counts. */
function checkSpelling({ contradicted }: RowColumns, name: string): void {
  if (!contradicted.has(name)) return;
  const alike = [...contradicted].filter((other) => other.toLowerCase() === name.toLowerCase());
  throw new InsightsError(
    "malformed",
    `The service returned ${listNames(alike)} in one row, so neither is shown. Report this to the operator of the service.`,
  );
}

function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}
