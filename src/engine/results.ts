/** Whatever a custom function returns or throws, as values that a cell can hold. */
import type { CellError, Value, Values } from "./values";

const CODES = new Set(["#N/A", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#DIV/0!", "#NULL!", "#SPILL!", "#CALC!"]);

const LIST: CellError = {
  code: "#VALUE!",
  message: "The function returned a list. It has to return one value, or rows of values.",
};
const EMPTY: CellError = { code: "#CALC!", message: "The function returned an empty table." };
const SHORT: CellError = { code: "#N/A", message: "The function returned rows of unequal length." };

/** null becomes 0, as in Excel; rows of unequal length are filled with #N/A; one row of one value is that value. */
export function valuesOf(returned: unknown): Values {
  if (!Array.isArray(returned)) return valueOf(returned);
  const rows: unknown[] = [...(returned as unknown[])];
  if (!rows.every(Array.isArray)) return LIST;
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return EMPTY;
  if (rows.length === 1 && width === 1) return valueOf(rows[0]![0]);
  return rows.map((row) => Array.from({ length: width }, (_, at) => (at < row.length ? valueOf(row[at]) : SHORT)));
}

/** The error that a rejection or a thrown value stands for: its own `code` if a cell can show that, else #VALUE!. */
export function errorOf(thrown: unknown): CellError {
  const { code, message } = (typeof thrown === "object" && thrown !== null ? thrown : { message: thrown }) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    code: typeof code === "string" && CODES.has(code) ? code : "#VALUE!",
    message: typeof message === "string" && message !== "" ? message : "The function failed without saying why.",
  };
}

function valueOf(returned: unknown): Value {
  if (typeof returned === "string" || typeof returned === "boolean") return returned;
  if (returned === null || returned === undefined) return 0;
  if (typeof returned !== "number") {
    return {
      code: "#VALUE!",
      message: "The function returned something that is neither a number, text nor TRUE or FALSE.",
    };
  }
  return Number.isFinite(returned) ? returned : { code: "#NUM!", message: "The function returned no finite number." };
}
