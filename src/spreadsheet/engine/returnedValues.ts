/** Converts what a custom function returns or throws into values of cells. */
import { isErrorCode, isWaitingCode } from "../cells/errorCodes";
import { unwrapSingle, type CellError, type Value, type Values } from "./values";

const LIST: CellError = {
  code: "#VALUE!",
  message: "The function returned a list instead of one value or rows of values.",
};
const EMPTY: CellError = { code: "#CALC!", message: "The function returned an empty table." };
const SHORT: CellError = { code: "#N/A", message: "The function returned rows of unequal length." };

/** Converts null to 0, as Excel does. Short rows are padded with #N/A. One row of one value becomes that value. */
export function toValues(returned: unknown): Values {
  if (!Array.isArray(returned)) return checkedValue(returned);
  const rows: unknown[] = returned;
  if (!rows.every(Array.isArray)) return LIST;
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return EMPTY;
  return unwrapSingle(
    rows.map((row) => Array.from({ length: width }, (_, at) => (at < row.length ? checkedValue(row[at]) : SHORT))),
  );
}

/** Converts a thrown value to an error: its `code` if that is an error code of cells, else #VALUE!. */
export function toCellError(thrown: unknown): CellError {
  const { code, message } = (typeof thrown === "object" && thrown !== null ? thrown : { message: thrown }) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    code: isErrorCode(code) && !isWaitingCode(code) ? code : "#VALUE!",
    message: typeof message === "string" && message !== "" ? message : "The function failed without saying why.",
  };
}

function checkedValue(returned: unknown): Value {
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
