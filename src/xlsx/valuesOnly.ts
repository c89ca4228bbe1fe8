/** A workbook's file with values alone: no formula, and nothing that the add-in has left in it. */
import { cellNumber } from "../grid/area";
import type { CellEdit } from "./edits";
import { relationsOf } from "./relations";
import { webExtensionOf } from "./webExtension";
import { customXmlOf, type FileSheet, type Workbook } from "./workbook";
import { withoutEntries } from "./workbookPart";
import { writeWorkbook, type BookChanges } from "./write";
import { parseXml } from "./xml";

/** By what the add-in's traces are known. */
export interface FileTraces {
  /** Custom XML parts of this namespace or one below it. */
  readonly namespace: string;
  /** The add-in's id in its manifest. */
  readonly addin: string;
  readonly sheets: RegExp;
  /** Defined names by what they are called, and by what they hold. */
  readonly names: RegExp;
  readonly calls: RegExp;
}

export interface ValuesFile {
  readonly bytes: Uint8Array;
  /** Formulas that are values in it. */
  readonly formulas: number;
}

/** The same bytes where there is nothing to change. */
export async function writeValuesOnly(workbook: Workbook, traces: FileTraces): Promise<ValuesFile> {
  const formulas = workbook.sheets
    .filter(({ name }) => !traces.sheets.test(name))
    .reduce((sum, { cells }) => sum + cells.formulas.size, 0);
  const changes = await valuesOnly(workbook, { cells: new Map(), parts: new Map(), unwanted: new Set() }, traces);
  return { bytes: await writeWorkbook(workbook, changes), formulas };
}

/** These changes, with all formulas as the values that they show, and without what the add-in has left. */
export async function valuesOnly(workbook: Workbook, changes: BookChanges, traces: FileTraces): Promise<BookChanges> {
  const gone = workbook.sheets.filter(({ name }) => traces.sheets.test(name));
  const kept = workbook.sheets.filter((sheet) => !gone.includes(sheet));
  const own = (await customXmlOf(workbook, traces.namespace)).map(({ part }) => part);
  const properties = await Promise.all(own.map((part) => relationsOf(workbook.zip, part)));
  const { unwanted, panes } = await webExtensionOf(workbook, traces.addin);
  const book = await bookWithout(workbook, traces);
  return {
    cells: new Map(kept.map((sheet) => [sheet, withoutFormulas(sheet, changes.cells.get(sheet) ?? [])])),
    parts: new Map([...changes.parts, ...panes, ...book]),
    unwanted: new Set([
      ...[...changes.unwanted, ...own, ...unwanted, ...gone.map(({ part }) => part)],
      ...properties.flat().map(({ target }) => target),
    ]),
  };
}

/** The edits of a sheet, with those that make a value of each formula. */
function withoutFormulas({ cells: { values, formulas } }: FileSheet, edits: readonly CellEdit[]): CellEdit[] {
  const known = new Set(edits.map(cellNumber));
  const others = [...formulas].filter(([number]) => !known.has(number));
  const made = others.map(([number, { row, column }]) => ({ row, column, value: values.get(number) ?? null }));
  return [...edits, ...made].map(({ row, column, value }) => ({ row, column, value, dropFormula: true }));
}

/** The workbook's own part without our sheets and names; none where it has none of them. */
async function bookWithout({ zip, part }: Workbook, traces: FileTraces): Promise<Map<string, string>> {
  const xml = await zip.text(part);
  const text = withoutEntries(xml, parseXml(xml, part), {
    isSheet: (name) => traces.sheets.test(name),
    isName: (name, formula) => traces.names.test(name) || traces.calls.test(formula),
  });
  return text === xml ? new Map<string, string>() : new Map([[part, text]]);
}
