/**
 * Makes formulas independent of their file: replaces defined names by their formulas and structured references by ranges,
 * and removes the prefixes that a file has for newer functions (`_xlfn.`) and for parameters of LET and LAMBDA (`_xlpm.`).
 */
import { parseA1Ref, parseStructRef, tokenTypes, type Token } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { formatArea, parseAddress, quoteSheetName, withoutSheet } from "../grid/address";
import type { Area, Position } from "../grid/area";
import { moveFormula } from "./cells";
import { tableRange } from "./tables";
import type { DefinedName, FileTable, Workbook } from "./workbook";

/** A formula that needs nothing else of the file. */
export interface Resolved {
  readonly text: string;
  /** Why there is none. All cells that the formula reads are then in the text all the same, as far as they can be told. */
  readonly problem?: string | undefined;
  /**
   * Whether the formula, copied to another cell of the sheet, comes to the same with its relative references moved along:
   * not so where a name or a table is relative.
   */
  readonly isMovable: boolean;
}

/** @param sheet The index of the formula's sheet in `workbook.sheets`. @param cell The formula's cell there. */
export type Resolve = (formula: string, sheet: number, cell: Position) => Resolved;

interface State {
  readonly workbook: Workbook;
  isBuiltIn(name: string): boolean;
  /** By `keyOf`. */
  readonly names: ReadonlyMap<string, DefinedName>;
  /** By name in lower case. */
  readonly tables: ReadonlyMap<string, FileTable>;
  /** The index of each sheet, by its name in lower case. */
  readonly sheets: ReadonlyMap<string, number>;
}

/** The formula that is being resolved. */
interface Formula {
  readonly sheet: number;
  readonly cell: Position;
  /** The names that lead to it: it is the formula of the last of them. */
  readonly via: readonly DefinedName[];
  readonly problems: string[];
  /** Whether all that it stands for is fixed. */
  readonly parts: { areFixed: boolean };
  /** How many characters it may still get. A name may stand for many others, and these again. */
  readonly left: { characters: number };
}

/** @param isBuiltIn Whether a program has a function of this name, in capitals: no name takes its place. @default none */
export function createResolver(workbook: Workbook, isBuiltIn: (name: string) => boolean = () => false): Resolve {
  const lower = (text: string) => text.toLowerCase();
  const state: State = {
    workbook,
    isBuiltIn,
    names: new Map(workbook.names.map((name) => [keyOf(name.sheet, name.name), name])),
    tables: new Map(workbook.tables.map((table) => [lower(table.name), table])),
    sheets: new Map(workbook.sheets.map(({ name }, at) => [lower(name), at])),
  };
  return (text, sheet, cell) => {
    const problems: string[] = [];
    const left = { characters: workbook.limits.formula };
    const parts = { areFixed: true };
    const resolved = resolve(state, text, { sheet, cell, via: [], problems, left, parts });
    return { text: left.characters < 0 ? text : resolved, problem: problems[0], isMovable: parts.areFixed };
  };
}

function resolve(state: State, text: string, formula: Formula): string {
  const { left } = formula;
  left.characters -= text.length;
  if (left.characters < 0) return fail(formula, tooLong(state));
  const tokens = withSheetSpans(state, tokenizeFormula(text));
  return tokens
    .map((token, at) => (left.characters < 0 ? "" : resolveToken(state, token, placeIn(tokens, at), formula)))
    .join("");
}

function tooLong({ workbook }: State): string {
  const most = workbook.limits.formula.toLocaleString("en-US");
  return `With its names in place, the formula has more than ${most} characters.`;
}

/** @param place Where it stands: the function in whose brackets it is all of an argument. */
function resolveToken(state: State, { type, value }: Token, place: string | undefined, formula: Formula): string {
  switch (type) {
    case tokenTypes.FUNCTION:
      return resolveFunction(state, value, formula);
    case tokenTypes.REF_NAMED:
      return value.startsWith("_xlpm.") ? value.slice("_xlpm.".length) : resolveName(state, value, formula);
    case tokenTypes.REF_STRUCT:
      return resolveTable(state, value, formula);
    case tokenTypes.REF_RANGE:
    case tokenTypes.REF_BEAM:
      return resolveRange(state, value, place, formula);
    case tokenTypes.STRING:
      return place === "INDIRECT" ? resolveText(state, value, formula) : value;
    default:
      return value;
  }
}

/** A name whose formula is a LAMBDA can be called as a function, but never in place of a built-in one. */
function resolveFunction(state: State, written: string, formula: Formula): string {
  const called = written.replace(/^(?:_xlfn\.|_xlws\.)+/i, "");
  if (called.startsWith("_xlpm.")) return resolveParameter(state, called.slice("_xlpm.".length), formula);
  const name = state.isBuiltIn(called.toUpperCase()) ? undefined : findName(state, called, formula);
  return name && isLambda(name) ? resolveNamed(state, name, formula) : called;
}

