/**
 * The calculation chain: the part that lists the formulas in the order in which Excel last calculated them. A file whose
 * chain names a cell without a formula counts as damaged. Excel writes a chain where there is none.
 */
import { relationsName, relationsOf } from "./relations";
import { applySplices, attributeNamed, parseXml, type XmlElement } from "./xml";
import type { Workbook } from "./workbook";

const CONTENT_TYPES = "[Content_Types].xml";

/** The changes to the parts of a workbook that remove its chain; none where it has no chain. Undefined removes a part. */
export async function withoutCalculationChain({ zip, part }: Workbook): Promise<Map<string, string | undefined>> {
  const chain = (await relationsOf(zip, part)).find(({ type }) => type === "calcChain");
  if (!chain) return new Map();
  const relations = relationsName(part);
  const isChain = (element: XmlElement) => attributeNamed(element, "PartName") === `/${chain.target}`;
  return new Map([
    [chain.target, undefined],
    [relations, withoutElements(await zip.text(relations), relations, ({ attributes }) => attributes.Id === chain.id)],
    [CONTENT_TYPES, withoutElements(await zip.text(CONTENT_TYPES), CONTENT_TYPES, isChain)],
  ]);
}

function withoutElements(xml: string, part: string, isUnwanted: (element: XmlElement) => boolean): string {
  const unwanted = parseXml(xml, part).children.filter(isUnwanted);
  return applySplices(xml, unwanted.map(({ start, end }) => ({ start, end, text: "" }))); // prettier-ignore
}
