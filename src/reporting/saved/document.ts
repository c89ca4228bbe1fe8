/**
 * Custom XML parts with the add-in's data in a workbook. They travel with the file, and other programs can read them. Each kind
 * of content has its own parts and namespace. So a failed write of the large ledger cannot harm the settings. Unknown content
 * of a part stays. No part contains a key or a token.
 */
import { NAMESPACE } from "../../numbers/language/environment";

/** All namespaces begin with this, in every environment. */
export const SAVED_ROOT = "urn:scenario-insights";

/**
 * The namespaces of all parts begin with this. Each environment has its own: test must not answer from the ledger of production,
 * nor drop its entries.
 */
export const SAVED_NAMESPACE = `${SAVED_ROOT}:workbook${NAMESPACE.slice("INSIGHTS".length).toLowerCase()}`;

/** A kind of content. Settings are attributes of the root; the others are elements in it. The index belongs to the ledger. */
export type PartName = "settings" | "reports" | "ledger" | "index" | "changes";

export function partNamespace(name: PartName): string {
  return `${SAVED_NAMESPACE}:${name}`;
}

/** An XML parser: the browser's, or a library in Node. */
export interface Dom {
  /** For text that is no XML it may throw, or return a document that contains a `parsererror`. */
  readonly parse: (text: string) => Document;
  readonly serialize: (root: Element) => string;
}

/** Returns the root of a part; undefined for a text that is damaged or not ours. */
export function parseSaved(dom: Dom, text: string): Element | undefined {
  try {
    // Without a root, this is null, although its type does not include null.
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

/** Returns the root's only element of this name. */
export function findChild(root: Element | undefined, name: string): Element | undefined {
  return root?.getElementsByTagNameNS(root.namespaceURI, name)[0];
}

/** Returns the element like `findChild`, or creates it. */
export function childOf(root: Element, name: string): Element {
  return findChild(root, name) ?? root.appendChild(root.ownerDocument.createElementNS(root.namespaceURI, name));
}
