/** The size of a text that PowerPoint has made smaller to fit its box, long as its markers are. */
import { childNamed, reopened, type Splice, type XmlElement } from "../xlsx/xml";
import { elementsIn, type NewText, type Paragraph } from "./paragraphs";

/**
 * Returns the changes that give texts the size of what they hold now. Only PowerPoint knows the lines, so a text that becomes half
 * as long may be twice as large.
 */
export function refitted(
  filled: readonly { readonly paragraph: Paragraph; readonly texts: readonly NewText[] }[],
): Splice[] {
  const bodies = new Set(filled.flatMap(({ paragraph }) => paragraph.body ?? []));
  return [...bodies].flatMap((body) => {
    const fit = childNamed(childNamed(body, "bodyPr"), "normAutofit");
    const scale = fit && percentOf(fit.attributes.fontScale);
    if (!fit || scale === undefined) return [];
    const own = filled.filter(({ paragraph }) => paragraph.body === body).flatMap(({ texts }) => texts);
    const before = lengthOf(body);
    const after = own.reduce((sum, { start, end, text }) => sum + text.length - (end - start), before);
    if (after >= before) return [];
    const fitting = after > 0 ? (scale * before) / after : 1;
    if (fitting >= 1) return [{ start: fit.start, end: fit.end, text: `<${fit.prefix}normAutofit/>` }];
    return [reopened(fit, { fontScale: String(Math.round(fitting * 100_000)) })];
  });
}

/** Strict Open XML writes "62.5%", others thousandths of a percent. */
function percentOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  return written.endsWith("%") ? parseFloat(written) / 100 : Number(written) / 100_000;
}

function lengthOf(body: XmlElement): number {
  let length = 0;
  for (const { element } of elementsIn(body)) if (element.name === "t") length += element.text.length;
  return length;
}
