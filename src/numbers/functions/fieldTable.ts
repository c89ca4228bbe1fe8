/** The table of FIELDS. */
import { DERIVED_FIELDS, FIELDS, type Family, type Field, type Total } from "../../insights";
import { MEANINGS } from "../../insights/meanings";
import type { Cells } from "./cell";

/** Returns a header row, then one row for each KPI. Details add columns, and rows for derived fields. */
export function fieldTable(families: readonly Family[], withDetails: boolean): Cells {
  const columns = withDetails ? [...COLUMNS, ...DETAILS] : COLUMNS;
  const known = withDetails ? [...FIELDS, ...DERIVED_FIELDS] : FIELDS;
  const fields = families.flatMap((family) => known.filter((field) => field.family === family));
  return [columns.map(([title]) => title), ...fields.map((field) => columns.map(([, textOf]) => textOf(field)))];
}

type Column = readonly [title: string, textOf: (field: Field) => string];

const COLUMNS: readonly Column[] = [
  ["Name", ({ name }) => name],
  ["Label", ({ label }) => label],
  ["Family", ({ family }) => family],
  ["Unit", ({ unit }) => unit],
  ["Meaning", ({ name }) => MEANINGS[name]],
];
const DETAILS: readonly Column[] = [
  ["Better", ({ direction }) => direction ?? ""],
  ["Adds up", ({ total }) => totalText(total)],
  ["Source", sourceText],
];

function totalText(total: Total): string {
  switch (total.by) {
    case "sum":
      return "sum";
    case "ratio":
      return `${total.numerator} / ${total.denominator}`;
    case "weighted":
      return `mean, weighted by ${total.weight}`;
    case "none":
      return "no";
  }
}

function sourceText(field: Field): string {
  if (DERIVED_FIELDS.includes(field)) return "computed";
  return field.impliedBy ? "service, or computed" : "service";
}
