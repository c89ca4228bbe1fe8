/** Compiles a formula into nested functions, once for all its copies. */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import { fifteenDigits } from "./coercion";
import { compileCall, compileLambda, compileLet } from "./compileCall";
import { compileReference, readsOfTokens, referencesJoined, compileSpill } from "./compileReference";
import { CALC } from "./errorValues";
import type { Run } from "./call";
import type { Evaluation } from "./evaluation";
import { liftOperator } from "./lift";
import { Matrix, type SheetCells } from "./operand";
import { LAST_OPERATORS, OPERATORS, PREFIXES, type Operator } from "./operators";
import { problemOfFunction } from "./otherFunctions";
import { intersected, refused, variableAt, type Found, type Places, type Scope, type AreaRead } from "./scope";
import { readSyntax, type Node } from "./syntax";
import type { Value } from "./values";
import type { Position } from "../cells/area";

export interface Compiled {
  readonly run: (at: Evaluation) => Value | Matrix;
  /** The areas that the text shows the formula to read. */
  readonly reads: readonly AreaRead[];
  /** The functions that it calls, in capitals. */
  readonly functions: ReadonlySet<string>;
  /** Those of them that no evaluator but their own add-in, macro or data type can calculate. */
  readonly foreign: ReadonlySet<string>;
  /** True if it calls a custom function. */
  readonly asks: boolean;
  /** True if only its calculation shows what else it reads. */
  readonly isDynamic: boolean;
}

/**
 * @param text In Excel's notation, without a leading "=".
 * @param home The cell for which the text is written.
 * @param isArray True if ranges are arrays where one value is wanted; otherwise the cell in line with the formula is taken.
 */
export function compile(text: string, sheet: SheetCells, home: Position, isArray: boolean, places: Places): Compiled {
  const found: Found = { reads: [], functions: new Set(), foreign: new Set(), asks: false, isDynamic: false };
  const scope: Scope = { places, sheet, home, isArray, names: [], found, compile: compileOperand };
  const { tree, tokens, isTooDeep } = readSyntax(text);
  if (!tree) readsOfTokens(tokens, scope);
  if (!tree) for (const name of foreignCalls(tokens)) found.foreign.add(name);
  const run = tree ? compileAll(tree, scope, isInBrackets(tokens)) : refusedText(found, isTooDeep);
  return { ...found, run: (at) => resultOf(run(at) as Value | Matrix, isArray) };
}

/** Finds calls of functions of other files, such as `[1]!TAX(`, which the parser cannot read. */
function foreignCalls(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ type, value }, at) =>
    type === tokenTypes.FUNCTION && tokens[at - 1]?.value === "!" ? [value.toUpperCase()] : [],
  );
}

function refusedText({ foreign }: Found, isTooDeep: boolean): () => never {
  const [name] = foreign;
  if (name !== undefined) return refused(problemOfFunction(name), "#NAME?");
  return refused(isTooDeep ? TOO_DEEP : UNREADABLE);
}

const UNREADABLE = "The formula cannot be read. Check its brackets, quotation marks, commas and operators.";
export const TOO_DEEP = "The formula is nested too deeply. Split it into several cells.";
export const OWN_MISTAKE = "A mistake of this program keeps the formula from being calculated. Report the formula.";

/** The tree does not show brackets. */
function isInBrackets(tokens: readonly Token[]): boolean {
  const parts = tokens.filter(({ type }) => type !== tokenTypes.WHITESPACE);
  let depth = 0;
  const end = parts.findIndex(({ value }) => (value === "(" ? ++depth : value === ")" ? --depth : depth) === 0);
  return end > 0 && end === parts.length - 1 && parts[0]?.value === "(";
}

/** A part may be nested so deeply that only its compilation fails. */
function compileAll(tree: Node, scope: Scope, isInBrackets: boolean): Run {
  try {
    if (tree.type !== "BinaryExpression" || isInBrackets) return compileValue(tree, scope);
    const last = LAST_OPERATORS.get(tree.operator);
    return last ? compileOperator(tree, last, scope) : compileValue(tree, scope);
  } catch (error) {
    return refused(error instanceof RangeError ? TOO_DEEP : OWN_MISTAKE);
  }
}

/** Replaces an array of one value by that value, and by its first if the formula fills one cell. */
function resultOf(result: Value | Matrix, isArray: boolean): Value | Matrix {
  if (!(result instanceof Matrix)) return result;
  if (result.values.length === 0) return CALC;
  return isArray && result.values.length > 1 ? result : result.at(0, 0);
}

