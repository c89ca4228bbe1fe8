/**
 * Resolves formulas: replaces defined names by their formulas and structured references by ranges, and removes the file's
 * prefixes of newer functions (`_xlfn.`) and of parameters of LET and LAMBDA (`_xlpm.`).
 */
import { parseA1Ref, parseStructRef, tokenTypes, type Token } from "@borgar/fx/xlsx";
import { readTextLiteral, textLiteral } from "../formulas/textLiteral";
import { recursiveName } from "../formulas/recursiveName";
import { tokenizeFormula } from "../formulas/tokenize";
import { formatArea, parseAddress, withoutSheet } from "../cells/address";
import { contains, type Area, type Position } from "../cells/area";
import { quoteSheetName } from "../cells/sheetPrefix";
import { moveFormula } from "./fileCells";
import { tableRange } from "./structuredReferences";
import type { FileLimits } from "./limits";
import type { LinkedBook } from "./linkedBooks";
import type { DefinedName, FileSheet, FileTable, Workbook } from "./workbook";

/** A formula without names and structured references. */
export interface Resolved {
  readonly text: string;
  /** Why the formula cannot be resolved. `text` still names the cells that it reads, as far as they are known. */
  readonly problem?: string | undefined;
  /**
   * True if the text can be copied to another cell of the sheet with its relative references offset. False if a name or table
   * in it is relative.
   */
  readonly isMovable: boolean;
  /** True if a reference does not resolve, so that the formula may read cells that `text` does not name. */
  readonly mayReadOthers: boolean;
}

/** @param sheet The index of the formula's sheet in `workbook.sheets`. @param cell The formula's cell there. */
export type Resolve = (formula: string, sheet: number, cell: Position) => Resolved;

/** What names, tables and sheets in formulas mean. */
export interface Named extends Pick<Workbook, "names" | "tables"> {
  readonly sheets: readonly Pick<FileSheet, "name">[];
  readonly limits: Pick<FileLimits, "formula">;
  /** @default none */
  readonly linkedBooks?: readonly LinkedBook[];
}

interface ResolverState {
  readonly workbook: Named;
  /** True if the engine has a function of this name, in capitals. */
  isBuiltIn(name: string): boolean;
  /** By `scopedKey`. */
  readonly names: ReadonlyMap<string, DefinedName>;
  /** By name in lower case. */
  readonly tables: ReadonlyMap<string, FileTable>;
  /** The index of each sheet, by its name in lower case. */
  readonly sheets: ReadonlyMap<string, number>;
}

/** The formula being resolved. */
interface Formula {
  readonly sheet: number;
  readonly cell: Position;
  /** The names that lead to it. It is the formula of the last one. */
  readonly via: readonly DefinedName[];
  readonly problems: string[];
  /** The names among them whose LAMBDA calls itself. */
  readonly recursive: Set<DefinedName>;
  /** `isMovable` is false once a relative name or a table is in it. */
  readonly copies: { isMovable: boolean; mayReadOthers: boolean };
  /** The number of characters still allowed. A name may contain many names, which contain others. */
  readonly left: { characters: number };
}

/** @param isBuiltIn True if the engine has a function of this name, in capitals. Such a name is not replaced. @default none */
export function createResolver(workbook: Named, isBuiltIn: (name: string) => boolean = () => false): Resolve {
  const lower = (text: string) => text.toLowerCase();
  const state: ResolverState = {
    workbook,
    isBuiltIn,
    names: new Map(workbook.names.map((name) => [scopedKey(name.sheet, name.name), name])),
    tables: new Map(workbook.tables.map((table) => [lower(table.name), table])),
    sheets: new Map(workbook.sheets.map(({ name }, at) => [lower(name), at])),
  };
  return (text, sheet, cell) => {
    const problems: string[] = [];
    const left = { characters: workbook.limits.formula };
    const copies = { isMovable: true, mayReadOthers: false };
    const resolved = resolve(state, text, { sheet, cell, via: [], recursive: new Set(), problems, left, copies });
    return { text: left.characters < 0 ? text : resolved, problem: problems[0], ...copies };
  };
}

function resolve(state: ResolverState, text: string, formula: Formula): string {
  const { left } = formula;
  left.characters -= text.length;
  if (left.characters < 0) return fail(formula, tooLong(state));
  const tokens = withSheetSpans(state, tokenizeFormula(text));
  return tokens
    .map((token, at) => (left.characters < 0 ? "" : resolveToken(state, token, placeIn(tokens, at), formula)))
    .join("");
}

