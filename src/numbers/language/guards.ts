/**
 * Guards: tests that the add-in wrote into a formula, one for each heading that the formula does not read by itself. The formula is
 * #N/A once such a heading says something else than when the cell was filled: IF(A$1="YTD Oct 2026",INSIGHTS.KPI(…),NA()).
 */
import { tokensOf, TYPES, type Span } from "../../spreadsheet/formulas/tokens";
import { parseArgument } from "./argument";
import { findCalls } from "./calls";

export interface Guard {
  /** The heading's cell on the formula's own sheet, as written: "A$1". */
  readonly reference: string;
  /** What it said when the cell was filled. */
  readonly said: string | number;
}

/** Returns the guards of a formula that is still as the add-in wrote it; none of any other. */
export function guardsOf(formula: string): readonly Guard[] {
  if (!/^=IF\(/i.test(formula) || !/,NA\(\)\)$/i.test(formula)) return [];
  const parts = argumentsOfCall(formula.slice(1), "IF");
  const [test, number, other] = parts ?? [];
  if (parts?.length !== 3 || test === undefined || number === undefined || other?.toUpperCase() !== "NA()") return [];
  const guards = (argumentsOfCall(test, "AND") ?? [test]).map(guardOf);
  if (!isWrittenNumber(number)) return [];
  return guards.every((guard) => guard !== undefined) ? guards : [];
}

/** True if a heading still says what it said. Excel compares texts without regard to case. */
export function isKept({ said }: Guard, says: unknown): boolean {
  if (typeof said === "number") return says === said;
  return typeof says === "string" && says.toLowerCase() === said.toLowerCase();
}

/** True for one call of ours, and for one that is divided by a number or by another call, as the add-in writes shares and scales. */
function isWrittenNumber(text: string): boolean {
  if (isOneCall(text)) return true;
  const [first] = findCalls(text);
  if (first?.start === 0 && /^\/\d+$/.test(text.slice(first.end))) return true;
  const [name, divisor, share, ...more] = argumentsOfCall(text, "LET") ?? [];
  if (name !== "n" || divisor === undefined || share === undefined || more.length > 0 || !isOneCall(divisor))
    return false;
  const [isZero, missing, ratio, ...others] = argumentsOfCall(share, "IF") ?? [];
  if (isZero !== "n=0" || missing !== "NA()" || ratio === undefined || others.length > 0) return false;
  return ratio.endsWith("/n") && isOneCall(ratio.slice(0, -"/n".length));
}

function isOneCall(text: string): boolean {
  const [first] = findCalls(text);
  return first?.start === 0 && first.end === text.length;
}

/** Returns the texts of the arguments if the whole text is one call of this function. */
function argumentsOfCall(text: string, name: string): string[] | undefined {
  if (!text.toUpperCase().startsWith(`${name}(`)) return undefined;
  const bounds: Span[] = [];
  let [depth, start] = [0, name.length + 1];
  for (const { type, value, start: at, end } of tokensOf(text)) {
    if (type !== TYPES.OPERATOR) continue;
    if (value === "(" || value === "{") depth += 1;
    if (value === "," && depth === 1) {
      bounds.push({ start, end: at });
      start = end;
    }
    if (value !== ")" && value !== "}") continue;
    depth -= 1;
    if (depth > 0) continue;
    bounds.push({ start, end: at });
    return end === text.length ? bounds.map((each) => text.slice(each.start, each.end)) : undefined;
  }
  return undefined;
}

/** Matches a cell of the own sheet, as headings are referred to. */
const HEADING = /^(\$?[A-Z]{1,3}\$?\d{1,7})=/;

function guardOf(test: string): Guard | undefined {
  const [whole = "", reference] = HEADING.exec(test) ?? [];
  if (reference === undefined) return undefined;
  const said = parseArgument(test.slice(whole.length));
  return said.kind === "text" || said.kind === "number" ? { reference, said: said.value } : undefined;
}
