/** Functions that format numbers. */
import { doubt } from "../doubt";
import { VALUE_ERROR } from "../errorValues";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";
import { formattedText } from "./formattedText";
import { round } from "./rounding";

function fixed(number: number, decimals = 2, hasNoCommas = false): string | CellError {
  const places = Math.trunc(decimals);
  if (places > 127) return VALUE_ERROR;
  const rounded = round(number, places);
  const [size, shown] = [Math.abs(rounded), Math.max(0, places)];
  if (size >= 1e15 || (size !== 0 && shown + Math.log10(size) > 15))
    doubt("FIXED and DOLLAR are not calculated here for more than 15 digits.");
  const [before = "", after] = size.toFixed(Math.min(100, shown)).split(".");
  const grouped = hasNoCommas ? before : before.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${rounded < 0 ? "-" : ""}${grouped}${after === undefined ? "" : `.${after}`}`;
}

export const TEXT_FORMATS: Table = {
  TEXT: row("any text", formattedText),
  FIXED: row("number number?? logical?", fixed),
  DOLLAR: row("number number?", () => doubt("DOLLAR writes the currency of the computer's country. Use TEXT.")),
};
