/**
 * Writes the workbook as a file. It has cells with their values, formulas and look, charts, lists, names, and how sheets are
 * printed, and custom XML parts. It lacks tables and notes. Formulas are spelled as the grid shows them, so a program that
 * calculates the file may not know newer functions: the file is made for copies of values.
 */
import { parseAddress } from "../../src/spreadsheet/cells/address";
import { mapCells } from "../../src/spreadsheet/cells/area";
import { quoteSheetName } from "../../src/spreadsheet/cells/sheetPrefix";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";
import { packZip } from "../../src/spreadsheet/xlsx/zip";
import { emptyState, type WorkbookState } from "../model/state";
import type { Snapshot } from "../univer/univerSnapshot";
import { chartPartXml, fixed, type RangeReader } from "./chartPart";
import { drawingPartXml } from "./drawingPart";
import type { FileRule } from "./fileRules";
import { readStoredRows, sheetOf, type StoredRows } from "./sheetCells";
import { sheetPartXml } from "./sheetPart";
import { createStyleSheet } from "./styleSheet";

/** A workbook as the page stores it. */
export interface BookToWrite extends Snapshot {
  readonly document?: { readonly workbook: Partial<WorkbookState> };
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const TYPES: readonly (readonly [start: string, type: string])[] = [
  ["xl/workbook", `${SHEET_TYPES}.sheet.main+xml`],
  ["xl/worksheets/sheet", `${SHEET_TYPES}.worksheet+xml`],
  ["xl/styles", `${SHEET_TYPES}.styles+xml`],
  ["xl/drawings/drawing", "application/vnd.openxmlformats-officedocument.drawing+xml"],
  ["xl/charts/chart", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"],
];

export async function writeBookFile(book: BookToWrite): Promise<Uint8Array> {
  const parts = [...partsOf(book)].map(([name, xml]) => [name, xml.startsWith("<?xml") ? xml : HEAD + xml] as const);
  return packZip(new Map(parts));
}

type Parts = Map<string, string>;
type Relation = readonly [type: string, target: string];

function partsOf(book: BookToWrite): Parts {
  const { data } = book;
  const ids = data.sheetOrder ?? [];
  const state = { ...emptyState(), ...book.document?.workbook };
  const sheets = new Map(ids.map((id) => [id, readStoredRows(book, id)]));
  const read = reader(book, sheets);
  const rules = resourceOf<Record<string, FileRule[]>>(book, "SHEET_CONDITIONAL_FORMATTING_PLUGIN") ?? {};
  const styles = createStyleSheet();
  const parts: Parts = new Map([["_rels/.rels", relationsXml([["officeDocument", "xl/workbook.xml"]])]]);
  let charts = 0;
  for (const [at, id] of ids.entries()) {
    const sheet = sheetOf(data, id);
    const drawn = state.charts.flatMap((chart) => {
      const xml = chart.sheet === id ? chartPartXml(chart, read) : undefined;
      return xml === undefined ? [] : [{ chart, xml, number: (charts += 1) }];
    });
    const on = <T extends { readonly sheet: string }>(all: readonly T[]) => all.filter((each) => each.sheet === id);
    const xml = sheetPartXml({
      sheet,
      rows: sheets.get(id) ?? new Map(),
      styles,
      rules: rules[id] ?? [],
      lists: on(state.validations),
      groups: state.rowGroups?.[id] ?? [],
      layout: state.layouts[id] ?? {},
      isDrawn: drawn.length > 0,
    });
    parts.set(`xl/worksheets/sheet${at + 1}.xml`, xml);
    if (drawn.length === 0) continue;
    const drawing = `drawing${at + 1}.xml`;
    parts.set(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, relationsXml([["drawing", `../drawings/${drawing}`]]));
    parts.set(
      `xl/drawings/${drawing}`,
      drawingPartXml(
        drawn.map(({ chart }) => chart),
        sheet,
      ),
    );
    const links = drawn.map(({ number }): Relation => ["chart", `../charts/chart${number}.xml`]);
    parts.set(`xl/drawings/_rels/${drawing}.rels`, relationsXml(links));
    for (const chart of drawn) parts.set(`xl/charts/chart${chart.number}.xml`, chart.xml);
  }
  parts.set("xl/styles.xml", styles.xml());
  parts.set("xl/workbook.xml", workbookXml(book, state));
  const targets = ids.map((_, at): Relation => ["worksheet", `worksheets/sheet${at + 1}.xml`]);
  const custom = Object.values(state.parts).map((_, at): Relation => ["customXml", `../customXml/item${at + 1}.xml`]);
  for (const [at, xml] of Object.values(state.parts).entries()) parts.set(`customXml/item${at + 1}.xml`, xml);
  parts.set("xl/_rels/workbook.xml.rels", relationsXml([...targets, ["styles", "styles.xml"], ...custom]));
  // A program reads the types first.
  return new Map([["[Content_Types].xml", contentTypesXml([...parts.keys()])], ...parts]);
}

/** Reads values of the stored cells. */
function reader({ data }: BookToWrite, sheets: ReadonlyMap<string, StoredRows>): RangeReader {
  const ids = new Map((data.sheetOrder ?? []).map((id) => [sheetOf(data, id).name, id]));
  return (address) => {
    const { sheet = "", area } = parseAddress(address) ?? {};
    const rows = sheets.get(ids.get(sheet) ?? "");
    return area ? mapCells(area, (row, column) => rows?.get(row)?.get(column)?.value ?? null).flat() : [];
  };
}

function resourceOf<T>({ data }: BookToWrite, name: string): T | undefined {
  const found = data.resources?.find((each) => each.name === name)?.data;
  return found ? (JSON.parse(found) as T) : undefined;
}

interface StoredName {
  readonly name: string;
  readonly formulaOrRefString: string;
  readonly localSheetId?: string;
}

function workbookXml(book: BookToWrite, { layouts, hiddenNames, calculationMode }: WorkbookState): string {
  const { data } = book;
  const ids = data.sheetOrder ?? [];
  const tabs = ids.map((id, at) => {
    const { name = "", hidden } = sheetOf(data, id);
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${at + 1}"/>`;
  });
  const stored = Object.values(resourceOf<Record<string, StoredName>>(book, "SHEET_DEFINED_NAME_PLUGIN") ?? {});
  const own = stored.map(({ name, formulaOrRefString, localSheetId = "" }) => {
    const isHidden = hiddenNames.includes(name);
    return nameXml(name, formulaOrRefString.replace(/^=/, ""), ids.indexOf(localSheetId), isHidden);
  });
  const printed = ids.flatMap((id, at) => {
    const prefix = `${quoteSheetName(sheetOf(data, id).name ?? "")}!`;
    const { printArea, printTitleRows: rows, printTitleColumns: columns } = layouts[id] ?? {};
    const titles = [columns, rows].filter((each) => typeof each === "string").map((each) => prefix + each);
    return [
      typeof printArea === "string" ? nameXml("_xlnm.Print_Area", prefix + fixed(printArea), at) : "",
      titles.length > 0 ? nameXml("_xlnm.Print_Titles", titles.join(","), at) : "",
    ];
  });
  const names = [...own, ...printed].join("");
  const mode = calculationMode === "Manual" ? ' calcMode="manual"' : "";
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs.join("")}</sheets>${names && `<definedNames>${names}</definedNames>`}<calcPr${mode}/></workbook>`;
}

/** @param sheet The index of the sheet that has the name; below 0 for the workbook. */
function nameXml(name: string, text: string, sheet: number, isHidden = false): string {
  const attributes = `${sheet < 0 ? "" : ` localSheetId="${sheet}"`}${isHidden ? ' hidden="1"' : ""}`;
  return `<definedName name="${escapeXml(name)}"${attributes}>${escapeXml(text)}</definedName>`;
}

function relationsXml(relations: readonly Relation[]): string {
  const links = relations.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${links.join("")}</Relationships>`;
}

function contentTypesXml(names: readonly string[]): string {
  const overrides = names.flatMap((name) => {
    const [, type] = TYPES.find(([start]) => name.startsWith(start)) ?? [];
    return type ? [`<Override PartName="/${name}" ContentType="${type}"/>`] : [];
  });
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}
