/** Workbooks in the shape in which Excel writes them, with the parts around the sheets that a change must not touch. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter, configure } from "@zip.js/zip.js";
import { createHash } from "node:crypto";

// The streams of the platform take most of the time of a small book.
configure({ useWebWorkers: false, useCompressionStream: false });

/** What a cell shows: as in JSON, an error as {error}. */
type Shown = string | number | boolean | null | { error: string };

/** A value, or a formula (in the file's spelling) with its last value. */
export type CellSpec =
  | Shown
  | {
      f?: string;
      v?: Shown;
      /** The range of an array formula; of one that spills with `spill`. */
      array?: string;
      spill?: string;
      /** The range of a what-if table, and its other attributes. */
      data?: string;
      inputs?: string;
      /** The number of a shared formula, and its range on the first cell that has it. */
      si?: number;
      ref?: string;
      /** True for a formula element without text, as Excel writes it into the cells that a volatile array fills. */
      isFlagged?: boolean;
      /** The cell's style. */
      s?: number;
    };

export interface SheetSpec {
  name: string;
  /** By address. */
  cells: Record<string, CellSpec>;
  merged?: string[];
  tables?: { name: string; ref: string; columns: string[]; totals?: boolean }[];
  /** The format of a column (from 1). */
  columnStyle?: [column: number, style: number];
}

export interface BookSpec {
  sheets: SheetSpec[];
  /** Name to formula; "Sheet!Name" for a name of one sheet. */
  names?: Record<string, string>;
  date1904?: boolean;
  /** Attributes of the root of the add-in's own part. */
  settings?: Record<string, string>;
}

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

export async function createBook(spec: BookSpec): Promise<Uint8Array> {
  return zipped(partsOf(spec));
}

export async function zipped(parts: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: new Date(1980, 0, 1), extendedTimestamp: false });
  for (const [name, text] of Object.entries(parts)) {
    await writer.add(name, new Uint8ArrayReader(typeof text === "string" ? new TextEncoder().encode(text) : text));
  }
  return writer.close();
}

/** Hashes of all parts: of what they hold, and of the bytes that stand compressed in the file. */
const RELATIONS = "xl/_rels/workbook.xml.rels";

/** Adds custom XML parts, item1.xml and so on. The first is where an empty one stood already, with its relationship. */
export function withCustomXml(parts: Record<string, string>, texts: readonly string[]): Record<string, string> {
  const relations = texts.map((_, at) =>
    at === 0 ? "" : `<Relationship Id="own${at}" Type="x/customXml" Target="../customXml/item${at + 1}.xml"/>`,
  );
  return {
    ...parts,
    [RELATIONS]: parts[RELATIONS]?.replace("</Relationships>", `${relations.join("")}</Relationships>`) ?? "",
    ...Object.fromEntries(texts.map((text, at) => [`customXml/item${at + 1}.xml`, text])),
  };
}

export async function hashes(bytes: Uint8Array): Promise<Record<string, string>> {
  const hash = (part: Uint8Array) => createHash("sha256").update(part).digest("hex");
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const rows = entries.map(async (entry) => {
    if (entry.directory) return [entry.filename, ""];
    const plain = hash(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }));
    return [entry.filename, `${plain} ${hash(await entry.getData(new Uint8ArrayWriter(), { passThrough: true }))}`];
  });
  return Object.fromEntries(await Promise.all(rows));
}

