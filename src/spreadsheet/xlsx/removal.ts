/** Removes XML parts of a workbook with all references to them. Excel treats a dangling reference as damage. */
import { CONTENT_TYPES } from "./contentTypes";
import { relationsName, relationsOf } from "./relations";
import { applySplices, attributeNamed, parseXml, type XmlElement } from "./xml";
import type { Workbook } from "./workbook";
import type { Zip } from "./zip";

/** The new texts of XML parts by name; undefined removes the part. */
export type XmlPartChanges = ReadonlyMap<string, string | undefined>;

/**
 * Finds the calculation chain, which lists all formulas in the order of Excel's last calculation. Excel treats a chain that
 * names a cell without a formula as damage. It writes a new chain if there is none.
 */
export async function calculationChainOf({ zip, xmlPart }: Workbook): Promise<string[]> {
  return (await relationsOf(zip, xmlPart)).flatMap(({ type, target }) => (type === "calcChain" ? [target] : []));
}

/**
 * Returns the changes that remove these parts with their relations.
 * @param sources The parts whose relations may name them; "" is the file.
 * @param xmlParts The new texts of other changes, which the content types may be among.
 */
export async function withoutXmlParts(
  zip: Zip,
  unwanted: ReadonlySet<string>,
  sources: readonly string[],
  xmlParts: XmlPartChanges,
): Promise<Map<string, string | undefined>> {
  const changes = new Map<string, string | undefined>();
  if (unwanted.size === 0) return changes;
  for (const source of sources) {
    const ids = new Set(
      (await relationsOf(zip, source)).filter(({ target }) => unwanted.has(target)).map(({ id }) => id),
    );
    const name = relationsName(source);
    if (ids.size > 0)
      changes.set(
        name,
        withoutElements(xmlParts.get(name) ?? (await zip.text(name)), name, ({ attributes }) =>
          ids.has(attributes.Id ?? ""),
        ),
      );
  }
  const isNamed = (element: XmlElement) =>
    unwanted.has(zip.nameOf((attributeNamed(element, "PartName") ?? "").slice(1)) ?? "");
  const types = xmlParts.get(CONTENT_TYPES) ?? (await zip.text(CONTENT_TYPES));
  changes.set(CONTENT_TYPES, withoutElements(types, CONTENT_TYPES, isNamed));
  for (const xmlPart of unwanted)
    for (const name of [xmlPart, relationsName(xmlPart)]) if (zip.has(name)) changes.set(name, undefined);
  return changes;
}

/** Returns the XML without these children of its root. */
export function withoutElements(xml: string, xmlPart: string, isUnwanted: (element: XmlElement) => boolean): string {
  const unwanted = parseXml(xml, xmlPart).children.filter(isUnwanted);
  return applySplices(
    xml,
    unwanted.map(({ start, end }) => ({ start, end, text: "" })),
  );
}
