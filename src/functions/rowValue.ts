/** A field's value in one row. */
import { findField, type Row } from "../insights";

/** As the service sent it, else what the lines around it imply (§2.5); undefined where neither is there. */
export function rowValue({ values }: Row, name: string): number | undefined {
  const sent = values.get(name);
  if (sent !== undefined) return sent;
  const parts = findField(name)?.impliedBy?.map((part) => values.get(part)) ?? [];
  return parts.length === 0 ? undefined : parts.reduce((rest, part) => minus(rest, part));
}

function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}
