/** The labels of tables. Layouts write them. `numberCallOf` reads them in a result of the ledger, to find the call of one number. */

/** The first headings of the layout `table`; those of groups and fields follow. */
export const TABLE_LABELS = ["Scenario", "Period"] as const;

const SEPARATOR = " · ";

/** Returns the label of a statement's row: a field, after its group if it has one. */
export function rowLabel(group: string, field: string): string {
  return [group, field].filter(Boolean).join(SEPARATOR);
}

/** Returns the group and field of a statement's row. A group may contain the separator; no field does. */
export function readRowLabel(label: string): { readonly group: string | undefined; readonly field: string } {
  const at = label.lastIndexOf(SEPARATOR);
  return at < 0
    ? { group: undefined, field: label }
    : { group: label.slice(0, at), field: label.slice(at + SEPARATOR.length) };
}
