/** Reads a template (.pptx, .docx): the markers in its texts and where they are, and writes copies with other texts. */
import { FILE_LIMITS, type FileLimits } from "../xlsx/limits";
import { CONTENT_TYPES, readContentTypes } from "../xlsx/contentTypes";
import { kindOfName, kindOfType, type FileKind } from "../xlsx/fileKinds";
import { withKind } from "../xlsx/macros";
import { openPackage, type OfficePackage } from "../xlsx/package";
import { withoutXmlParts } from "../xlsx/removal";
import { applySplices, parseXml } from "../xlsx/xml";
import { refitted } from "./autofit";
import { BRACE, LONGEST, type Marker, type MarkerReader } from "./markers";
import { fillParagraph, legalText, NO_TEXT, paragraphsIn, type Paragraph } from "./paragraphs";
import { placesOf } from "./places";
import { filledProperties } from "./properties";

/** A marker, and where it is, in words: "slide 3, Text 2". */
export type PlacedMarker = Marker & {
  readonly place: string;
  /** True if Word replaces the marker's text when it opens the document. */
  readonly isBound: boolean;
};

export interface Template extends OfficePackage {
  readonly kind: FileKind;
  readonly parts: readonly TemplatePart[];
  /** Where each XML part is shown, in words: "slide 3". */
  readonly places: ReadonlyMap<string, string>;
  readonly limits: FileLimits;
  readonly reader: MarkerReader;
}

/** An XML part with markers. */
export interface TemplatePart {
  readonly xmlPart: string;
  readonly xml: string;
  readonly paragraphs: readonly { readonly paragraph: Paragraph; readonly markers: readonly PlacedMarker[] }[];
}

/** True for the name of a file that is read as a template. */
export function isTemplateName(name: string): boolean {
  return isTemplateKind(kindOfName(name));
}

function isTemplateKind(kind: FileKind | undefined): kind is FileKind {
  return kind !== undefined && kind.program !== "Excel";
}

/** Reads a template. Rejects with a message for people if it cannot be read, or is over a limit. */
export async function loadTemplate(
  bytes: Uint8Array,
  reader: MarkerReader,
  limits: FileLimits = FILE_LIMITS,
): Promise<Template> {
  const { zip, xmlPart } = await openPackage(bytes, limits);
  const types = zip.has(CONTENT_TYPES) ? readContentTypes(await zip.text(CONTENT_TYPES)) : undefined;
  const kind = kindOfType(types?.(xmlPart) ?? "");
  if (!isTemplateKind(kind)) throw new Error(NO_TEMPLATE);
  const places = await placesOf(zip, xmlPart);
  const folder = xmlPart.slice(0, xmlPart.indexOf("/") + 1);
  const parts: TemplatePart[] = [];
  for (const name of zip.names.filter((each) => isXmlIn(folder, each))) {
    const part = readPart(reader, name, await zip.text(name), places.get(name) ?? "");
    if (part.paragraphs.length > 0) parts.push(part);
  }
  return { zip, xmlPart, kind, parts: inOrder(parts, places), places, limits, reader };
}

/** True for the name of an XML part in a folder, such as "ppt/". */
export function isXmlIn(folder: string, name: string): boolean {
  const small = name.toLowerCase();
  return small.startsWith(folder.toLowerCase()) && small.endsWith(".xml");
}

const NO_TEMPLATE = "The file is not a .pptx or .docx, or is damaged. Open it in PowerPoint or Word and save it again.";

function readPart(reader: MarkerReader, xmlPart: string, xml: string, place: string): TemplatePart {
  const texts = xml.replace(/<[^>]*>/g, "");
  // Most parts have no brace in a text, and need not be parsed.
  if (!BRACE.test(texts)) return { xmlPart, xml, paragraphs: [] };
  const paragraphs = paragraphsIn(parseXml(xml, xmlPart));
  const read = paragraphs.map((paragraph, at) => ({
    paragraph,
    markers: reader
      .markersIn(paragraph.text, () => textAfter(paragraphs, at))
      .map((marker) => ({
        ...marker,
        place: placeIn(place, paragraph),
        isBound: paragraph.pieces.some(
          ({ at, text, isBound }) => isBound && at < marker.end && at + text.length > marker.start,
        ),
      })),
  }));
  return { xmlPart, xml, paragraphs: read.filter(({ markers }) => markers.length > 0) };
}

