/** Finds the markers in a text: a formula `{=INSIGHTS.KPI(…)}`, and an input such as `{Plan=FY26 Plan}`. */
import { tokensOf, TYPES, type Span, type Token } from "../formulas/tokens";
import { NO_TEXT } from "./paragraphs";

export interface FormulaMarker extends Span {
  readonly kind: "formula";
  /** Without the leading "=", with straight quotes. */
  readonly formula: string;
  /** True if the formula calls an INSIGHTS function, or names one and cannot be read. */
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
  /** Why the value cannot be read. */
  readonly problem?: string | undefined;
}

/** A formula that names an INSIGHTS function, without an end. */
export interface OpenMarker extends Span {
  readonly kind: "open";
  readonly problem: string;
}

export type Marker = FormulaMarker | InputMarker | OpenMarker;

/** How calls of the product's functions are recognised. */
export interface ProductCalls {
  /** The letters and digits before the dot of their names. */
  readonly namespace: string;
  /** True for a formula that calls one. */
  readonly isCalled: (formula: string) => boolean;
}

/** Reads markers, of which those with a product's calls are told apart. */
export interface MarkerReader {
  /**
   * Finds all markers in order.
   * @param next Returns the text behind this one, such as that of the next paragraphs. A marker that goes on there is open.
   */
  readonly markersIn: (text: string, next?: () => string) => Marker[];
  /** True if a text names a function of the product, however its signs are written. */
  readonly isMentioned: (text: string) => boolean;
  /** True if a formula with the name of such a function is left in a text or in XML. */
  readonly isFormulaLeft: (text: string) => boolean;
}

/** Programs write marks of the text's direction and zero-width spaces, which nobody sees. */
const UNSEEN = "\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff";
const IS_UNSEEN = new RegExp(`[${UNSEEN}]`);
const UNSEEN_OR_PICTURE = new RegExp(`[${UNSEEN}${NO_TEXT}]`, "g");

/** The letters that keyboards of East Asia write for { and =. */
const WIDE_BRACE = "\\uff5b\\ufe5b\\ufe37";
const WIDE_EQUALS = "\\uff1d\\ufe66";
const WIDE_END = /[\uff5d\ufe5c\ufe38]/;

/** A brace that may begin a marker. */
export const BRACE = new RegExp(`[{${WIDE_BRACE}]`);
/** Excel's longest formula, in characters. */
export const LONGEST = 8192;
/** Beginnings without an end in one paragraph. To read thousands of them takes too long. */
const MOST_UNENDED = 64;

/** Returns the reader for a product's documents. */
export function createMarkerReader(calls: ProductCalls): MarkerReader {
  const patterns = patternsOf(calls);
  return {
    markersIn: (text, next = () => "") => markersIn(patterns, text, next),
    isMentioned: (text) => isMentioned(patterns, text),
    isFormulaLeft: (text) => patterns.formulaLeft.test(text),
  };
}

/** By which a product's calls and their markers are found. */
interface Patterns {
  readonly calls: ProductCalls;
  /** The name of a function, with any dot. */
  readonly mentioned: RegExp;
  readonly called: RegExp;
  /** How a marker of a formula begins, as it should and as it cannot be read; or a whole marker of an input. */
  readonly start: RegExp;
  /** Braces within the formula are those of array constants. */
  readonly formulaLeft: RegExp;
}

function patternsOf(calls: ProductCalls): Patterns {
  const { namespace } = calls;
  const named = `(?<![\\p{L}\\p{N}])${namespace}\\s*[._\\u00b7\\u2022\\u2027\\u2219\\u3002\\u30fb]+\\s*\\p{L}`;
  const formula = `[{${WIDE_BRACE}][\\s${UNSEEN}]*(?:[=${WIDE_EQUALS}]|(?=${named}))`;
  const input = `\\{[\\s${UNSEEN}]*([\\p{L}_][\\p{L}\\p{N}_.]*)\\s*=([^{}]*)\\}`;
  return {
    calls,
    mentioned: new RegExp(named, "iu"),
    called: new RegExp(`${namespace}[._]\\w+\\(`, "i"),
    start: new RegExp(`${formula}|${input}`, "giu"),
    formulaLeft: new RegExp(`${formula}(?:[^<{}]|\\{[^<{}]*\\}){0,2000}?${named}`, "iu"),
  };
}

function markersIn(patterns: Patterns, text: string, next: () => string): Marker[] {
  const found: Marker[] = [];
  let unended = 0;
  const { start } = patterns;
  start.lastIndex = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const marker = markerAt(patterns, text, match, next);
    if (!marker && ++unended > MOST_UNENDED) return [...found, openMarker(match.index, text.length)];
    if (!marker) continue;
    found.push(marker);
    start.lastIndex = marker.end;
  }
  return found;
}

/** @param wideEnd A brace that does not end it. */
function openMarker(start: number, end: number, wideEnd?: string): OpenMarker {
  return { kind: "open", start, end, problem: wideEnd === undefined ? OPEN : unreadable(wideEnd) };
}

