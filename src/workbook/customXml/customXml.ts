/** Finds, reads and updates the custom XML parts that `src/saved` describes, by way of Excel. */
import { parseSaved, partNamespace, type PartName } from "../../saved/document";
import { mergeSaved, type SmallPartName } from "../../saved/merge";
import { forEachBatch, isAnswerTooLarge } from "../cells/batches";
import { DOM } from "./xml";

/** A part of the workbook. */
export interface WorkbookPart {
  readonly text: string;
  readonly root: Element;
  readonly item: Excel.CustomXmlPart;
}

/** Parts that are read or written at a time: a ledger's have up to 500 kB, and a request 5 MB. */
const PARTS_AT_A_TIME = 5;

let last: Promise<unknown> = Promise.resolve();

/** How often parts are read and written again if another user replaces them in between. */
const TRIES = 3;

/** Runs `write` after all earlier ones. It runs again if another user replaced a part meanwhile, so it must be repeatable. */
export function writeInTurn<T>(write: () => Promise<T>): Promise<T> {
  const next = last.then(() => tryAgain(write, TRIES));
  last = next.catch(() => {});
  return next;
}

async function tryAgain<T>(write: () => Promise<T>, tries: number): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (tries === 1 || (error as { code?: unknown }).code !== "ItemNotFound") throw error;
    return tryAgain(write, tries - 1);
  }
}

/** The saved content of a kind; undefined if there is none, or it cannot be read. */
export async function readCustomXml(name: SmallPartName): Promise<Element | undefined> {
  return Excel.run(async (context) => {
    const roots = rootsOf(await loadParts(context, name));
    return roots.length > 0 ? mergeSaved(DOM, name, roots) : undefined;
  });
}

/** Changes the saved content of a kind, and writes it if it differs. Parts of two users are merged into one. */
export function updateCustomXml(name: SmallPartName, change: (root: Element) => void): Promise<void> {
  return writeInTurn(() =>
    Excel.run({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context, name);
      const root = mergeSaved(DOM, name, rootsOf(parts));
      change(root);
      writeParts(context, name, parts, [DOM.serialize(root)]);
      await context.sync();
    }),
  );
}

async function loadParts(context: Excel.RequestContext, name: PartName): Promise<WorkbookPart[]> {
  const [parts = []] = await loadAll(context, [partNamespace(name)]);
  return parts;
}

function rootsOf(parts: readonly WorkbookPart[]): Element[] {
  return parts.map(({ root }) => root);
}

/** The parts of each of these namespaces, in as few requests as their sizes let. */
export async function loadAll(context: Excel.RequestContext, namespaces: readonly string[]): Promise<WorkbookPart[][]> {
  const { customXmlParts } = context.workbook;
  const found = namespaces.map((namespace) => customXmlParts.getByNamespace(namespace).load("items/id"));
  await context.sync();
  const texts = await readTexts(
    context,
    found.flatMap(({ items }) => items),
  );
  return found.map(({ items }, at) =>
    items.map((item): WorkbookPart => {
      const text = texts.get(item) ?? "";
      // What is damaged stands for nothing, and is replaced.
      const damaged = () => DOM.parse(`<insights xmlns="${namespaces[at]}"/>`).documentElement;
      return { item, text, root: parseSaved(DOM, text) ?? damaged() };
    }),
  );
}

/** The texts of these parts. Those that are too large for one answer are read one by one. */
async function readTexts(
  context: Excel.RequestContext,
  items: readonly Excel.CustomXmlPart[],
): Promise<Map<Excel.CustomXmlPart, string>> {
  const texts = new Map<Excel.CustomXmlPart, string>();
  const read = (size: number) =>
    forEachBatch(
      context,
      items.filter((item) => !texts.has(item)),
      (item) => ({ item, xml: item.getXml() }),
      ({ item, xml }) => texts.set(item, xml.value),
      size,
    );
  try {
    await read(PARTS_AT_A_TIME);
  } catch (error) {
    if (!isAnswerTooLarge(error)) throw error;
    await read(1);
  }
  return texts;
}

/** Queues the writing of these texts in place of the parts that are there. A part that has its text already stays. */
function writeParts(
  context: Excel.RequestContext,
  name: PartName,
  present: readonly WorkbookPart[],
  texts: readonly string[],
): number {
  const isMeant = new Set(texts);
  const kept = new Set(present.map(({ text }) => text).filter((text) => isMeant.has(text)));
  const replaced = present.filter(({ text }, at) => !kept.has(text) || isRepeated(present, at));
  const missing = texts.filter((text) => !kept.has(text));
  missing.forEach((text, at) => {
    const part = replaced[at];
    if (part) part.item.setXml(text);
    else context.workbook.customXmlParts.add(text);
  });
  // A copy that something else has made would count twice.
  for (const { item } of replaced.slice(missing.length)) item.delete();
  return missing.length;
}

/** True if a part before this one has the same text: a copy by another program. */
export function isRepeated(parts: readonly WorkbookPart[], at: number): boolean {
  return parts.findIndex(({ text }) => text === parts[at]?.text) < at;
}
