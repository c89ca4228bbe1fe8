import type { Dom } from "../../../reporting/saved/document";

/** The browser's XML parser. */
export const BROWSER_DOM: Dom = {
  parse: (text) => new DOMParser().parseFromString(text, "text/xml"),
  serialize: (root) => new XMLSerializer().serializeToString(root),
};
