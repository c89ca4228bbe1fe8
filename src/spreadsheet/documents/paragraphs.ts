/** Reads the paragraphs of slides and documents, and replaces parts of their texts so that each run keeps its look. */
import { attributeNamed, childNamed, escapeXml, reopened, type Splice, type XmlElement } from "../xlsx/xml";

export interface Paragraph {
  /** The shape that it is in; "" if there is none. */
  readonly shape: string;
  readonly text: string;
  readonly pieces: readonly TextPiece[];
  /** The text of a slide's shape that it is in. */
  readonly body: XmlElement | undefined;
}

/** A text element of a run, or an element that stands for a character, such as a tab. */
export interface TextPiece {
  readonly element: XmlElement;
  readonly text: string;
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
  /** The text of a slide's shape that it is in. */
  readonly body?: XmlElement | undefined;
}

/** Returns all elements in order. Deep nesting is no recursion: it would end the program. */
export function* elementsIn(root: XmlElement): Generator<ShapedElement> {
  const open: ShapedElement[] = [{ element: root, shape: "", isBound: false }];
  for (let each = open.pop(); each; each = open.pop()) {
    yield each;
    pushChildren(open, each);
  }
}

function pushChildren(open: ShapedElement[], { element, shape, isBound, body }: ShapedElement): void {
  const binding = element.name === "sdt" && childNamed(childNamed(element, "sdtPr"), "dataBinding") !== undefined;
  const within = {
    shape: shapeName(element) ?? shape,
    isBound: isBound || binding,
    body: element.name === "txBody" ? element : body,
  };
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

/** Stands in a paragraph's text for what is no text, such as a picture, the sign of a footnote, and the ends of a field. */
export const NO_TEXT = "\ufffc";

/** Elements around runs. Text that a tracked change has deleted or moved away is in others, and does not count. */
const AROUND_RUNS = /^(?:r|hyperlink|ins|moveTo|smartTag|customXml|sdt|sdtContent|dir|bdo|fldSimple)$/;

/** Elements that show nothing where they stand. */
const UNSHOWN =
  /^(?:rPr|pPr|endParaRPr|sdtPr|sdtEndPr|smartTagPr|customXmlPr|proofErr|lastRenderedPageBreak|del|moveFrom|delText|instrText|delInstrText|annotationRef|commentReference|(?:bookmark|perm|commentRange|moveFromRange|moveToRange|customXml\w*Range)(?:Start|End))$/;

/** Elements of runs that stand for a character (ECMA-376 part 1, 17.3.3). A line breaks where a space would be. */
const CHARACTERS: Readonly<Record<string, string>> = {
  br: " ",
  cr: " ",
  tab: "\t",
  ptab: "\t",
  noBreakHyphen: "-",
  // It shows nothing but at the end of a line.
  softHyphen: "",
};

function readParagraph(paragraph: ShapedElement): Paragraph {
  const pieces: TextPiece[] = [];
  let text = "";
  const open: ShapedElement[] = [];
  pushChildren(open, paragraph);
  for (let each = open.pop(); each; each = open.pop()) {
    const { element, isBound } = each;
    if (AROUND_RUNS.test(element.name)) {
      // A field is marked at both ends, as one of several runs is, since Word writes its text anew.
      if (element.name === "fldSimple") {
        text += NO_TEXT;
        open.push({ ...each, element: { ...element, name: "fldChar" } });
      }
      pushChildren(open, each);
      continue;
    }
    const own = textOf(element);
    if (own !== NO_TEXT && !UNSHOWN.test(element.name)) pieces.push({ element, text: own, at: text.length, isBound });
    text += own;
  }
  return { shape: paragraph.shape, body: paragraph.body, text, pieces };
}

/** Returns what an element of a paragraph stands for. */
function textOf(element: XmlElement): string {
  const { name, children } = element;
  if (name === "t" && children.length === 0) return element.text;
  if (name === "sym") return symbolOf(element);
  return UNSHOWN.test(name) ? "" : (CHARACTERS[name] ?? NO_TEXT);
}

/** A sign of a font such as Symbol or Wingdings is a picture: it has no character of its own. */
function symbolOf(element: XmlElement): string {
  const code = Number.parseInt(attributeNamed(element, "char") ?? "", 16);
  const isPicture = /symbol|dings/i.test(attributeNamed(element, "font") ?? "");
  const isCharacter = code > 0x20 && (code < 0xd800 || (code > 0xf8ff && code < 0xfffc));
  return isCharacter && !isPicture ? String.fromCharCode(code) : NO_TEXT;
}

/** Returns the changes of the XML: a new text is in the run in which the old one begins. */
export function fillParagraph({ pieces }: Paragraph, texts: readonly NewText[]): Splice[] {
  const sorted = [...texts].sort((one, other) => one.start - other.start);
  return pieces.flatMap(({ element, text: old, at }) => {
    const end = at + old.length;
    const own = sorted.filter((filling) => filling.start < end && filling.end > at);
    if (own.length === 0) return [];
    let from = at;
    let text = "";
    for (const filling of own) {
      text += old.slice(from - at, Math.max(filling.start, at) - at);
      if (filling.start >= at) text += filling.text;
      from = Math.min(filling.end, end);
    }
    text += old.slice(from - at);
    return element.name === "t" ? textSplices(element, text) : [characterSplice(element, text)];
  });
}

/** An element that stands for a character goes with it. A marker may begin with such an element. */
function characterSplice({ prefix, start, end }: XmlElement, text: string): Splice {
  const written = `<${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t>`;
  return { start, end, text: text === "" ? "" : written };
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
