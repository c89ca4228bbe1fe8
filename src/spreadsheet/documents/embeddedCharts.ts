/** The charts of a template: their embedded workbooks, and the values that they cache. */
import { cellPosition } from "../cells/area";
import { partsOfTypes } from "../xlsx/contentTypes";
import { updateChart } from "../xlsx/charts";
import { linksOf, relationsOf } from "../xlsx/relations";
import { attributeNamed, parseXml } from "../xlsx/xml";
import type { FileValue } from "../xlsx/fileCells";
import type { SheetChanges } from "../xlsx/referencedAreas";
import type { Workbook } from "../xlsx/workbook";
import { elementsIn } from "./paragraphs";
import { isXmlIn, type Template } from "./template";

export interface TemplateChart {
  readonly xmlPart: string;
  /** In words: "slide 3, Chart 8". */
  readonly place: string;
  /** The name of its workbook in the zip; undefined if it has none in the file. */
  readonly book: string | undefined;
  /** True for a kind that came after 2013, such as a waterfall. Older programs show a picture in its place. */
  readonly isNewer: boolean;
}

/** Finds the charts in the order of the places. */
export async function chartsIn({ zip, places }: Template): Promise<TemplateChart[]> {
  const charts = await chartParts(zip);
  const newer = new Set(await partsOfTypes(zip, "newerChart"));
  const names = await chartNames(zip, places, charts);
  const found: TemplateChart[] = [];
  for (const [xmlPart, place] of places) {
    if (!charts.has(xmlPart)) continue;
    const book = (await relationsOf(zip, xmlPart)).find(({ type }) => type === "package")?.target;
    found.push({
      xmlPart,
      place: names.get(xmlPart) ?? place,
      book: book && zip.has(book) ? book : undefined,
      isNewer: newer.has(xmlPart),
    });
  }
  return found;
}

async function chartParts(zip: Template["zip"]): Promise<Set<string>> {
  return new Set(await partsOfTypes(zip, "chart", "newerChart"));
}

/** Returns the names of the shapes that show charts, with their places, by the charts' XML parts. */
async function chartNames(
  zip: Template["zip"],
  places: Template["places"],
  parts: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [owner, place] of places) {
    if (!isXmlIn("", owner) || !zip.has(owner)) continue;
    const charts = (await relationsOf(zip, owner)).filter(({ target }) => parts.has(target));
    if (charts.length === 0) continue;
    for (const { element, shape } of elementsIn(parseXml(await zip.text(owner), owner))) {
      const id = element.name === "chart" ? attributeNamed(element, "id") : undefined;
      const target = charts.find((chart) => chart.id === id)?.target;
      if (target && shape !== "") names.set(target, place === "" ? shape : `${place}, ${shape}`);
    }
  }
  return names;
}

/** Finds the places of embedded and linked objects, such as sheets of Excel, which show a picture that only Office can draw. */
export async function objectsIn({ zip, places }: Template): Promise<string[]> {
  const charts = await chartParts(zip);
  const found: string[] = [];
  for (const [owner, place] of places) {
    if (!isXmlIn("", owner) || charts.has(owner)) continue;
    const types = [...(await relationsOf(zip, owner)), ...(await linksOf(zip, owner))].map(({ type }) => type);
    if (types.includes("oleObject") || types.includes("package")) found.push(place || "the text");
  }
  return found;
}

/**
 * Returns the chart's XML with the values of its workbook; undefined if they cannot be told.
 * @param before The workbook as the chart last read it.
 */
export async function chartWithValues(
  { zip }: Template,
  { xmlPart }: TemplateChart,
  before: Workbook,
  after: Workbook,
): Promise<string | undefined> {
  const xml = await zip.text(xmlPart);
  const { text, isLeft } = await updateChart(after, xmlPart, xml.replace(WINDOW, ""), valuesOf(before, after));
  return isLeft ? undefined : text;
}

/** The name of the window that shows an embedded workbook, which a reference may have: [Chart in Microsoft Word]. */
const WINDOW = /\[(?!\d+\])(?:(?!\.xl\w*\])[^\][<>])*\](?=[^<>]*<\/(?:\w+:)?f>)/g;

/** Cells without a value, and those that have not changed, count too: the chart may still show what they had. */
function valuesOf(before: Workbook, after: Workbook): SheetChanges[] {
  return after.sheets.map(({ name, cells: { values } }) => {
    const former = before.sheets.find((sheet) => sheet.name === name)?.cells.values;
    const cells = new Set([...(former?.keys() ?? []), ...values.keys()]);
    return {
      sheet: name,
      cells: [...cells].map((cell) => {
        const [old, value] = [former?.get(cell) ?? null, values.get(cell) ?? null];
        return { ...cellPosition(cell), value, isSame: isSameValue(old, value) };
      }),
    };
  });
}

function isSameValue(one: FileValue, other: FileValue): boolean {
  return one === other || (isErrorValue(one) && isErrorValue(other) && one.error === other.error);
}

function isErrorValue(value: FileValue): value is { readonly error: string } {
  return typeof value === "object" && value !== null;
}
