/** `--set`: new values for input cells, which a refresh writes and calculates with. */
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import type { BookFormula, BookFormulaCell } from "../../../spreadsheet/engine/bookSheet";
import { textOfNumber } from "../../../spreadsheet/engine/coercion";
import { textLiteral } from "../../../spreadsheet/formulas/textLiteral";
import { formatSheetPosition, parseAddress, parsePosition } from "../../../spreadsheet/cells/address";
import { cellCount, cellIndex, type Position } from "../../../spreadsheet/cells/area";
import { MAX_COLUMNS } from "../../../spreadsheet/cells/limits";
import type { FileSheet, Workbook } from "../../../spreadsheet/xlsx/workbook";
import { inputPlaces } from "../../../reporting/saved/inputPlaces";
import { ADDIN_ARTIFACTS } from "../../../reporting/saved/artifacts";
import { createFailure, wrongUsage } from "../../standalone/failure";
import type { EngineBook } from "./refreshSheets";

/** Input cells: a cell, a defined name, a report's input by its label, or the cell to the right of a label. */
export interface CellTarget {
  /** As typed, for messages. */
  readonly written: string;
  /** @default any sheet */
  readonly sheet?: string | undefined;
  /** An address, a defined name or a label. */
  readonly name: string;
}

export interface CellSetting extends CellTarget {
  /** "" empties the cell. */
  readonly text: string;
}

interface InputCell extends Position {
  readonly sheet: FileSheet;
}

const TARGET = /^(?:(?:'((?:[^']|'')+)'|([^!=]+))!)?([^=]+)$/;

/** Parses such as "P&L!Plan", "'P&L'!B5" or "Plan". Throws an error of usage that names the option. */
export function parseTarget(written: string, option: string): CellTarget {
  const [, quoted, plain, name = ""] = TARGET.exec(written.trim()) ?? [];
  if (name.trim() === "") throw wrongUsage(`${option} needs an input, such as "P&L!Plan" or "P&L!B5".`);
  return { written: written.trim(), sheet: quoted?.replaceAll("''", "'") ?? plain?.trim(), name: name.trim() };
}

/** Parses such as "P&L!Plan=FY26 Europe". Throws an error of usage. */
export function parseSetting(written: string): CellSetting {
  const at = equalsSign(written);
  if (at < 0) throw wrongUsage('--set needs INPUT=VALUE, such as "P&L!Plan=FY26 Europe".');
  return { ...parseTarget(written.slice(0, at), "--set"), text: written.slice(at + 1).trim() };
}

/** Returns the index of the first "=" outside of a quoted sheet name; -1 if there is none. */
export function equalsSign(written: string): number {
  const [quoted = ""] = /^\s*'(?:[^']|'')*'/.exec(written) ?? [];
  return written.indexOf("=", quoted.length);
}

/**
 * Returns the book with the new values. Each is a formula that is calculated, so its dependents follow and the cell is written.
 * Throws an error of usage if a target is not exactly one input cell; a label without a sheet may be on several sheets.
 */
export function withSettings(book: EngineBook, workbook: Workbook, settings: readonly CellSetting[]): EngineBook {
  const bySheet = new Map<string, Map<number, BookFormulaCell>>();
  for (const setting of settings)
    for (const { sheet, row, column } of inputCellsOf(workbook, setting)) {
      const old = sheet.cells.values.get(cellIndex({ row, column }));
      const cells = bySheet.get(sheet.name) ?? new Map<number, BookFormulaCell>();
      cells.set(cellIndex({ row, column }), { row, column, formula: constant(literalFor(old, setting.text)) });
      bySheet.set(sheet.name, cells);
    }
  if (bySheet.size === 0) return book;
  return {
    ...book,
    sheets: book.sheets.map((sheet) => {
      const cells = [...(bySheet.get(sheet.name)?.values() ?? [])];
      const rows = Math.max(sheet.rows, ...cells.map(({ row }) => row + 1));
      const columns = Math.max(sheet.columns, ...cells.map(({ column }) => column + 1));
      return cells.length === 0 ? sheet : { ...sheet, rows, columns, formulas: [...cells, ...sheet.formulas] };
    }),
  };
}

/** Returns the outcome; blank for a cell that a setting empties, since a formula cannot return a blank cell. */
export function withBlank(outcome: FormulaOutcome): FormulaOutcome {
  const { text, mayReadOthers } = outcome.formula;
  return text === '""' && mayReadOthers === true ? { ...outcome, rows: [[null]] } : outcome;
}

/** True if the workbook has an input of this name. */
export function hasInput(workbook: Workbook, name: string): boolean {
  return cellsOf(workbook, { written: name, name }).length > 0;
}

/**
 * Returns the text of the input that the target names; undefined if there is none or several differ. Throws an error of usage if
 * it is a formula whose result the file does not keep.
 */
export function inputText(workbook: Workbook, target: CellTarget): string | undefined {
  const cells = cellsOf(workbook, target);
  const unknown = cells.find(
    ({
      sheet: {
        cells: { values, formulas },
      },
      ...at
    }) => {
      const number = cellIndex(at);
      return formulas.has(number) && !values.has(number);
    },
  );
  if (unknown)
    throw createFailure(
      "usage",
      `The input ${target.written} in ${addressOf(unknown)} has no value yet. Refresh the workbook first.`,
    );
  const values = cells.map(({ sheet, ...at }) => sheet.cells.values.get(cellIndex(at)));
  const [first, ...others] = values.map((value) => (typeof value === "string" ? value.trim() : ""));
  return first && others.every((other) => other === first) ? first : undefined;
}

