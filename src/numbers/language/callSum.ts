/** Finds which of our calls a formula adds up. */
import { termsOf } from "../../spreadsheet/formulas/terms";
import { findCalls } from "./calls";

/** A formula as a sum of our calls and other terms. */
interface CallSum {
  /** How many calls are added; 0 if a term such as "2*INSIGHTS.KPI(…)" has one too. */
  readonly calls: number;
  /** The other terms in the formula's words, such as "500-B7"; "" for none. */
  readonly rest: string;
}

/** Reads a formula as a sum of our calls and other terms. */
export function readCallSum(formula: string): CallSum {
  const calls = findCalls(formula);
  const terms = termsOf(formula);
  const isCall = (term: (typeof terms)[number]) =>
    term.sign === 1 && calls.some(({ start, end }) => start === term.start && end === term.end);
  const others = terms.filter((term) => !isCall(term));
  if (others.some((term) => calls.some(({ start }) => start >= term.start && start < term.end)))
    return { calls: 0, rest: "" };
  const texts = others.map(({ sign, start, end }, at) => {
    const before = sign === -1 ? "-" : at === 0 ? "" : "+";
    return `${before}${formula.slice(start, end)}`;
  });
  return { calls: terms.length - others.length, rest: texts.join("") };
}
