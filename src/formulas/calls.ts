/** The calls of INSIGHTS functions in a formula's text: where they are, and what they are given. */
import { tokensOf, TYPES, type Span, type Token } from "./tokens";

/**
 * How a call is written: as Excel shows it (`INSIGHTS.PNL(`), as it stands in a file (`_xldudf_INSIGHTS_PNL(`), or
 * bound to another file (`x.xla!_xldudf_INSIGHTS_PNL(`), which calculates nowhere until it is mended.
 */
export type Spelling = "excel" | "file" | "broken";

export interface Call extends Span {
  /** The function's name without its namespace, in capitals: "PNL". */
  readonly name: string;
  readonly spelling: Spelling;
  /** The name and what binds it to a file, as far as the bracket. */
  readonly callee: Span;
  /** What stands between the commas, without the space around it; "" where an argument is left out. */
  readonly args: readonly string[];
}

const MENTIONED = /INSIGHTS[._]/i;
const NAME = /^(?:INSIGHTS\.|(_xldudf_)INSIGHTS_)([A-Z]\w*)$/i;

/** A bracket that is open, the call it belongs to if it is one of ours, and where its arguments are divided. */
interface Bracket {
  readonly call?: Pick<Call, "name" | "spelling" | "callee"> | undefined;
  readonly cuts: number[];
}

/** All calls in the order of their first letter, so that one comes before those among its arguments. */
export function findCalls(formula: string): Call[] {
  if (!MENTIONED.test(formula)) return [];
  const tokens = tokensOf(formula);
  const calls: Call[] = [];
  const open: Bracket[] = [];
  tokens.forEach((token, at) => {
    if (token.type !== TYPES.OPERATOR) return;
    if (token.value === "(" || token.value === "{") open.push({ call: calleeOf(tokens, at), cuts: [token.end] });
    if (token.value === ",") open.at(-1)?.cuts.push(token.start, token.end);
    if (token.value !== ")" && token.value !== "}") return;
    const { call, cuts = [] } = open.pop() ?? {};
    if (!call) return;
    calls.push({ ...call, start: call.callee.start, end: token.end, args: cutOut(formula, [...cuts, token.start]) });
  });
  return calls.sort((one, other) => one.start - other.start);
}

/** The formula with another text in the place of a call that was found in it. */
export function replaceCall(formula: string, { start, end }: Span, text: string): string {
  return formula.slice(0, start) + text + formula.slice(end);
}

/** Whose arguments this bracket holds, if it is one of our functions. */
function calleeOf(tokens: readonly Token[], bracket: number): Bracket["call"] {
  const token = tokens[bracket - 1];
  const [, inFile, name] = (token?.type === TYPES.FUNCTION && NAME.exec(token.value)) || [];
  if (!token || !name) return undefined;
  const file = fileBefore(tokens, bracket - 1);
  return {
    name: name.toUpperCase(),
    spelling: file ? "broken" : inFile ? "file" : "excel",
    callee: { start: (file ?? token).start, end: token.end },
  };
}

/** What binds the function to another file: `x.xla!`, `[2]!`, `'C:\path\x.xla'!`. */
function fileBefore(tokens: readonly Token[], at: number): Token | undefined {
  const file = tokens[at - 1]?.value === "!" ? tokens[at - 2] : undefined;
  return file?.type === TYPES.CONTEXT || file?.type === TYPES.CONTEXT_QUOTE ? file : undefined;
}

/** Every second piece between these places. A single piece of nothing is no argument. */
function cutOut(formula: string, cuts: readonly number[]): string[] {
  const pieces = cuts.flatMap((cut, at) => (at % 2 === 0 ? [formula.slice(cut, cuts[at + 1]).trim()] : []));
  return pieces.length === 1 && pieces[0] === "" ? [] : pieces;
}
