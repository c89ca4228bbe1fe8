/**
 * Formulas made independent of their file: names replaced by what they stand for, columns of tables by ranges, and the
 * marks dropped that a file puts before newer functions (`_xlfn.`) and before parameters of LET and LAMBDA (`_xlpm.`).
 */
import { parseA1Ref, parseStructRef, tokenize, tokenTypes, type Token } from "@borgar/fx/xlsx";
import { moved } from "./cells";
import { rangeText, type Place, type Range } from "./places";
import { tableRange } from "./tables";
import type { Name, Table, Workbook } from "./workbook";

/** The formula that any spreadsheet engine understands, or why there is none. */
export type Resolved = { readonly text: string } | { readonly problem: string };

/** @param sheet The formula's sheet, by its place in `sheets`. */
export type Resolve = (formula: string, sheet: number, place: Place) => Resolved;

interface State {
  readonly workbook: Workbook;
  /** By name in small letters; after a sheet's number, "!" and the name for those of one sheet. */
  readonly names: ReadonlyMap<string, Name>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly sheets: ReadonlyMap<string, number>;
}

/** Where a formula stands, the names that lead to it, and what is wrong with it. */
interface Position {
  readonly sheet: number;
  readonly place: Place;
  readonly via: readonly Name[];
  readonly problems: string[];
}

export function createResolver(workbook: Workbook): Resolve {
  const lower = (text: string) => text.toLowerCase();
  const state: State = {
    workbook,
    names: new Map(workbook.names.map((name) => [keyOf(name.sheet, name.name), name])),
    tables: new Map(workbook.tables.map((table) => [lower(table.name), table])),
    sheets: new Map(workbook.sheets.map(({ name }, at) => [lower(name), at])),
  };
  return (formula, sheet, place) => {
    const problems: string[] = [];
    const text = resolve(state, formula, { sheet, place, via: [], problems });
    return problems[0] === undefined ? { text } : { problem: problems[0] };
  };
}

function resolve(state: State, formula: string, position: Position): string {
  return tokenize(formula)
    .map((token) => resolveToken(state, token, position))
    .join("");
}

function resolveToken(state: State, { type, value }: Token, position: Position): string {
  switch (type) {
    case tokenTypes.FUNCTION:
      return resolveFunction(state, value, position);
    case tokenTypes.REF_NAMED:
      return value.startsWith("_xlpm.") ? value.slice("_xlpm.".length) : resolveName(state, value, position);
    case tokenTypes.REF_STRUCT:
      return resolveTable(state, value, position);
    case tokenTypes.REF_RANGE:
    case tokenTypes.REF_BEAM:
      return checkRange(state, value, position);
    default:
      return value;
  }
}

/** A name may stand for a LAMBDA, and be called. */
function resolveFunction(state: State, written: string, position: Position): string {
  const called = written.replace(/^(?:_xlfn\.|_xlws\.)+/i, "");
  const name = findName(state, called, position);
  return name ? resolveNamed(state, name, position) : called.replace(/^_xlpm\./, "");
}

function resolveName(state: State, written: string, position: Position): string {
  if (state.tables.has(written.toLowerCase())) return resolveTable(state, `${written}[]`, position);
  const name = findName(state, written, position);
  if (!name) return fail(position, `The name ${written} is not in this workbook.`);
  const text = resolveNamed(state, name, position);
  // Brackets around a single reference would make a value of it.
  return tokenize(text).length > 1 ? `(${text})` : text;
}

function resolveNamed(state: State, name: Name, position: Position): string {
  const { place, via } = position;
  if (via.includes(name)) return fail(position, `The name ${name.name} refers to itself.`);
  return resolve(state, moved(name.text, { row: 0, column: 0 }, place), { ...position, via: [...via, name] });
}

function fail({ problems }: Position, problem: string): string {
  problems.push(problem);
  return "#REF!";
}

/** A name of the sheet comes before one of the workbook. `Sheet!Name` says whose it is. */
function findName({ names, sheets }: State, written: string, { sheet }: Position): Name | undefined {
  const [, quoted, plain, local = written] = /^(?:'((?:[^']|'')+)'|([^'!]+))!(.+)$/.exec(written) ?? [];
  const owner = quoted?.replaceAll("''", "'") ?? plain;
  const at = owner === undefined ? sheet : sheets.get(owner.toLowerCase());
  return names.get(keyOf(at, local)) ?? names.get(keyOf(undefined, local));
}

function keyOf(sheet: number | undefined, name: string): string {
  return `${sheet ?? ""}!${name.toLowerCase()}`;
}

function resolveTable(state: State, written: string, position: Position): string {
  const { table: name = "", workbookName, columns = [], sections = [] } = parseStructRef(written) ?? {};
  const table = workbookName ? undefined : state.tables.get(name.toLowerCase());
  if (!table) return fail(position, `The table of ${written} is not in this workbook.`);
  const range = tableRange(table, columns, sections, position.place);
  return range ? rangeIn(state, table, range) : fail(position, `${written} is not part of its table.`);
}

function rangeIn({ workbook }: State, table: Table, range: Range): string {
  const name = workbook.sheets[table.sheet]?.name ?? "";
  return `'${name.replaceAll("'", "''")}'!${rangeText(range)}`;
}

function checkRange({ sheets }: State, written: string, position: Position): string {
  const { workbookName, sheetName } = parseA1Ref(written) ?? {};
  if (workbookName) return fail(position, `${written} is in another workbook.`);
  if (!sheetName || sheets.has(sheetName.toLowerCase())) return written;
  return fail(position, `${written} is not a range of one worksheet of this workbook.`);
}
