/** Finds what does not follow changed cells: signatures, pivot tables, results that Excel recalculates on load. */
import { quoteSheetName } from "../cells/sheetPrefix";
import { partsOfTypes } from "./contentTypes";
import type { OfficePackage } from "./package";
import { childNamed, isTrue, parseXml, type XmlElement } from "./xml";
import { changesIn, createAreas, type AreasOf, type SheetChanges } from "./references";
import { relationsOf } from "./relations";
import type { Workbook } from "./workbook";

/** True if the file has a digital signature. Any change makes it invalid. */
export async function isSigned({ zip }: OfficePackage): Promise<boolean> {
  return (await relationsOf(zip, "")).some(({ type }) => type === "origin");
}

/** True if Excel calculates all formulas when it opens the workbook. */
export async function calculatesOnLoad(workbook: Workbook): Promise<boolean> {
  return isTrue((await calculationOf(workbook)).fullCalcOnLoad);
}

/** True if the values that the file keeps for its formulas may be old: calculated on load, or saved before all were calculated. */
export async function areKeptValuesOld(workbook: Workbook): Promise<boolean> {
  const { fullCalcOnLoad, calcCompleted = "1" } = await calculationOf(workbook);
  return isTrue(fullCalcOnLoad) || !isTrue(calcCompleted);
}

async function calculationOf({ zip, xmlPart }: Workbook): Promise<XmlElement["attributes"]> {
  return childNamed(parseXml(await zip.text(xmlPart), xmlPart), "calcPr")?.attributes ?? {};
}

/** Returns the sources of pivot tables over changed cells: "Data!A1:D20", or a name. */
export async function stalePivotSources(workbook: Workbook, changed: readonly SheetChanges[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const areasOf = createAreas(workbook);
  const sources = new Set<string>();
  for (const xmlPart of await partsOfTypes(workbook.zip, "pivotCache")) {
    const source = sourceOf(parseXml(await workbook.zip.text(xmlPart), xmlPart));
    if (source !== undefined && isStale(source, areasOf, changed)) sources.add(source);
  }
  return [...sources];
}

/** Returns undefined for external data, and if Excel refreshes the pivot table when it opens the workbook. */
function sourceOf(root: XmlElement): string | undefined {
  const source = childNamed(childNamed(root, "cacheSource"), "worksheetSource");
  if (!source || isTrue(root.attributes.refreshOnLoad)) return undefined;
  const { name, ref, sheet = "" } = source.attributes;
  if (Object.keys(source.attributes).some((attribute) => /(?:^|:)id$/.test(attribute))) return undefined;
  return name ?? (ref === undefined ? undefined : `${quoteSheetName(sheet)}!${ref}`);
}

/** True if the source may have changed. A calculated source always may. */
function isStale(source: string, areasOf: AreasOf, changed: readonly SheetChanges[]): boolean {
  return areasOf(source)?.some((area) => changesIn(area, changed).length > 0) ?? true;
}
