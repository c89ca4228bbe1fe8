/**
 * The one custom XML part in which the add-in keeps what belongs to a workbook, so that it travels with the file and other
 * programs can read it. Each kind of thing has an element or an attribute of its own. Never a key or a token.
 */
const NAMESPACE = "urn:scenario-insights:workbook";

let last: Promise<unknown> = Promise.resolve();

/** The part's root; undefined where nothing is kept, or what is kept cannot be read. */
export async function readPart(): Promise<Element | undefined> {
  return Excel.run(async (context) => {
    const { first } = await findParts(context);
    const xml = first?.getXml();
    await context.sync();
    return xml && rootOf(xml.value);
  });
}

/** Changes the part, which is made where there is none. Changes asked for at the same time are made one after the other. */
export function updatePart(change: (root: Element) => void): Promise<void> {
  const next = last.then(() => write(change));
  last = next.catch(() => {});
  return next;
}

/** The root's only child element of this name, made where there is none. */
export function childOf(root: Element, name: string): Element {
  const [child] = root.getElementsByTagNameNS(NAMESPACE, name);
  return child ?? root.appendChild(root.ownerDocument.createElementNS(NAMESPACE, name));
}

async function write(change: (root: Element) => void): Promise<void> {
  await Excel.run(async (context) => {
    const { first, others } = await findParts(context);
    const xml = first?.getXml();
    await context.sync();
    const root = (xml && rootOf(xml.value)) ?? emptyRoot();
    change(root);
    const text = new XMLSerializer().serializeToString(root);
    if (first) first.setXml(text);
    else context.workbook.customXmlParts.add(text);
    // A copy that something else has made would be read in place of this one some day.
    for (const part of others) part.delete();
    await context.sync();
  });
}

async function findParts(context: Excel.RequestContext) {
  const parts = context.workbook.customXmlParts.getByNamespace(NAMESPACE).load("items/id");
  await context.sync();
  const [first, ...others] = parts.items;
  return { first, others };
}

function rootOf(xml: string): Element | undefined {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  return root.namespaceURI === NAMESPACE ? root : undefined;
}

function emptyRoot(): Element {
  return document.implementation.createDocument(NAMESPACE, "insights").documentElement;
}
