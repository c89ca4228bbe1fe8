/** A workbook's file with values alone: no formula, nothing that the add-in has left in it, and no lists of other plans. */
import { cellNumber, contains, type Area } from "../grid/area";
import type { CellEdit } from "./edits";
import { relationsOf } from "./relations";
import { reportColumnsIn, withoutCells, withoutDropDowns, type ReportColumns, type ReportTraces } from "./reportLists";
import { withoutLostTexts } from "./sharedTexts";
import { webExtensionOf } from "./webExtension";
import { customXmlOf, type FileSheet, type Workbook } from "./workbook";
import { withoutNames } from "./workbookPart";
import { writeWorkbook, type BookChanges } from "./write";
import { parseXml } from "./xml";

/** By what the add-in's traces are known. */
export interface FileTraces {
  /** Custom XML parts of this namespace or one below it. */
  readonly namespace: string;
  /** The add-in's id in its manifest. */
  readonly addin: string;
  /** Defined names by what they are called, and by what they hold. */
  readonly names: RegExp;
  readonly calls: RegExp;
  readonly reports: ReportTraces;
}

export interface ValuesFile {
  readonly bytes: Uint8Array;
  /** Formulas that are values in it. */
  readonly formulas: number;
}

/** The same bytes where there is nothing to change. */
export async function writeValuesOnly(workbook: Workbook, traces: FileTraces): Promise<ValuesFile> {
  const reports = reportColumnsIn(workbook, traces.reports);
  const formulas = workbook.sheets.reduce((sum, sheet) => sum + formulasBeside(sheet, reports.get(sheet)?.lists), 0);
  const changes = await valuesOnly(workbook, { cells: new Map(), parts: new Map(), unwanted: new Set() }, traces);
  return { bytes: await writeWorkbook(workbook, changes), formulas };
}

function formulasBeside({ cells: { formulas } }: FileSheet, lists: Area | undefined): number {
  return lists ? [...formulas.values()].filter((formula) => !contains(lists, formula)).length : formulas.size;
}

/** These changes, with all formulas as the values that they show, and without what the add-in has left. */
export async function valuesOnly(workbook: Workbook, changes: BookChanges, traces: FileTraces): Promise<BookChanges> {
  const own = (await customXmlOf(workbook, traces.namespace)).map(({ part }) => part);
  const properties = await Promise.all(own.map((part) => relationsOf(workbook.zip, part)));
  const { unwanted, panes } = await webExtensionOf(workbook, traces.addin);
  const book = await bookWithout(workbook, traces);
  const reports = reportColumnsIn(workbook, traces.reports);
  const cells = cellsLeft(workbook, changes, reports);
  const dropDowns = await withoutDropDowns(workbook, reports);
  const texts = await withoutLostTexts(workbook, cells);
  return {
    cells,
    parts: new Map([...changes.parts, ...panes, ...book, ...dropDowns, ...texts]),
    unwanted: new Set([...changes.unwanted, ...own, ...unwanted, ...properties.flat().map(({ target }) => target)]),
  };
}

/** The edits of each sheet. */
function cellsLeft(
  { sheets }: Workbook,
  changes: BookChanges,
  reports: ReadonlyMap<FileSheet, ReportColumns>,
): BookChanges["cells"] {
  return new Map(
    sheets.map((sheet) => {
      const edits = withoutFormulas(sheet, changes.cells.get(sheet) ?? []);
      const lists = reports.get(sheet)?.lists;
      return [sheet, lists ? withoutCells(sheet, edits, lists) : edits];
    }),
  );
}

/** The edits of a sheet, with those that make a value of each formula. */
function withoutFormulas({ cells: { values, formulas } }: FileSheet, edits: readonly CellEdit[]): CellEdit[] {
  const known = new Set(edits.map(cellNumber));
  const others = [...formulas].filter(([number]) => !known.has(number));
  const made = others.map(([number, { row, column }]) => ({ row, column, value: values.get(number) ?? null }));
  return [...edits, ...made].map(({ row, column, value }) => ({ row, column, value, dropFormula: true }));
}

/** Returns the workbook's own part without our names; no part if it has none of them. */
async function bookWithout({ zip, part }: Workbook, traces: FileTraces): Promise<Map<string, string>> {
  const xml = await zip.text(part);
  const isOurs = (name: string, formula: string) => traces.names.test(name) || traces.calls.test(formula);
  const text = withoutNames(xml, parseXml(xml, part), isOurs);
  return text === xml ? new Map<string, string>() : new Map([[part, text]]);
}
