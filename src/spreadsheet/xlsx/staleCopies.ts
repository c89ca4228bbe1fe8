/** Finds what keeps copies of changed cells until Excel refreshes it: pivot tables, the data model and Power Query. */
import { quoteSheetName } from "../cells/sheetPrefix";
import { partsOfTypes } from "./contentTypes";
import { createAreas, changesIn, type SheetChanges } from "./referencedAreas";
import { relationsOf } from "./relations";
import type { Workbook } from "./workbook";
import { attributeNamed, childNamed, childrenNamed, isTrue, parseXml, type XmlElement } from "./xml";
import { openZip } from "./zip";

/** The sources of copies of changed cells: "Data!A1:D20", or a name. */
export interface StaleCopies {
  readonly pivots: readonly string[];
  readonly model: readonly string[];
  readonly queries: readonly string[];
}

export async function findStaleCopies(workbook: Workbook, changed: readonly SheetChanges[]): Promise<StaleCopies> {
  if (changed.length === 0) return { pivots: [], model: [], queries: [] };
  const areasOf = createAreas(workbook);
  // A calculated source always may have changed.
  const isStale = ({ reference }: CopySource) =>
    areasOf(reference)?.some((area) => changesIn(area, changed).length > 0) ?? true;
  const namesOf = (sources: readonly CopySource[]) => [
    ...new Set(sources.filter(isStale).map(({ shown, reference }) => shown ?? reference)),
  ];
  const model = await modelSources(workbook);
  const queries = await querySources(workbook);
  const [loaded, read] = [namesOf(model), namesOf(queries)];
  const mayLoadQueries = (await partsOfTypes(workbook.zip, "dataModel")).length > 0;
  return {
    pivots: namesOf(await pivotSources(workbook)),
    model: [...new Set([...loaded, ...(mayLoadQueries ? read : [])])],
    queries: read,
  };
}

interface CopySource {
  readonly reference: string;
  /** How people know it. @default its reference */
  readonly shown?: string | undefined;
}

async function pivotSources({ zip }: Workbook): Promise<CopySource[]> {
  const sources: CopySource[] = [];
  for (const xmlPart of await partsOfTypes(zip, "pivotCache")) {
    const root = parseXml(await zip.text(xmlPart), xmlPart);
    if (isTrue(root.attributes.refreshOnLoad)) continue;
    const source = childNamed(root, "cacheSource");
    const ranges = childrenNamed(childNamed(childNamed(source, "consolidation"), "rangeSets"), "rangeSet");
    sources.push(...[childNamed(source, "worksheetSource"), ...ranges].flatMap((each) => (each ? rangeOf(each) : [])));
  }
  return sources;
}

/** Returns nothing for cells of another workbook, which has a relation. */
function rangeOf({ attributes }: XmlElement): CopySource[] {
  if (Object.keys(attributes).some((name) => /(?:^|:)id$/.test(name))) return [];
  const { name, ref, sheet = "" } = attributes;
  const reference = name ?? (ref === undefined ? undefined : `${quoteSheetName(sheet)}!${ref}`);
  return reference === undefined ? [] : [{ reference }];
}

/** What Excel calls a range that the data model loads. Nobody sees such names. */
const LOADED = /^_xlcn\./;

/** Returns what the data model loads from cells, by the name of its connection if it has one. */
async function modelSources({ zip, names }: Workbook): Promise<CopySource[]> {
  const sources = new Map<string, CopySource>();
  for (const { name, text } of names) if (LOADED.test(name)) sources.set(name, { reference: name, shown: text });
  for (const xmlPart of await partsOfTypes(zip, "connections"))
    for (const connection of parseXml(await zip.text(xmlPart), xmlPart).children)
      for (const own of childrenNamed(connection, "extLst").flatMap(({ children }) => children)) {
        const extension = childNamed(own, "connection");
        const reference = childNamed(extension, "rangePr")?.attributes.sourceName;
        if (!extension || reference === undefined) continue;
        const shown = attributeNamed(extension, "id") || sources.get(reference)?.shown;
        if (isTrue(connection.attributes.refreshOnLoad)) sources.delete(reference);
        else sources.set(reference, { reference, shown });
      }
  return [...sources.values()];
}

const MASHUP = "http://schemas.microsoft.com/DataMashup";
/** Code that cannot be read may ask for all tables. */
const UNREAD = "Excel.CurrentWorkbook()";
const READ_ALL = /Excel\.CurrentWorkbook\s*\(\s*\)/g;
const READ_NAME = /Excel\.CurrentWorkbook\s*\(\s*\)\s*\{\s*\[\s*Name\s*=\s*"((?:[^"]|"")*)"/g;

/** Returns the tables and names that queries of Power Query read. One that asks for all tables may read any. */
async function querySources({ zip, xmlPart, tables }: Workbook): Promise<CopySource[]> {
  const sources: CopySource[] = [];
  for (const { type, target } of await relationsOf(zip, xmlPart)) {
    if (type !== "customXml" || !zip.has(target)) continue;
    const text = await zip.text(target).catch(() => "");
    if (!text.includes(MASHUP)) continue;
    const code = await codeOf(parseXml(text, target).text).catch(() => UNREAD);
    const named = [...code.matchAll(READ_NAME)].map(([, name = ""]) => ({ reference: name.replaceAll('""', '"') }));
    const isAnyRead = [...code.matchAll(READ_ALL)].length > named.length;
    sources.push(...named, ...(isAnyRead ? tables.map(({ name }) => ({ reference: name })) : []));
  }
  return sources;
}

/** The queries stand in a zip within the text: after four bytes of a version, and four of its length. */
async function codeOf(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (character) => character.charCodeAt(0));
  const length = new DataView(bytes.buffer).getUint32(4, true);
  const queries = await openZip(bytes.slice(8, 8 + length));
  return queries.text("Formulas/Section1.m");
}
