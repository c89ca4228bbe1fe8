/** Reads a workbook (.xlsx, .xlsm): its cells, names and tables. */
import type { Area } from "../cells/area";
import type { DateSystem } from "../cells/dateSerial";
import { createCellReader, type FileCells, type CellContext } from "./fileCells";
import { readLinkedBooks, type LinkedBook } from "./linkedBooks";
import { beyondLimit, FILE_LIMITS, type FileLimits } from "./limits";
import { openPackage, type OfficePackage } from "./package";
import { readArea } from "./positions";
import { relationsOf, type Relation } from "./relations";
import { readRows, type PlacedRow } from "./rows";
import { decodeText, readSharedStrings } from "./text";
import { attributeNamed, childNamed, childrenNamed, isTrue, parseXml, type XmlElement } from "./xml";
import type { Zip } from "./zip";

export interface FileSheet {
  readonly name: string;
  /** The name of its XML part in the zip. */
  readonly xmlPart: string;
  readonly cells: FileCells;
  /** Merged cells. */
  readonly merged: readonly Area[];
  /** Rows hidden by hand or by a filter. */
  readonly hiddenRows: readonly number[];
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[];
}

/** A defined name. */
export interface DefinedName {
  readonly name: string;
  /** In the file's notation, without "="; relative references are relative to A1. */
  readonly text: string;
  /** The index in `sheets` of the name's scope; undefined for the whole workbook. */
  readonly sheet?: number | undefined;
}

export interface FileTable {
  readonly name: string;
  /** The index of its sheet in `sheets`. */
  readonly sheet: number;
  /** Including its header and totals rows. */
  readonly range: Area;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
}

export interface Workbook extends OfficePackage {
  /** Worksheets in the order of their tabs, without chart sheets. */
  readonly sheets: readonly FileSheet[];
  readonly names: readonly DefinedName[];
  readonly tables: readonly FileTable[];
  /** The other workbooks that its formulas read: [1], [2] and so on. */
  readonly linkedBooks: readonly LinkedBook[];
  readonly dateSystem: DateSystem;
  /** True if Excel rounds each result to the digits that its cell shows ("precision as displayed"). */
  readonly roundsAsDisplayed: boolean;
  /** How often formulas that depend on each other are calculated, and the change at which they have settled. @default not at all */
  readonly iteration?: { readonly count: number; readonly change: number } | undefined;
  readonly limits: FileLimits;
}

/** Reads a workbook. Rejects with a message for people if it cannot be read or exceeds the limits. */
export async function loadWorkbook(bytes: Uint8Array, limits = FILE_LIMITS): Promise<Workbook> {
  const { zip, xmlPart } = await openPackage(bytes, limits);
  if (!/\.xml$/i.test(xmlPart)) throw new Error(NOT_XLSX);
  const root = parseXml(await zip.text(xmlPart), xmlPart);
  if (root.name !== "workbook") throw new Error(NOT_XLSX);

  const relations = await relationsOf(zip, xmlPart);
  const context: BookContext = {
    sharedStrings: await sharedStringsOf(zip, relations),
    spilling: await readSpilling(zip, relations),
    dateSystem: isTrue(childNamed(root, "workbookPr")?.attributes.date1904) ? 1904 : 1900,
    left: { cells: limits.cells },
    limits,
  };
  const tabs = childrenNamed(childNamed(root, "sheets"), "sheet");
  const worksheets = tabs.flatMap((tab) => {
    const relation = relations.find(({ id }) => id === attributeNamed(tab, "id"));
    if (!relation) throw new Error(`The file is damaged: the sheet "${tab.attributes.name ?? ""}" is not in the file.`);
    return relation.type === "worksheet" ? [{ tab, xmlPart: relation.target }] : [];
  });
  const read: Awaited<ReturnType<typeof readSheet>>[] = [];
  // One after the other: the first sheet over a limit stops the reading.
  for (const [at, { tab, xmlPart }] of worksheets.entries())
    read.push(await readSheet(zip, tab.attributes.name ?? "", xmlPart, at, context));
  const count = (filled: number) => countCells(filled, context);
  const linkedBooks = await readLinkedBooks(zip, xmlPart, root, { ...context, xmlPart, count });
  const sheetOfTab = tabs.map((tab) => worksheets.findIndex((worksheet) => worksheet.tab === tab));
  return {
    zip,
    xmlPart,
    sheets: read.map(({ sheet }) => sheet),
    tables: read.flatMap(({ tables }) => tables),
    linkedBooks,
    names: childrenNamed(childNamed(root, "definedNames"), "definedName").map((name) => readName(name, sheetOfTab)),
    dateSystem: context.dateSystem,
    roundsAsDisplayed: /^(?:0|false)$/.test(childNamed(root, "calcPr")?.attributes.fullPrecision ?? ""),
    iteration: iterationOf(childNamed(root, "calcPr")),
    limits,
  };
}

/** Without numbers of its own, a workbook has those with which Excel begins. */
function iterationOf(calculation: XmlElement | undefined): Workbook["iteration"] {
  const { iterate, iterateCount = "100", iterateDelta = "0.001" } = calculation?.attributes ?? {};
  return isTrue(iterate) ? { count: Number(iterateCount), change: Number(iterateDelta) } : undefined;
}

export interface CustomXml {
  /** The XML part's name in the zip. */
  readonly xmlPart: string;
  readonly namespace: string;
  readonly text: string;
}

