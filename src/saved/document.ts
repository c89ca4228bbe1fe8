/**
 * The XML in which the add-in keeps what belongs to a workbook: one custom XML part, so that it travels with the file and
 * other programs can read it. Settings are attributes of its root; `ledger`, `frozen` and `reports` are elements in it. What
 * else stands there is left as it is. Never a key or a token.
 */

/** Of the root and everything in it; also how Excel and a file find the part. */
export const SAVED_NAMESPACE = "urn:scenario-insights:workbook";

/** The XML parser at hand: the browser's, or a library's in Node. */
export interface Dom {
  /** May throw, or give a document with a `parsererror` in it, for text that is no XML. */
  readonly parse: (text: string) => Document;
  readonly serialize: (root: Element) => string;
}

/** The root of a part; undefined for text that is damaged, or not ours. */
export function parseSaved(dom: Dom, text: string): Element | undefined {
  try {
    // A document without a root has null here, whatever its type says.
    const root: Element | null = dom.parse(text).documentElement;
    // Browsers put the error into the document, in some of them below the root that they have read so far.
    const isDamaged = root?.getElementsByTagNameNS("*", "parsererror").length !== 0;
    return !isDamaged && root.namespaceURI === SAVED_NAMESPACE ? root : undefined;
  } catch {
    return undefined;
  }
}

/** A root that keeps nothing yet. */
export function createSaved(dom: Dom): Element {
  return dom.parse(`<insights xmlns="${SAVED_NAMESPACE}"/>`).documentElement;
}

/** The root's only element of this name. */
export function findChild(root: Element | undefined, name: string): Element | undefined {
  return root?.getElementsByTagNameNS(SAVED_NAMESPACE, name)[0];
}

/** The same, made where there is none. */
export function childOf(root: Element, name: string): Element {
  return findChild(root, name) ?? root.appendChild(root.ownerDocument.createElementNS(SAVED_NAMESPACE, name));
}