export async function partText(bytes: Uint8Array, name: string): Promise<string> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const entry = entries.find(({ filename }) => filename === name)!;
  if (entry.directory) throw new Error(`${name} is a folder.`);
  return new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter()));
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function partsOf({ sheets, names = {}, date1904 = false, settings }: BookSpec): Record<string, string> {
  const texts: string[] = [];
  const worksheets = sheets.map((sheet, at) => worksheetParts(sheet, at, texts));
  const chain = sheets.flatMap(({ cells }, at) =>
    Object.entries(cells).flatMap(([address, cell]) => (hasFormula(cell) ? [`<c r="${address}" i="${at + 1}"/>`] : [])),
  );
  const relations: [type: string, target: string][] = [
    ...sheets.map((_, at): [string, string] => ["worksheet", `worksheets/sheet${at + 1}.xml`]),
    ["styles", "styles.xml"],
    ["sharedStrings", "sharedStrings.xml"],
    ["sheetMetadata", "metadata.xml"],
    ...(chain.length > 0 ? [["calcChain", "calcChain.xml"] as [string, string]] : []),
    ...(settings ? [["customXml", "../customXml/item1.xml"] as [string, string]] : []),
  ];
  const parts: Record<string, string> = {
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes" Target="xl/webextensions/taskpanes.xml"/></Relationships>`,
    "xl/workbook.xml": workbookXml(sheets, names, date1904),
    "xl/_rels/workbook.xml.rels": relationsXml(relations),
    ...Object.assign({}, ...worksheets),
    "xl/styles.xml": STYLES,
    "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join("")}</sst>`,
    "xl/metadata.xml": METADATA,
    ...(chain.length > 0
      ? { "xl/calcChain.xml": `${HEAD}<calcChain xmlns="${MAIN}">${chain.join("")}</calcChain>` }
      : {}),
    ...SURROUNDINGS,
    ...(settings ? { "customXml/item1.xml": settingsXml(settings) } : {}),
  };
  return { "[Content_Types].xml": contentTypes(Object.keys(parts)), ...parts };
}

function hasFormula(cell: CellSpec): boolean {
  return typeof cell === "object" && cell !== null && ("f" in cell || "si" in cell);
}

function settingsXml(settings: Record<string, string>): string {
  const attributes = Object.entries(settings).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<insights xmlns="urn:scenario-insights:workbook:settings"${attributes.join("")}/>`;
}

function workbookXml(sheets: SheetSpec[], names: Record<string, string>, date1904: boolean): string {
  const tabs = sheets.map(({ name }, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const defined = Object.entries(names).map(([name, formula]) => {
    const [local, owner] = name.split("!").reverse();
    const scope = owner === undefined ? "" : ` localSheetId="${sheets.findIndex((sheet) => sheet.name === owner)}"`;
    return `<definedName name="${escape(local!)}"${scope}>${escape(formula)}</definedName>`;
  });
  const properties = date1904 ? '<workbookPr date1904="1" defaultThemeVersion="166925"/>' : "<workbookPr/>";
  const definedNames = defined.length > 0 ? `<definedNames>${defined.join("")}</definedNames>` : "";
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${tabs.join("")}</sheets>${definedNames}<calcPr calcId="191029"/></workbook>`;
}

function worksheetParts(sheet: SheetSpec, at: number, texts: string[]): Record<string, string> {
  const { cells, merged = [], tables = [], columnStyle } = sheet;
  const part = `sheet${at + 1}.xml`;
  const cols = columnStyle
    ? `<cols><col min="${columnStyle[0]}" max="${columnStyle[0]}" width="12" style="${columnStyle[1]}" customWidth="1"/></cols>`
    : "";
  const merge = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const first = at * 100 + 1;
  const tableParts = tables.map((_, index) => `<tablePart r:id="rId${index + 2}"/>`).join("");
  const xml = `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="${dimensionOf(cells)}"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>${cols}${sheetData(cells, texts)}${merge && `<mergeCells count="${merged.length}">${merge}</mergeCells>`}<conditionalFormatting sqref="A1:A9"><cfRule type="cellIs" dxfId="0" priority="1" operator="lessThan"><formula>0</formula></cfRule></conditionalFormatting><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>${at === 0 ? '<drawing r:id="rId1"/>' : ""}${tableParts && `<tableParts count="${tables.length}">${tableParts}</tableParts>`}</worksheet>`;
  const relations: [string, string][] = [
    at === 0 ? ["drawing", "../drawings/drawing1.xml"] : ["printerSettings", "../printerSettings/printerSettings1.bin"],
    ...tables.map((_, index): [string, string] => ["table", `../tables/table${first + index}.xml`]),
  ];
  return {
    [`xl/worksheets/${part}`]: xml,
    [`xl/worksheets/_rels/${part}.rels`]: relationsXml(relations),
    ...Object.fromEntries(
      tables.map((table, index) => [`xl/tables/table${first + index}.xml`, tableXml(table, first + index)]),
    ),
  };
}

