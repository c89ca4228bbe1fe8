/** Names that Excel takes for a worksheet. */
import { MAX_SHEET_NAME_LENGTH } from "../../grid/limits";

/** Excel keeps this name to itself. */
const RESERVED = /^history$/i;

/**
 * Returns this text as far as it can be a sheet's name, with a number if a sheet has that name already; case does not count.
 * @param ending What the name ends with, however long the text is.
 */
export function freeSheetName(text: string, taken: readonly string[], ending = ""): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ending : `${ending} (${number})`;
    const name = `${cut(clean(text), MAX_SHEET_NAME_LENGTH - end.length)}${end}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

function clean(text: string): string {
  // Control characters and halves of characters are taken by Excel but not by the file.
  const plain = text.replace(/[:\\/?*[\]]/g, "-").replace(/[\p{Cc}\p{Cs}]/gu, " ");
  const trimmed = trim(plain);
  return RESERVED.test(trimmed) ? `${trimmed} report` : trimmed || "Report";
}

/** Without half of a character at the end. */
function cut(text: string, length: number): string {
  return trim(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")) || "Report";
}

function trim(text: string): string {
  return text.replace(/^['\s]+|['\s]+$/g, "");
}
