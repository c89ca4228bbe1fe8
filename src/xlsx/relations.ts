/** The relations between the XML parts of a workbook. */
import { attributeNamed, childrenNamed, parseXml } from "./xml";
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
  const name = relationsName(xmlPart);
  if (!zip.has(name)) return [];
  return childrenNamed(parseXml(await zip.text(name), name), "Relationship")
    .filter((relation) => attributeNamed(relation, "TargetMode") !== "External")
    .map(({ attributes: { Id = "", Type = "", Target = "" } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf("/") + 1),
      target: targetOf(zip, Target, xmlPart, name),
    }));
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
