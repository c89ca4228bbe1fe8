/** Makes names that Excel accepts for worksheets. */
import { MAX_SHEET_NAME_LENGTH } from "../../../spreadsheet/cells/limits";

/** Excel reserves this name. */
const RESERVED = /^history$/i;

/**
 * Converts a text to an unused sheet name, with a number if the name is taken. Ignores case. A name that is cut ends with "…".
 * @param texts The wanted name, then shorter ones in case it does not fit together with its ending.
 * @param ending The end of the name, which is never cut.
 */
export function freeSheetName(texts: string | readonly string[], taken: readonly string[], ending = ""): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = fittingName(texts, number === 1 ? ending : `${ending} (${number})`);
    if (!names.has(name.toLowerCase())) return name;
  }
}

/** Returns the first of the texts that fits with the ending, else the last one, cut. */
export function fittingName(texts: string | readonly string[], ending: string): string {
  const most = MAX_SHEET_NAME_LENGTH - ending.length;
  const names = [texts].flat().map(clean);
  return `${names.find(({ length }) => length <= most) ?? cut(names.at(-1) ?? "", most)}${ending}`;
}

function clean(text: string): string {
  // Excel accepts control characters and lone surrogates, but cannot save them.
  const plain = text.replace(/[:\\/?*[\]]/g, "-").replace(/[\p{Cc}\p{Cs}]/gu, " ");
  const trimmed = trim(plain);
  return RESERVED.test(trimmed) ? `${trimmed} report` : trimmed || "Report";
}

/** Cuts a text, without a lone surrogate at its end. */
function cut(text: string, length: number): string {
  return `${trim(text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")) || "Report"}…`;
}

function trim(text: string): string {
  return text.replace(/^['\s]+|['\s]+$/g, "");
}
