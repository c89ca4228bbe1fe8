/** XML as elements that know where they stand in the text, so that a change can leave all around it as it is. */
import { SaxesParser } from "saxes";

export interface Element {
  /** Without its namespace's prefix. */
  readonly name: string;
  /** "" or "x:", as the file has it. */
  readonly prefix: string;
  /** Names with their prefixes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text directly in it, entities and character data read. */
  readonly text: string;
  /** Places in the text: of its "<", behind its opening tag, of its closing tag's "<", behind it. */
  readonly start: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly end: number;
}

type Growing = { -readonly [Key in keyof Element]: Element[Key] } & { children: Growing[] };

/** The root element. Throws with a message that names the part. */
export function parseXml(xml: string, part: string): Element {
  const parser = new SaxesParser();
  const root = { children: [] as Growing[] };
  const open: Growing[] = [];
  let start = 0;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("error", ({ message }) => {
    throw new Error(`The workbook is damaged: its part ${part} is not XML (${message}).`);
  });
  parser.on("opentagstart", () => (start = xml.lastIndexOf("<", parser.position - 1)));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name: given, attributes }) => {
    const [prefix, name] = splitName(given);
    const place = { start, openEnd: parser.position, closeStart: parser.position, end: parser.position };
    const element: Growing = { name, prefix, attributes, children: [], text: "", ...place };
    (open.at(-1) ?? root).children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    const element = open.pop()!;
    element.end = parser.position;
    // An element without content may be one tag, that is both.
    if (element.end > element.openEnd) element.closeStart = xml.lastIndexOf("<", element.end - 1);
  });
  parser.write(xml).close();
  return root.children[0]!;
}

export function isSelfClosed({ openEnd, end }: Element): boolean {
  return openEnd === end;
}

/** The first child of this name. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** An attribute by its name without prefix, for those that a producer may prefix as it likes (`r:id`). */
export function attributeOf({ attributes }: Element, local: string): string | undefined {
  const name = Object.keys(attributes).find((each) => splitName(each)[1] === local);
  return name === undefined ? undefined : attributes[name];
}

/** Whether an attribute of type boolean is set. */
export function isSet(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Text as it stands between tags or in an attribute's double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\n\t]/g, (character) => ESCAPES[character]!);
}

function splitName(name: string): [prefix: string, local: string] {
  const end = name.indexOf(":") + 1;
  return [name.slice(0, end), name.slice(end)];
}

/** A piece of a text to be replaced; an insertion where both places are one. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Insertions at one place stay in their order, and come before what is replaced there. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const splice of [...splices].sort((one, other) => one.start - other.start || one.end - other.end)) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return [...pieces, text.slice(at)].join("");
}
