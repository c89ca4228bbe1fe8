/**
 * Makes formulas independent of their file: replaces defined names by their formulas and structured references by ranges,
 * and removes the prefixes that a file has for newer functions (`_xlfn.`) and for parameters of LET and LAMBDA (`_xlpm.`).
 */
import { parseA1Ref, parseStructRef, tokenize, tokenTypes, type Token } from "@borgar/fx/xlsx";
import { formatArea, quoteSheetName } from "../grid/address";
import type { Area, Position } from "../grid/area";
import { moveFormula } from "./cells";
import { tableRange } from "./tables";
import type { DefinedName, FileTable, Workbook } from "./workbook";

/**
 * A formula that needs nothing else of the file, or why there is none. `isMovable` tells that the formula, copied to another
 * cell of the sheet, comes to the same with its relative references moved along; not so where a name or a table is relative.
 */
export type Resolved = { readonly text: string; readonly isMovable: boolean } | { readonly problem: string };

/** @param sheet The index of the formula's sheet in `workbook.sheets`. @param cell The formula's cell there. */
export type Resolve = (formula: string, sheet: number, cell: Position) => Resolved;

interface State {
  readonly workbook: Workbook;
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

export function createResolver(workbook: Workbook): Resolve {
  const lower = (text: string) => text.toLowerCase();
  const state: State = {
    workbook,
    names: new Map(workbook.names.map((name) => [keyOf(name.sheet, name.name), name])),
    tables: new Map(workbook.tables.map((table) => [lower(table.name), table])),
    sheets: new Map(workbook.sheets.map(({ name }, at) => [lower(name), at])),
  };
  return (text, sheet, cell) => {
    const problems: string[] = [];
    const left = { characters: workbook.limits.formula };
    const parts = { areFixed: true };
    const resolved = resolve(state, text, { sheet, cell, via: [], problems, left, parts });
    return problems[0] === undefined ? { text: resolved, isMovable: parts.areFixed } : { problem: problems[0] };
  };
}

function resolve(state: State, text: string, formula: Formula): string {
  const { left } = formula;
  left.characters -= text.length;
  if (left.characters < 0) return fail(formula, tooLong(state));
  return tokenize(text)
    .map((token) => (left.characters < 0 ? "" : resolveToken(state, token, formula)))
    .join("");
}

function tooLong({ workbook }: State): string {
  const most = workbook.limits.formula.toLocaleString("en-US");
  return `With its names in place, the formula has more than ${most} characters.`;
}

function resolveToken(state: State, { type, value }: Token, formula: Formula): string {
  switch (type) {
    case tokenTypes.FUNCTION:
      return resolveFunction(state, value, formula);
    case tokenTypes.REF_NAMED:
      return value.startsWith("_xlpm.") ? value.slice("_xlpm.".length) : resolveName(state, value, formula);
    case tokenTypes.REF_STRUCT:
      return resolveTable(state, value, formula);
    case tokenTypes.REF_RANGE:
    case tokenTypes.REF_BEAM:
      return checkRange(state, value, formula);
    default:
      return value;
  }
}

/** A name whose formula is a LAMBDA can be called as a function. */
function resolveFunction(state: State, written: string, formula: Formula): string {
  const called = written.replace(/^(?:_xlfn\.|_xlws\.)+/i, "");
  const name = findName(state, called, formula);
  return name ? resolveNamed(state, name, formula) : called.replace(/^_xlpm\./, "");
}

function resolveName(state: State, written: string, formula: Formula): string {
  if (state.tables.has(written.toLowerCase())) return resolveTable(state, `${written}[]`, formula);
  const name = findName(state, written, formula);
  if (!name) return fail(formula, `The name ${written} is not in this workbook.`);
  const text = resolveNamed(state, name, formula);
  // A single reference stays without brackets: with them it would be a value.
  return tokenize(text).length > 1 ? `(${text})` : text;
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
  const parsed = parseA1Ref(written);
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

function checkRange({ sheets }: State, written: string, formula: Formula): string {
  const { workbookName, sheetName } = parseA1Ref(written) ?? {};
  if (workbookName) return fail(formula, `${written} is in another workbook.`);
  if (!sheetName || sheets.has(sheetName.toLowerCase())) return written;
  return fail(formula, `${written} is not a range of one worksheet of this workbook.`);
}
