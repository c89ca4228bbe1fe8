/** One argument of a call: parsed into what a form can show, and formatted again. */
import { isBlank, tokensOf, TYPES, type Token } from "./tokens";

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

/** Parses the text of one argument, an element of a call's `args`. What is none of the simple kinds is an expression. */
export function parseArgument(argument: string): Argument {
  const text = argument.trim();
  const tokens = tokensOf(text).filter((each) => !isBlank(each));
  const [token, ...more] = tokens;
  if (!token) return { kind: "blank" };
  return (more.length === 0 ? parseToken(token) : parseList(tokens)) ?? { kind: "expression", text };
}

export function formatArgument(argument: Argument): string {
  switch (argument.kind) {
    case "blank":
      return "";
    case "text":
      return formatText(argument.value);
    case "list":
      return `{${argument.values.map(formatText).join(",")}}`;
    case "number":
    case "boolean":
      return String(argument.value).toUpperCase();
    default:
      return argument.text;
  }
}

/** A call in Excel's notation, such as `INSIGHTS.PNL("FY26 Plan", , "ebit")`. Blanks at its end are left out. */
export function formatCall(name: string, args: readonly Argument[]): string {
  const texts = args.map(formatArgument);
  while (texts.at(-1) === "") texts.pop();
  return `INSIGHTS.${name}(${texts.join(", ")})`;
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
  const values = items.flatMap((item) => (item?.kind === "text" ? [item.value] : []));
  return values.length === items.length ? { kind: "list", values } : undefined;
}

function parseToken({ type, value }: Token): Argument | undefined {
  if (REFERENCES.includes(type)) return { kind: "reference", text: value };
  if (type === TYPES.NUMBER) return { kind: "number", value: Number(value) };
  if (type === TYPES.BOOLEAN) return { kind: "boolean", value: value.toUpperCase() === "TRUE" };
  const isClosed = type === TYPES.STRING && /^"(?:[^"]|"")*"$/.test(value);
  return isClosed ? { kind: "text", value: value.slice(1, -1).replaceAll('""', '"') } : undefined;
}

function formatText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
