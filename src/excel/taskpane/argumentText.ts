/** An argument as a user types it into a field: a text as it is, anything else as in a cell, after "=". */
import { parseArgument, formatArgument, type Argument } from "../../numbers/language/argument";

export const BLANK: Argument = { kind: "blank" };

/** A text that begins with "=" or a quote is shown behind an apostrophe, as Excel's formula bar does. */
export function argumentText(part: Argument): string {
  if (part.kind === "blank") return "";
  if (part.kind !== "text") return `=${formatArgument(part)}`;
  return /^[='"]/.test(part.value) ? `'${part.value}` : part.value;
}

/** A text that begins with "=" is a reference or a calculation. */
export function parseArgumentText(typed: string): Argument {
  const text = typed.trim();
  if (text === "") return BLANK;
  if (text.startsWith("=")) return parseArgument(text.slice(1));
  return { kind: "text", value: text.replace(/^'/, "") };
}

/** The argument that means these names: blank for none, a text for one, a list for several. */
export function argumentOfNames([first, ...others]: readonly string[]): Argument {
  if (first === undefined) return BLANK;
  return others.length > 0 ? { kind: "list", values: [first, ...others] } : { kind: "text", value: first };
}