function tooLong({ workbook }: ResolverState): string {
  const most = workbook.limits.formula.toLocaleString("en-US");
  return `With all names replaced, the formula has more than ${most} characters.`;
}

/** @param place The function of which the token is a whole argument. */
function resolveToken(
  state: ResolverState,
  { type, value }: Token,
  place: string | undefined,
  formula: Formula,
): string {
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

/** A name whose formula is a LAMBDA can be called like a function, unless a built-in function has its name. */
function resolveFunction(state: ResolverState, written: string, formula: Formula): string {
  const called = written.replace(/^(?:_xlfn\.|_xlws\.)+/i, "");
  if (called.startsWith("_xlpm.")) return resolveParameter(state, called.slice("_xlpm.".length), formula);
  const name = state.isBuiltIn(called.toUpperCase()) ? undefined : findName(state, called, formula);
  return name && isLambda(name) ? resolveNamed(state, name, formula) : called;
}

function isLambda({ text }: DefinedName): boolean {
  return /^\s*(?:_xlfn\.)?LAMBDA\(/i.test(text);
}

/** Resolves a call of a parameter of LET or LAMBDA. */
function resolveParameter(state: ResolverState, name: string, formula: Formula): string {
  if (state.isBuiltIn(name.toUpperCase())) fail(formula, `The parameter ${name} has the name of a function.`);
  return name;
}

function resolveName(state: ResolverState, written: string, formula: Formula): string {
  if (state.tables.has(written.toLowerCase())) return resolveTable(state, `${written}[]`, formula);
  const linked = linkedNameOf(state, written);
  if (linked !== undefined) return resolveRange(state, linked, undefined, formula);
  const name = findName(state, written, formula);
  if (!name) return fail(formula, `The name ${written} is not in this workbook.`);
  const text = resolveNamed(state, name, formula);
  // A single reference gets no brackets: they would make it a value.
  return tokenizeFormula(text).length > 1 ? `(${text})` : text;
}

/** How many names may stand in each other. */
const MOST_NAMES = 64;

function resolveNamed(state: ResolverState, name: DefinedName, formula: Formula): string {
  const { cell, via } = formula;
  if (via.includes(name) && isLambda(name)) {
    formula.recursive.add(name);
    return recursiveName(name.name);
  }
  if (via.includes(name)) return fail(formula, `The name ${name.name} refers to itself.`);
  if (via.length >= MOST_NAMES) return fail(formula, `More than ${MOST_NAMES} names stand in each other.`);
  const text = moveFormula(name.text, { row: 0, column: 0 }, cell);
  if (moveFormula(text, cell, { row: cell.row + 1, column: cell.column + 1 }) !== text)
    formula.copies.isMovable = false;
  const resolved = resolve(state, text, { ...formula, via: [...via, name] });
  if (!formula.recursive.delete(name)) return resolved;
  const own = recursiveName(name.name);
  return `LET(${own},${resolved},${own})`;
}

function fail({ problems, copies }: Formula, problem: string): string {
  problems.push(problem);
  copies.mayReadOthers = true;
  return "#REF!";
}

/** Finds a name. Names of the formula's sheet win over names of the workbook; `Sheet!Name` names the sheet. */
function findName({ names, sheets }: ResolverState, written: string, { sheet }: Formula): DefinedName | undefined {
  // [0] is this workbook.
  const parsed = parseA1Ref(written.replace(/^\[0\]!/, ""));
  if (parsed?.workbookName) return undefined;
  const name = parsed && "name" in parsed ? parsed.name : written;
  const owner = parsed?.sheetName ? sheets.get(parsed.sheetName.toLowerCase()) : sheet;
  return names.get(scopedKey(owner, name)) ?? names.get(scopedKey(undefined, name));
}

/** @param sheet The name's scope; undefined for the workbook. */
function scopedKey(sheet: number | undefined, name: string): string {
  return `${sheet ?? ""}!${name.toLowerCase()}`;
}

function resolveTable(state: ResolverState, written: string, formula: Formula): string {
  const { table: name = "", workbookName, columns = [], sections = [] } = parseStructRef(written) ?? {};
  const table = workbookName ? undefined : name ? state.tables.get(name.toLowerCase()) : tableAround(state, formula);
  if (!table) return fail(formula, `The table of ${written} is not in this workbook.`);
  const range = tableRange(table, columns, sections, formula.cell);
  formula.copies.isMovable = false;
  return range ? rangeIn(state, table, range) : fail(formula, `${written} is not part of its table.`);
}

/** People leave out the name of the table in which they write. */
function tableAround({ workbook }: ResolverState, { sheet, cell }: Formula): FileTable | undefined {
  return workbook.tables.find((table) => table.sheet === sheet && contains(table.range, cell));
}

function rangeIn({ workbook }: ResolverState, table: FileTable, range: Area): string {
  const name = workbook.sheets[table.sheet]?.name ?? "";
  return `${quoteSheetName(name)}!${formatArea(range)}`;
}

function resolveRange(state: ResolverState, written: string, place: string | undefined, formula: Formula): string {
  const { workbookName, sheetName } = parseA1Ref(written) ?? {};
  if (workbookName) return resolveLinked(state, { written, workbookName, sheetName }, formula);
  if (!sheetName || state.sheets.has(sheetName.toLowerCase())) return written;
  const span = sheetsBetween(state, sheetName);
  if (!span) return fail(formula, `${written} is not a range of one worksheet of this workbook.`);
  if (!OF_SEVERAL_SHEETS.has(place ?? ""))
    formula.problems.push(`${written} reads several sheets, which only works in SUM and similar functions here.`);
  const range = withoutSheet(written);
  return span.map((name) => `${quoteSheetName(name)}!${range}`).join(",");
}

/** A reference to another workbook stays if this one keeps values of that sheet. */
function resolveLinked(
  { workbook }: ResolverState,
  { written, workbookName, sheetName = "" }: { written: string; workbookName: string; sheetName?: string | undefined },
  { problems }: Formula,
): string {
  const sheets = workbook.linkedBooks?.[Number(workbookName) - 1]?.sheets ?? [];
  if (sheets.some(({ name }) => name.toLowerCase() === sheetName.toLowerCase())) return written;
  problems.push(`${written} is in another workbook, of which this file keeps no values.`);
  return "#REF!";
}

/** Returns the cells of a name of another workbook, as this one keeps it; undefined if it keeps no such name. */
function linkedNameOf({ workbook }: ResolverState, written: string): string | undefined {
  const parsed = parseA1Ref(written);
  if (!parsed?.workbookName || !("name" in parsed)) return undefined;
  const { workbookName, name } = parsed;
  const text = workbook.linkedBooks?.[Number(workbookName) - 1]?.names.get(name.toLowerCase());
  const address = text === undefined ? undefined : parseAddress(text);
  if (!address || address.isForeign || address.sheet === "") return undefined;
  return `${quoteSheetName(`[${workbookName}]${address.sheet}`)}!${formatArea(address.area)}`;
}

/** Functions that accept the ranges of several sheets as separate arguments. */
const OF_SEVERAL_SHEETS = new Set(["SUM", "AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT"]);

/** Returns the worksheets from one tab to another, as in "Jan:Mar". */
function sheetsBetween({ workbook, sheets }: ResolverState, span: string): string[] | undefined {
  const [first, last, ...others] = span.split(":").map((name) => sheets.get(name.toLowerCase()));
  if (first === undefined || last === undefined || others.length > 0) return undefined;
  return workbook.sheets.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ name }) => name);
}

/** Joins sheet spans whose names look like cells: `S1:S3!A1` is not a range that starts at S1. */
function withSheetSpans({ sheets }: ResolverState, tokens: readonly Token[]): Token[] {
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

/** Returns the function, in capitals, of which a token is a whole argument. */
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

/** Replaces the text of a name or table in INDIRECT by the address of its cells. */
function resolveText(state: ResolverState, literal: string, formula: Formula): string {
  const text = readTextLiteral(literal) ?? "";
  const [token, ...others] = tokenizeFormula(text);
  const isNamed = token?.type === tokenTypes.REF_NAMED || token?.type === tokenTypes.REF_STRUCT;
  if (!isNamed || others.length > 0) return literal;
  const problems: string[] = [];
  const address = resolve(state, text, { ...formula, problems, copies: { ...formula.copies } });
  const isAddress = problems.length === 0 && parseAddress(address) !== undefined;
  return isAddress ? textLiteral(address) : literal;
}
