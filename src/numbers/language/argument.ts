/** Parses an argument of a call for a form, and formats it again. */
import { NAMESPACE } from "./environment";
import { readTextLiteral } from "../../spreadsheet/formulas/textLiteral";
import { isBlank, tokensOf, TYPES, type Token } from "../../spreadsheet/formulas/tokens";

export type Argument =
  | { readonly kind: "blank" }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** An array constant of texts, in one row or one column. */
  | { readonly kind: "list"; readonly values: readonly string[] }
  /** A cell, a range, a name or a table's column. */
  | { readonly kind: "reference"; readonly text: string }
  | { readonly kind: "expression"; readonly text: string };

const REFERENCES: readonly string[] = [
  TYPES.REF_RANGE,
  TYPES.REF_BEAM,
  TYPES.REF_TERNARY,
  TYPES.REF_NAMED,
  TYPES.REF_STRUCT,
];

/** Parses one argument, an element of a call's `args`. Anything that is not simple is an expression. */
export function parseArgument(argument: string): Argument {
  const text = argument.trim();
  const tokens = tokensOf(text).filter((each) => !isBlank(each));
  const [token, ...more] = tokens;
  if (!token) return { kind: "blank" };
  const parsed = more.length === 0 ? parseToken(token) : (parseList(tokens) ?? parseJoined(tokens));
  return parsed ?? { kind: "expression", text };
}

export function formatArgument(argument: Argument): string {
  switch (argument.kind) {
    case "blank":
      return "";
    case "text":
      return formatText(argument.value);
    case "list":
      return formatList(argument.values.map(formatText));
    case "number":
    case "boolean":
      return String(argument.value).toUpperCase();
    default:
      return argument.text;
  }
}

/** Returns the argument that writes a value, or the texts of a range. */
export function literalArgument(value: unknown): Argument {
  if ((value ?? null) === null) return { kind: "blank" };
  if (typeof value === "number") return { kind: "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (!Array.isArray(value)) return { kind: "text", value: String(value) };
  const texts = (value.flat() as unknown[]).filter((each) => each !== null && each !== "").map(String);
  return texts.length === 1 ? { kind: "text", value: texts[0] ?? "" } : { kind: "list", values: texts };
}

/** Formats a call in Excel's notation, such as `INSIGHTS.PNL("FY26 Plan", , "ebit")`, without trailing blank arguments. */
export function formatCall(name: string, args: readonly Argument[]): string {
  const texts = args.map(formatArgument);
  while (texts.at(-1) === "") texts.pop();
  return `${NAMESPACE}.${name}(${texts.join(", ")})`;
}

/** `{"a","b"}` or `{"a";"b"}`. */
function parseList(tokens: readonly Token[]): Argument | undefined {
  const [open, close] = [tokens.at(0), tokens.at(-1)];
  if (open?.value !== "{" || close?.value !== "}") return undefined;
  const inside = tokens.slice(1, -1);
  const items = inside.filter((_, at) => at % 2 === 0).map(parseToken);
  const separators = inside.filter((_, at) => at % 2 === 1).map(({ value }) => value);
  const isOneLine = separators.every((value) => value === separators[0] && (value === "," || value === ";"));
  if (!isOneLine || items.length !== separators.length + 1) return undefined;
  const values = textsOf(items);
  return values && { kind: "list", values };
}

/** Parses `"a"&"b"`: a text that is too long for one literal. */
function parseJoined(tokens: readonly Token[]): Argument | undefined {
  const items = tokens.filter((_, at) => at % 2 === 0).map(parseToken);
  const isJoined = tokens.every(({ value }, at) => at % 2 === 0 || value === "&") && tokens.length % 2 === 1;
  const texts = isJoined ? textsOf(items) : undefined;
  return texts && { kind: "text", value: texts.join("") };
}

/** Returns undefined unless all are texts. */
function textsOf(items: readonly (Argument | undefined)[]): string[] | undefined {
  const texts = items.flatMap((item) => (item?.kind === "text" ? [item.value] : []));
  return texts.length === items.length ? texts : undefined;
}

function parseToken({ type, value }: Token): Argument | undefined {
  if (REFERENCES.includes(type)) return { kind: "reference", text: value };
  if (type === TYPES.NUMBER) return { kind: "number", value: Number(value) };
  if (type === TYPES.BOOLEAN) return { kind: "boolean", value: value.toUpperCase() === "TRUE" };
  const text = type === TYPES.STRING ? readTextLiteral(value) : undefined;
  return text === undefined ? undefined : { kind: "text", value: text };
}

/** Excel refuses a formula with a longer text in quotation marks. */
const MAX_LITERAL_LENGTH = 255;

/** Formats a text as one literal, or several joined with "&". Never splits a surrogate pair. */
function formatText(text: string): string {
  const literals = [""];
  for (const character of text) {
    const written = character === '"' ? '""' : character;
    const last = literals.at(-1) ?? "";
    if (last.length + written.length <= MAX_LITERAL_LENGTH) literals[literals.length - 1] = last + written;
    else literals.push(written);
  }
  return literals.map((literal) => `"${literal}"`).join("&");
}

/** An array constant can only contain literals. */
function formatList(texts: readonly string[]): string {
  const areLiterals = texts.every((text) => text.length <= MAX_LITERAL_LENGTH + 2);
  return areLiterals ? `{${texts.join(",")}}` : `HSTACK(${texts.join(",")})`;
}
