/** Finds formulas whose functions, operators or arguments were not compared with Excel. Their results are not used. */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import type { BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { tokenizeFormula } from "../formulas/tokenize";
import { isBlank } from "../formulas/tokens";
import { parseAddress } from "../grid/address";
import { listenToDoubts } from "./doubts";
import { checkHiddenRows, type HiddenRows } from "./hiddenRows";
import { IMPLICIT_INTERSECTION, intersectsImplicitly } from "./implicitIntersection";
import { valuesOfPlain } from "./plainArrays";
import { endsAtUsedRange } from "./references";
import { unwrapSingle, type Values } from "./values";
import type { FunctionEvaluation, Limit, Problem } from "./verifiedDomains";
import { notVerified, VERIFIED_FUNCTIONS } from "./verifiedFunctions";
import { wrapCalculation } from "./wrapCalculation";

export interface Verification {
  /** Returns what is not verified in a formula's text. @param fill `one` if Excel takes one value of a range. */
  problemIn(text: string, fill: "one" | "array" | "spill"): string | undefined;
  /** Calculates the formula with this text. Returns its result and the first argument that is not verified. */
  watch<T>(text: string, work: () => T): Watched<T>;
}

export interface Watched<T> {
  readonly result: T;
  readonly problem: Problem | undefined;
}

/** Functions with verified omitted arguments, as in `SUM(1,,2)`. */
const WITH_GAPS = new Set(["TAKE", "DROP", "SUM", "OFFSET", "XLOOKUP", "PMT", "FV", "PV", "VLOOKUP", "MATCH"]);

/** Functions whose result depends on the length of a whole column or row. */
const OF_SIZES = new Set(["ROWS", "COLUMNS", "COUNTBLANK", "ROW", "COLUMN", "SUMPRODUCT", "OFFSET", "FILTER", "SORT"]);

/** Functions that return a reference, as in `A1:INDEX(…)`. */
const ENDS = new Set(["INDEX", "OFFSET"]);

/**
 * Checks each evaluation of this service's functions. Call it once for each service, after installing all functions.
 * @param ours Names in capitals of functions that need no verification.
 * @param hiddenRows Those of all sheets of the workbook, by name.
 */
export function createVerification(
  service: IFunctionService,
  ours: ReadonlySet<string>,
  hiddenRows: HiddenRows,
): Verification {
  let found: Problem | undefined;
  let isEndless = false;
  const known = new Set([...hiddenRows.keys()].map((name) => name.toLowerCase()));
  const isSheet = (name: string) => known.has(name.toLowerCase());
  const report = (problem: Problem) => void (found ??= problem);
  listenToDoubts(service, (message) => report({ kind: "unverified", message }));
  checkHiddenRows(service, hiddenRows, (message) => report({ kind: "unverified", message }));
  for (const [name, limits] of VERIFIED_FUNCTIONS) {
    const executor = service.getExecutor(name);
    if (executor && limits.length > 0) checkEvaluations(executor, limits, () => ({ isSheet, isEndless }), report);
  }
  return {
    problemIn: (text, fill) => problemIn(tokenizeFormula(text), fill, ours),
    watch(text, work) {
      found = undefined;
      isEndless = ENDLESS.test(text);
      const result = work();
      return { result, problem: found };
    },
  };
}

type FormulaContext = Pick<FunctionEvaluation, "isSheet" | "isEndless">;

function checkEvaluations(
  executor: BaseFunction,
  limits: readonly Limit[],
  context: () => FormulaContext,
  report: (problem: Problem) => void,
): void {
  wrapCalculation(executor, (args, calculate) => {
    const result = calculate(...args);
    const evaluation = evaluationOf(args, result, context());
    const limit = limits.find((each) => each.isHit(evaluation));
    if (limit) {
      const message = `The function ${String(executor.name)} is not verified here for ${limit.what}.`;
      report({ kind: limit.kind ?? "unverified", message });
    }
    return result;
  });
}

function evaluationOf(
  args: readonly BaseValueObject[],
  result: BaseValueObject,
  context: FormulaContext,
): FunctionEvaluation {
  const read: (Values | undefined)[] = [];
  const arg = (position: number): Values => {
    const object = args[position];
    return (read[position] ??= object ? unwrapSingle(valuesOfPlain(object)) : null);
  };
  const isReference = (position: number) => args[position]?.isReferenceObject() ?? false;
  return { count: args.length, arg, isReference, result: () => unwrapSingle(valuesOfPlain(result)), ...context };
}

function problemIn(
  tokens: readonly Token[],
  fill: "one" | "array" | "spill",
  ours: ReadonlySet<string>,
): string | undefined {
  const isOurs = (name: string) => ours.has(name);
  const called = tokens.filter(({ type }) => type === tokenTypes.FUNCTION).map(({ value }) => value.toUpperCase());
  const unknown = called.find((name) => !isOurs(name) && !VERIFIED_FUNCTIONS.has(name) && !IN_PLACE.has(name));
  if (unknown !== undefined) return notVerified(unknown);
  const solid = tokens.filter((token) => !isBlank(token));
  return (
    problemOfIntersections(tokens) ??
    problemOfTokens(tokens) ??
    problemOfBrackets(solid, isOurs) ??
    problemOfPercentages(solid) ??
    problemOfArrays(tokens) ??
    problemOfNames(solid) ??
    (fill === "one" && intersectsImplicitly(tokens, isOurs) ? IMPLICIT_INTERSECTION : undefined)
  );
}

/** `readReferences` replaces these by ranges before a formula is calculated. */
const IN_PLACE = new Set(["ANCHORARRAY", "SINGLE"]);

/** `#REF!A1` is a cell of a deleted sheet. Univer reads the cell of the formula's own sheet, and a space for a carriage return. */
function problemOfTokens(tokens: readonly Token[]): string | undefined {
  const isDeleted = tokens.some(
    ({ type }, at) => type === tokenTypes.ERROR && tokens[at + 1] !== undefined && isReference(tokens[at + 1] as Token),
  );
  if (isDeleted) return "References to deleted sheets are not verified here.";
  const hasReturn = tokens.some(({ type, value }) => type === tokenTypes.STRING && value.includes("\r"));
  return hasReturn ? "Texts with carriage returns are not verified here." : undefined;
}

/** A space between two references is the intersection operator. */
function problemOfIntersections(tokens: readonly Token[]): string | undefined {
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

/** Finds unions, calculated ends of ranges, omitted arguments, and whole columns whose length matters. */
function problemOfBrackets(tokens: readonly Token[], isOurs: (name: string) => boolean): string | undefined {
  const open: string[] = [];
  let closed = "";
  for (const [at, token] of tokens.entries()) {
    const name = open.at(-1);
    if (token.value === "(") open.push(calledBefore(tokens[at - 1]));
    if (token.value === ")") closed = open.pop() ?? "";
    if (token.value === "," && name === "") return "Unions of ranges are not verified here.";
    if (token.value === "," && name && isGap(tokens, at) && !WITH_GAPS.has(name) && !isOurs(name))
      return `Omitted arguments of ${name} are not verified here.`;
    if (token.type === tokenTypes.OPERATOR && token.value === ":" && !isVerifiedRange(tokens, at, closed))
      return "Ranges with a calculated end are verified here for INDEX and OFFSET only.";
    if (name && OF_SIZES.has(name) && isCutToken(token) && !isAcross(name, token.value))
      return `The function ${name} is not verified here for whole columns and rows.`;
  }
  return undefined;
}

/** Univer cannot read a percent sign after brackets within brackets, as in `(A1*(A2+1))%`. */
function problemOfPercentages(tokens: readonly Token[]): string | undefined {
  const open: { isPlain: boolean; isNested: boolean }[] = [];
  let closed: (typeof open)[number] | undefined;
  for (const [at, { value }] of tokens.entries()) {
    if (value === "(") {
      const isPlain = calledBefore(tokens[at - 1]) === "";
      if (isPlain) for (const bracket of open) bracket.isNested = true;
      open.push({ isPlain, isNested: false });
    }
    if (value === "%" && tokens[at - 1]?.value === ")" && closed?.isPlain && closed.isNested)
      return "Percent signs after brackets within brackets are not verified here.";
    if (value === ")") closed = open.pop();
  }
  return undefined;
}

/** Matches texts with whole columns or rows, or with a row after the first 99,999, where a long range may end. */
const ENDLESS = /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\w(])|\$?\d+:\$?\d+|[A-Z]\$?\d{6}/i;

function isCutToken({ type, value }: Token): boolean {
  const address = type === tokenTypes.REF_BEAM || type === tokenTypes.REF_RANGE ? parseAddress(value) : undefined;
  return address !== undefined && endsAtUsedRange(address);
}

/** Returns the function that a bracket after this token calls: "LAMBDA" after ")", "" for none. */
function calledBefore(before: Token | undefined): string {
  if (before?.type === tokenTypes.FUNCTION) return before.value.toUpperCase();
  return before?.value === ")" ? "LAMBDA" : "";
}

function isGap(tokens: readonly Token[], at: number): boolean {
  return (
    [tokens[at - 1]?.value, tokens[at + 1]?.value].some((value) => value === "," || value === undefined) ||
    tokens[at - 1]?.value === "(" ||
    tokens[at + 1]?.value === ")"
  );
}

function isVerifiedRange(tokens: readonly Token[], at: number, closed: string): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isStart = before !== undefined && (isReference(before) || (before.value === ")" && ENDS.has(closed)));
  const isPlain = before !== undefined && isReference(before) && after !== undefined && isReference(after);
  return !isPlain && isStart && after !== undefined && (isReference(after) || ENDS.has(after.value.toUpperCase()));
}