function isLambda({ text }: DefinedName): boolean {
  return /^\s*(?:_xlfn\.)?LAMBDA\(/i.test(text);
}

/** A parameter of LET or LAMBDA that is called. */
function resolveParameter(state: State, name: string, formula: Formula): string {
  if (state.isBuiltIn(name.toUpperCase())) fail(formula, `It calls its own ${name}, which is a function's name too.`);
  return name;
}

function resolveName(state: State, written: string, formula: Formula): string {
  if (state.tables.has(written.toLowerCase())) return resolveTable(state, `${written}[]`, formula);
  const name = findName(state, written, formula);
  if (!name) return fail(formula, `The name ${written} is not in this workbook.`);
  const text = resolveNamed(state, name, formula);
  // A single reference stays without brackets: with them it would be a value.
  return tokenizeFormula(text).length > 1 ? `(${text})` : text;
}

function resolveNamed(state: State, name: DefinedName, formula: Formula): string {
  const { cell, via } = formula;
  if (via.includes(name)) return fail(formula, `The name ${name.name} refers to itself.`);
  const text = moveFormula(name.text, { row: 0, column: 0 }, cell);
  if (moveFormula(text, cell, { row: cell.row + 1, column: cell.column + 1 }) !== text) formula.parts.areFixed = false;
  return resolve(state, text, { ...formula, via: [...via, name] });
}

function fail({ problems }: Formula, problem: string): string {
  problems.push(problem);
  return "#REF!";
}

/** A name of the formula's sheet comes before one of the workbook. `Sheet!Name` says which sheet is meant. */
function findName({ names, sheets }: State, written: string, { sheet }: Formula): DefinedName | undefined {
  // [0] is this workbook.
  const parsed = parseA1Ref(written.replace(/^\[0\]!/, ""));
  if (parsed?.workbookName) return undefined;
  const name = parsed && "name" in parsed ? parsed.name : written;
  const owner = parsed?.sheetName ? sheets.get(parsed.sheetName.toLowerCase()) : sheet;
  return names.get(keyOf(owner, name)) ?? names.get(keyOf(undefined, name));
}

/** @param sheet The sheet that the name belongs to; undefined for a name of the workbook. */
function keyOf(sheet: number | undefined, name: string): string {
  return `${sheet ?? ""}!${name.toLowerCase()}`;
}

function resolveTable(state: State, written: string, formula: Formula): string {
  const { table: name = "", workbookName, columns = [], sections = [] } = parseStructRef(written) ?? {};
  const table = workbookName ? undefined : state.tables.get(name.toLowerCase());
  if (!table) return fail(formula, `The table of ${written} is not in this workbook.`);
  const range = tableRange(table, columns, sections, formula.cell);
  formula.parts.areFixed = false;
  return range ? rangeIn(state, table, range) : fail(formula, `${written} is not part of its table.`);
}

function rangeIn({ workbook }: State, table: FileTable, range: Area): string {
  const name = workbook.sheets[table.sheet]?.name ?? "";
  return `${quoteSheetName(name)}!${formatArea(range)}`;
}

function resolveRange(state: State, written: string, place: string | undefined, formula: Formula): string {
  const { workbookName, sheetName } = parseA1Ref(written) ?? {};
  if (workbookName) return fail(formula, `${written} is in another workbook.`);
  if (!sheetName || state.sheets.has(sheetName.toLowerCase())) return written;
  const span = sheetsBetween(state, sheetName);
  if (!span) return fail(formula, `${written} is not a range of one worksheet of this workbook.`);
  if (!OF_SEVERAL_SHEETS.has(place ?? ""))
    formula.problems.push(`${written} reads several sheets, which is calculated here for SUM and its like only.`);
  const range = withoutSheet(written);
  return span.map((name) => `${quoteSheetName(name)}!${range}`).join(",");
}

/** These take the ranges of several sheets one by one. */
const OF_SEVERAL_SHEETS = new Set(["SUM", "AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT"]);

/** The worksheets from one tab to another, as "Jan:Mar" names them. */
function sheetsBetween({ workbook, sheets }: State, span: string): string[] | undefined {
  const [first, last, ...others] = span.split(":").map((name) => sheets.get(name.toLowerCase()));
  if (first === undefined || last === undefined || others.length > 0) return undefined;
  return workbook.sheets.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ name }) => name);
}

/** Sheets that are called like cells: `S1:S3!A1` is not a range from S1 on. */
function withSheetSpans({ sheets }: State, tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (const token of tokens) {
    const [first, colon] = found.slice(-2).map(({ value }) => value);
    const last = (token.type === tokenTypes.REF_RANGE && parseA1Ref(token.value)?.sheetName) || "";
    const isSpan = colon === ":" && [first ?? "", last].every((name) => sheets.has(name.toLowerCase()));
    if (isSpan) found.splice(-2);
    found.push(
      isSpan ? { ...token, value: `${quoteSheetName(`${first}:${last}`)}!${withoutSheet(token.value)}` } : token,
    );
  }
  return found;
}

/** The function in capitals in whose brackets a token is all of an argument. */
function placeIn(tokens: readonly Token[], at: number): string | undefined {
  const isEdge = (token: Token | undefined) => token !== undefined && /^[(),]$/.test(token.value);
  if (!isEdge(tokens[at - 1]) || !isEdge(tokens[at + 1])) return undefined;
  let depth = 0;
  for (let before = at - 1; before >= 0; before--) {
    const { value } = tokens[before] ?? { value: "" };
    if (value === ")") depth++;
    if (value === "(" && depth-- === 0) return tokens[before - 1]?.value.replace(/^_xlfn\./i, "").toUpperCase();
  }
  return undefined;
}

/** The text of a name or a table in INDIRECT, as the address of its cells. */
function resolveText(state: State, literal: string, formula: Formula): string {
  const text = literal.slice(1, -1).replaceAll('""', '"');
  const [token, ...others] = tokenizeFormula(text);
  const isNamed = token?.type === tokenTypes.REF_NAMED || token?.type === tokenTypes.REF_STRUCT;
  if (!isNamed || others.length > 0) return literal;
  const problems: string[] = [];
  const address = resolve(state, text, { ...formula, problems });
  const isAddress = problems.length === 0 && parseAddress(address) !== undefined;
  return isAddress ? `"${address.replaceAll('"', '""')}"` : literal;
}
