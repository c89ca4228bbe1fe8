/** Finds, reads and updates the custom XML parts that `src/reporting/saved` describes, by way of Excel. */
import { parseSaved, partNamespace, type PartName } from "../../../reporting/saved/document";
import { mergeSaved, type SmallPartName } from "../../../reporting/saved/merge";
import { forEachBatch, isAnswerTooLarge } from "../cells/batches";
import { BROWSER_DOM } from "./xml";
import { runExcel } from "../cells/runExcel";

/** A part of the workbook. */
export interface WorkbookPart {
  readonly text: string;
  /** Undefined for a damaged part, which counts as missing and is replaced. */
  readonly root: Element | undefined;
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

/** Returns the saved content of a kind; undefined if there is none, or it cannot be read. */
export async function readCustomXml(name: SmallPartName): Promise<Element | undefined> {
  return runExcel(async (context) => {
    const roots = rootsOf(await loadParts(context, name));
    return roots.length > 0 ? mergeSaved(BROWSER_DOM, name, roots) : undefined;
  });
}

/** Changes the saved content of a kind, and writes it if it differs. Parts of two users are merged into one. */
export function updateCustomXml(name: SmallPartName, change: (root: Element, isNew: boolean) => void): Promise<void> {
  return writeInTurn(() =>
    runExcel({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context, name);
      const roots = rootsOf(parts);
      const root = mergeSaved(BROWSER_DOM, name, roots);
      change(root, roots.length === 0);
      writePart(context, parts, BROWSER_DOM.serialize(root));
      await context.sync();
    }),
  );
}

async function loadParts(context: Excel.RequestContext, name: PartName): Promise<WorkbookPart[]> {
  const [parts = []] = await loadAll(context, [partNamespace(name)]);
  return parts;
}

export function rootsOf(parts: readonly WorkbookPart[]): Element[] {
  return parts.flatMap(({ root }) => root ?? []);
}

/** Reads the parts of each of these namespaces, in as few requests as their sizes allow. */
export async function loadAll(context: Excel.RequestContext, namespaces: readonly string[]): Promise<WorkbookPart[][]> {
  const { customXmlParts } = context.workbook;
  const found = namespaces.map((namespace) => customXmlParts.getByNamespace(namespace).load("items/id"));
  await context.sync();
  const texts = await readTexts(
    context,
    found.flatMap(({ items }) => items),
  );
  return found.map(({ items }) =>
    items.map((item): WorkbookPart => {
      const text = texts.get(item) ?? "";
      return { item, text, root: parseSaved(BROWSER_DOM, text) };
    }),
  );
}

/** Reads the texts of these parts. A text too large for a shared answer is read alone. */
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

/**
 * Queues what makes this text the only part of its kind. A part that already has it stays; a copy would count twice. The former parts are
 * deleted first: Excel then refuses a request that it carries out late, after another has replaced them.
 */
export function writePart(context: Excel.RequestContext, present: readonly WorkbookPart[], text: string): void {
  const kept = present.find((part) => part.text === text);
  for (const part of present) if (part !== kept) part.item.delete();
  if (!kept) context.workbook.customXmlParts.add(text);
}

/** True if a part before this one has the same text: a copy by another program. */
export function isRepeated(parts: readonly WorkbookPart[], at: number): boolean {
  return parts.findIndex(({ text }) => text === parts[at]?.text) < at;
}
