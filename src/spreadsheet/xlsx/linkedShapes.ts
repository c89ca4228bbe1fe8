/** Finds shapes that show cells: text boxes that follow a cell, and pictures of a range (Camera). */
import { partsOfTypes } from "./contentTypes";
import { changesIn, createAreas, type AreaFinder, type SheetChanges } from "./referencedAreas";
import type { Workbook } from "./workbook";
import { childNamed, parseXml, type XmlElement } from "./xml";

/** Returns the shapes over changed cells, such as "Tile (Plan!$B$1)". A shape whose reference is a calculation counts as changed. */
export async function staleShapes(workbook: Workbook, changed: readonly SheetChanges[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const areasOf = createAreas(workbook);
  const found: string[] = [];
  for (const xmlPart of await partsOfTypes(workbook.zip, "drawing", "chartDrawing")) {
    const shapes = shapesIn(parseXml(await workbook.zip.text(xmlPart), xmlPart), undefined);
    for (const { name, reference } of shapes)
      if (isStale(reference, areasOf, changed)) found.push(`${name} (${reference})`);
  }
  return found;
}

interface LinkedShape {
  readonly name: string;
  readonly reference: string;
}

/** @param shape The name of the shape that the element is in. */
function shapesIn(element: XmlElement, shape: string | undefined): LinkedShape[] {
  const { attributes, children } = element;
  const name = nameOf(element) ?? shape ?? "unnamed";
  const reference = element.name === "cameraTool" ? attributes.cellRange : attributes.textlink;
  const own = reference?.trim() ? [{ name, reference: reference.trim().replace(/^=/, "") }] : [];
  return [...own, ...children.flatMap((child) => shapesIn(child, name))];
}

/** Returns the name of a shape or picture, whose properties stand in its `nvSpPr` or `nvPicPr`. */
function nameOf({ children }: XmlElement): string | undefined {
  const properties = children.find(({ name }) => /^nv\w*Pr$/.test(name));
  return childNamed(properties, "cNvPr")?.attributes.name;
}

function isStale(reference: string, areasOf: AreaFinder, changed: readonly SheetChanges[]): boolean {
  return areasOf(reference)?.some((area) => changesIn(area, changed).length > 0) ?? true;
}
