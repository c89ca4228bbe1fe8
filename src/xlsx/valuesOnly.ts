/** Makes a values-only copy of a workbook: no formulas, no artifacts of the add-in, no lists of other plans. */
import { cellNumber, contains, type Area } from "../grid/area";
import type { CellEdit } from "./edits";
import { relationsOf } from "./relations";
import {
  reportColumnsIn,
  withoutCells,
  withoutDropDowns,
  type ReportColumns,
  type ReportArtifacts,
} from "./reportLists";
import { withoutLostTexts } from "./sharedTexts";
import { webExtensionOf } from "./webExtension";
import { customXmlOf, type FileSheet, type Workbook } from "./workbook";
import { withoutNames } from "./definedNames";
import { writeWorkbook, type BookChanges } from "./write";
import { parseXml } from "./xml";

/** How to recognise the add-in's artifacts. */
export interface AddinArtifacts {
  /** Custom XML parts of this namespace or one below it. */
  readonly namespace: string;
  /** The add-in's id in its manifest. */
  readonly addin: string;
  /** Defined names of the add-in. */
  readonly names: RegExp;
  /** The add-in's calls in the formulas of other defined names. */
  readonly calls: RegExp;
  readonly reports: ReportArtifacts;
}

export interface ValuesFile {
  readonly bytes: Uint8Array;
  /** The number of formulas that became values. */
  readonly formulas: number;
}

/** Returns the copy; the same bytes if there is nothing to change. */
export async function writeValuesOnly(workbook: Workbook, artifacts: AddinArtifacts): Promise<ValuesFile> {
  const reports = reportColumnsIn(workbook, artifacts.reports);
  const formulas = workbook.sheets.reduce((sum, sheet) => sum + formulasBeside(sheet, reports.get(sheet)?.lists), 0);
  const changes = await valuesOnly(workbook, { cells: new Map(), xmlParts: new Map(), unwanted: new Set() }, artifacts);
  return { bytes: await writeWorkbook(workbook, changes), formulas };
}

function formulasBeside({ cells: { formulas } }: FileSheet, lists: Area | undefined): number {
  return lists ? [...formulas.values()].filter((formula) => !contains(lists, formula)).length : formulas.size;
}

/** Extends changes: all formulas become their values, and the add-in's artifacts go. */
export async function valuesOnly(
  workbook: Workbook,
  changes: BookChanges,
  artifacts: AddinArtifacts,
): Promise<BookChanges> {
  const own = (await customXmlOf(workbook, artifacts.namespace)).map(({ xmlPart }) => xmlPart);
  const properties = await Promise.all(own.map((xmlPart) => relationsOf(workbook.zip, xmlPart)));
  const { unwanted, panes } = await webExtensionOf(workbook, artifacts.addin);
  const book = await bookWithout(workbook, artifacts);
  const reports = reportColumnsIn(workbook, artifacts.reports);
  const cells = cellsLeft(workbook, changes, reports);
  const dropDowns = await withoutDropDowns(workbook, reports);
  const texts = await withoutLostTexts(workbook, cells);
  return {
    cells,
    xmlParts: new Map([...changes.xmlParts, ...panes, ...book, ...dropDowns, ...texts]),
    unwanted: new Set([...changes.unwanted, ...own, ...unwanted, ...properties.flat().map(({ target }) => target)]),
  };
}

/** Returns the edits of each sheet. */
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

/** Extends the edits of a sheet: each formula becomes its value. */
function withoutFormulas({ cells: { values, formulas } }: FileSheet, edits: readonly CellEdit[]): CellEdit[] {
  const known = new Set(edits.map(cellNumber));
  const others = [...formulas].filter(([number]) => !known.has(number));
  const made = others.map(([number, { row, column }]) => ({ row, column, value: values.get(number) ?? null }));
  return [...edits, ...made].map(({ row, column, value }) => ({ row, column, value, dropFormula: true }));
}

/** Returns the workbook's own XML part without our names, or nothing if it has none of them. */
async function bookWithout({ zip, xmlPart }: Workbook, artifacts: AddinArtifacts): Promise<Map<string, string>> {
  const xml = await zip.text(xmlPart);
  const isOurs = (name: string, formula: string) => artifacts.names.test(name) || artifacts.calls.test(formula);
  const text = withoutNames(xml, parseXml(xml, xmlPart), isOurs);
  return text === xml ? new Map<string, string>() : new Map([[xmlPart, text]]);
}
