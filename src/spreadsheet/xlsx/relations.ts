/** The relations between the XML parts of a workbook. */
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

/** Reads the types of a part's relations to other files, such as "oleObject" for a linked sheet. */
export async function linkTypesOf(zip: Zip, xmlPart: string): Promise<string[]> {
  const links = (await relationElements(zip, xmlPart)).filter(isLink);
  return links.map(({ attributes: { Type = "" } }) => lastSegment(Type));
}

/** Returns the addresses of a part's relations to other files. */
export async function linkTargetsOf(zip: Zip, xmlPart: string): Promise<string[]> {
  return (await relationElements(zip, xmlPart)).filter(isLink).map(({ attributes: { Target = "" } }) => Target);
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
    throw new Error(`The workbook is damaged: ${relations} refers to "${target}", which is not in the file.`);
  const name = new URL(target, `file:///${xmlPart}`).pathname.slice(1);
  return zip.nameOf(name) ?? name;
}

/** Returns the name of the file with the relations of a part: "xl/_rels/workbook.xml.rels" for "xl/workbook.xml". */
export function relationsName(xmlPart: string): string {
  const end = xmlPart.lastIndexOf("/") + 1;
  return `${xmlPart.slice(0, end)}_rels/${xmlPart.slice(end)}.rels`;
}
