/** Removes rules beside the cells of a sheet: data validations, conditional formats and sparklines. */
import { readRows } from "./rows";
import type { FileSheet, Workbook } from "./workbook";
import { applySplices, childNamed, removalOf, reopened, type Splice, type XmlElement } from "./xml";

const RULES: ReadonlySet<string> = new Set(["dataValidation", "cfRule", "sparkline"]);

/** Elements that are nothing without their rules, also those of newer Excel (x14). */
const LISTS: ReadonlySet<string> = new Set([
  "dataValidations",
  "conditionalFormatting",
  "conditionalFormattings",
  "sparklines",
  "sparklineGroup",
  "sparklineGroups",
  "ext",
  "extLst",
]);

/** Children of a list that are no rules: where it applies, and how it looks. */
const BESIDE_RULES = /^(?:sqref|color\w*)$/;

const HAS_RULES = /<(?:[^\s<>/:]+:)?(?:dataValidation|cfRule|sparkline)[\s/>]/;

/** Returns the new texts of the sheets' XML parts, without the rules for which `isUnwanted` is true. */
export async function withoutRules(
  { zip, sheets }: Workbook,
  isUnwanted: (rule: XmlElement, sheet: FileSheet) => boolean,
): Promise<Map<string, string>> {
  const xmlParts = new Map<string, string>();
  for (const sheet of sheets) {
    const xml = await zip.text(sheet.xmlPart);
    if (!HAS_RULES.test(xml)) continue;
    const root = readRows(xml, sheet.xmlPart, () => undefined);
    const splices = root.children.flatMap((child) => removalsIn(child, (rule) => isUnwanted(rule, sheet)));
    if (splices.length > 0) xmlParts.set(sheet.xmlPart, applySplices(xml, splices));
  }
  return xmlParts;
}

/** Removes a list if nothing is left in it: Excel treats an empty list as damage. */
function removalsIn(element: XmlElement, isUnwanted: (rule: XmlElement) => boolean): Splice[] {
  if (RULES.has(element.name)) return isUnwanted(element) ? [removalOf(element)] : [];
  if (!LISTS.has(element.name)) return [];
  const parts = element.children.map((child) => ({ child, removals: removalsIn(child, isUnwanted) }));
  const splices = parts.flatMap(({ removals }) => removals);
  if (splices.length === 0) return [];
  const left = parts.filter(({ child, removals }) => !BESIDE_RULES.test(child.name) && !isWhole(removals[0], child));
  if (left.length === 0) return [removalOf(element)];
  return element.attributes.count === undefined
    ? splices
    : [reopened(element, { count: String(left.length) }), ...splices];
}

function isWhole(removal: Splice | undefined, { start, end }: XmlElement): boolean {
  return removal?.start === start && removal.end === end;
}

/** Returns the formulas of a rule. */
export function ruleFormulas(rule: XmlElement): string[] {
  return rule.children.flatMap((child) => [
    ...(/^(?:formula[12]?|f)$/.test(child.name) ? [child.text || (childNamed(child, "f")?.text ?? "")] : []),
    ...(child.name === "cfvo" ? [child.attributes.val ?? ""] : []),
    ...ruleFormulas(child),
  ]);
}
