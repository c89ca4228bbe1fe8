/** XML as elements with their positions in the text, so that a change can leave everything around it as it is. */
import { SaxesParser } from "saxes";
import { beyondLimit } from "./limits";

export interface XmlElement {
  /** Without its namespace's prefix. */
  readonly name: string;
  /** "" or "x:", as the file has it. */
  readonly prefix: string;
  /** By name, with its prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, with entities and CDATA decoded. */
  readonly text: string;
  /** Where its opening tag begins. */
  readonly start: number;
  /** Where its opening tag ends. */
  readonly openEnd: number;
  /** Where its closing tag begins. */
  readonly closeStart: number;
  /** Where it ends. */
  readonly end: number;
}

type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: OpenElement[] };

/** So many elements take about 1 GB. */
const MAX_ELEMENTS = 4_000_000;

/** How a part is read. */
export interface XmlReading {
  /** How many elements it may have. @default as many as take about 1 GB */
  readonly most?: number;
  /** Is given each element that ends, with its parent. What it takes (true) is not kept: a large part fits into the memory so. */
  readonly take?: (element: XmlElement, parent: XmlElement) => boolean;
}

/** The root element. Throws with a message that names the part if the text is not XML, or has too many elements. */
export function parseXml(xml: string, part: string, { most = MAX_ELEMENTS, take }: XmlReading = {}): XmlElement {
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
    throw new Error(`The workbook is damaged: its part ${part} is not XML (${reason}).`);
  };
  parser.on("error", ({ message }) => fail(message));
  parser.on("opentagstart", () => (start = xml.lastIndexOf("<", parser.position - 1)));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name: given, attributes }) => {
    if (++count > most) throw beyondLimit("cells", `its part ${part} has more than ${count - 1} elements`);
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
    // A self-closed element is a single tag.
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

/** The first child of this name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The value of an attribute by its name without prefix, such as `r:id`: producers choose the prefix. */
export function attributeNamed({ attributes }: XmlElement, local: string): string | undefined {
  const name = Object.keys(attributes).find((each) => splitName(each)[1] === local);
  return name === undefined ? undefined : attributes[name];
}

/** Reads an attribute of type boolean. */
export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** Text for an element, or for an attribute in double quotes. */
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

/** A replacement in a text; where `start` and `end` are the same, an insertion. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Insertions at one position keep their order, and come before a replacement that begins there. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const splice of [...splices].sort((one, other) => one.start - other.start || one.end - other.end)) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return [...pieces, text.slice(at)].join("");
}

export function removalOf({ start, end }: XmlElement): Splice {
  return { start, end, text: "" };
}

/** The opening tag of an element, with these attributes as they are now. */
export function reopened(
  { prefix, name, attributes, start, openEnd, end }: XmlElement,
  changed: Record<string, string>,
): Splice {
  const text = Object.entries({ ...attributes, ...changed }).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return { start, end: openEnd, text: `<${prefix}${name}${text.join("")}${openEnd === end ? "/" : ""}>` };
}