function tableXml(
  { name, ref, columns, totals = false }: NonNullable<SheetSpec["tables"]>[number],
  id: number,
): string {
  const list = columns.map((column, at) => `<tableColumn id="${at + 1}" name="${escape(column)}"/>`).join("");
  return `${HEAD}<table xmlns="${MAIN}" id="${id}" name="${name}" displayName="${name}" ref="${ref}"${totals ? ' totalsRowCount="1"' : ' totalsRowShown="0"'}><autoFilter ref="${ref}"/><tableColumns count="${columns.length}">${list}</tableColumns></table>`;
}

function sheetData(cells: Record<string, CellSpec>, texts: string[]): string {
  const rows = new Map<number, [column: number, xml: string][]>();
  for (const [address, cell] of Object.entries(cells)) {
    const row = Number(/\d+/.exec(address)![0]);
    rows.set(row, [...(rows.get(row) ?? []), [columnOf(address), cellXml(address, cell, texts)]]);
  }
  const sorted = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, list]) => {
      list.sort(([one], [other]) => one - other);
      const spans = `${list[0]![0]}:${list.at(-1)![0]}`;
      return `<row r="${row}" spans="${spans}" x14ac:dyDescent="0.25">${list.map(([, xml]) => xml).join("")}</row>`;
    });
  return sorted.length > 0 ? `<sheetData>${sorted.join("")}</sheetData>` : "<sheetData/>";
}

function cellXml(address: string, cell: CellSpec, texts: string[]): string {
  const spec = typeof cell === "object" && cell !== null && !("error" in cell) ? cell : { v: cell };
  const { v = null, s } = spec;
  const style = s === undefined ? "" : ` s="${s}"`;
  const formula = formulaXml(spec);
  const meta = "spill" in spec && spec.spill ? ' cm="1"' : "";
  if (v === null) return formula ? `<c r="${address}"${style}${meta}>${formula}</c>` : `<c r="${address}"${style}/>`;
  const [type, text] = typed(v, formula !== "", texts);
  return `<c r="${address}"${style}${type}${meta}>${formula}<v>${text}</v></c>`;
}

function typed(v: Exclude<Shown, null>, isResult: boolean, texts: string[]): [type: string, text: string] {
  if (typeof v === "number") return ["", String(v)];
  if (typeof v === "boolean") return [' t="b"', v ? "1" : "0"];
  if (typeof v === "object") return [' t="e"', v.error];
  if (isResult) return [' t="str"', escape(v)];
  return [' t="s"', String(texts.push(v) - 1)];
}

function formulaXml({
  f,
  array,
  spill,
  data,
  inputs = 'dt2D="0" dtr="0" r1="A1"',
  si,
  ref,
  isFlagged,
}: Exclude<CellSpec, Shown>): string {
  if (isFlagged) return `<f ca="1"/>`;
  if (data) return `<f t="dataTable" ref="${data}" ${inputs}/>`;
  const range = array ?? spill;
  if (range) return `<f t="array" ref="${range}">${escape(f!)}</f>`;
  if (si !== undefined)
    return f ? `<f t="shared" ref="${ref}" si="${si}">${escape(f)}</f>` : `<f t="shared" si="${si}"/>`;
  return f === undefined ? "" : `<f>${escape(f)}</f>`;
}

