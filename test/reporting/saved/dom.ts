/** The XML parser that Node has by way of a library, typed as the browser's, which it stands for. */
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Dom } from "../../../src/reporting/saved/document";

export const xmldom = {
  parse: (text: string) => new DOMParser({ onError: () => undefined }).parseFromString(text, "text/xml"),
  serialize: (root: Node) => new XMLSerializer().serializeToString(root as never),
} as unknown as Dom;

/** The parser of the test's environment, where that is a browser's. */
export const browserDom: Dom = {
  parse: (text) => new globalThis.DOMParser().parseFromString(text, "text/xml"),
  serialize: (root) => new globalThis.XMLSerializer().serializeToString(root),
};
