/** Finds the markers in a text: a formula `{=INSIGHTS.KPI(…)}`, and an input such as `{Plan=FY26 Plan}`. */
import { findCalls } from "../formulas/calls";
import { tokensOf, TYPES, type Span } from "../formulas/tokens";

export interface FormulaMarker extends Span {
  readonly kind: "formula";
  /** Without the leading "=", with straight quotes. */
  readonly formula: string;
  /** True if the formula calls an INSIGHTS function. */
  readonly isCall: boolean;
  /** The names in the formula, in small letters, which may be those of inputs. */
  readonly names: readonly string[];
  /** Why the formula cannot be evaluated. */
  readonly problem?: string | undefined;
}

export interface InputMarker extends Span {
  readonly kind: "input";
  readonly name: string;
  readonly value: string;
}

/** A formula with an INSIGHTS call and without an end. */
export interface OpenMarker extends Span {
  readonly kind: "open";
}

export type Marker = FormulaMarker | InputMarker | OpenMarker;

/** Programs write marks of the text's direction and zero-width spaces, which nobody sees. */
const UNSEEN = "\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff";
const START = new RegExp(`\\{[\\s${UNSEEN}]*(?:=|([\\p{L}_][\\p{L}\\p{N}_.]*)\\s*=([^{}]*)\\})`, "gu");
const IS_UNSEEN = new RegExp(`[${UNSEEN}]`);

/** Excel's longest formula, in characters. */
const LONGEST = 8192;
/** Beginnings without an end in one paragraph. To read thousands of them takes too long. */
const MOST_UNENDED = 64;

/** Finds all markers in order. */
export function markersIn(text: string): Marker[] {
  const found: Marker[] = [];
  let unended = 0;
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    const marker = markerAt(text, match);
    if (!marker && ++unended > MOST_UNENDED) return [...found, { kind: "open", start: match.index, end: text.length }];
    if (!marker) continue;
    found.push(marker);
    START.lastIndex = marker.end;
  }
  return found;
}

function markerAt(text: string, { index: start, 0: all, 1: name, 2: value = "" }: RegExpExecArray): Marker | undefined {
  if (name !== undefined) return { kind: "input", start, end: start + all.length, name, value: readValue(value) };
  const first = start + all.length;
  const written = formulaFrom(text, first);
  const calls = findCalls(written.formula);
  if (written.end !== undefined) return { kind: "formula", start, end: written.end, ...readFormula(written) };
  // A call without its closing bracket is none yet, so a bracket is added.
  const isOurs = calls.length > 0 || findCalls(`${written.formula})`).length > 0;
  return isOurs ? { kind: "open", start, end: text.length } : undefined;
}

/** A typographic minus is one of a number. */
function readValue(written: string): string {
  return written.trim().replace(MINUS, "-");
}

function readFormula({
  formula,
  isSeparated,
}: Written): Pick<FormulaMarker, "formula" | "isCall" | "names" | "problem"> {
  const tokens = tokensOf(formula);
  return {
    formula,
    isCall: findCalls(formula).length > 0,
    names: tokens.filter(({ type }) => type === TYPES.REF_NAMED).map(({ value }) => value.toLowerCase()),
    problem: isSeparated ? SEPARATED : undefined,
  };
}

const SEPARATED =
  'The formula has a ";". Write a comma between arguments and a point in numbers, as in an English Excel.';

interface Written {
  readonly formula: string;
  /** The end of the marker; undefined if it has none. */
  readonly end: number | undefined;
  /** True if there is a ";" outside of texts and array constants. */
  readonly isSeparated: boolean;
}

const QUOTES = /["\u201c\u201d\u201e\u201f\u00ab\u00bb]/;
const DASHES = /[\u2010-\u2013\u2212]/;
const MINUS = /^[\u2010-\u2013\u2212](?=[\d.]+$)/;

/**
 * Reads a formula up to its closing brace. Braces in texts and array constants do not end it. Outside of texts, typographic
 * quotes, dashes and spaces become plain ones.
 */
function formulaFrom(text: string, from: number): Written {
  let formula = "";
  let depth = 1;
  let isSeparated = false;
  /** What ends the text that has begun. */
  let quote: RegExp | undefined;
  for (let at = from; at < Math.min(text.length, from + LONGEST); at++) {
    const character = text.charAt(at);
    if (quote) {
      const isEnd = quote.test(character);
      formula += isEnd ? '"' : character;
      if (isEnd) quote = undefined;
    } else if (QUOTES.test(character)) {
      formula += '"';
      quote = character === '"' ? /"/ : QUOTES;
    } else if (!IS_UNSEEN.test(character)) {
      if (character === "{") depth++;
      if (character === "}" && --depth === 0) return { formula: formula.trim(), end: at + 1, isSeparated };
      if (character === ";" && depth === 1) isSeparated = true;
      formula += /\s/.test(character) ? " " : character.replace(DASHES, "-");
    }
  }
  return { formula: formula.trim(), end: undefined, isSeparated };
}
