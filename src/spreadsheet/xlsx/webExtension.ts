/** The web extension in a file: with it, Excel offers the add-in to everyone who opens the workbook. */
import { relationsOf } from "./relations";
import { withoutElements } from "./removal";
import type { Workbook } from "./workbook";
import { attributeNamed, childNamed, parseXml } from "./xml";

export interface WebExtensionRemoval {
  readonly unwanted: readonly string[];
  /** The list of panes without this add-in's, if other add-ins have panes too. */
  readonly panes: ReadonlyMap<string, string>;
}

/** Finds what to remove with the add-in's pane. Panes of other add-ins stay. @param addin The id in the add-in's manifest. */
export async function webExtensionOf({ zip }: Workbook, addin: string): Promise<WebExtensionRemoval> {
  const list = (await relationsOf(zip, "")).find(({ type }) => type === "webextensiontaskpanes")?.target;
  if (list === undefined || !zip.has(list)) return { unwanted: [], panes: new Map() };
  const relations = (await relationsOf(zip, list)).filter(({ type }) => type === "webextension");
  const own: typeof relations = [];
  for (const relation of relations)
    if (isOf(addin, await zip.text(relation.target), relation.target)) own.push(relation);
  const targets = own.map(({ target }) => target);
  if (own.length === 0) return { unwanted: [], panes: new Map() };
  if (own.length === relations.length) return { unwanted: [...targets, list], panes: new Map() };
  const ids = new Set(own.map(({ id }) => id));
  const others = withoutElements(await zip.text(list), list, (pane) => {
    const reference = childNamed(pane, "webextensionref");
    return reference !== undefined && ids.has(attributeNamed(reference, "id") ?? "");
  });
  return { unwanted: targets, panes: new Map([[list, others]]) };
}

function isOf(addin: string, xml: string, xmlPart: string): boolean {
  const root = parseXml(xml, xmlPart);
  const references = [root, ...(childNamed(root, "alternateReferences")?.children ?? [])];
  return references.some((each) => {
    const reference = each.name === "reference" ? each : childNamed(each, "reference");
    return reference?.attributes.id?.replace(/[{}]/g, "").toLowerCase() === addin;
  });
}
