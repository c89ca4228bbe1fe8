/** Updates the values cached in charts, for programs that show a chart without reading its cells. */
import { cellCount, type SheetArea } from "../cells/area";
import { readCellFormats, type CellFormats } from "./cellFormats";
import type { FileValue } from "./fileCells";
import { partsOfTypes } from "./contentTypes";
import { fileErrorCode } from "./cellEdits";
import { changesIn, createAreas, type AreaFinder, type SheetChanges } from "./referencedAreas";
import { findVisiblePlaces } from "./visibleCells";
import type { Workbook } from "./workbook";
import { applySplices, childNamed, childrenNamed, escapeXml, parseXml, type Splice, type XmlElement } from "./xml";

export interface ChartUpdate {
  /** The new texts of the charts' XML parts. */
  readonly xmlParts: ReadonlyMap<string, string>;
  /** The XML parts of charts over changed cells that could not be updated. */
  readonly left: readonly string[];
}

/** A cell of a chart's reference. */
interface Point {
  readonly place: number;
  readonly value: FileValue;
  /** As a text cache shows it; undefined if that is unknown. */
  readonly shown: string | undefined;
  readonly isSame: boolean;
}

/** Updates charts over changed cells. A chart whose reference is a calculation counts as changed. */
export async function updateCharts(workbook: Workbook, changed: readonly SheetChanges[]): Promise<ChartUpdate> {
  const xmlParts = new Map<string, string>();
  const left: string[] = [];
  if (changed.length === 0) return { xmlParts, left };
  for (const xmlPart of await partsOfTypes(workbook.zip, "chart", "newerChart")) {
    const xml = await workbook.zip.text(xmlPart);
    const { text, isLeft } = await updateChart(workbook, xmlPart, xml, changed);
    if (text !== xml) xmlParts.set(xmlPart, text);
    if (isLeft) left.push(xmlPart);
  }
  return { xmlParts, left };
}

/** Returns a chart's XML with new values, and whether it is over changed cells whose points are unknown. */
export async function updateChart(
  workbook: Workbook,
  xmlPart: string,
  xml: string,
  changed: readonly SheetChanges[],
): Promise<{ readonly text: string; readonly isLeft: boolean }> {
  const chart: ChartReader = { workbook, changed, areasOf: createAreas(workbook), formats: new Map() };
  const splices: Splice[] = [];
  let isLeft = false;
  for (const reference of referencesIn(parseXml(xml, xmlPart))) {
    const update = await updateOf(reference, chart);
    if (update === "left") isLeft = true;
    else splices.push(...update);
  }
  return { text: applySplices(xml, splices), isLeft };
}

interface ChartReader {
  readonly workbook: Workbook;
  readonly changed: readonly SheetChanges[];
  readonly areasOf: AreaFinder;
  /** The formats of sheets that were asked for, by name. */
  readonly formats: Map<string, CellFormats>;
}

/** Finds the elements with a formula `f`: `numRef`, `strRef`, ranges of labels, and the elements of newer charts. */
function referencesIn(element: XmlElement): XmlElement[] {
  const own = childNamed(element, "f") ? [element] : [];
  return [...own, ...element.children.flatMap(referencesIn)];
}

/** Returns the changes to the points of one reference; "left" if they are unknown. */
async function updateOf(reference: XmlElement, chart: ChartReader): Promise<Splice[] | "left"> {
  const formula = childNamed(reference, "f")?.text ?? "";
  const areas = chart.areasOf(formula);
  if (!areas) return chart.changed.some(({ cells }) => cells.some(({ isSame }) => !isSame)) ? "left" : [];
  const [first] = areas;
  const cache = cacheOf(reference);
  const points = await pointsIn(areas, chart, cache !== undefined && !cache.isNumber);
  if (points.length === 0) return [];
  const splices =
    cache && first && cache.levels.length > 1
      ? levelSplices(cache, areas, points)
      : cache
        ? flatSplices(cache, areas, points, chart.workbook)
        : // Without a cache, the program reads the cells.
          /^(?:num|str)Ref$/.test(reference.name)
          ? []
          : "left";
  return splices === "left" && points.every(({ isSame }) => isSame) ? [] : splices;
}

/** The values that a chart keeps of a reference. */
interface ChartCache {
  readonly isNumber: boolean;
  readonly count: number;
  /** The elements with the points; several for labels of several levels. */
  readonly levels: readonly XmlElement[];
  /** True if the cells of a level stand in a row; undefined if the chart does not say so. */
  readonly isByRow?: boolean;
}

/** Newer charts have levels only, a count at each, and a text alone for a title. */
function cacheOf(reference: XmlElement): ChartCache | undefined {
  const own = childrenNamed(reference, "lvl");
  if (own.length > 0) {
    const isByRow = childNamed(reference, "f")?.attributes.dir === "row";
    return { isNumber: reference.name === "numDim", count: Number(own[0]?.attributes.ptCount), levels: own, isByRow };
  }
  if (reference.name === "txData") {
    const text = childNamed(reference, "v");
    return text && { isNumber: false, count: 1, levels: [text] };
  }
  const cache = reference.children.find((child) => childNamed(child, "ptCount"));
  if (!cache) return undefined;
  const levels = childrenNamed(cache, "lvl");
  return {
    isNumber: cache.name === "numCache",
    count: Number(childNamed(cache, "ptCount")?.attributes.val),
    levels: levels.length > 0 ? levels : [cache],
  };
}

