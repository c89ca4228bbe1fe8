/** Parses XML into elements with their positions in the text, so an edit changes nothing around it. */
import { SaxesParser } from "saxes";
import { beyondLimit } from "./limits";

export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** "" or a prefix such as "x:". */
  readonly prefix: string;
  /** By name, including the prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, with entities and CDATA decoded. */
  readonly text: string;
  /** The start of its opening tag. */
  readonly start: number;
  /** The end of its opening tag. */
  readonly openEnd: number;
  /** The start of its closing tag. */
  readonly closeStart: number;
  /** The end of its closing tag. */
  readonly end: number;
}

type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: OpenElement[] };

/** This many elements take about 1 GB. */
const MAX_ELEMENTS = 4_000_000;

/** Options of parsing. */
export interface XmlReading {
  /** The limit on the number of elements. @default 4,000,000, about 1 GB */
  readonly most?: number;
  /** Called with each finished element and its parent. Return true to drop the element, which saves memory. */
  readonly take?: (element: XmlElement, parent: XmlElement) => boolean;
}

/** Returns the root element. Throws with a message that names the part if it is not XML, or has too many elements. */
export function parseXml(xml: string, xmlPart: string, { most = MAX_ELEMENTS, take }: XmlReading = {}): XmlElement {
  const parser = new SaxesParser();
  const document = { children: [] as OpenElement[] };
  const open: OpenElement[] = [];
  let start = 0;
  let count = 0;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  const fail = (reason: string): never => {
    throw new Error(`The file is damaged: ${xmlPart} is not XML (${reason}).`);
  };
  parser.on("error", ({ message }) => fail(message));
  parser.on("opentagstart", () => (start = xml.lastIndexOf("<", parser.position - 1)));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name: given, attributes }) => {
    if (++count > most) throw beyondLimit("cells", `${xmlPart} has more than ${count - 1} elements`);
    const [prefix, name] = splitName(given);
    const place = { start, openEnd: parser.position, closeStart: parser.position, end: parser.position };
    const element: OpenElement = { name, prefix, attributes, children: [], text: "", ...place };
    (open.at(-1) ?? document).children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    const element = open.pop();
    if (!element) return;
    element.end = parser.position;
    // Not for a self-closed element, which is a single tag.
    if (element.end > element.openEnd) element.closeStart = xml.lastIndexOf("<", element.end - 1);
    const parent = open.at(-1);
    if (parent && take?.(element, parent)) parent.children.pop();
  });
  parser.write(xml).close();
  return document.children[0] ?? fail("it is empty");
}

export function isSelfClosed({ openEnd, end }: XmlElement): boolean {
  return openEnd === end;
}

/** Finds the first child with this name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns an attribute by its name without prefix, such as "id" for `r:id`: each program chooses its prefixes. */
export function attributeNamed({ attributes }: XmlElement, local: string): string | undefined {
  const name = Object.keys(attributes).find((each) => splitName(each)[1] === local);
  return name === undefined ? undefined : attributes[name];
}

/** Reads an attribute of type boolean. */
export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** Escapes text for an element, or for an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\t", "&#9;");
}

function splitName(name: string): [prefix: string, local: string] {
  const end = name.indexOf(":") + 1;
  return [name.slice(0, end), name.slice(end)];
}

/** A replacement in a text; an insertion if `start` equals `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies splices to a text, or to the part of it between `from` and `to`. Insertions at one position keep their order, and come
 * before a replacement there.
 */
export function applySplices(text: string, splices: readonly Splice[], from = 0, to = text.length): string {
  const pieces: string[] = [];
  let at = from;
  for (const splice of [...splices].sort((one, other) => one.start - other.start || one.end - other.end)) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  pieces.push(text.slice(at, to));
  return pieces.join("");
}

/** Merges the splices within an element into one. Hundreds of thousands of small texts would take much memory. */
export function mergedSplice(xml: string, { start, end }: XmlElement, splices: readonly Splice[]): Splice {
  return { start, end, text: applySplices(xml, splices, start, end) };
}

export function removalOf({ start, end }: XmlElement): Splice {
  return { start, end, text: "" };
}

/** Returns attributes as a tag has them, each after a space. */
export function attributeText(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join("");
}

/** Replaces attributes in the opening tag of an element. */
export function reopened(
  { prefix, name, attributes, start, openEnd, end }: XmlElement,
  changed: Record<string, string>,
): Splice {
  const text = attributeText(Object.entries({ ...attributes, ...changed }));
  return { start, end: openEnd, text: `<${prefix}${name}${text}${openEnd === end ? "/" : ""}>` };
}