/** Returns the text of the next paragraphs, up to one in which a marker may begin. */
function textAfter(paragraphs: readonly Paragraph[], at: number): string {
  let text = "";
  for (let next = at + 1; next < paragraphs.length && text.length < LONGEST && !BRACE.test(text); next++)
    text += ` ${paragraphs[next]?.text ?? ""}`;
  return text;
}

/** The longest beginning of a paragraph that names it. */
const BEGINNING = 30;

/** A text without a shape is named by its beginning: only Word knows the pages. */
export function placeIn(place: string, { shape, text }: Pick<Paragraph, "shape" | "text">): string {
  const start = text.replaceAll(NO_TEXT, "").trim();
  const named = shape || `"${start.length > BEGINNING ? `${start.slice(0, BEGINNING)}…` : start}"`;
  return [place, named].filter((each) => each !== "").join(", ");
}

function inOrder(parts: readonly TemplatePart[], places: ReadonlyMap<string, string>): TemplatePart[] {
  const order = [...places.keys()];
  return [...parts].sort((one, other) => order.indexOf(one.xmlPart) - order.indexOf(other.xmlPart));
}

/** Returns all markers in order. */
export function allMarkers({ parts }: Pick<Template, "parts">): PlacedMarker[] {
  return parts.flatMap(({ paragraphs }) => paragraphs.flatMap(({ markers }) => markers));
}

/**
 * Returns the copy.
 * @param texts The texts for markers; others stay.
 * @param changes Other changes of parts. Texts are filled into a changed part too.
 * @param kind Of the copy. Macros leave with a kind that has none.
 */
export async function writeCopy(
  template: Template,
  texts: ReadonlyMap<PlacedMarker, string>,
  changes: ReadonlyMap<string, string | Uint8Array>,
  kind: FileKind = template.kind,
): Promise<Uint8Array> {
  const { zip, xmlPart, parts, places, reader } = template;
  const { xmlParts, unwanted } = await withKind(template, kind, {
    xmlParts: new Map<string, string>(),
    unwanted: new Set<string>(),
  });
  const removal = await withoutXmlParts(zip, unwanted, ["", xmlPart], xmlParts);
  const properties = await filledProperties(template, texts);
  const all = new Map<string, string | Uint8Array | undefined>([...properties, ...changes, ...xmlParts, ...removal]);
  for (const part of parts) {
    const values = allMarkers({ parts: [part] }).map((marker) => texts.get(marker));
    if (values.every((text) => text === undefined)) continue;
    const changed = changes.get(part.xmlPart);
    const read =
      typeof changed === "string" ? readPart(reader, part.xmlPart, changed, places.get(part.xmlPart) ?? "") : part;
    all.set(part.xmlPart, filled(read, values));
  }
  return zip.with(all);
}

/** @param values By the order of the part's markers; a marker stays where it is undefined. */
function filled({ xml, paragraphs }: TemplatePart, values: readonly (string | undefined)[]): string {
  let at = 0;
  const fillings = paragraphs.map(({ paragraph, markers }) => {
    const texts = markers.flatMap(({ start, end }) => {
      const text = values[at++];
      return text === undefined ? [] : [{ start, end, text: legalText(text) }];
    });
    return { paragraph, texts };
  });
  const splices = fillings.flatMap(({ paragraph, texts }) => fillParagraph(paragraph, texts));
  return applySplices(xml, [...splices, ...refitted(fillings)]);
}

/** Finds where a marker is that no paragraph holds, such as an alternative text, in words. */
export async function unreadPlaces(template: Template): Promise<string[]> {
  const { zip, parts, places, reader } = template;
  const read = new Map(parts.map((part) => [part.xmlPart, part]));
  const properties = await filledProperties(template, new Map(allMarkers(template).map((marker) => [marker, ""])));
  const found: string[] = [];
  for (const name of zip.names.filter((each) => isXmlIn("", each))) {
    const part = read.get(name);
    const xml = part
      ? filled(
          part,
          allMarkers({ parts: [part] }).map(() => ""),
        )
      : (properties.get(name) ?? (await zip.text(name)));
    const kept = xml.replace(/<(\w+:delText)\b[^>]*>[^<]*<\/\1>/g, "");
    if (reader.isFormulaLeft(kept) || reader.isFormulaLeft(kept.replace(/<[^>]*>/g, "")))
      found.push(places.get(name) || "the text");
  }
  return found;
}