/** Compiles a part whose value is wanted: no reference is left. */
function compileValue(node: Node, scope: Scope): (at: Evaluation) => Value | Matrix {
  const operate = node.type === "BinaryExpression" ? OPERATORS.get(node.operator) : undefined;
  if (node.type === "BinaryExpression" && operate) return compileOperator(node, operate, scope);
  if (node.type === "ReferenceIdentifier" && node.kind === "range") {
    const { cell, run } = compileReference(node.value, scope);
    if (cell) return cell;
    return valueOf(run, scope);
  }
  return valueOf(compileOperand(node, scope), scope);
}

function valueOf(run: Run, { isArray }: Scope): (at: Evaluation) => Value | Matrix {
  return isArray ? (at) => at.values(run(at)) : (at) => at.single(run(at));
}

function compileOperator(
  node: Extract<Node, { type: "BinaryExpression" }>,
  operate: Operator,
  scope: Scope,
): (at: Evaluation) => Value | Matrix {
  const [one, other] = node.arguments;
  if (!one || !other) return refused(UNREADABLE);
  const left = compileValue(one, scope);
  const right = compileValue(other, scope);
  const { dateSystem } = scope.places;
  return (at) => {
    const [first, second] = [left(at), right(at)];
    if (!(first instanceof Matrix) && !(second instanceof Matrix)) return operate(first, second, dateSystem);
    const result = liftOperator(first, second, (each, partner) => operate(each, partner, dateSystem));
    if (result instanceof Matrix) at.spend(result.values.length);
    return result;
  };
}

function compileOperand(node: Node, scope: Scope): Run {
  switch (node.type) {
    case "Literal": {
      const value = typeof node.value === "number" ? fifteenDigits(Number(node.raw)) : node.value;
      return () => value;
    }
    case "ErrorLiteral": {
      const error = { code: node.value, message: "" };
      return () => error;
    }
    case "ArrayExpression":
      return compileArray(node);
    case "ReferenceIdentifier":
      return compileIdentifier(node, scope);
    case "UnaryExpression":
      return compileUnary(node, scope);
    case "BinaryExpression":
      return OPERATORS.has(node.operator) ? compileValue(node, scope) : referencesJoined(node, scope);
    case "CallExpression":
      return compileCall(node, scope);
    case "LetExpression":
      return compileLet(node, scope);
    case "LambdaExpression":
      return compileLambda(node, scope);
  }
}

function compileArray({ elements }: Extract<Node, { type: "ArrayExpression" }>): Run {
  const columns = elements[0]?.length ?? 0;
  if (columns === 0 || elements.some((line) => line.length !== columns))
    return refused("The rows of an array differ in length.");
  const values = elements.flat().map((each): Value => {
    if (each.type === "Literal") return typeof each.value === "number" ? fifteenDigits(each.value) : each.value;
    // The parser takes nothing but values and errors here.
    return { code: each.type === "ErrorLiteral" ? each.value : "#VALUE!", message: "" };
  });
  const array = new Matrix(elements.length, columns, values);
  return () => array;
}

function compileIdentifier(node: Extract<Node, { type: "ReferenceIdentifier" }>, scope: Scope): Run {
  const { value, kind } = node;
  if (kind === "table") return refused(`The reference ${value} to a table is not calculated here.`);
  return kind === "name" ? compileName(value, scope) : compileReference(value, scope).run;
}

function compileName(text: string, { names }: Scope): Run {
  const index = names.lastIndexOf(text.toLowerCase());
  if (index >= 0) return variableAt(names.length - 1 - index);
  return refused(`The name ${text} is unknown. Check its spelling.`, "#NAME?");
}

function compileUnary(node: Extract<Node, { type: "UnaryExpression" }>, scope: Scope): Run {
  const [part] = node.arguments;
  if (!part) return refused(UNREADABLE);
  if (node.operator === "#") return compileSpill(compileOperand(part, scope), scope);
  if (node.operator === "@") return intersected(compileOperand(part, { ...scope, isArray: false }));
  const operate = PREFIXES.get(node.operator);
  if (!operate) return refused(UNREADABLE);
  const value = compileValue(part, scope);
  const { dateSystem } = scope.places;
  return (at) => {
    const operand = value(at);
    return operand instanceof Matrix ? operand.map((each) => operate(each, dateSystem)) : operate(operand, dateSystem);
  };
}
