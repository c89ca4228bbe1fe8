/** The terms of a sum in a formula's text. */
import { isBlank, tokensOf, TYPES, type Span, type Token } from "./tokens";

/** A term of a sum, without its sign. */
interface Term extends Span {
  readonly sign: 1 | -1;
}

/** Operators that bind less than a sum, whose terms are not the formula's then. */
const LOOSE: ReadonlySet<string> = new Set(["&", "=", "<", ">", "<=", ">=", "<>", ",", ";", ":"]);
const OPENING: ReadonlySet<string> = new Set(["(", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "}"]);

/** Returns the terms that the formula adds up, one if it is no sum; none for a comparison or a joined text. */
export function termsOf(formula: string): Term[] {
  const terms: Term[] = [];
  let [depth, sign]: [number, Term["sign"]] = [0, 1];
  let [start, before]: [number | undefined, Token | undefined] = [undefined, undefined];
  const close = () => {
    if (start !== undefined && before) terms.push({ sign, start, end: before.end });
    start = undefined;
  };
  for (const token of tokensOf(formula)) {
    const operator = token.type === TYPES.OPERATOR ? token.value : "";
    if (isBlank(token) || token.type === TYPES.FX_PREFIX) continue;
    if (depth === 0 && LOOSE.has(operator)) return [];
    const isSign = depth === 0 && (operator === "+" || operator === "-");
    if (isSign && start === undefined) sign = operator === "-" ? (sign === 1 ? -1 : 1) : sign;
    else if (isSign && endsOperand(before)) {
      close();
      sign = operator === "-" ? -1 : 1;
    } else start ??= token.start;
    if (OPENING.has(operator)) depth += 1;
    if (CLOSING.has(operator)) depth -= 1;
    before = token;
  }
  close();
  return terms;
}

/** True if a minus after the token subtracts; after another operator, as in "2*-3", it is a sign. */
function endsOperand(token: Token | undefined): boolean {
  if (token?.type !== TYPES.OPERATOR) return true;
  return token.value === "%" || token.value === "#" || CLOSING.has(token.value);
}
