/** The points that charts keep of their cells, for programs that show a chart without calculating it. */
import { cellCount } from "../grid/area";
import type { FileValue } from "./cells";
import { fileErrorCode } from "./edits";
import { changesIn, createAreas, type AreasOf, type ChangedCell } from "./references";
import type { Workbook } from "./workbook";
import { applySplices, childNamed, childrenNamed, escapeXml, parseXml, type Splice, type XmlElement } from "./xml";

export interface ChartUpdate {
  /** The new texts of the charts' parts. */
  readonly parts: ReadonlyMap<string, string>;
  /** The parts of charts over changed cells that could not be brought along. */
  readonly left: readonly string[];
}

interface Point {
  readonly place: number;
  readonly value: FileValue;
}

/** Brings the charts along with the cells that have changed. A chart whose cells are calculated counts as changed. */
export async function updateCharts(workbook: Workbook, changed: readonly ChangedCell[]): Promise<ChartUpdate> {
  const parts = new Map<string, string>();
  const left: string[] = [];
  if (changed.length === 0) return { parts, left };
  const areasOf = createAreas(workbook);
  for (const part of workbook.zip.names.filter((name) => /(?:^|\/)charts\/[^/]+\.xml$/.test(name))) {
    const xml = await workbook.zip.text(part);
    const root = parseXml(xml, part);
    if (root.name !== "chartSpace") continue;
    const updates = referencesIn(root).map((reference) => updateOf(reference, areasOf, changed));
    const splices = updates.flatMap((update) => (update === "left" ? [] : update));
    if (splices.length > 0) parts.set(part, applySplices(xml, splices));
    if (updates.includes("left")) left.push(part);
  }
  return { parts, left };
}

/** The elements that hold a formula `f`: `numRef`, `strRef` and those of newer charts. */
function referencesIn(element: XmlElement): XmlElement[] {
  const own = childNamed(element, "f") ? [element] : [];
  return [...own, ...element.children.flatMap(referencesIn)];
}

/** The changes to one reference's points; "left" where they cannot be told. */
function updateOf(reference: XmlElement, areasOf: AreasOf, changed: readonly ChangedCell[]): Splice[] | "left" {
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
  // Without a cache, the program that opens the file reads the cells.
  if (!cache) return /^(?:num|str)Ref$/.test(reference.name) ? [] : "left";
  // Hidden cells have no points, so that the others are counted otherwise.
  if (Number(childNamed(cache, "ptCount")?.attributes.val) !== before) return "left";
  return splicesOf(cache, points);
}

function splicesOf(cache: XmlElement, points: readonly Point[]): Splice[] {
  const known = childrenNamed(cache, "pt");
  return [...points]
    .sort((one, other) => one.place - other.place)
    .flatMap(({ place, value }) => {
      const old = known.find(({ attributes }) => Number(attributes.idx) === place);
      const next = known.find(({ attributes }) => Number(attributes.idx) > place);
      const start = old?.start ?? next?.start ?? childNamed(cache, "extLst")?.start ?? cache.closeStart;
      const text = textOf(value, cache.name === "numCache");
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

/** As Excel keeps it: a text among numbers is 0, and a blank has no point. */
function textOf(value: FileValue, isNumber: boolean): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "object") return fileErrorCode(value.error);
  if (!isNumber) return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
  return typeof value === "string" ? "0" : String(Number(value));
}
