/**
 * Checks: cells of a user's own whose formula is TRUE while all is well. A defined name that begins with `Check_` watches each of
 * them, in Excel and in files. Nothing else is kept of a check.
 */
import { parseAddress, formatAddress, formatSheetPosition } from "../../spreadsheet/cells/address";
import { cellCount, positionsIn, type SheetArea, type SheetPosition } from "../../spreadsheet/cells/area";
import { isWaitingCode } from "../../spreadsheet/cells/errorCodes";
import { findNames, findReferences } from "../../spreadsheet/formulas/references";
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import { findCalls } from "../../numbers/language/calls";
import { figureAsked } from "../../numbers/language/askedFigure";
import { sentenceOf, wordsOfFigure } from "../../numbers/language/figure";
import { fieldFormat } from "../../numbers/language/numberFormats";

const CHECK_PREFIX = "Check_";

/** A defined name as Excel or a file has it. */
export interface BookName {
  readonly name: string;
  /** What it means, such as "Plan!$B$4", with or without a leading "=". */
  readonly formula: string;
  /** The sheet that alone knows the name. @default the whole workbook */
  readonly scope?: string | undefined;
}

/**
 * How a check stands. `unknown`: its value is not calculated, or from an old number. `none`: its name watches no cell that could be TRUE,
 * so nothing is checked.
 */
export type CheckState = "true" | "false" | "error" | "unknown" | "none";

/** A number that a check reads. */
export interface CheckNumber {
  /** Where it is from: "Plan!B4", "SUM(Plan!B4:B9)", or what a call asks for in words. */
  readonly of: string;
  /** Its number format. @default not known */
  readonly format?: string | undefined;
  /** A text is the code of an error. */
  readonly value: number | string;
}

export interface WorkbookCheck {
  /** The defined name. */
  readonly name: string;
  /** The sheet that alone knows the name. @default the whole workbook */
  readonly scope?: string | undefined;
  readonly label: string;
  /** Such as "Plan!B4"; "" if the name means no single cell. */
  readonly cell: string;
  readonly state: CheckState;
  /** The value of the cell, or why nothing is known of it, in words without a number. */
  readonly stands: string;
  /** With its "="; "" without a formula. */
  readonly formula: string;
  readonly numbers: readonly CheckNumber[];
}

/** A name that begins with `Check_`, and the cell that it means. */
export interface WatchedCell {
  readonly name: string;
  readonly scope?: string | undefined;
  /** The cell, or why there is none. */
  readonly at: SheetPosition | string;
}

/** The value of a cell. An error is its code. */
export type CheckedValue = number | string | boolean | null | undefined;

/** What the cell of a check holds. */
export interface CheckContent {
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
  readonly value: CheckedValue;
  readonly isError: boolean;
  /** The cells that the formula fills. */
  readonly cells: number;
  /** Why the value is not the formula's own. @default it is */
  readonly problem?: string | undefined;
}

