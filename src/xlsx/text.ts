/** Text of cells: shared, inline, and with the characters that XML cannot hold written as _x000D_. */
import { childOf, childrenOf, escapeXml, type Element } from "./xml";

/** The texts that cells share by number. */
export function sharedTexts(root: Element): string[] {
  return childrenOf(root, "si").map(richText);
}

/** The text of `si` or `is`, its runs together; what is only a reading aid (`rPh`) is left out. */
export function richText(element: Element): string {
  const runs = [...childrenOf(element, "t"), ...childrenOf(element, "r").flatMap((run) => childOf(run, "t") ?? [])];
  return runs.map(({ text }) => decodeText(text)).join("");
}

export function decodeText(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The longest text that Excel keeps in a cell; a file with a longer one counts as damaged. */
const LONGEST = 32_767;

/** Text as it stands between tags. What looks like an escape is escaped itself. */
export function encodeText(text: string): string {
  const escaped = text
    .slice(0, LONGEST)
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (character) => codeOf(character))
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (half) => codeOf(half));
  return escapeXml(escaped);
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
