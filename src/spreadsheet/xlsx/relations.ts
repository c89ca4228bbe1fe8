/** The relations between the parts of a file of Office. */
import { attributeNamed, childrenNamed, parseXml, type XmlElement } from "./xml";
import type { Zip } from "./zip";

export interface Relation {
  readonly id: string;
  /** The last segment of its type, such as "worksheet". The rest differs in strict Open XML. */
  readonly type: string;
  /** The name of the part, as the zip spells it. */
  readonly target: string;
}

/** Reads the relations of a part to others in the file. "" is the file itself. */
export async function relationsOf(zip: Zip, xmlPart: string): Promise<Relation[]> {
  return (await relationElements(zip, xmlPart))
    .filter((relation) => !isLink(relation))
    .map(({ attributes: { Id = "", Type = "", Target = "" } }) => ({
      id: Id,
      type: lastSegment(Type),
      target: targetOf(zip, Target, xmlPart, relationsName(xmlPart)),
    }));
}

/** Reads a part's relations to other files, such as one of the type "oleObject" to a linked sheet. A target is an address. */
export async function linksOf(zip: Zip, xmlPart: string): Promise<Omit<Relation, "id">[]> {
  const links = (await relationElements(zip, xmlPart)).filter(isLink);
  return links.map(({ attributes: { Type = "", Target = "" } }) => ({ type: lastSegment(Type), target: Target }));
}

async function relationElements(zip: Zip, xmlPart: string): Promise<XmlElement[]> {
  const name = relationsName(xmlPart);
  return zip.has(name) ? childrenNamed(parseXml(await zip.text(name), name), "Relationship") : [];
}

function isLink(relation: XmlElement): boolean {
  return attributeNamed(relation, "TargetMode") === "External";
}

function lastSegment(type: string): string {
  return type.slice(type.lastIndexOf("/") + 1);
}

function targetOf(zip: Zip, target: string, xmlPart: string, relations: string): string {
  if (!URL.canParse(target, `file:///${xmlPart}`))
    throw new Error(`The file is damaged: ${relations} refers to "${target}", which is not in the file.`);
  const name = new URL(target, `file:///${xmlPart}`).pathname.slice(1);
  return zip.nameOf(name) ?? name;
}

/** Returns the name of the file with the relations of a part: "xl/_rels/workbook.xml.rels" for "xl/workbook.xml". */
export function relationsName(xmlPart: string): string {
  const end = xmlPart.lastIndexOf("/") + 1;
  return `${xmlPart.slice(0, end)}_rels/${xmlPart.slice(end)}.rels`;
}
