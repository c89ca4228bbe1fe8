/** What of a workbook contradicts changed cells, though it stays as it is. */
import { childNamed, isTrue, parseXml, type XmlElement } from "./xml";
import { changesIn, createAreas, type AreasOf, type ChangedCell } from "./references";
import { relationsOf } from "./relations";
import type { Workbook } from "./workbook";

/** Whether the file has a digital signature, which no longer holds when anything in it changes. */
export async function isSigned({ zip }: Workbook): Promise<boolean> {
  return (await relationsOf(zip, "")).some(({ type }) => type === "origin");
}

/** Whether Excel calculates all formulas when it opens the workbook. */
export async function calculatesOnLoad({ zip, part }: Workbook): Promise<boolean> {
  return isTrue(childNamed(parseXml(await zip.text(part), part), "calcPr")?.attributes.fullCalcOnLoad);
}

/** What the pivot tables over changed cells are made from, as the file says: "Data!A1:D20", or a name. */
export async function stalePivotSources(workbook: Workbook, changed: readonly ChangedCell[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const areasOf = createAreas(workbook);
  const sources = new Set<string>();
  for (const part of workbook.zip.names.filter((name) => /(?:^|\/)pivotCacheDefinition[^/]*\.xml$/.test(name))) {
    const source = sourceOf(parseXml(await workbook.zip.text(part), part));
    if (source !== undefined && isStale(source, areasOf, changed)) sources.add(source);
  }
  return [...sources];
}

/** Undefined for data from elsewhere, and where Excel refreshes the pivot table itself when it opens the workbook. */
function sourceOf(root: XmlElement): string | undefined {
  const source = childNamed(childNamed(root, "cacheSource"), "worksheetSource");
  if (!source || isTrue(root.attributes.refreshOnLoad)) return undefined;
  const { name, ref, sheet = "" } = source.attributes;
  if (Object.keys(source.attributes).some((attribute) => /(?:^|:)id$/.test(attribute))) return undefined;
  return name ?? (ref === undefined ? undefined : `'${sheet.replaceAll("'", "''")}'!${ref}`);
}

/** What is calculated may have changed. */
function isStale(source: string, areasOf: AreasOf, changed: readonly ChangedCell[]): boolean {
  return areasOf(source)?.some((area) => changesIn(area, changed).length > 0) ?? true;
}
