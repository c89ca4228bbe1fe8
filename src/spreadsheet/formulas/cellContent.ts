/** What is written into a cell so that Excel keeps it. Excel would read a text as a formula, a number or a date if it looks like one. */
import { isErrorCode } from "../cells/errorCodes";

/** Returns content that Excel keeps as this text. Texts of a plan, such as names, are written so. */
export function asText(text: string): string {
  return text === "" ? "" : `'${text}`;
}

/** Returns content that Excel reads as this very constant, with an apostrophe only if it looks like something else. */
export function asTyped(constant: unknown): unknown {
  if (typeof constant !== "string") return constant;
  const isError: boolean = isErrorCode(constant);
  const isPlain = /^\p{L}[^\d]*$/u.test(constant) && !/^(true|false)$/i.test(constant);
  return isPlain || isError ? constant : asText(constant);
}
