/**
 * The XML in which the add-in keeps what belongs to a workbook: custom XML parts, so that it travels with the file and other
 * programs can read it. Each kind of content has parts of its own, told by their namespace, so that what is small and precious
 * never shares a part with what is large. Unknown content of a part stays. Never a key or a token.
 */

/** The namespaces of all parts begin with this. */
export const SAVED_NAMESPACE = "urn:scenario-insights:workbook";

/** A kind of content: settings are attributes of the root, the others are an element in it. The index is the ledger's. */
export type PartName = "settings" | "reports" | "ledger" | "index";

export function partNamespace(name: PartName): string {
  return `${SAVED_NAMESPACE}:${name}`;
}

/** The XML parser at hand: the browser's, or a library's in Node. */
export interface Dom {
  /** May throw, or give a document with a `parsererror` in it, for text that is no XML. */
  readonly parse: (text: string) => Document;
  readonly serialize: (root: Element) => string;
}

/** Returns the root of a part; undefined for a text that is damaged or not ours. */
export function parseSaved(dom: Dom, text: string): Element | undefined {
  try {
    // A document without a root has null here, whatever its type says.
    const root: Element | null = dom.parse(text).documentElement;
    // Browsers put the error into the document, in some of them below the root that they have read so far.
    const isDamaged = root?.getElementsByTagNameNS("*", "parsererror").length !== 0;
    return !isDamaged && root.namespaceURI?.startsWith(`${SAVED_NAMESPACE}:`) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the root of an empty part. */
export function createSaved(dom: Dom, name: PartName): Element {
  return dom.parse(`<insights xmlns="${partNamespace(name)}"/>`).documentElement;
}

/** The root's only element of this name. */
export function findChild(root: Element | undefined, name: string): Element | undefined {
  return root?.getElementsByTagNameNS(root.namespaceURI, name)[0];
}

/** As `findChild`, but creates the element if there is none. */
export function childOf(root: Element, name: string): Element {
  return findChild(root, name) ?? root.appendChild(root.ownerDocument.createElementNS(root.namespaceURI, name));
}
