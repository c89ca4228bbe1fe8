/** Tells which formulas are calculated as Excel does: those whose functions, operators and arguments were compared with it. */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import type { BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { listenToDoubts } from "./doubts";
import { hasInnerLooseRange } from "./looseRanges";
import { valuesOfObject } from "./objects";
import type { Values } from "./values";
import type { Limit, WatchedCall } from "./verifiedDomains";
import { VERIFIED_FUNCTIONS } from "./verifiedFunctions";

export interface Verification {
  /** Why a formula cannot be relied on, told from its text. @param fill `one` where Excel takes one value of a range. */
  problemIn(text: string, fill: "one" | "array" | "spill"): string | undefined;
  /** Calculates the formula with this text, and tells of arguments that are outside of what was compared. */
  watch<T>(text: string, work: () => T): Watched<T>;
}

export interface Watched<T> {
  readonly result: T;
  readonly problem: string | undefined;
}

/** Functions whose arguments may be left out between commas. */
const WITH_GAPS = new Set([
  "TAKE",
  "DROP",
  "TEXTSPLIT",
  "SUM",
  "OFFSET",
  "XLOOKUP",
  "PMT",
  "FV",
  "PV",
  "VLOOKUP",
  "MATCH",
]);

/** Functions that tell the end of a sheet from the end of what it holds. */
const OF_SIZES = new Set(["ROWS", "COLUMNS", "COUNTBLANK", "ROW", "COLUMN", "SUMPRODUCT", "OFFSET", "FILTER", "SORT"]);

/** Functions that give references which may be the ends of a range. */
const ENDS = new Set(["INDEX", "OFFSET"]);

/**
 * Watches the functions of this service. Call this once for each, after all else has been installed.
 * @param ours Names in capitals, of functions that are verified elsewhere.
 * @param sheets The names of the workbook's sheets.
 */
export function createVerification(
  service: IFunctionService,
  ours: ReadonlySet<string>,
  sheets: readonly string[],
): Verification {
  let found: string | undefined;
  let isEndless = false;
  const known = new Set(sheets.map((name) => name.toLowerCase()));
  const isSheet = (name: string) => known.has(name.toLowerCase());
  const report = (problem: string) => void (found ??= problem);
  listenToDoubts(service, report);
  for (const [name, limits] of VERIFIED_FUNCTIONS) {
    const executor = service.getExecutor(name);
    if (executor && limits.length > 0) watchCalls(executor, limits, () => ({ isSheet, isEndless }), report);
  }
  return {
    problemIn: (text, fill) => problemIn(tokenizeFormula(text), fill, ours),
    watch(text, work) {
      found = undefined;
      isEndless = /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\w(])|\$?\d+:\$?\d+/i.test(text);
      const result = work();
      return { result, problem: found };
    },
  };
}

type Surroundings = Pick<WatchedCall, "isSheet" | "isEndless">;

function watchCalls(
  executor: BaseFunction,
  limits: readonly Limit[],
  surroundings: () => Surroundings,
  report: (problem: string) => void,
): void {
  const calculate = executor.calculate.bind(executor);
  executor.calculate = (...args) => {
    const result = calculate(...args);
    const call = callOf(args, result as BaseValueObject, surroundings());
    const limit = limits.find((each) => each.isHit(call));
    if (limit) report(`The function ${String(executor.name)} is not verified here for ${limit.what}.`);
    return result;
  };
}

function callOf(args: readonly BaseValueObject[], result: BaseValueObject, around: Surroundings): WatchedCall {
  const read: (Values | undefined)[] = [];
  const arg = (position: number): Values => {
    const object = args[position];
    return (read[position] ??= object ? singleOf(valuesOfObject(object)) : null);
  };
  return { count: args.length, arg, result: () => singleOf(valuesOfObject(result)), ...around };
}

function singleOf(values: Values): Values {
  return Array.isArray(values) && values.length === 1 && values[0]?.length === 1 ? (values[0][0] ?? null) : values;
}

function problemIn(
  tokens: readonly Token[],
  fill: "one" | "array" | "spill",
  ours: ReadonlySet<string>,
): string | undefined {
  const isOurs = (name: string) => ours.has(name);
  const called = tokens.filter(({ type }) => type === tokenTypes.FUNCTION).map(({ value }) => value.toUpperCase());
  const unknown = called.find((name) => !isOurs(name) && !VERIFIED_FUNCTIONS.has(name) && !IN_PLACE.has(name));
  if (unknown !== undefined) return `The function ${unknown} is not among those that are verified here.`;
  const parts = tokens.filter(({ type }) => type !== tokenTypes.WHITESPACE && type !== tokenTypes.NEWLINE);
  return (
    problemOfJoints(tokens) ??
    problemOfBrackets(parts, isOurs) ??
    problemOfArrays(tokens) ??
    (fill === "one" && hasInnerLooseRange(tokens, isOurs) ? IN_LINE : undefined)
  );
}

