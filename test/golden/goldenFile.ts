/** Golden workbooks as files: a workbook of the model is written as Excel would save it, and read again. */
import { CellValueType, type ICellData } from "@univerjs/core";
import { toExcelNotation, toFileNotation } from "../../src/numbers/language/notation";
import { formatArea, formatPosition } from "../../src/spreadsheet/cells/address";
import { MAX_COLUMNS } from "../../src/spreadsheet/cells/limits";
import { partNamespace, SAVED_ROOT } from "../../src/reporting/saved/document";
import { moveFormula, type FileCells, type FileValue } from "../../src/spreadsheet/xlsx/fileCells";
import { relationsName, relationsOf } from "../../src/spreadsheet/xlsx/relations";
import {
  customXmlOf,
  loadWorkbook,
  type FileSheet,
  type Workbook as FileWorkbook,
} from "../../src/spreadsheet/xlsx/workbook";
import type { SavedWorkbook, Workbook } from "../workbench/excel";
import { partsOf, zipped, type CellSpec, type SheetSpec } from "../spreadsheet/xlsx/book";

const BOOK = "golden";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PROPERTY_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty";
/** Prefixes in files of the newer functions that reports use. */
const PREFIXES: Readonly<Record<string, string>> = {
  FILTER: "_xlfn._xlws.",
  IFNA: "_xlfn.",
  UNIQUE: "_xlfn.",
  XLOOKUP: "_xlfn.",
};

/** Writes cells, names, the add-in's parts and the properties of sheets. */
export async function writeGolden(workbook: Workbook): Promise<Uint8Array> {
  const { spills } = workbook.save();
  const { sheets, names } = await Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name,items/id");
    names.load("items/name,items/formula");
    await context.sync();
    const read = worksheets.items.map((sheet) => ({
      sheet,
      used: sheet.getUsedRange().load("rowIndex,rowCount,columnIndex,columnCount"),
    }));
    await context.sync();
    const ranges = read.map(({ sheet, used }) => ({
      sheet,
      range: sheet
        .getRangeByIndexes(0, 0, used.rowIndex + used.rowCount, used.columnIndex + used.columnCount)
        .load("formulas,values,valueTypes"),
    }));
    await context.sync();
    const [unit = {}] = Object.values(spills?.ranges ?? {});
    return {
      sheets: ranges.map(({ sheet: { id, name }, range }) => ({
        id,
        spec: { name, cells: cellsOf(range, spillsOf(unit?.[id])) } satisfies SheetSpec,
      })),
      names: Object.fromEntries(names.items.map(({ name, formula }) => [name, String(formula).slice(1)])),
    };
  });
  const parts = partsOf({ sheets: sheets.map(({ spec }) => spec), names });
  addCustomXml(parts, Object.values(workbook.state.parts));
  for (const [at, { id }] of sheets.entries()) addProperties(parts, at + 1, workbook.state.sheetProperties?.[id] ?? {});
  return zipped(parts);
}

type Spills = ReadonlyMap<string, string>;

/** Returns the area of each spill by the address of its formula. */
function spillsOf(rows: object | null | undefined): Spills {
  const found = Object.entries((rows ?? {}) as Record<string, Record<string, SpillRange>>).flatMap(([row, columns]) =>
    Object.entries(columns).map(([column, range]) => {
      const first = { row: Number(row), column: Number(column) };
      const size = { rows: range.endRow - range.startRow + 1, columns: range.endColumn - range.startColumn + 1 };
      return [formatPosition(first), formatArea({ ...first, ...size })] as const;
    }),
  );
  return new Map(found);
}

interface SpillRange {
  readonly startRow: number;
  readonly endRow: number;
  readonly startColumn: number;
  readonly endColumn: number;
}