function columnOf(address: string): number {
  return [.../^[A-Z]+/.exec(address)![0]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function dimensionOf(cells: Record<string, CellSpec>): string {
  const addresses = Object.keys(cells);
  if (addresses.length === 0) return "A1";
  const rows = addresses.map((address) => Number(/\d+/.exec(address)![0]));
  const columns = addresses.map(columnOf);
  const letters = (column: number): string =>
    column > 26
      ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
      : String.fromCharCode(64 + column);
  return `${letters(Math.min(...columns))}${Math.min(...rows)}:${letters(Math.max(...columns))}${Math.max(...rows)}`;
}

function relationsXml(relations: [type: string, target: string][]): string {
  const list = relations.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join("")}</Relationships>`;
}

const SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const CONTENT_TYPES: [pattern: RegExp, type: string][] = [
  [/^xl\/workbook\.xml$/, `${SHEETS}.sheet.main+xml`],
  [/^xl\/worksheets\/sheet/, `${SHEETS}.worksheet+xml`],
  [/^xl\/tables\//, `${SHEETS}.table+xml`],
  [/^xl\/styles/, `${SHEETS}.styles+xml`],
  [/^xl\/sharedStrings/, `${SHEETS}.sharedStrings+xml`],
  [/^xl\/metadata/, `${SHEETS}.sheetMetadata+xml`],
  [/^xl\/calcChain/, `${SHEETS}.calcChain+xml`],
  [/^xl\/drawings\/drawing/, "application/vnd.openxmlformats-officedocument.drawing+xml"],
  [/^xl\/charts\/chart/, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"],
  [/^xl\/webextensions\/taskpanes/, "application/vnd.ms-office.webextensiontaskpanes+xml"],
  [/^xl\/webextensions\/webextension/, "application/vnd.ms-office.webextension+xml"],
];

function contentTypes(names: string[]): string {
  const overrides = names.flatMap((name) => {
    const found = CONTENT_TYPES.find(([pattern]) => pattern.test(name) && !name.includes("_rels"));
    return found ? [`<Override PartName="/${name}" ContentType="${found[1]}"/>`] : [];
  });
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="bin" ContentType="${SHEETS}.printerSettings"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

/** Adds parts of these content types, which are found by them. */
export function withTypedParts<Part extends string | Uint8Array>(
  parts: Readonly<Record<string, Part | string>>,
  added: Readonly<Record<string, readonly [type: string, text: string]>>,
): Record<string, Part | string> {
  const types = Object.entries(added).map(([name, [type]]) => `<Override PartName="/${name}" ContentType="${type}"/>`);
  const texts = Object.entries(added).map(([name, [, text]]) => [name, text] as const);
  const all = String(parts["[Content_Types].xml"]).replace("</Types>", `${types.join("")}</Types>`);
  return { ...parts, "[Content_Types].xml": all, ...Object.fromEntries(texts) };
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FFFF0000"/></font></dxf></dxfs></styleSheet>`;
const METADATA = `${HEAD}<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`;

/** A chart, and the add-in's task pane. */
const SURROUNDINGS = {
  "xl/drawings/drawing1.xml": `${HEAD}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>14</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>12</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="${OFFICE}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
  "xl/drawings/_rels/drawing1.xml.rels": relationsXml([["chart", "../charts/chart1.xml"]]),
  "xl/charts/chart1.xml": `${HEAD}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Plan!$B$4:$B$5</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
  "xl/printerSettings/printerSettings1.bin": "printer",
  "xl/webextensions/taskpanes.xml": `${HEAD}<wetp:taskpanes xmlns:wetp="http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"><wetp:taskpane dockstate="right" visibility="1" width="350" row="0"><wetp:webextensionref xmlns:r="${OFFICE}" r:id="rId1"/></wetp:taskpane></wetp:taskpanes>`,
  "xl/webextensions/_rels/taskpanes.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2011/relationships/webextension" Target="webextension1.xml"/></Relationships>`,
  "xl/webextensions/webextension1.xml": `${HEAD}<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11" id="{6b1c62a4-3f5e-4d42-9a0b-7a5e2d8c1f10}"><we:reference id="7e80c593-3727-4732-952b-e0d11f12c00e" version="1.0.0.0" store="developer" storeType="Registry"/><we:alternateReferences/><we:properties/><we:bindings/></we:webextension>`,
};