/** Reads the workbook's custom XML parts with this namespace or one below it, such as `urn:a:b` for `urn:a`. */
export async function customXmlOf({ zip, xmlPart }: Workbook, namespace: string): Promise<CustomXml[]> {
  const found: CustomXml[] = [];
  for (const { type, target } of await relationsOf(zip, xmlPart)) {
    if (type !== "customXml" || !zip.has(target)) continue;
    // A part of another program may have any encoding, or not be XML at all.
    const text = await zip.text(target).catch(() => "");
    const own = text.includes(namespace) ? namespaceOf(text, target) : undefined;
    if (own === namespace || own?.startsWith(`${namespace}:`)) found.push({ xmlPart: target, namespace: own, text });
  }
  return found;
}

function namespaceOf(text: string, xmlPart: string): string | undefined {
  const { attributes, prefix } = parseXml(text, xmlPart);
  return attributes[prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`];
}

const NOT_XLSX = "The file is not a supported Excel workbook. Save it in Excel as .xlsx or .xlsm (not .xlsb).";

async function partOf(zip: Zip, relations: readonly Relation[], wanted: string): Promise<XmlElement | undefined> {
  const xmlPart = relations.find(({ type }) => type === wanted)?.target;
  return xmlPart === undefined ? undefined : parseXml(await zip.text(xmlPart), xmlPart);
}

async function sharedStringsOf(zip: Zip, relations: readonly Relation[]): Promise<string[]> {
  const root = await partOf(zip, relations, "sharedStrings");
  return root ? readSharedStrings(root) : [];
}

/**
 * Finds the values of the attribute `cm` that mark spilling formulas. Each is the number, from 1, of a record in the cells'
 * metadata. It distinguishes them from older array formulas.
 */
async function readSpilling(zip: Zip, relations: readonly Relation[]): Promise<Set<string>> {
  const root = await partOf(zip, relations, "sheetMetadata");
  const types = childrenNamed(childNamed(root, "metadataTypes"), "metadataType").map(
    ({ attributes }) => attributes.name,
  );
  const records = childrenNamed(childNamed(root, "cellMetadata"), "bk").map((record) =>
    childrenNamed(record, "rc").some(({ attributes }) => types[Number(attributes.t) - 1] === "XLDAPR"),
  );
  return new Set(records.flatMap((isSpill, at) => (isSpill ? [String(at + 1)] : [])));
}

/** The context of all worksheets. */
interface BookContext extends Omit<CellContext, "xmlPart" | "count"> {
  readonly limits: FileLimits;
  /** The number of cells still allowed. */
  readonly left: { cells: number };
}

/** Returns the limit of XML elements: row, cell, formula and value for each cell. */
function elementsFor({ cells }: FileLimits): number {
  return Math.max(1_000_000, cells * 4);
}

function countCells(filled: number, { left, limits }: BookContext): void {
  left.cells -= filled;
  if (left.cells >= 0) return;
  const most = limits.cells.toLocaleString("en-US");
  throw beyondLimit("cells", `it has more than ${most} cells, including the cells of array formulas`);
}

async function readSheet(
  zip: Zip,
  name: string,
  xmlPart: string,
  at: number,
  context: BookContext,
): Promise<{ sheet: FileSheet; tables: FileTable[] }> {
  const hiddenRows: number[] = [];
  const reader = createCellReader({ ...context, xmlPart, count: (filled) => countCells(filled, context) });
  const readRow = (row: PlacedRow) => {
    reader.read(row);
    if (isTrue(row.element.attributes.hidden)) hiddenRows.push(row.row);
  };
  const worksheet = readRows(await zip.text(xmlPart), xmlPart, readRow, { most: elementsFor(context.limits) });
  const merged = childrenNamed(childNamed(worksheet, "mergeCells"), "mergeCell");
  // A table that the sheet does not list is none: Excel does not read it.
  const listed = childrenNamed(childNamed(worksheet, "tableParts"), "tablePart").map((part) =>
    attributeNamed(part, "id"),
  );
  const tables = (await relationsOf(zip, xmlPart)).filter(({ type, id }) => type === "table" && listed.includes(id));
  return {
    sheet: {
      name,
      xmlPart,
      cells: reader.cells,
      merged: merged.map(({ attributes }) => readArea(attributes.ref ?? "")),
      hiddenRows,
      hiddenColumns: childrenNamed(childNamed(worksheet, "cols"), "col").flatMap(({ attributes }) =>
        isTrue(attributes.hidden) ? [{ first: Number(attributes.min) - 1, last: Number(attributes.max) - 1 }] : [],
      ),
    },
    tables: await Promise.all(
      tables.map(async ({ target }) => readTable(parseXml(await zip.text(target), target), at)),
    ),
  };
}

function readTable(root: XmlElement, sheet: number): FileTable {
  const { displayName = "", ref = "", headerRowCount = "1", totalsRowCount = "0" } = root.attributes;
  return {
    name: displayName,
    sheet,
    range: readArea(ref),
    headerRows: Number(headerRowCount),
    totalsRows: Number(totalsRowCount),
    columns: childrenNamed(childNamed(root, "tableColumns"), "tableColumn").map(({ attributes }) =>
      decodeText(attributes.name ?? ""),
    ),
  };
}

/** `localSheetId` counts all tabs, including chart sheets, which are not in `sheets`. */
function readName({ attributes, text }: XmlElement, sheetOfTab: readonly number[]): DefinedName {
  const { name = "", localSheetId } = attributes;
  return { name, text, sheet: localSheetId === undefined ? undefined : sheetOfTab[Number(localSheetId)] };
}
