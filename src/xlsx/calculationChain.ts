/** The order in which Excel last calculated. It may not name a cell without a formula, and Excel makes it anew. */
import { relationsName, relationsOf } from "./relations";
import { applySplices, attributeOf, parseXml, type Element } from "./xml";
import type { Workbook } from "./workbook";

const TYPES = "[Content_Types].xml";

/** The changes to the parts of a workbook that leave the chain out; none where it has none. */
export async function withoutCalculationChain({ zip, part }: Workbook): Promise<Map<string, string | undefined>> {
  const chain = (await relationsOf(zip, part)).find(({ type }) => type === "calcChain");
  if (!chain) return new Map();
  const relations = relationsName(part);
  return new Map([
    [chain.target, undefined],
    [relations, without(await zip.text(relations), relations, (element) => element.attributes.Id === chain.id)],
    [
      TYPES,
      without(await zip.text(TYPES), TYPES, (element) => attributeOf(element, "PartName") === `/${chain.target}`),
    ],
  ]);
}

function without(xml: string, part: string, isUnwanted: (element: Element) => boolean): string {
  const unwanted = parseXml(xml, part).children.filter(isUnwanted);
  return applySplices(xml, unwanted.map(({ start, end }) => ({ start, end, text: "" }))); // prettier-ignore
}
