/** Finds calls of INSIGHTS functions in a formula: their positions and arguments. */
import { NAMESPACE } from "./environment";
import { tokensOf, TYPES, type Span, type Token } from "../../spreadsheet/formulas/tokens";

/**
 * The notation of a call: as in Excel (`INSIGHTS.PNL(`), as in a file (`_xldudf_INSIGHTS_PNL(`), or any other that programs write,
 * which Excel cannot calculate until it is repaired: bound to another file (`x.xla!_xldudf_INSIGHTS_PNL(`), with the prefix of
 * another kind of function (`_xll.INSIGHTS.PNL(`, `_xludf.INSIGHTS_PNL(`), or without any (`INSIGHTS_PNL(`).
 */
export type Notation = "excel" | "file" | "broken";

export interface FormulaCall extends Span {
  /** The function's name without its namespace, in capitals: "PNL". */
  readonly name: string;
  readonly notation: Notation;
  /** The name, with the file name before it if there is one, without the bracket. */
  readonly callee: Span;
  /** The trimmed texts of the arguments; "" for an omitted one. */
  readonly args: readonly string[];
}

const MENTIONED = new RegExp(`${NAMESPACE}[._]`, "i");

/** The source of a pattern: what programs write before the namespace in a file. */
export const PREFIX = "(?:_xl[a-z]+[._])*";

const NAME = new RegExp(`^(${PREFIX}${NAMESPACE}[._])([A-Z]\\w*)$`, "i");
const EXCEL = `${NAMESPACE}.`;
const FILE = `_xldudf_${NAMESPACE}_`;

/** An open bracket. */
interface Bracket {
  /** The call of one of our functions, if the bracket holds its arguments. */
  readonly call: Pick<FormulaCall, "name" | "notation" | "callee"> | undefined;
  /** The starts and ends of the arguments, alternating. */
  readonly bounds: number[];
}

/** Returns all calls by position: a call comes before calls in its arguments. */
export function findCalls(formula: string): FormulaCall[] {
  if (!MENTIONED.test(formula)) return [];
  const tokens = tokensOf(formula);
  const calls: FormulaCall[] = [];
  const open: Bracket[] = [];
  tokens.forEach((token, at) => {
    if (token.type !== TYPES.OPERATOR) return;
    if (token.value === "(" || token.value === "{") open.push({ call: callAt(tokens, at), bounds: [token.end] });
    if (token.value === ",") open.at(-1)?.bounds.push(token.start, token.end);
    if (token.value !== ")" && token.value !== "}") return;
    const bracket = open.pop();
    if (!bracket?.call) return;
    const args = argumentsOf(formula, [...bracket.bounds, token.start]);
    calls.push({ ...bracket.call, start: bracket.call.callee.start, end: token.end, args });
  });
  return calls.sort((one, other) => one.start - other.start);
}

/** True if the formula is one call of our functions, with no other call of ours in its arguments. */
export function isOnlyCall(formula: string): boolean {
  const [first, ...others] = findCalls(formula);
  return first?.start === 1 && first.end === formula.length && others.length === 0;
}

/** Returns the call that this bracket opens, if it is one of our functions. */
function callAt(tokens: readonly Token[], bracket: number): Bracket["call"] {
  const token = tokens[bracket - 1];
  const [, written = "", name] = (token?.type === TYPES.FUNCTION && NAME.exec(token.value)) || [];
  if (!token || !name) return undefined;
  const file = fileBefore(tokens, bracket - 1);
  return {
    name: name.toUpperCase(),
    notation: file ? "broken" : notationOf(written.toUpperCase()),
    callee: { start: (file ?? token).start, end: token.end },
  };
}

function notationOf(written: string): Notation {
  if (written === EXCEL.toUpperCase()) return "excel";
  return written === FILE.toUpperCase() ? "file" : "broken";
}

/** Returns the file name before a function: `x.xla!`, `[2]!`, `'C:\path\x.xla'!`. */
function fileBefore(tokens: readonly Token[], at: number): Token | undefined {
  const file = tokens[at - 1]?.value === "!" ? tokens[at - 2] : undefined;
  return file?.type === TYPES.CONTEXT || file?.type === TYPES.CONTEXT_QUOTE ? file : undefined;
}

/** Splits arguments. `F()` has no argument, not a blank one. */
function argumentsOf(formula: string, bounds: readonly number[]): string[] {
  const texts = bounds.flatMap((start, at) => (at % 2 === 0 ? [formula.slice(start, bounds[at + 1]).trim()] : []));
  return texts.length === 1 && texts[0] === "" ? [] : texts;
}
