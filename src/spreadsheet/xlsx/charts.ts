/** Updates the values cached in charts, for programs that show a chart without reading its cells. */
import { cellCount, type SheetArea } from "../cells/area";
import { partsOfTypes } from "./contentTypes";
import type { FileValue } from "./cells";
import { fileErrorCode } from "./edits";
import { changesIn, createAreas, type AreasOf, type SheetChanges } from "./references";
import type { Workbook } from "./workbook";
import { applySplices, childNamed, childrenNamed, escapeXml, parseXml, type Splice, type XmlElement } from "./xml";

export interface ChartUpdate {
  /** The new texts of the charts' XML parts. */
  readonly xmlParts: ReadonlyMap<string, string>;
  /** The XML parts of charts over changed cells that could not be updated. */
  readonly left: readonly string[];
}

interface Point {
  readonly place: number;
  readonly value: FileValue;
}

/** Updates charts over changed cells. A chart whose reference is a calculation counts as changed. */
export async function updateCharts(workbook: Workbook, changed: readonly SheetChanges[]): Promise<ChartUpdate> {
  const xmlParts = new Map<string, string>();
  const left: string[] = [];
  if (changed.length === 0) return { xmlParts, left };
  for (const xmlPart of await partsOfTypes(workbook.zip, "chart", "newerChart")) {
    const xml = await workbook.zip.text(xmlPart);
    const { text, isLeft } = updateChart(workbook, xmlPart, xml, changed);
    if (text !== xml) xmlParts.set(xmlPart, text);
    if (isLeft) left.push(xmlPart);
  }
  return { xmlParts, left };
}

/** Returns a chart's XML with new values, and whether it is over changed cells whose points are unknown. */
export function updateChart(
  workbook: Workbook,
  xmlPart: string,
  xml: string,
  changed: readonly SheetChanges[],
): { readonly text: string; readonly isLeft: boolean } {
  const areasOf = createAreas(workbook);
  const updates = referencesIn(parseXml(xml, xmlPart)).map((reference) => updateOf(reference, areasOf, changed));
  const splices = updates.flatMap((update) => (update === "left" ? [] : update));
  return { text: applySplices(xml, splices), isLeft: updates.includes("left") };
}

/** Finds the elements with a formula `f`: `numRef`, `strRef` and the elements of newer charts. */
function referencesIn(element: XmlElement): XmlElement[] {
  const own = childNamed(element, "f") ? [element] : [];
  return [...own, ...element.children.flatMap(referencesIn)];
}

/** Returns the changes to the points of one reference; "left" if they are unknown. */
function updateOf(reference: XmlElement, areasOf: AreasOf, changed: readonly SheetChanges[]): Splice[] | "left" {
  const cache = childNamed(reference, "numCache") ?? childNamed(reference, "strCache");
  const areas = areasOf(childNamed(reference, "f")?.text ?? "");
  if (!areas) return "left";
  let before = 0;
  const points: Point[] = [];
  for (const area of areas) {
    for (const { place, value } of changesIn(area, changed)) points.push({ place: place + before, value });
    before += cellCount(area);
  }
  if (points.length === 0) return [];
  const levels = childNamed(reference, "multiLvlStrCache");
  if (levels) return levelSplices(levels, areas, points);
  // Without a cache, the program reads the cells.
  if (!cache) return /^(?:num|str)Ref$/.test(reference.name) ? [] : "left";
  // Hidden cells have no points, which changes the numbers of the others.
  if (Number(childNamed(cache, "ptCount")?.attributes.val) !== before) return "left";
  return splicesOf(cache, points);
}

/**
 * Labels of several levels: the cells of the last column, or of the last row, are the first level. A square of cells does not tell
 * which of both it is.
 */
function levelSplices(
  cache: XmlElement,
  [area, ...more]: readonly SheetArea[],
  points: readonly Point[],
): Splice[] | "left" {
  const levels = childrenNamed(cache, "lvl");
  const count = Number(childNamed(cache, "ptCount")?.attributes.val);
  if (!area || more.length > 0) return "left";
  const { rows, columns } = area;
  const isByColumn = count === rows && levels.length === columns;
  const isByRow = count === columns && levels.length === rows;
  if (isByColumn === isByRow && cellCount(area) > 1) return "left";
  const placed = points.map(({ place, value }) => {
    const [row, column] = [Math.floor(place / columns), place % columns];
    return isByColumn
      ? { level: columns - 1 - column, place: row, value }
      : { level: rows - 1 - row, place: column, value };
  });
  return levels.flatMap((level, at) =>
    splicesOf(
      level,
      placed.filter((point) => point.level === at),
    ),
  );
}

function splicesOf(cache: XmlElement, points: readonly Point[]): Splice[] {
  const known = childrenNamed(cache, "pt");
  return [...points]
    .sort((one, other) => one.place - other.place)
    .flatMap(({ place, value }) => {
      const old = known.find(({ attributes }) => Number(attributes.idx) === place);
      const next = known.find(({ attributes }) => Number(attributes.idx) > place);
      const start = old?.start ?? next?.start ?? childNamed(cache, "extLst")?.start ?? cache.closeStart;
      const text = pointValueText(value, cache.name === "numCache");
      return [
        { start, end: old?.end ?? start, text: text === undefined ? "" : pointText(cache.prefix, place, text, old) },
      ];
    });
}

function pointText(prefix: string, place: number, text: string, old: XmlElement | undefined): string {
  const format = old?.attributes.formatCode;
  const formatted = format === undefined ? "" : ` formatCode="${escapeXml(format)}"`;
  return `<${prefix}pt idx="${place}"${formatted}><${prefix}v>${escapeXml(text)}</${prefix}v></${prefix}pt>`;
}

/** Returns the text of a point as Excel writes it: a text among numbers is 0, a blank cell has no point. */
function pointValueText(value: FileValue, isNumber: boolean): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "object") return fileErrorCode(value.error);
  if (!isNumber) return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
  return typeof value === "string" ? "0" : String(Number(value));
}
