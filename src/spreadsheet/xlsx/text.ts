/** Reads and writes texts of cells. Files escape characters that XML cannot contain, such as _x000D_. */
import { MAX_TEXT_LENGTH } from "../cells/limits";
import { childNamed, childrenNamed, escapeXml, type XmlElement } from "./xml";

/** Reads the table of shared texts, to which cells refer by number. */
export function readSharedStrings(root: XmlElement): string[] {
  return childrenNamed(root, "si").map(richText);
}

/** Joins the runs of an element `si` or `is`, without phonetic guides (`rPh`). */
export function richText(element: XmlElement): string {
  const runs = [
    ...childrenNamed(element, "t"),
    ...childrenNamed(element, "r").flatMap((run) => childNamed(run, "t") ?? []),
  ];
  return runs.map(({ text }) => decodeText(text)).join("");
}

export function decodeText(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Encodes a cell's text as XML, cut to Excel's limit. A text that looks like an escape is escaped. */
export function encodeText(text: string): string {
  const escaped = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (character) => codeOf(character))
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (half) => codeOf(half));
  return escapeXml(escaped);
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
