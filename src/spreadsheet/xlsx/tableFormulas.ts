/** Removes formulas that Excel would enter into new rows of a table, or into its totals. */
import { relationsOf } from "./relations";
import type { Workbook } from "./workbook";
import { applySplices, childNamed, childrenNamed, parseXml, removalOf, type Splice, type XmlElement } from "./xml";

/** Returns the new texts of the tables' XML parts, without the formulas for which `isUnwanted` is true. */
export async function withoutTableFormulas(
  { zip, sheets }: Workbook,
  isUnwanted: (formula: string) => boolean,
): Promise<Map<string, string>> {
  const xmlParts = new Map<string, string>();
  for (const sheet of sheets) {
    const tables = (await relationsOf(zip, sheet.xmlPart)).filter(({ type }) => type === "table");
    for (const { target } of tables) {
      const xml = await zip.text(target);
      const columns = childrenNamed(childNamed(parseXml(xml, target), "tableColumns"), "tableColumn");
      const splices = columns.flatMap((column) => removalsIn(xml, column, isUnwanted));
      if (splices.length > 0) xmlParts.set(target, applySplices(xml, splices));
    }
  }
  return xmlParts;
}

function removalsIn(xml: string, column: XmlElement, isUnwanted: (formula: string) => boolean): Splice[] {
  const gone = column.children.filter(
    ({ name, text }) => /^(?:calculatedColumn|totalsRow)Formula$/.test(name) && isUnwanted(text),
  );
  const splices = gone.map(removalOf);
  if (!gone.some(({ name }) => name === "totalsRowFormula")) return splices;
  // A total of its own formula needs that formula.
  const { start, openEnd } = column;
  const opened = xml.slice(start, openEnd).replace(/\s+totalsRowFunction\s*=\s*(["'])custom\1/, "");
  return [{ start, end: openEnd, text: opened }, ...splices];
}
