/** Reads the paragraphs of slides and documents, and replaces parts of their texts so that each run keeps its look. */
import { attributeNamed, childNamed, escapeXml, reopened, type Splice, type XmlElement } from "../xlsx/xml";

export interface Paragraph {
  /** The shape that it is in; "" if there is none. */
  readonly shape: string;
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

/** A text element of a run. */
export interface TextPiece {
  readonly element: XmlElement;
  /** The index of its first character in the paragraph's text. */
  readonly at: number;
  /** True if Word replaces the text when it opens the document: its content control shows other data. */
  readonly isBound: boolean;
}

/** A new text for a part of a paragraph's text. */
export interface NewText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An element, the name of the nearest shape around it, and whether a content control fills it. */
export interface ShapedElement {
  readonly element: XmlElement;
  readonly shape: string;
  readonly isBound: boolean;
}

/** Returns all elements in order. Deep nesting is no recursion: it would end the program. */
export function* elementsIn(root: XmlElement): Generator<ShapedElement> {
  const open: ShapedElement[] = [{ element: root, shape: "", isBound: false }];
  for (let each = open.pop(); each; each = open.pop()) {
    yield each;
    pushChildren(open, each);
  }
}

function pushChildren(open: ShapedElement[], { element, shape, isBound }: ShapedElement): void {
  const binding = element.name === "sdt" && childNamed(childNamed(element, "sdtPr"), "dataBinding") !== undefined;
  const within = { shape: shapeName(element) ?? shape, isBound: isBound || binding };
  for (const child of [...element.children].reverse()) open.push({ element: child, ...within });
}

/** Returns the name of a shape of a slide (`cNvPr`), or of a drawing in a document (`docPr`). */
function shapeName(element: XmlElement): string | undefined {
  const properties =
    childNamed(element, "docPr") ??
    element.children.flatMap(({ children }) => children).find(({ name }) => name === "cNvPr");
  const name = properties && attributeNamed(properties, "name");
  return name === "" ? undefined : name;
}

/** Finds the paragraphs with text. A paragraph of a document may hold text boxes with paragraphs of their own. */
export function paragraphsIn(root: XmlElement): Paragraph[] {
  const found: Paragraph[] = [];
  for (const placed of elementsIn(root)) {
    if (placed.element.name !== "p") continue;
    const paragraph = readParagraph(placed);
    if (paragraph.text.trim() !== "") found.push(paragraph);
  }
  return found;
}

/** Elements around runs. Text that a tracked change has deleted or moved away is in others, and does not count. */
const AROUND_RUNS = /^(?:hyperlink|ins|moveTo|smartTag|customXml|sdt|sdtContent|dir|bdo|fldSimple)$/;
const BREAK = /^(?:br|cr|tab)$/;

function readParagraph({ element, shape, isBound }: ShapedElement): Paragraph {
  const pieces: TextPiece[] = [];
  let text = "";
  const open: ShapedElement[] = [];
  pushChildren(open, { element, shape, isBound });
  for (let each = open.pop(); each; each = open.pop()) {
    const { name, children } = each.element;
    if (name === "r" || AROUND_RUNS.test(name)) pushChildren(open, each);
    else if (BREAK.test(name)) text += " ";
    else if (name === "t" && children.length === 0) {
      pieces.push({ element: each.element, at: text.length, isBound: each.isBound });
      text += each.element.text;
    }
  }
  return { shape, text, pieces };
}

/** Returns the changes of the XML: a new text is in the run in which the old one begins. */
export function fillParagraph({ pieces }: Paragraph, texts: readonly NewText[]): Splice[] {
  const sorted = [...texts].sort((one, other) => one.start - other.start);
  return pieces.flatMap(({ element, at }) => {
    const end = at + element.text.length;
    const own = sorted.filter((filling) => filling.start < end && filling.end > at);
    if (own.length === 0) return [];
    let from = at;
    let text = "";
    for (const filling of own) {
      text += element.text.slice(from - at, Math.max(filling.start, at) - at);
      if (filling.start >= at) text += filling.text;
      from = Math.min(filling.end, end);
    }
    return textSplices(element, text + element.text.slice(from - at));
  });
}

/** Word drops spaces at the ends of a text that does not ask to keep them. */
function textSplices(element: XmlElement, text: string): Splice[] {
  const content = { start: element.openEnd, end: element.closeStart, text: escapeXml(text) };
  const isKept = element.prefix !== "w:" || !/^\s|\s$/.test(text) || element.attributes["xml:space"] === "preserve";
  return isKept ? [content] : [reopened(element, { "xml:space": "preserve" }), content];
}

/** Returns the text without what XML forbids: control characters and halves of a character. */
export function legalText(text: string): string {
  return text
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "");
}