/** True if the result does not depend on the length of a whole column or row, as in `COLUMNS(A:C)`. */
function isAcross(name: string, range: string): boolean {
  const sides = range.replace(/^.*!/, "");
  const isRows = /\d/.test(sides);
  if (isRows && /[A-Z]/i.test(sides)) return false;
  return name === (isRows ? "ROWS" : "COLUMNS") || name === (isRows ? "ROW" : "COLUMN");
}

/** Univer converts texts in array constants that look like dates or percentages, and cuts texts at commas and semicolons. */
function problemOfArrays(tokens: readonly Token[]): string | undefined {
  let isInside = false;
  for (const { type, value } of tokens) {
    if (value === "{" || value === "}") isInside = value === "{";
    if (!isInside) continue;
    if (value === "+") return "Numbers with a plus sign in array constants are not verified here.";
    if (type !== tokenTypes.STRING) continue;
    if (/[,;]/.test(value)) return "Texts with commas or semicolons in array constants are not verified here.";
    if (/\d/.test(value) && /[-/:%$€.\n]/.test(value))
      return "Texts with digits and signs in array constants are not verified here.";
  }
  return undefined;
}

/** Univer cannot read a LET within another one that sets the same name. */
function problemOfNames(solid: readonly Token[]): string | undefined {
  const names = solid.flatMap(({ value }, at) =>
    value.toUpperCase() === "LET" && solid[at + 1]?.value === "(" ? [solid[at + 2]?.value.toLowerCase() ?? ""] : [],
  );
  return new Set(names).size < names.length ? "Several LETs that set the same name are not verified here." : undefined;
}