/** What the formula of a check reads. */
export interface CheckReads {
  readonly areas: readonly SheetArea[];
  /** The ids of the functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** A call that the cell of a check has made, and its result. */
export interface CheckCall {
  readonly id: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

export interface CheckSource {
  /** Returns the value of a cell; an error as its code. */
  readonly valueAt: (cell: SheetPosition) => CheckedValue;
  /** Returns the number format of a cell. @default not known */
  readonly formatAt?: (cell: SheetPosition) => string | undefined;
  readonly dateSystem: DateSystem;
  /** The calls of the check's own cell. */
  readonly calls: readonly CheckCall[];
}

/** Finds the names of checks, and the cell that each means. */
export function watchedCells(names: readonly BookName[], sheets: readonly string[]): WatchedCell[] {
  const known = new Map(sheets.map((sheet) => [sheet.toLowerCase(), sheet]));
  return names
    .filter(({ name }) => name.toLowerCase().startsWith(CHECK_PREFIX.toLowerCase()))
    .map(({ name, formula, scope }) => ({
      name,
      ...(scope !== undefined && { scope }),
      at: cellOf(formula.replace(/^=/, ""), known),
    }));
}

/** Matches a reference to another file, such as 'C:\\[Other.xlsx]Plan'!$B$4. */
const OTHER_FILE = /^[^"!]*\][^"!]*!/;

/** Returns the one cell that a name means, or why it means none. */
function cellOf(formula: string, sheets: ReadonlyMap<string, string>): SheetPosition | string {
  if (formula.includes("#REF!")) return "its cell was deleted";
  const address = parseAddress(formula);
  if (address?.isForeign || OTHER_FILE.test(formula)) return "its cell is in another workbook";
  if (!address) {
    return findReferences(formula).length > 1
      ? "its name means more than one cell"
      : "its name means a constant or a formula, not a cell";
  }
  const { area, range } = address;
  if (address.sheet.includes(":") || cellCount(area) > 1) return "its name means more than one cell";
  if (!range.$top || !range.$left) return "its name means another cell for each reader: write it as $B$4";
  const sheet = sheets.get(address.sheet.toLowerCase());
  if (sheet === undefined) return "its name means no cell of a worksheet";
  return { sheet, row: area.row, column: area.column };
}

/** Returns the words of a check's name: "Fill rate" for Check_Fill_rate. */
export function checkLabel(name: string): string {
  return name.slice(CHECK_PREFIX.length).replaceAll("_", " ").trim() || name;
}

/** The most characters of a name. Excel allows 255, and a number may follow. */
const LONGEST_NAME = 250;

/** Returns the name for a label: what a name cannot hold becomes "_". Returns undefined for a label without a letter or digit. */
export function checkName(label: string): string | undefined {
  const words = label.normalize("NFC").match(/[\p{L}\p{M}\p{N}.]+/gu) ?? [];
  return words.length === 0 ? undefined : `${CHECK_PREFIX}${words.join("_")}`.slice(0, LONGEST_NAME);
}

/** Areas of more cells are not added up. */
const MOST_CELLS = 10_000;

/** Finds the cells and calls that a check's formula reads, without those in the arguments of calls. */
export function readsOfCheck(formula: string, sheet: string, names: readonly BookName[]): CheckReads {
  const calls = findCalls(formula);
  const isOutside = ({ start, end }: { start: number; end: number }) =>
    !calls.some((call) => start >= call.start && end <= call.end);
  const named = findNames(formula)
    .filter(isOutside)
    .flatMap((reference) => meantBy(reference.name, reference.sheet || sheet, names) ?? []);
  const written = findReferences(formula)
    .filter(isOutside)
    .map((reference) => ({ ...reference, sheet: reference.sheet || sheet }));
  const areas = [...written.map(({ sheet: own, text }) => areaOf(text, own)), ...named].flatMap((area) => area ?? []);
  const distinct = new Map(areas.map((area) => [formatAddress(area.sheet, area), area]));
  return { areas: [...distinct.values()], calls: new Set(calls.map(({ name }) => name)) };
}

function areaOf(text: string, sheet: string): SheetArea | undefined {
  const address = parseAddress(text);
  if (!address || sheet.includes(":") || cellCount(address.area) > MOST_CELLS) return undefined;
  return { ...address.area, sheet };
}

/** Returns the area of a defined name. A name of the sheet comes before one of the workbook. */
function meantBy(wanted: string, sheet: string, names: readonly BookName[]): SheetArea | undefined {
  const alike = names.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const own = alike.find(({ scope }) => scope?.toLowerCase() === sheet.toLowerCase());
  const { formula } = own ?? alike.find(({ scope }) => scope === undefined) ?? {};
  const address = formula === undefined ? undefined : parseAddress(formula.replace(/^=/, ""));
  if (!address || address.isForeign || address.sheet === "") return undefined;
  return areaOf(formatAddress("", address.area), address.sheet);
}

/** The cell of a check, what it reads, and from where. */
interface ReadCheck {
  readonly content: CheckContent;
  readonly reads: CheckReads;
  readonly source: CheckSource;
}

/** Says how a check stands, with the numbers that it reads. @param read Undefined if its name means no cell, or it was not read. */
export function checkOf({ at, ...named }: WatchedCell, read?: ReadCheck): WorkbookCheck {
  const about = { ...named, label: checkLabel(named.name) };
  if (typeof at === "string" || !read) {
    const stands = notCheck(typeof at === "string" ? at : "its cell was not read");
    return { ...about, cell: "", state: "none", stands, formula: "", numbers: [] };
  }
  const { content, reads, source } = read;
  const { formula } = content;
  return { ...about, cell: formatSheetPosition(at), ...stand(content), formula, numbers: numbersOf(reads, source) };
}

function stand({ formula, value, isError, cells, problem }: CheckContent): Pick<WorkbookCheck, "state" | "stands"> {
  const isBlank = value === null || value === undefined || value === "";
  if (formula === "") return none(isBlank ? "its cell is blank" : "its cell holds a value, not a formula");
  if (problem !== undefined) return { state: "unknown", stands: `not known: ${problem}` };
  if (cells > 1) return none("its formula fills more than one cell");
  if (isError && isWaitingCode(value)) return { state: "unknown", stands: "not known: Excel still calculates it." };
  if (isError) return { state: "error", stands: String(value) };
  if (typeof value === "boolean")
    return value ? { state: "true", stands: "TRUE" } : { state: "false", stands: "FALSE" };
  if (isBlank) return none("its formula shows no value");
  return none(`its formula shows a ${typeof value === "number" ? "number" : "text"}, neither TRUE nor FALSE`);
}

function none(reason: string): Pick<WorkbookCheck, "state" | "stands"> {
  return { state: "none", stands: notCheck(reason) };
}

function notCheck(reason: string): string {
  return `not a check: ${reason}.`;
}

/** True if all is well. Whatever is not TRUE is not. */
export function isWell({ state }: WorkbookCheck): boolean {
  return state === "true";
}

function numbersOf({ areas, calls: called }: CheckReads, source: CheckSource): CheckNumber[] {
  const results = source.calls
    .filter(({ id }) => called.has(id))
    .flatMap((call): CheckNumber[] => {
      const value = singleOf(call.result);
      const figure = figureAsked(call, source.dateSystem);
      if (typeof value !== "number" || !figure) return [];
      const { field, measure, currency } = figure;
      return [{ of: sentenceOf(wordsOfFigure(figure)), format: fieldFormat(field, { measure, currency }), value }];
    });
  return [...results, ...areas.flatMap((area) => numberIn(area, source) ?? [])];
}

function singleOf(result: unknown): unknown {
  return Array.isArray(result) && result.length === 1 ? singleOf(result[0]) : result;
}

/** Returns the number of one cell, or the sum of several; the first error among them; undefined without a number. */
function numberIn(area: SheetArea, { valueAt, formatAt }: CheckSource): CheckNumber | undefined {
  const place = formatAddress(area.sheet, area);
  const values = positionsIn(area).map((position) => valueAt({ ...position, sheet: area.sheet }));
  const of = values.length === 1 ? place : `SUM(${place})`;
  const error = values.find((value) => typeof value === "string" && value.startsWith("#"));
  if (typeof error === "string") return { of, value: error };
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return undefined;
  const format = formatAt?.({ sheet: area.sheet, row: area.row, column: area.column });
  return { of, ...(format !== undefined && { format }), value: numbers.reduce((sum, value) => sum + value, 0) };
}
