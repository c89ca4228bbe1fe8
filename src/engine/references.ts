/** What a formula reads and calls, told from its text. */
import { parseA1Ref, stringifyA1Ref, tokenize, tokenTypes, type Token } from "@borgar/fx/xlsx";

/** A block of cells of a sheet, from its upper left one. Rows and columns count from 0. */
export interface Area {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** What is known of the sheets when a formula is read. */
export interface Surroundings {
  /** How many rows and columns of this sheet hold something; undefined for a sheet that is not there. */
  used(sheet: string): { name: string; rows: number; columns: number } | undefined;
  /** The cells that the formula of this cell fills. */
  filled(sheet: string, row: number, column: number): Area | undefined;
  /** Whether ranges in this function's brackets are its own affair. */
  takesRanges(name: string): boolean;
}

export interface Reading {
  /**
   * The formula as the engine can calculate it: whole columns and rows end where the sheet does, `ANCHORARRAY(A1)`
   * (Excel's A1#) is the range that A1 fills, and `SINGLE(A1:A9)` (Excel's @) the cell in line with the formula.
   */
  readonly text: string;
  readonly areas: readonly Area[];
  /** In capitals. */
  readonly functions: readonly string[];
  /** Whether it reads cells that its text does not name. */
  readonly isDynamic: boolean;
  /** Whether a range may stand where one value is meant, which Excel reads as the cell in line with the formula. */
  readonly hasLooseRange: boolean;
  /** Whether it has to be read again when sheets grow or spills change. */
  readonly isFleeting: boolean;
}

/** These work out which cells they read. */
const DYNAMIC = new Set(["OFFSET", "INDIRECT"]);

/** Ranges beyond this many rows are meant as whole columns. */
const TALL = 100_000;

type Draft = { -readonly [Key in keyof Reading]: Reading[Key] } & { areas: Area[]; functions: string[] };

/** @param formula References in A1, no names and no tables. @param at The formula's own cell. */
export function readReferences(formula: string, at: Area, surroundings: Surroundings): Reading {
  const draft: Draft = {
    text: "",
    areas: [],
    functions: [],
    isDynamic: false,
    hasLooseRange: false,
    isFleeting: false,
  };
  const tokens = tokenize(formula);
  const open: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const name = token.type === tokenTypes.FUNCTION ? token.value.toUpperCase() : undefined;
    const range = name === "ANCHORARRAY" || name === "SINGLE" ? rangeInBrackets(tokens, index) : undefined;
    if (range !== undefined) {
      draft.text += read(
        draft,
        name === "SINGLE" ? inLine(range, at, surroundings) : filledBy(range, at, surroundings),
      );
      draft.isFleeting ||= name === "ANCHORARRAY";
      index += 3;
      continue;
    }
    if (name !== undefined) draft.functions.push(name);
    if (token.value === "(") open.push(functionBefore(tokens, index));
    if (token.value === ")") open.pop();
    draft.isDynamic ||= DYNAMIC.has(name ?? "") || isRangeOperator(tokens, index);
    draft.text += isReference(token) ? readRange(draft, token.value, at, surroundings, open) : token.value;
  }
  return draft;
}

function readRange(draft: Draft, text: string, at: Area, surroundings: Surroundings, open: readonly string[]): string {
  const found = areaOf(text, at, surroundings);
  if (!found) return text;
  draft.areas.push(found.area);
  const { rows, columns } = found.area;
  draft.hasLooseRange ||= rows * columns > 1 && !open.some((name) => surroundings.takesRanges(name));
  draft.isFleeting ||= found.isCut;
  return found.isCut ? textOf(found.area) : text;
}

/** The area of a reference, cut where its sheet ends if it goes on for ever. Undefined where there is no such sheet. */
function areaOf(text: string, at: Area, surroundings: Surroundings): { area: Area; isCut: boolean } | undefined {
  const reference = parseA1Ref(text);
  const sheet = surroundings.used(reference?.sheetName || at.sheet);
  if (!reference || !("range" in reference) || !sheet) return undefined;
  const { top = null, left = null, bottom = null, right = null } = reference.range;
  const isEndless = top === null || left === null || bottom === null || right === null;
  const row = top ?? 0;
  const column = left ?? 0;
  const isCut = isEndless || bottom - row >= TALL;
  const last = isCut ? Math.min(bottom ?? Infinity, Math.max(sheet.rows - 1, row)) : bottom;
  const far = isCut ? Math.min(right ?? Infinity, Math.max(sheet.columns - 1, column)) : right;
  return { area: { sheet: sheet.name, row, column, rows: last - row + 1, columns: far - column + 1 }, isCut };
}

/** Notes what is read, and gives its text; nothing is there to read without an area. */
function read(draft: Draft, area: Area | undefined): string {
  if (!area) return "#REF!";
  draft.areas.push(area);
  return textOf(area);
}

function filledBy(text: string, at: Area, surroundings: Surroundings): Area | undefined {
  const { area } = areaOf(text, at, surroundings) ?? {};
  return area && surroundings.filled(area.sheet, area.row, area.column);
}

/** A cell of a column beside the formula, or of a row above or below it. */
function inLine(text: string, at: Area, surroundings: Surroundings): Area | undefined {
  const { area } = areaOf(text, at, surroundings) ?? {};
  if (!area || (area.rows > 1 && area.columns > 1)) return undefined;
  const row = area.rows > 1 ? at.row : area.row;
  const column = area.columns > 1 ? at.column : area.column;
  const isInside = row >= area.row && row < area.row + area.rows && column >= area.column && column < area.column + area.columns; // prettier-ignore
  return isInside ? { sheet: area.sheet, row, column, rows: 1, columns: 1 } : undefined;
}

/** The range, where it is all that stands in the brackets of the function here. */
function rangeInBrackets(tokens: readonly Token[], at: number): string | undefined {
  const [bracket, range, end] = tokens.slice(at + 1, at + 4);
  return bracket?.value === "(" && range && isReference(range) && end?.value === ")" ? range.value : undefined;
}

function functionBefore(tokens: readonly Token[], bracket: number): string {
  const token = tokens[bracket - 1];
  return token?.type === tokenTypes.FUNCTION ? token.value.toUpperCase() : "";
}

function isReference({ type }: Token): boolean {
  return type === tokenTypes.REF_RANGE || type === tokenTypes.REF_BEAM;
}

/** `A1:INDEX(…)`: a range whose ends are worked out. */
function isRangeOperator(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.type === tokenTypes.OPERATOR && tokens[at].value === ":";
}

function textOf({ sheet, row, column, rows, columns }: Area): string {
  const cells = stringifyA1Ref({
    range: { top: row, left: column, bottom: row + rows - 1, right: column + columns - 1 },
  });
  return `'${sheet.replaceAll("'", "''")}'!${cells}`;
}