/** They are replaced by what they stand for before a formula is calculated. */
const IN_PLACE = new Set(["ANCHORARRAY", "SINGLE"]);

const IN_LINE = "The formula stands in one cell, and takes several values where Excel takes the one in line with it.";

/** A blank between two references is their intersection. */
function problemOfJoints(tokens: readonly Token[]): string | undefined {
  const isMet = tokens.some(
    ({ type }, at) =>
      type === tokenTypes.WHITESPACE && endsReference(tokens[at - 1]) && beginsReference(tokens[at + 1]),
  );
  return isMet ? "Intersections of ranges are not verified here." : undefined;
}

function endsReference(token: Token | undefined): boolean {
  return token !== undefined && (isReference(token) || token.value === ")");
}

function beginsReference(token: Token | undefined): boolean {
  return token !== undefined && (isReference(token) || token.type === tokenTypes.FUNCTION || token.value === "(");
}

function isReference({ type }: Token): boolean {
  return type === tokenTypes.REF_RANGE || type === tokenTypes.REF_BEAM || type === tokenTypes.REF_NAMED;
}

/** Unions, ranges between functions, arguments that are left out, and whole columns where their length counts. */
function problemOfBrackets(parts: readonly Token[], isOurs: (name: string) => boolean): string | undefined {
  const open: string[] = [];
  let closed = "";
  for (const [at, token] of parts.entries()) {
    const name = open.at(-1);
    if (token.value === "(") open.push(callerOf(parts[at - 1]));
    if (token.value === ")") closed = open.pop() ?? "";
    if (token.value === "," && name === "") return "Unions of ranges are not verified here.";
    if (token.value === "," && name && isGap(parts, at) && !WITH_GAPS.has(name) && !isOurs(name))
      return `Arguments that are left out of ${name} are not verified here.`;
    if (token.type === tokenTypes.OPERATOR && token.value === ":" && !isVerifiedRange(parts, at, closed))
      return "Ranges whose ends are worked out are verified here for INDEX and OFFSET only.";
    if (token.type === tokenTypes.REF_BEAM && name && OF_SIZES.has(name) && !isAcross(name, token.value))
      return `The function ${name} is not verified here for whole columns and rows.`;
  }
  return undefined;
}

/** What the brackets after this belong to: a function, or a LAMBDA that ends here; "" for nothing. */
function callerOf(before: Token | undefined): string {
  if (before?.type === tokenTypes.FUNCTION) return before.value.toUpperCase();
  return before?.value === ")" ? "LAMBDA" : "";
}

function isGap(parts: readonly Token[], at: number): boolean {
  return (
    [parts[at - 1]?.value, parts[at + 1]?.value].some((value) => value === "," || value === undefined) ||
    parts[at - 1]?.value === "(" ||
    parts[at + 1]?.value === ")"
  );
}

function isVerifiedRange(parts: readonly Token[], at: number, closed: string): boolean {
  const [before, after] = [parts[at - 1], parts[at + 1]];
  const isStart = before !== undefined && (isReference(before) || (before.value === ")" && ENDS.has(closed)));
  const isPlain = before !== undefined && isReference(before) && after !== undefined && isReference(after);
  return !isPlain && isStart && after !== undefined && (isReference(after) || ENDS.has(after.value.toUpperCase()));
}

/** COLUMNS(A:C) does not depend on where the sheet ends. */
function isAcross(name: string, range: string): boolean {
  const isRows = /\d/.test(range.replace(/^.*!/, ""));
  return name === (isRows ? "ROWS" : "COLUMNS") || name === (isRows ? "ROW" : "COLUMN");
}

/** Univer makes dates and shares of texts in array constants that look like them. */
function problemOfArrays(tokens: readonly Token[]): string | undefined {
  let isInside = false;
  const isStrange = tokens.some(({ type, value }) => {
    if (value === "{" || value === "}") isInside = value === "{";
    return isInside && type === tokenTypes.STRING && /\d/.test(value) && /[-/:%$€,.\n]/.test(value);
  });
  return isStrange ? "Texts with digits and signs in array constants are not verified here." : undefined;
}
