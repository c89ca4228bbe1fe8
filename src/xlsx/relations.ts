/** How the parts of a workbook refer to each other. */
import { attributeOf, childrenOf, parseXml } from "./xml";
import type { Zip } from "./zip";

export interface Relation {
  readonly id: string;
  /** The last word of its type, such as "worksheet": the words before it differ between the two kinds of .xlsx. */
  readonly type: string;
  /** The part's name in the zip. */
  readonly target: string;
}

/** The parts that a part refers to; those of the whole file for "". What is outside the file is left out. */
export async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  const name = relationsName(part);
  if (!zip.has(name)) return [];
  return childrenOf(parseXml(await zip.text(name), name), "Relationship")
    .filter((relation) => attributeOf(relation, "TargetMode") !== "External")
    .map(({ attributes: { Id = "", Type = "", Target = "" } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf("/") + 1),
      target: new URL(Target, `file:///${part}`).pathname.slice(1),
    }));
}

/** The part that holds a part's relations: "xl/_rels/workbook.xml.rels" for "xl/workbook.xml". */
export function relationsName(part: string): string {
  const end = part.lastIndexOf("/") + 1;
  return `${part.slice(0, end)}_rels/${part.slice(end)}.rels`;
}