/**
 * Returns the formula of a value as typed: a number if that number prints as the same text, else a text. So 007, 1E5 and 2026.10,
 * which may name something, stay what they are.
 */
export function literalOf(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) && textOfNumber(number) === text ? text : textLiteral(text);
}

/** Without zeros before it, which only a name has. */
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A cell keeps its type: digits stay text in a cell of text, such as a plan's id or a year, and 1.50 is a number in one of a number. */
function literalFor(old: unknown, text: string): string {
  if (typeof old === "string") return textLiteral(text);
  const number = Number(text);
  const isNumber = NUMBER.test(text) && Number(textOfNumber(number)) === number;
  return typeof old === "number" && isNumber ? text : literalOf(text);
}

function constant(text: string): BookFormula {
  return { text, fill: "one", rows: 1, columns: 1, mayReadOthers: true };
}

function inputCellsOf(workbook: Workbook, target: CellTarget): InputCell[] {
  const { written } = target;
  const cells = cellsOf(workbook, target);
  if (cells.length === 0)
    throw createFailure("usage", `The workbook has no input ${written}.${sheetsHint(workbook, target)}`);
  const sheets = new Set(cells.map(({ sheet }) => sheet));
  if (sheets.size < cells.length) {
    const places = cells.map(addressOf).join(", ");
    throw createFailure("usage", `Several cells may be the input ${written}: ${places}. Name one of them.`);
  }
  const calculated = cells.find(({ sheet, ...at }) => sheet.cells.formulas.has(cellIndex(at)));
  if (calculated) throw createFailure("usage", `The input ${written} has a formula in ${addressOf(calculated)}.`);
  return cells;
}

function sheetsHint({ sheets }: Workbook, { sheet }: CellTarget): string {
  const isKnown = sheet === undefined || sheets.some(({ name }) => isSameText(name, sheet));
  return isKnown ? "" : ` Its sheets are ${sheets.map(({ name }) => name).join(", ")}.`;
}

/** An address wins over a name, and a name over a label. */
function cellsOf(workbook: Workbook, target: CellTarget): InputCell[] {
  const sheets = workbook.sheets.filter(({ name }) => target.sheet === undefined || isSameText(name, target.sheet));
  const position = target.sheet === undefined ? undefined : parsePosition(target.name.replaceAll("$", ""));
  if (position) return sheets.map((sheet) => ({ sheet, ...position }));
  const named = namedCell(workbook, target.name);
  if (named && sheets.includes(named.sheet)) return [named];
  return sheets.flatMap((sheet) => {
    const inputs = reportInputs(workbook, sheet, target.name);
    return inputs.length > 0 ? inputs : labelledCells(sheet, target.name);
  });
}

/** Finds the inputs with a label in the reports of a sheet. A hidden name refers to each report's first cell. */
function reportInputs({ names }: Workbook, sheet: FileSheet, label: string): InputCell[] {
  const reports = names.flatMap(({ name, text }) => {
    const address = ADDIN_ARTIFACTS.reports.names.test(name) ? parseAddress(text) : undefined;
    return address && !address.isForeign && isSameText(address.sheet, sheet.name) ? [address.area] : [];
  });
  return reports.flatMap((first) => {
    const at = ({ row, column }: Position) => ({ row: first.row + row, column: first.column + column });
    const places = inputPlaces((row, column) => sheet.cells.values.get(cellIndex(at({ row, column }))));
    return places
      .filter(({ labels }) => labels.some((each) => isSameText(each, label)))
      .map((place) => ({ sheet, ...at(place) }));
  });
}

function namedCell({ names, sheets }: Workbook, name: string): InputCell | undefined {
  const address = parseAddress(names.find((each) => isSameText(each.name, name))?.text ?? "");
  if (!address || address.isForeign || cellCount(address.area) > 1) return undefined;
  const sheet = sheets.find((each) => isSameText(each.name, address.sheet));
  return sheet && { sheet, row: address.area.row, column: address.area.column };
}

/** Finds the cells to the right of a label. Labels in column A win: reports keep lists of words in hidden columns. */
function labelledCells(sheet: FileSheet, label: string): InputCell[] {
  const { values, formulas } = sheet.cells;
  const found = [...values].flatMap(([number, value]) => {
    if (typeof value !== "string" || formulas.has(number) || !isSameText(value.replace(/:\s*$/, ""), label)) return [];
    const [row, column] = [Math.floor(number / MAX_COLUMNS), (number % MAX_COLUMNS) + 1];
    return formulas.has(cellIndex({ row, column })) ? [] : [{ sheet, row, column }];
  });
  // The cell beside a label in column A is in column B.
  const first = found.filter(({ column }) => column === 1);
  return first.length > 0 ? first : found;
}

function addressOf({ sheet, row, column }: InputCell): string {
  return formatSheetPosition({ sheet: sheet.name, row, column });
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
