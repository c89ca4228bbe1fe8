/** Values of fields in rows: sent by the service, or computed. */
import {
  fieldLabel,
  findField,
  InsightsError,
  numberAt,
  sentValue,
  type Field,
  type AnswerRow,
  type RowColumns,
} from "../../insights";
import { listNames } from "./names";

/** Returns the number of a row, by its place in the columns. */
type ValueReader = (at: number) => number | undefined;

/** Returns the value from the service, or else the value computed from other fields (§2.5); undefined if there is neither. */
export function rowValue(row: AnswerRow, name: string): number | undefined {
  checkSpelling(row.rows, name);
  return sentValue(row, name) ?? valueReader(row.rows, name)(row.at);
}

/** @param where Such as " for 'North'". */
export function valueNotReturned(name: string, where = ""): never {
  throw new InsightsError("missing", `${fieldLabel(name)} was not returned by the service${where}.`);
}

/** Returns a function that reads the field as `rowValue` does, in any row of the columns. */
export function valueReader(rows: RowColumns, name: string): ValueReader {
  checkSpelling(rows, name);
  const sent = rows.values.get(name);
  const inputs = inputsOf(findField(name));
  if (!inputs) return (at) => numberAt(sent, at);
  // Created for the first row without a value, so an ambiguous input spoils no value that was sent.
  let computed: ValueReader | undefined;
  return (at) => numberAt(sent, at) ?? (computed ??= computedReader(rows, inputs))(at);
}

/** Fields from which another one is computed in each row. */
interface Inputs {
  readonly names: readonly string[];
  readonly combine: (one: number, other: number) => number | undefined;
}

function inputsOf(field: Field | undefined): Inputs | undefined {
  if (field?.impliedBy) return { names: field.impliedBy, combine: (one, other) => one - other };
  if (field?.total.by !== "ratio") return undefined;
  const { numerator, denominator } = field.total;
  return { names: [numerator, denominator], combine: (one, other) => (other === 0 ? undefined : one / other) };
}

/** Combines the inputs from left to right; undefined if one is missing. */
function computedReader(rows: RowColumns, { names, combine }: Inputs): ValueReader {
  const readers = names.map((name) => valueReader(rows, name));
  return (at) => {
    const values = readers.map((read) => read(at));
    return values.reduce((one, other) => (one === undefined || other === undefined ? undefined : combine(one, other)));
  };
}

/** Throws `malformed` for a field that a row has in two spellings: nothing tells which of them counts. */
function checkSpelling({ contradicted }: RowColumns, name: string): void {
  if (!contradicted.has(name)) return;
  const alike = [...contradicted].filter((other) => other.toLowerCase() === name.toLowerCase());
  throw new InsightsError(
    "malformed",
    `The service returned ${listNames(alike)} in one row, so neither is shown. Report this to the operator of the service.`,
  );
}
