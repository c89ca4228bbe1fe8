/** Replaces what is wrong in a formula's text. Pure. */
import { formatArgument, parseArgument, type Argument } from "../../../numbers/language/argument";
import { findCalls, type FormulaCall } from "../../../numbers/language/calls";
import { toExcelNotation } from "../../../numbers/language/notation";
import { replaceSpan, tokensOf, TYPES, type Span, type Token } from "../../../spreadsheet/formulas/tokens";
import { isSameName } from "../../../numbers/language/names";

/** A text to replace, and its replacement. */
export type Fix =
  /** A text in an argument of our function: a name that the plan does not have, or no word of the argument's. */
  | {
      readonly kind: "argument";
      /** The function's id. */
      readonly id: string;
      /** The argument's index, from 0. */
      readonly argument: number;
      readonly wrong: string;
      readonly meant: string;
    }
  /** The name of a function with its namespace, such as "INSIGHTS.PNLL". */
  | { readonly kind: "function"; readonly wrong: string; readonly meant: string }
  /** A heading that the formula was filled for says something else now: what it said then. */
  | { readonly kind: "heading"; readonly at: string; readonly wrong: string | number; readonly meant: string | number }
  /** Calls whose names another program has changed. */
  | { readonly kind: "notation" }
  /** Nothing is wrong with the formula: Excel looks for the names in it only when it is entered. */
  | { readonly kind: "enter" };

export type ArgumentFix = Extract<Fix, { kind: "argument" }>;

export interface FixedFormula {
  readonly formula: string;
  /** The references of arguments that may lead to the wrong text, as written. */
  readonly references: readonly string[];
  /** True if an argument is computed, so its text is not in the formula. */
  readonly isComputed: boolean;
}

/** Replaces the wrong text in the formula. Also returns the arguments that may lead to it, which stay. */
export function fixFormula(formula: string, fix: Fix): FixedFormula {
  if (fix.kind === "notation") return { formula: toExcelNotation(formula), references: [], isComputed: false };
  if (fix.kind === "function") return { formula: renameCalls(formula, fix), references: [], isComputed: false };
  if (fix.kind === "enter" || fix.kind === "heading") return { formula, references: [], isComputed: false };
  const found = argumentsOf(formula, fix).map(({ span }) => parseArgument(formula.slice(span.start, span.end)));
  return {
    formula: replaceLiterals(formula, fix),
    references: found.flatMap((argument) => (argument.kind === "reference" ? [argument.text] : [])),
    isComputed: found.some(({ kind }) => kind === "expression"),
  };
}

/** True if two texts mean the same name. */
export function isSameText(value: unknown, text: string): boolean {
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText && isSameName(String(value), text);
}

function renameCalls(formula: string, { wrong, meant }: Extract<Fix, { kind: "function" }>): string {
  const isWrong = ({ type, value }: Token) => type === TYPES.FUNCTION && isSameText(value, wrong);
  return tokensOf(formula)
    .map((token) => (isWrong(token) ? meant : token.value))
    .join("");
}

/** Replaces one literal after another: a replacement moves those behind it. */
function replaceLiterals(formula: string, fix: ArgumentFix): string {
  let text = formula;
  // Each round fixes one argument, so there are no more rounds than arguments.
  for (let left = argumentsOf(formula, fix).length; left > 0; left -= 1) {
    const next = argumentsOf(text, fix)
      .map(({ span }) => ({ span, fixed: fixLiteral(parseArgument(text.slice(span.start, span.end)), fix) }))
      .find(({ fixed }) => fixed !== undefined);
    if (next?.fixed === undefined) return text;
    text = replaceSpan(text, next.span, next.fixed);
  }
  return text;
}

/** Returns the argument's new text; undefined if it holds no wrong literal. */
function fixLiteral(argument: Argument, { wrong, meant }: ArgumentFix): string | undefined {
  if (argument.kind === "list") {
    const values = argument.values.map((value) => (isSameText(value, wrong) ? meant : value));
    return values.some((value, at) => value !== argument.values[at])
      ? formatArgument({ kind: "list", values })
      : undefined;
  }
  const isLiteral = argument.kind === "text" || argument.kind === "number" || argument.kind === "boolean";
  if (!isLiteral || !isSameText(argument.value, wrong) || argument.value === meant) return undefined;
  return formatArgument({ kind: "text", value: meant });
}

/** Returns the arguments of this index in all calls of the function. */
function argumentsOf(formula: string, { id, argument }: ArgumentFix): { readonly span: Span }[] {
  return findCalls(formula)
    .filter(({ name, args }) => name === id && (args[argument] ?? "") !== "")
    .map((call) => ({ span: argumentSpan(formula, call, argument) }));
}

/** Finds an argument of a call in the formula: arguments follow each other, with commas and spaces between them. */
function argumentSpan(formula: string, { callee, args }: FormulaCall, argument: number): Span {
  let start = formula.indexOf("(", callee.end) + 1;
  for (const before of args.slice(0, argument)) {
    const end = formula.indexOf(before, start) + before.length;
    start = formula.indexOf(",", end) + 1;
  }
  const text = args[argument] ?? "";
  const at = formula.indexOf(text, start);
  return { start: at, end: at + text.length };
}
