/** The arguments of a call, read into what a form can show, and written back. */
import { isBlank, tokensOf, TYPES, type Token } from "./tokens";

export type Part =
  | { readonly kind: "blank" }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** An array of texts, in a row or in a column. */
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

/** Reads one argument's text, such as a call has in `args`. */
export function readPart(argument: string): Part {
  const text = argument.trim();
  const tokens = tokensOf(text).filter((each) => !isBlank(each));
  const [token, ...more] = tokens;
  if (!token) return { kind: "blank" };
  return (more.length === 0 ? readToken(token) : readList(tokens)) ?? { kind: "expression", text };
}

export function writePart(part: Part): string {
  switch (part.kind) {
    case "blank":
      return "";
    case "text":
      return writeText(part.value);
    case "list":
      return `{${part.values.map(writeText).join(",")}}`;
    case "number":
    case "boolean":
      return String(part.value).toUpperCase();
    default:
      return part.text;
  }
}

/** A call in Excel's spelling, such as `INSIGHTS.PNL("FY26 Plan", , "ebit")`. Blanks at its end are left out. */
export function writeCall(name: string, parts: readonly Part[]): string {
  const texts = parts.map(writePart);
  while (texts.at(-1) === "") texts.pop();
  return `INSIGHTS.${name}(${texts.join(", ")})`;
}

/** `{"a","b"}` or `{"a";"b"}`. */
function readList(tokens: readonly Token[]): Part | undefined {
  const [open, close] = [tokens.at(0), tokens.at(-1)];
  if (open?.value !== "{" || close?.value !== "}") return undefined;
  const inside = tokens.slice(1, -1);
  const items = inside.filter((_, at) => at % 2 === 0).map(readToken);
  const divisions = inside.filter((_, at) => at % 2 === 1).map(({ value }) => value);
  const isOneLine = divisions.every((value) => value === divisions[0] && (value === "," || value === ";"));
  if (!isOneLine || items.length !== divisions.length + 1) return undefined;
  const values = items.flatMap((item) => (item?.kind === "text" ? [item.value] : []));
  return values.length === items.length ? { kind: "list", values } : undefined;
}

function readToken({ type, value }: Token): Part | undefined {
  if (REFERENCES.includes(type)) return { kind: "reference", text: value };
  if (type === TYPES.NUMBER) return { kind: "number", value: Number(value) };
  if (type === TYPES.BOOLEAN) return { kind: "boolean", value: value.toUpperCase() === "TRUE" };
  const isWhole = type === TYPES.STRING && /^"(?:[^"]|"")*"$/.test(value);
  return isWhole ? { kind: "text", value: value.slice(1, -1).replaceAll('""', '"') } : undefined;
}

function writeText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
