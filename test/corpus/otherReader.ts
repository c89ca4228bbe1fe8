/**
 * Compares two workbooks by a reader of its own: a zip library, a DOM, and nothing of this project. The code that reads and
 * checks files for the product might be blind to its own mistake.
 */
import { DOMParser, type Element } from "@xmldom/xmldom";
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";

configure({ useWebWorkers: false });

/** The values of cells that a chart keeps for itself. */
const CACHES = ["numCache", "strCache", "multiLvlStrCache"];

/** The differences that a refresh of formulas must not make, each as a line. */
export async function differencesOf(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const [olds, news] = [await contentsOf(before), await contentsOf(after)];
  // The first refresh of a workbook adds the parts that say its service.
  const isAdded = (name: string) => !olds.has(name) && name.startsWith("customXml/");
  const isNaming = (name: string) => name === "[Content_Types].xml" || name.endsWith("workbook.xml.rels");
  const hasAdded = [...news.keys()].some(isAdded);
  const found = [...news.keys()].filter((name) => !olds.has(name) && !isAdded(name)).map((name) => `${name} is new`);
  for (const [name, old] of olds) {
    const now = news.get(name);
    if (!now) found.push(`${name} is gone`);
    else if (hasAdded && isNaming(name)) continue;
    else if (!Buffer.from(old).equals(now))
      found.push(...partDifferences(name, old, now).map((difference) => `${name}: ${difference}`));
  }
  return found;
}

async function contentsOf(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) contents.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  return contents;
}

/** A workbook may call its parts as it likes: their root elements tell what they are. */
function partDifferences(name: string, old: Uint8Array, now: Uint8Array): string[] {
  if (!name.endsWith(".xml")) return ["the part differs"];
  const { localName } = rootOf(old);
  if (localName === "worksheet") return cellDifferences(old, now);
  if (localName === "chartSpace" && aroundOf(rootOf(old), CACHES) === aroundOf(rootOf(now), CACHES)) return [];
  return ["the part differs"];
}

/** Constants, formulas and styles must be the same; so must all around the cells but the used range. */
function cellDifferences(before: Uint8Array, after: Uint8Array): string[] {
  const [old, now] = [readSheet(before), readSheet(after)];
  const found = old.around === now.around ? [] : ["other content differs"];
  for (const address of new Set([...old.cells.keys(), ...now.cells.keys()])) {
    const [one, other] = [old.cells.get(address), now.cells.get(address)];
    if (one !== other && !old.isFilled(address))
      found.push(`${address} was ${one ?? "absent"} and is ${other ?? "absent"}`);
  }
  return found;
}

interface OtherSheet {
  /** What must stay of each cell, by address. */
  readonly cells: ReadonlyMap<string, string>;
  /** True if an array formula or a what-if table of another cell fills the cell. */
  isFilled(address: string): boolean;
  readonly around: string;
}

function readSheet(bytes: Uint8Array): OtherSheet {
  const root = rootOf(bytes);
  const cells = new Map<string, string>();
  const filled: ((row: number, column: number) => boolean)[] = [];
  let row = 0;
  for (const element of elementsOf(root, "row")) {
    row = Number(element.getAttribute("r")) || row + 1;
    let column = 0;
    for (const cell of elementsOf(element, "c")) {
      const address = cell.getAttribute("r");
      column = address ? columnOf(address) : column + 1;
      cells.set(`${row} ${column}`, keptOf(cell));
      const [formula] = elementsOf(cell, "f");
      const range = formula?.getAttribute("ref");
      if (range && ["array", "dataTable"].includes(formula?.getAttribute("t") ?? "")) filled.push(within(range));
    }
  }
  const isFilled = (address: string) => {
    const [at = 0, column = 0] = address.split(" ").map(Number);
    return filled.some((isInside) => isInside(at, column));
  };
  return { cells, isFilled, around: aroundOf(root, ["c", "dimension"]) };
}

function rootOf(bytes: Uint8Array): Element {
  const encoding = bytes[0] === 0xff ? "utf-16le" : "utf-8";
  const parser = new DOMParser({ onError: () => undefined });
  const { documentElement } = parser.parseFromString(new TextDecoder(encoding).decode(bytes), "text/xml");
  if (!documentElement) throw new Error("A part has no element.");
  return documentElement;
}

/** Elements of any prefix. */
function elementsOf(parent: Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS("*", name)];
}

/** A formula with its style; all of a constant. */
function keptOf(cell: Element): string {
  const [formula] = elementsOf(cell, "f");
  if (!formula) return `${attributesOf(cell)} ${cell.textContent}`;
  return `s=${cell.getAttribute("s")} ${attributesOf(formula)} ${formula.textContent}`;
}

function attributesOf(element: Element): string {
  const pairs = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
  return pairs
    .filter((pair) => !pair.startsWith("r="))
    .sort()
    .join(" ");
}

/** The names, attributes and texts of all elements but those with the given names, in order. */
function aroundOf(root: Element, without: readonly string[]): string {
  const parts: string[] = [];
  const visit = (element: Element) => {
    const name = element.localName ?? "";
    if (without.includes(name)) return;
    if (name !== "row") parts.push(`<${name} ${attributesOf(element)}>`);
    for (const child of element.childNodes) {
      if (child.nodeType === child.ELEMENT_NODE) visit(child as Element);
      else parts.push((child.nodeValue ?? "").trim());
    }
  };
  visit(root);
  return parts.filter((part) => part !== "").join("\n");
}

function columnOf(address: string): number {
  return [...address.replace(/\d+$/, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function within(range: string): (row: number, column: number) => boolean {
  const [first = "", last = first] = range.replaceAll("$", "").split(":");
  const rowOf = (address: string) => Number(/\d+$/.exec(address)?.[0]);
  return (row, column) =>
    row >= rowOf(first) && row <= rowOf(last) && column >= columnOf(first) && column <= columnOf(last);
}
