/** A workbook that Excel made (.xlsx, .xlsm): what its cells hold, and the names and tables that formulas use. */
import { placedRows, readCells, type Cell, type CellContext } from "./cells";
import { rangeOf, type Range } from "./places";
import { relationsOf, type Relation } from "./relations";
import { decodeText, sharedTexts } from "./text";
import { attributeOf, childOf, childrenOf, isSet, parseXml, type Element } from "./xml";
import { openZip, type Zip } from "./zip";

export interface Sheet {
  readonly name: string;
  /** Its part of the zip. */
  readonly part: string;
  readonly cells: readonly Cell[];
  /** Where cells are joined into one. */
  readonly merged: readonly Range[];
  /** From 0; by hand or by a filter. */
  readonly hiddenRows: readonly number[];
}

/** A defined name. */
export interface Name {
  readonly name: string;
  /** In the file's spelling, without "="; relative references are as seen from A1. */
  readonly text: string;
  /** The only sheet whose formulas see it, by its place in `sheets`. */
  readonly sheet?: number | undefined;
}

export interface Table {
  readonly name: string;
  /** Its place in `sheets`. */
  readonly sheet: number;
  /** With header and totals. */
  readonly range: Range;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
}

export interface Workbook {
  readonly zip: Zip;
  /** The workbook's own part. */
  readonly part: string;
  /** Worksheets only, in the order of their tabs. */
  readonly sheets: readonly Sheet[];
  readonly names: readonly Name[];
  readonly tables: readonly Table[];
  /** Whether serial 0 is in 1899 or in 1904. */
  readonly dateSystem: 1900 | 1904;
}

/** Rejects with a message for people if this is no workbook that can be read. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const zip = await openZip(bytes);
  const part = (await relationsOf(zip, "")).find(({ type }) => type === "officeDocument")?.target;
  if (part === undefined || !/\.xml$/.test(part) || !zip.has(part)) throw new Error(NOT_XLSX);
  const root = parseXml(await zip.text(part), part);
  if (root.name !== "workbook") throw new Error(NOT_XLSX);

  const relations = await relationsOf(zip, part);
  const context: CellContext = {
    texts: await readTexts(zip, relations),
    spilling: await readSpilling(zip, relations),
    dateSystem: isSet(childOf(root, "workbookPr")?.attributes.date1904) ? 1904 : 1900,
  };
  const tabs = childrenOf(childOf(root, "sheets"), "sheet");
  const partOfTab = (tab: Element) =>
    relations.find(({ id, type }) => type === "worksheet" && id === attributeOf(tab, "id"))?.target;
  const worksheets = tabs.filter((tab) => partOfTab(tab) !== undefined);
  const read = await Promise.all(
    worksheets.map((tab, at) => readSheet(zip, tab.attributes.name ?? "", partOfTab(tab)!, at, context)),
  );
  const order = tabs.map((tab) => worksheets.indexOf(tab));
  return {
    zip,
    part,
    sheets: read.map(({ sheet }) => sheet),
    tables: read.flatMap(({ tables }) => tables),
    names: childrenOf(childOf(root, "definedNames"), "definedName").map((name) => readName(name, order)),
    dateSystem: context.dateSystem,
  };
}

/** The root of the custom XML part with this namespace, where the workbook has one. */
export async function customXml({ zip, part }: Workbook, namespace: string): Promise<Element | undefined> {
  for (const { type, target } of await relationsOf(zip, part)) {
    if (type !== "customXml") continue;
    const root = parseXml(await zip.text(target), target);
    if (root.attributes[root.prefix === "" ? "xmlns" : `xmlns:${root.prefix.slice(0, -1)}`] === namespace) return root;
  }
  return undefined;
}

const NOT_XLSX =
  "The file is not an Excel workbook that can be read here. Save it in Excel as .xlsx or .xlsm (not .xlsb).";

async function partOf(zip: Zip, relations: readonly Relation[], wanted: string): Promise<Element | undefined> {
  const part = relations.find(({ type }) => type === wanted)?.target;
  return part === undefined ? undefined : parseXml(await zip.text(part), part);
}

async function readTexts(zip: Zip, relations: readonly Relation[]): Promise<string[]> {
  const root = await partOf(zip, relations, "sharedStrings");
  return root ? sharedTexts(root) : [];
}

/** Formulas that spill are told from older arrays by their cells' metadata, which counts from 1. */
async function readSpilling(zip: Zip, relations: readonly Relation[]): Promise<Set<string>> {
  const root = await partOf(zip, relations, "sheetMetadata");
  const types = childrenOf(childOf(root, "metadataTypes"), "metadataType").map(({ attributes }) => attributes.name);
  const records = childrenOf(childOf(root, "cellMetadata"), "bk").map((record) =>
    childrenOf(record, "rc").some(({ attributes }) => types[Number(attributes.t) - 1] === "XLDAPR"),
  );
  return new Set(records.flatMap((isSpill, at) => (isSpill ? [String(at + 1)] : [])));
}

async function readSheet(
  zip: Zip,
  name: string,
  part: string,
  at: number,
  context: CellContext,
): Promise<{ sheet: Sheet; tables: Table[] }> {
  const worksheet = parseXml(await zip.text(part), part);
  const merged = childrenOf(childOf(worksheet, "mergeCells"), "mergeCell");
  const tables = (await relationsOf(zip, part)).filter(({ type }) => type === "table");
  return {
    sheet: {
      name,
      part,
      cells: readCells(worksheet, context),
      merged: merged.map(({ attributes }) => rangeOf(attributes.ref ?? "")),
      hiddenRows: placedRows(worksheet).flatMap(({ row, element }) => (isSet(element.attributes.hidden) ? [row] : [])),
    },
    tables: await Promise.all(
      tables.map(async ({ target }) => readTable(parseXml(await zip.text(target), target), at)),
    ),
  };
}

function readTable(root: Element, sheet: number): Table {
  const { displayName = "", ref = "", headerRowCount = "1", totalsRowCount = "0" } = root.attributes;
  return {
    name: displayName,
    sheet,
    range: rangeOf(ref),
    headerRows: Number(headerRowCount),
    totalsRows: Number(totalsRowCount),
    columns: childrenOf(childOf(root, "tableColumns"), "tableColumn").map(({ attributes }) =>
      decodeText(attributes.name ?? ""),
    ),
  };
}

/** A name's sheet is given by the place of its tab, chart sheets among them. */
function readName({ attributes, text }: Element, order: readonly number[]): Name {
  const { name = "", localSheetId } = attributes;
  return { name, text, sheet: localSheetId === undefined ? undefined : order[Number(localSheetId)] };
}