function cellsOf({ formulas, values, valueTypes }: Excel.Range, spills: Spills): Record<string, CellSpec> {
  const cells: Record<string, CellSpec> = {};
  values.forEach((row: unknown[], at) =>
    row.forEach((value, column) => {
      const address = formatPosition({ row: at, column });
      const formula: unknown = formulas[at]?.[column];
      const isError = valueTypes[at]?.[column] === Excel.RangeValueType.error;
      const shown = isError ? { error: String(value) } : (value as string | number | boolean);
      const f = typeof formula === "string" && formula.startsWith("=") ? inFile(formula.slice(1)) : undefined;
      const spill = spills.get(address);
      if (f !== undefined) cells[address] = { f, v: shown, ...(spill !== undefined && { spill }) };
      else if (shown !== "") cells[address] = shown;
    }),
  );
  return cells;
}

function inFile(formula: string): string {
  return toFileNotation(formula).replace(
    /\b(FILTER|IFNA|UNIQUE|XLOOKUP)\(/g,
    (call, name: string) => `${PREFIXES[name]}${call}`,
  );
}

function addCustomXml(parts: Record<string, string>, texts: readonly string[]): void {
  const relations = texts.map((text, at) => {
    parts[`customXml/item${at + 1}.xml`] = text;
    return `<Relationship Id="rIdX${at + 1}" Type="${OFFICE}/customXml" Target="../customXml/item${at + 1}.xml"/>`;
  });
  extend(parts, "xl/_rels/workbook.xml.rels", "</Relationships>", relations.join(""));
}

/** Excel writes properties of sheets as UTF-16. All texts here are ASCII, so a NUL after each letter is the same. */
function addProperties(
  parts: Record<string, string>,
  sheet: number,
  properties: Readonly<Record<string, string>>,
): void {
  const items = Object.entries(properties).map(([name, value], at) => {
    const part = `customProperty${sheet}_${at + 1}.bin`;
    parts[`xl/${part}`] = value.replace(/./gs, "$&\0");
    const relation = `<Relationship Id="rIdP${at + 1}" Type="${OFFICE}/customProperty" Target="../${part}"/>`;
    extend(parts, `xl/worksheets/_rels/sheet${sheet}.xml.rels`, "</Relationships>", relation);
    extend(
      parts,
      "[Content_Types].xml",
      "</Types>",
      `<Override PartName="/xl/${part}" ContentType="${PROPERTY_TYPE}"/>`,
    );
    return `<customPr name="${name}" r:id="rIdP${at + 1}"/>`;
  });
  if (items.length === 0) return;
  const list = `<customProperties>${items.join("")}</customProperties>`;
  const part = `xl/worksheets/sheet${sheet}.xml`;
  parts[part] = (parts[part] ?? "").replace(/<pageMargins[^>]*\/>/, (margins) => margins + list);
}

function extend(parts: Record<string, string>, part: string, end: string, text: string): void {
  parts[part] = (parts[part] ?? "").replace(end, text + end);
}

/** Returns the file without the add-in's parts, except for the settings. */
export async function withoutLedger(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await loadWorkbook(bytes);
  const all = await customXmlOf(file, SAVED_ROOT);
  const parts = all.filter(({ namespace }) => namespace !== partNamespace("settings"));
  const relations = relationsName(file.xmlPart);
  const isOf = (relation: string) => parts.some(({ xmlPart }) => relation.includes(`/${xmlPart}"`));
  const text = await file.zip.text(relations);
  const left = text.replace(/<Relationship [^>]*>/g, (relation) => (isOf(relation) ? "" : relation));
  return file.zip.with(new Map([...parts.map(({ xmlPart }) => [xmlPart, undefined] as const), [relations, left]]));
}

export interface GoldenFile {
  readonly saved: SavedWorkbook;
  /** Defined names with what they refer to, without "=". */
  readonly names: readonly (readonly [name: string, formula: string])[];
}

/** Reads a file as Excel opens it: cells show what was saved, and only cells in error are calculated. */
export async function readGolden(bytes: Uint8Array): Promise<GoldenFile> {
  const file = await loadWorkbook(bytes);
  const ids = file.sheets.map((_, at) => `sheet${at + 1}`);
  const sheetOf = (sheet: FileSheet, at: number) => [
    ids[at],
    { id: ids[at], name: sheet.name, rowCount: 200, columnCount: 100, cellData: cellDataOf(sheet.cells) },
  ];
  const spilled = file.sheets.map(({ cells }) => spilledOf(cells));
  const parts = await customXmlOf(file, SAVED_ROOT);
  const state = {
    parts: Object.fromEntries(parts.map(({ xmlPart, text }) => [xmlPart, text])),
    sheetProperties: await propertiesOf(file, ids),
  };
  return {
    saved: {
      data: { id: BOOK, sheetOrder: ids, sheets: Object.fromEntries(file.sheets.map(sheetOf)) },
      spills: {
        ranges: { [BOOK]: Object.fromEntries(spilled.map(({ ranges }, at) => [ids[at], ranges])) },
        cells: { [BOOK]: Object.fromEntries(spilled.map(({ cells }, at) => [ids[at], cells])) },
      },
      document: { workbook: state },
    },
    names: file.names.map(({ name, text }) => [name, text]),
  };
}

type ByPosition<T> = Record<number, Record<number, T>>;

function put<T>(all: ByPosition<T>, number: number, value: T): void {
  (all[Math.floor(number / MAX_COLUMNS)] ??= {})[number % MAX_COLUMNS] = value;
}

/** The cells of the snapshot: without those that formulas spill into, and without errors of formulas. */
function cellDataOf(cells: FileCells): ByPosition<ICellData> {
  const data: ByPosition<ICellData> = {};
  const { hidden } = spillAreas(cells);
  for (const [number, value] of cells.values) if (!hidden.has(number)) put(data, number, shownAs(value));
  for (const [number, formula] of cells.formulas) {
    const value = cells.values.get(number);
    const text = toExcelNotation(moveFormula(formula.text, formula.at, formula)).replace(/_xlfn\.(_xlws\.)?/g, "");
    put(data, number, { f: `=${text}`, ...(value !== undefined && !isError(value) && shownAs(value)) });
  }
  return data;
}

function spilledOf(cells: FileCells) {
  const { areas, hidden } = spillAreas(cells);
  const ranges: ByPosition<SpillRange> = {};
  for (const { row, column, rows, columns } of areas)
    put(ranges, row * MAX_COLUMNS + column, {
      startRow: row,
      endRow: row + rows - 1,
      startColumn: column,
      endColumn: column + columns - 1,
    });
  const values: ByPosition<ICellData> = {};
  for (const number of hidden) {
    const value = cells.values.get(number);
    if (value !== undefined) put(values, number, shownAs(value));
  }
  return { ranges, cells: values };
}

/** The areas that formulas spill into, and all of their cells except the first. */
function spillAreas({ formulas }: FileCells) {
  const areas = [...formulas.values()].flatMap(({ fill, range }) => (fill === "spill" ? [range] : []));
  const hidden = new Set<number>();
  for (const { row, column, rows, columns } of areas)
    for (let down = 0; down < rows; down += 1)
      for (let right = 0; right < columns; right += 1)
        if (down + right > 0) hidden.add((row + down) * MAX_COLUMNS + column + right);
  return { areas, hidden };
}

function isError(value: FileValue): boolean {
  return typeof value === "object";
}

function shownAs(value: FileValue): ICellData {
  if (typeof value === "number") return { v: value, t: CellValueType.NUMBER };
  if (typeof value === "boolean") return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { v: typeof value === "string" ? value : String(value?.error), t: CellValueType.STRING };
}

async function propertiesOf(
  file: FileWorkbook,
  ids: readonly string[],
): Promise<Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, string>> = {};
  for (const [at, { xmlPart }] of file.sheets.entries()) {
    const relations = await relationsOf(file.zip, xmlPart);
    const xml = await file.zip.text(xmlPart);
    for (const [, name = "", id] of xml.matchAll(/<customPr name="([^"]*)" r:id="([^"]*)"/g)) {
      const target = relations.find((relation) => relation.id === id)?.target ?? "";
      (all[ids[at] ?? ""] ??= {})[name] = (await file.zip.text(target)).replaceAll("\0", "");
    }
  }
  return all;
}
