/** Contents of a document that no marker can be in: the fields of Word, and files that are inserted as a whole. */
import { linksOf, relationsOf } from "../xlsx/relations";
import { attributeNamed, parseXml, type XmlElement } from "../xlsx/xml";
import { elementsIn } from "./paragraphs";
import { isXmlIn, placeIn, type Template } from "./template";

export interface UnreadContents {
  /** The places of fields whose code names a function of ours: braces of Ctrl+F9 look like those of a marker. */
  readonly fields: readonly string[];
  /** The places of fields and links that show the contents of other files. */
  readonly links: readonly string[];
  /** The names of inserted files (`altChunk`), which Word reads when it opens the document. */
  readonly files: readonly string[];
}

const HAS_FIELDS = /instrText|fldSimple/;
/** A part of a master document, and an inserted file that is not in this one. */
const LINKED = /^(?:subDocument|aFChunk)$/;
const LINK = /^\s*(?:LINK|DDE|DDEAUTO|DATABASE|INCLUDETEXT)\b/i;

export async function findUnreadContents({ zip, places, reader }: Template): Promise<UnreadContents> {
  const fields: string[] = [];
  const links: string[] = [];
  const files: string[] = [];
  for (const [xmlPart, place] of places) {
    if (!isXmlIn("", xmlPart) || !zip.has(xmlPart)) continue;
    for (const { type, target } of await relationsOf(zip, xmlPart)) if (type === "aFChunk") files.push(target);
    if ((await linksOf(zip, xmlPart)).some(({ type }) => LINKED.test(type))) links.push(place || "the text");
    const xml = await zip.text(xmlPart);
    const codes = HAS_FIELDS.test(xml) ? fieldCodesIn(parseXml(xml, xmlPart)) : [];
    for (const code of codes) {
      const named = placeIn(place, { shape: "", text: code });
      if (reader.isMentioned(code)) fields.push(named);
      else if (LINK.test(code)) links.push(named);
    }
  }
  return { fields, links, files };
}

/** Returns the codes of all fields, without those of fields within them. Deleted codes are in other elements. */
function fieldCodesIn(root: XmlElement): string[] {
  const codes: string[] = [];
  const open: string[] = [];
  for (const { element } of elementsIn(root)) {
    if (element.name === "fldSimple") codes.push(attributeNamed(element, "instr") ?? "");
    if (element.name === "instrText") open.push((open.pop() ?? "") + element.text);
    if (element.name !== "fldChar") continue;
    const type = attributeNamed(element, "fldCharType");
    if (type === "begin") open.push("");
    if (type === "end") codes.push(open.pop() ?? "");
  }
  return [...codes, ...open];
}
