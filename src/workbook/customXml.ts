/** Finds, reads and updates the custom XML part that `src/saved` describes, by way of Excel. */
import { createSaved, parseSaved, SAVED_NAMESPACE, type Dom } from "../saved/document";

const DOM: Dom = {
  parse: (text) => new DOMParser().parseFromString(text, "text/xml"),
  serialize: (root) => new XMLSerializer().serializeToString(root),
};

let last: Promise<unknown> = Promise.resolve();

/** The part's root; undefined where nothing is kept, or what is kept cannot be read. */
export async function readCustomXml(): Promise<Element | undefined> {
  return Excel.run(async (context) => {
    const { root } = await loadPart(context);
    return root;
  });
}

/** Changes the part, which is made where there is none. Changes asked for at the same time are made one after the other. */
export function updateCustomXml(change: (root: Element) => void): Promise<void> {
  const next = last.then(() => write(change));
  last = next.catch(() => {});
  return next;
}

async function write(change: (root: Element) => void): Promise<void> {
  await Excel.run(async (context) => {
    const { root = createSaved(DOM), part, others } = await loadPart(context);
    change(root);
    const text = DOM.serialize(root);
    if (part) part.setXml(text);
    else context.workbook.customXmlParts.add(text);
    // A copy that something else has made would be read in place of this one some day.
    for (const other of others) other.delete();
    await context.sync();
  });
}

async function loadPart(context: Excel.RequestContext) {
  const parts = context.workbook.customXmlParts.getByNamespace(SAVED_NAMESPACE).load("items/id");
  await context.sync();
  const [part, ...others] = parts.items;
  const xml = part?.getXml();
  await context.sync();
  return { part, others, root: xml && parseSaved(DOM, xml.value) };
}