async function pointsIn(areas: readonly SheetArea[], chart: ChartReader, isText: boolean): Promise<Point[]> {
  const points: Point[] = [];
  let before = 0;
  for (const area of areas) {
    for (const { place, value, isSame = false } of changesIn(area, chart.changed)) {
      // What the program wrote for a number stays: it is in the notation of its country.
      if (isText && isSame && typeof value === "number") continue;
      const shown = isText ? await shownText(value, area, place, chart) : undefined;
      points.push({ place: place + before, value, shown, isSame });
    }
    before += cellCount(area);
  }
  return points;
}

async function shownText(
  value: FileValue,
  area: SheetArea,
  place: number,
  { workbook, formats }: ChartReader,
): Promise<string | undefined> {
  if (value === null) return undefined;
  if (typeof value === "object") return fileErrorCode(value.error);
  if (typeof value === "boolean") return String(value).toUpperCase();
  if (typeof value === "string") return value;
  const sheet = area.sheet.toLowerCase();
  const known = formats.get(sheet) ?? (await readCellFormats(workbook, area.sheet));
  formats.set(sheet, known);
  const { row, column, columns } = area;
  return known.textOf(value, { row: row + Math.floor(place / columns), column: column + (place % columns) });
}

/** Points without levels. Hidden cells have no points, which changes the numbers of the others. */
function flatSplices(
  cache: ChartCache,
  areas: readonly SheetArea[],
  points: readonly Point[],
  workbook: Workbook,
): Splice[] | "left" {
  const [level] = cache.levels;
  if (!level) return "left";
  if (level.name === "v") return textSplice(level, points);
  const all = areas.reduce((sum, area) => sum + cellCount(area), 0);
  if (cache.count === all) return splicesOf(level, points, cache.isNumber);
  const visible = findVisiblePlaces(workbook, areas);
  if (cache.count !== visible.count) return "left";
  const shown = points.flatMap((point) => {
    const place = visible.placeOf(point.place);
    return place === undefined ? [] : [{ ...point, place }];
  });
  return splicesOf(level, shown, cache.isNumber);
}

function textSplice({ openEnd, closeStart }: XmlElement, [point]: readonly Point[]): Splice[] | "left" {
  if (!point || isUnknown(point)) return "left";
  return [{ start: openEnd, end: closeStart, text: escapeXml(point.shown ?? "") }];
}

function isUnknown({ value, shown }: Point): boolean {
  return value !== null && shown === undefined;
}

/**
 * Labels of several levels: the cells of the last column, or of the last row, are the first level. A square of cells does not tell
 * which of both it is, unless the chart says so.
 */
function levelSplices(
  { count, levels, isNumber, isByRow: isKnownByRow }: ChartCache,
  [area, ...more]: readonly SheetArea[],
  points: readonly Point[],
): Splice[] | "left" {
  if (!area || more.length > 0) return "left";
  const { rows, columns } = area;
  const mayBeByColumn = isKnownByRow !== true && count === rows && levels.length === columns;
  const mayBeByRow = isKnownByRow !== false && count === columns && levels.length === rows;
  if (mayBeByColumn === mayBeByRow) return "left";
  const placed = points.map((point) => {
    const [row, column] = [Math.floor(point.place / columns), point.place % columns];
    return mayBeByColumn
      ? { ...point, level: columns - 1 - column, place: row }
      : { ...point, level: rows - 1 - row, place: column };
  });
  const all = levels.map((level, at) =>
    splicesOf(
      level,
      placed.filter((point) => point.level === at),
      isNumber,
    ),
  );
  return all.includes("left") ? "left" : all.flatMap((splices) => (splices === "left" ? [] : splices));
}

function splicesOf(level: XmlElement, points: readonly Point[], isNumber: boolean): Splice[] | "left" {
  if (!isNumber && points.some(isUnknown)) return "left";
  const known = childrenNamed(level, "pt");
  const isNewer = level.name === "lvl" && "ptCount" in level.attributes;
  // A range of labels is an extension, and its points are not.
  const { prefix } = known[0] ?? childNamed(level, "ptCount") ?? level;
  return [...points]
    .sort((one, other) => one.place - other.place)
    .flatMap(({ place, value, shown }) => {
      const old = known.find(({ attributes }) => Number(attributes.idx) === place);
      const next = known.find(({ attributes }) => Number(attributes.idx) > place);
      const start = old?.start ?? next?.start ?? childNamed(level, "extLst")?.start ?? level.closeStart;
      const text = isNumber ? numberText(value, isNewer) : shown;
      const point = text === undefined ? "" : pointText(prefix, place, text, { old, isNewer });
      return [{ start, end: old?.end ?? start, text: point }];
    });
}

function pointText(
  prefix: string,
  place: number,
  text: string,
  { old, isNewer }: { readonly old: XmlElement | undefined; readonly isNewer: boolean },
): string {
  const format = old?.attributes.formatCode;
  const formatted = format === undefined ? "" : ` formatCode="${escapeXml(format)}"`;
  const value = isNewer ? escapeXml(text) : `<${prefix}v>${escapeXml(text)}</${prefix}v>`;
  return `<${prefix}pt idx="${place}"${formatted}>${value}</${prefix}pt>`;
}

/**
 * Returns the text of a number: a text among numbers is 0, a blank cell has no point. Programs draw any error but #N/A as 0. Newer
 * charts have a gap without a point.
 */
function numberText(value: FileValue, isNewer: boolean): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "object") return isNewer ? undefined : "#N/A";
  return typeof value === "string" ? "0" : String(Number(value));
}
