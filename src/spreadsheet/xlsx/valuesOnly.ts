/** Makes a values-only copy of a workbook: no formulas, no artifacts of the add-in, no lists of other plans. */
import { cellIndex, cellPosition, contains, type Area } from "../cells/area";
import { parseAddress } from "../cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import type { CellEdit } from "./cellEdits";
import { isMacroEnabled, withoutMacros } from "./macros";
import { relationsOf } from "./relations";
import {
  isReportDropDown,
  reportColumnsIn,
  withoutCells,
  type ReportColumns,
  type ReportArtifacts,
} from "./reportLists";
import { ruleFormulas, withoutRules } from "./rules";
import { withoutLostTexts } from "./sharedTexts";
import { webExtensionOf } from "./webExtension";
import { customXmlOf, type DefinedName, type FileSheet, type Workbook } from "./workbook";
import { createNameReader, namesToRemove, withoutNames } from "./definedNames";
import { withoutTableFormulas } from "./tableFormulas";
import { writeWorkbook, type BookChanges } from "./write";
import { parseXml } from "./xml";

/** How to recognise the add-in's artifacts. */
export interface AddinArtifacts {
  /** Custom XML parts of this namespace or one below it. */
  readonly namespace: string;
  /** The add-in's id in its manifest. */
  readonly addin: string;
  /** The add-in's calls in the formulas of other defined names. */
  readonly calls: RegExp;
  readonly reports: ReportArtifacts;
  /** The defined name of cells whose whole sheet is blank in a copy: who wrote what, and when, is not for its readers. */
  readonly blankSheet: RegExp;
}

export interface ValuesFile {
  readonly bytes: Uint8Array;
  /** The number of formulas that became values. */
  readonly formulas: number;
  /** True if it is an .xlsm still. */
  readonly isMacroEnabled: boolean;
}

/** Returns the copy, which has no macros; the same bytes if there is nothing to change. */
export async function writeValuesOnly(workbook: Workbook, artifacts: AddinArtifacts): Promise<ValuesFile> {
  const reports = reportColumnsIn(workbook, artifacts.reports);
  const formulas = workbook.sheets.reduce((sum, sheet) => sum + formulasBeside(sheet, reports.get(sheet)?.lists), 0);
  const none: BookChanges = { cells: new Map(), xmlParts: new Map(), unwanted: new Set() };
  const changes = await withoutMacros(workbook, await valuesOnly(workbook, none, artifacts));
  const bytes = await writeWorkbook(workbook, changes);
  return { bytes, formulas, isMacroEnabled: await isMacroEnabled(workbook, changes) };
}

function formulasBeside({ cells: { formulas } }: FileSheet, lists: readonly Area[] = []): number {
  return [...formulas.values()].filter((formula) => !lists.some((area) => contains(area, formula))).length;
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
  const gone = namesToRemove(
    workbook.names,
    ({ name, text }) =>
      artifacts.reports.names.test(name) || artifacts.blankSheet.test(name) || artifacts.calls.test(text),
  );
  const readsGone = createNameReader(workbook.names, gone);
  const isOurs = (formula: string) => artifacts.calls.test(formula) || readsGone(formula);
  const book = await bookWithout(workbook, gone);
  const reports = reportColumnsIn(workbook, artifacts.reports);
  const cells = cellsLeft(workbook, changes, reports, blankSheets(workbook, artifacts.blankSheet));
  const rules = await withoutRules(
    workbook,
    (rule, sheet) => ruleFormulas(rule).some(isOurs) || isReportDropDown(rule, sheet, reports),
  );
  const tables = await withoutTableFormulas(workbook, isOurs);
  const texts = await withoutLostTexts(workbook, cells);
  return {
    cells,
    xmlParts: new Map([...changes.xmlParts, ...panes, ...book, ...rules, ...tables, ...texts]),
    unwanted: new Set([...changes.unwanted, ...own, ...unwanted, ...properties.flat().map(({ target }) => target)]),
  };
}

/** Returns the edits of each sheet. */
function cellsLeft(
  { sheets }: Workbook,
  changes: BookChanges,
  reports: ReadonlyMap<FileSheet, ReportColumns>,
  blank: ReadonlySet<string>,
): BookChanges["cells"] {
  return new Map(
    sheets.map((sheet) => {
      const edits = withoutFormulas(sheet, changes.cells.get(sheet) ?? []);
      const lists = blank.has(sheet.name.toLowerCase()) ? [WHOLE_SHEET] : reports.get(sheet)?.lists;
      return [sheet, lists ? withoutCells(sheet, edits, lists) : edits];
    }),
  );
}

const WHOLE_SHEET: Area = { row: 0, column: 0, rows: MAX_ROWS, columns: MAX_COLUMNS };

/** Returns the sheets, in small letters, in which such a name means cells. */
function blankSheets({ names }: Workbook, isBlank: RegExp): ReadonlySet<string> {
  const meant = names.filter(({ name }) => isBlank.test(name)).map(({ text }) => parseAddress(text)?.sheet ?? "");
  return new Set(meant.filter((sheet) => sheet !== "").map((sheet) => sheet.toLowerCase()));
}

/** Extends the edits of a sheet: each formula becomes its value. */
function withoutFormulas({ cells }: FileSheet, edits: readonly CellEdit[]): CellEdit[] {
  const known = new Set(edits.map(cellIndex));
  const others = [...cells.formulas.keys(), ...cells.flagged].filter((number) => !known.has(number));
  const made = others.map((number) => ({ ...cellPosition(number), value: cells.values.get(number) ?? null }));
  return [...edits, ...made].map(({ row, column, value }) => ({ row, column, value, dropFormula: true }));
}

/** Returns the workbook's own XML part without these names, or nothing if there are none. */
async function bookWithout({ zip, xmlPart }: Workbook, gone: ReadonlySet<DefinedName>): Promise<Map<string, string>> {
  if (gone.size === 0) return new Map();
  const xml = await zip.text(xmlPart);
  const unwanted = new Set([...gone].map(({ name, text }) => `${name}=${text}`));
  const text = withoutNames(xml, parseXml(xml, xmlPart), (name, formula) => unwanted.has(`${name}=${formula}`));
  return new Map([[xmlPart, text]]);
}
