/** Fills the properties of a file, to which PowerPoint copies the titles of slides with their markers. */
import { applySplices, escapeXml, parseXml } from "../xlsx/xml";
import type { Zip } from "../xlsx/zip";
import type { Marker, MarkerReader } from "./markers";
import { elementsIn, legalText } from "./paragraphs";
import { PROPERTIES } from "./places";

interface PlacedParts {
  readonly zip: Zip;
  /** Where each XML part is shown, in words. */
  readonly places: ReadonlyMap<string, string>;
  readonly reader: MarkerReader;
}

/** Returns the new texts of the properties' parts. A marker stays where no text is known for its own. */
export async function filledProperties(
  { zip, places, reader }: PlacedParts,
  texts: ReadonlyMap<Marker, string>,
): Promise<Map<string, string>> {
  const known = new Map([...texts].map(([marker, text]) => [markerKey(marker), legalText(text)]));
  const changed = new Map<string, string>();
  for (const name of zip.names) {
    if (places.get(name) !== PROPERTIES) continue;
    const xml = await zip.text(name);
    const splices = [...elementsIn(parseXml(xml, name))].flatMap(({ element }) => {
      const { children, text, openEnd, closeStart } = element;
      const filled = children.length > 0 ? text : withTexts(text, reader.markersIn(text), known);
      return filled === text ? [] : [{ start: openEnd, end: closeStart, text: escapeXml(filled) }];
    });
    if (splices.length > 0) changed.set(name, applySplices(xml, splices));
  }
  return changed;
}

function withTexts(text: string, markers: readonly Marker[], known: ReadonlyMap<string, string>): string {
  return markers.reduceRight((all, marker) => {
    const { start, end } = marker;
    return all.slice(0, start) + (known.get(markerKey(marker)) ?? all.slice(start, end)) + all.slice(end);
  }, text);
}

/** Equal markers have equal keys. An open one has no text. */
function markerKey(marker: Marker): string {
  if (marker.kind === "open") return "";
  return marker.kind === "formula" ? `=${marker.formula}` : `${marker.name.toLowerCase()}=${marker.value}`;
}
