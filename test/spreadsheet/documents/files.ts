/** Presentations and documents as PowerPoint and Word write them, with one part for each feature. */
import { PART_TYPES } from "../../../src/spreadsheet/xlsx/contentTypes";
import { HEAD, OFFICE, PACKAGE, zipped } from "../xlsx/book";

const P = "http://schemas.openxmlformats.org/presentationml/2006/main";
const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const C = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const NAMESPACES = `xmlns:a="${A}" xmlns:r="${OFFICE}" xmlns:p="${P}" xmlns:w="${W}" xmlns:c="${C}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`;
const TYPES = "application/vnd.openxmlformats-officedocument.";

export const MAIN_TYPES = {
  deck: `${TYPES}presentationml.presentation.main+xml`,
  document: `${TYPES}wordprocessingml.document.main+xml`,
} as const;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

type Relation = readonly [id: string, type: string, target: string];

function relations(...all: readonly Relation[]): string {
  const each = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function contentTypes(types: Readonly<Record<string, string>>): string {
  const each = Object.entries(types).map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`);
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>${each.join("")}</Types>`;
}

/** Runs of a slide, each in bold. */
export function slideText(...runs: readonly string[]): string {
  return `<a:p>${runs.map((run) => `<a:r><a:rPr lang="de-DE" b="1"/><a:t>${escaped(run)}</a:t></a:r>`).join("")}</a:p>`;
}

export function shape(name: string, paragraphs: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="3" name="${escaped(name)}"/></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
}

/** A chart over A1:A2 of its sheet, which shows 1 and 2. */
function chart(): string {
  const points = [1, 2].map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
  return `${HEAD}<c:chartSpace ${NAMESPACES}><c:title><c:tx><c:rich>${slideText('{=INSIGHTS.KPI("FY26 Plan","committed","ebit")}')}</c:rich></c:tx></c:title><c:val><c:numRef><c:f>Plan!$A$1:$A$2</c:f><c:numCache><c:ptCount val="2"/>${points}</c:numCache></c:numRef></c:val></c:chartSpace>`;
}

export interface DeckSpec {
  /** The shapes of each slide; the file of the last is `slide1.xml`. */
  readonly slides: readonly string[];
  readonly notes?: string;
  readonly master?: string;
  /** The workbook of a chart on the first slide; "none" for a chart without one. */
  readonly chartBook?: Uint8Array | "none";
  /** The chart itself. @default one over A1:A2 */
  readonly chart?: string;
  /** True for a chart of a newer kind, such as a waterfall. */
  readonly isNewerChart?: boolean;
  readonly type?: string;
}

export async function createDeck(spec: DeckSpec): Promise<Uint8Array> {
  return zipped(deckParts(spec));
}

export function deckParts(spec: DeckSpec) {
  const { slides, notes, master, chartBook, type = MAIN_TYPES.deck } = spec;
  // The order of the files is not that of the show.
  const file = (at: number) => `slide${slides.length - at}.xml`;
  const slide = (content: string) =>
    `${HEAD}<p:sld ${NAMESPACES}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`;
  const parts: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": contentTypes({
      "ppt/presentation.xml": type,
      ...(chartBook ? { "ppt/charts/chart1.xml": PART_TYPES[spec.isNewerChart ? "newerChart" : "chart"] } : {}),
    }),
    "_rels/.rels": relations(["rId1", "officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": `${HEAD}<p:presentation ${NAMESPACES}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      ...slides.map((_, at): Relation => [`rId${at + 1}`, "slide", `slides/${file(at)}`]),
    ),
    "ppt/media/image1.png": new Uint8Array([137, 80, 78, 71, 0, 255]),
  };
  const chartFrame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart 8"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart r:id="rId2"/></a:graphicData></a:graphic></p:graphicFrame>`;
  slides.forEach((content, at) => {
    parts[`ppt/slides/${file(at)}`] = slide(content + (at === 0 && chartBook ? chartFrame : ""));
  });
  const own: Relation[] = [];
  if (notes !== undefined) {
    own.push(["rId1", "notesSlide", "../notesSlides/notesSlide1.xml"]);
    parts["ppt/notesSlides/notesSlide1.xml"] = slide(notes);
  }
  if (master !== undefined) parts["ppt/slideMasters/slideMaster1.xml"] = slide(master);
  if (chartBook) {
    own.push(["rId2", "chart", "../charts/chart1.xml"]);
    parts["ppt/charts/chart1.xml"] = spec.chart ?? chart();
  }
  if (chartBook && chartBook !== "none") {
    parts["ppt/charts/_rels/chart1.xml.rels"] = relations(["rId1", "package", "../embeddings/Book1.xlsx"]);
    parts["ppt/embeddings/Book1.xlsx"] = chartBook;
  }
  parts[`ppt/slides/_rels/${file(0)}.rels`] = relations(...own);
  return parts;
}

/** Runs of a document. */
export function run(text: string, properties = ""): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t>${escaped(text)}</w:t></w:r>`;
}

export async function createDocument(body: string, others: Record<string, string> = {}): Promise<Uint8Array> {
  const within = (root: string, content: string) => `${HEAD}<w:${root} ${NAMESPACES}>${content}</w:${root}>`;
  return zipped({
    "[Content_Types].xml": contentTypes({ "word/document.xml": MAIN_TYPES.document }),
    "_rels/.rels": relations(["rId1", "officeDocument", "word/document.xml"]),
    "word/document.xml": within("document", `<w:body>${body}</w:body>`),
    ...Object.fromEntries(
      Object.entries(others).map(([name, content]) => [`word/${name}.xml`, within("hdr", content)]),
    ),
  });
}