function markerAt(
  patterns: Patterns,
  text: string,
  { index: start, ...match }: RegExpExecArray,
  next: () => string,
): Marker | undefined {
  const { 0: all, 1: name, 2: value = "" } = match;
  const from = start + all.length;
  if (name !== undefined) return { kind: "input", start, end: from, name, ...readValue(value) };
  const written = formulaFrom(text, from);
  const { end } = written;
  if (end !== undefined) {
    const read = readFormula(patterns, written, text.slice(from, end), /^\{.*=$/s.test(all));
    return { kind: "formula", start, end, ...read };
  }
  const rest = text.slice(from, from + LONGEST);
  const isOurs = isMentioned(patterns, rest + (/^[^{]*/.exec(next())?.[0] ?? ""));
  return isOurs ? openMarker(start, text.length, WIDE_END.exec(rest)?.[0]) : undefined;
}

function isMentioned({ mentioned }: Patterns, text: string): boolean {
  return mentioned.test(text.replace(UNSEEN_OR_PICTURE, "").normalize("NFKC"));
}

/** A typographic minus is one of a number. */
function readValue(written: string): Pick<InputMarker, "value" | "problem"> {
  return {
    value: written.trim().replace(MINUS, "-"),
    problem: written.includes(NO_TEXT) ? PICTURE : undefined,
  };
}

/** True for what may be the name of an input, also if Excel takes it for a cell or a row: Q1, R. */
export function isNameToken({ type }: Pick<Token, "type">): boolean {
  return type === TYPES.REF_NAMED || type === TYPES.REF_RANGE || type === TYPES.UNKNOWN;
}

const OPEN = "The marker has no end in its paragraph. Write {=…} in one paragraph.";
const PICTURE =
  "There is something in the marker that is no text, such as a picture, a field or a footnote. Type the marker anew.";
const NO_START = "The marker does not begin with {=. Write {=FORMULA} with these signs.";
const SEPARATED =
  'The formula has a ";". Write a comma between arguments and a point in numbers, as in an English Excel.';

function unread(namespace: string): string {
  return `The marker names ${namespace} and calls none of its functions. Write the function's name and its brackets anew.`;
}

function unreadable(character: string): string {
  return `A formula cannot have "${character}". Write signs as on a keyboard: - * / <> <= >= ( ) , "".`;
}

function readFormula(
  patterns: Patterns,
  { formula, outside, unread: sign, isSeparated }: Written,
  text: string,
  hasStart: boolean,
): Pick<FormulaMarker, "formula" | "isCall" | "names" | "problem"> {
  const isCalled = patterns.calls.isCalled(formula);
  // A quote that is not read may make a text of the call.
  const isCall = isCalled || isMentioned(patterns, outside) || patterns.called.test(text.normalize("NFKC"));
  const problems: [isSo: boolean, problem: string][] = [
    [text.includes(NO_TEXT), PICTURE],
    [sign !== undefined, unreadable(sign ?? "")],
    [!hasStart, NO_START],
    [isSeparated, SEPARATED],
    [isCall && !isCalled, unread(patterns.calls.namespace)],
  ];
  return {
    formula,
    isCall,
    names: tokensOf(formula)
      .filter(isNameToken)
      .map(({ value }) => value.toLowerCase()),
    problem: problems.find(([isSo]) => isSo)?.[1],
  };
}

interface Written {
  /** With a space for each character that cannot be read: the names around it can. */
  readonly formula: string;
  /** The formula outside of texts, as written. */
  readonly outside: string;
  /** The first character outside of texts that no formula has. */
  readonly unread: string | undefined;
  /** The end of the marker; undefined if it has none. */
  readonly end: number | undefined;
  /** True if there is a ";" outside of texts and array constants. */
  readonly isSeparated: boolean;
}

const QUOTES = /["\u201c\u201d\u201e\u201f\u00ab\u00bb]/;
const DASHES = /[\u2010-\u2013\u2212]/;
const MINUS = /^[\u2010-\u2013\u2212](?=[\d.]+$)/;

/** Characters of formulas outside of texts: those on a keyboard, and letters of any language. */
const READ = /^[!-~\s\p{L}\p{M}\p{Nd}]$/u;

/**
 * Reads a formula up to its closing brace. Braces in texts and array constants do not end it. Outside of texts, typographic
 * quotes, dashes and spaces become plain ones.
 */
function formulaFrom(text: string, from: number): Written {
  let [formula, outside] = ["", ""];
  let depth = 1;
  let isSeparated = false;
  let unread: string | undefined;
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
      if (character === "}" && --depth === 0)
        return { formula: formula.trim(), outside, unread, end: at + 1, isSeparated };
      if (character === ";" && depth === 1) isSeparated = true;
      outside += character;
      const plain = character.replace(DASHES, "-");
      if (!READ.test(plain)) unread ??= String.fromCodePoint(text.codePointAt(at) ?? 0);
      formula += /\S/.test(plain) && READ.test(plain) ? plain : " ";
    }
  }
  return { formula: formula.trim(), outside, unread, end: undefined, isSeparated };
}
