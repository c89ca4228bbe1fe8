/**
 * Anchors: formulas that never calculate and only refer to cells, so that Excel moves their references when rows are inserted,
 * cells moved and sheets renamed. What is frozen finds its cells by them, and those that its formulas refer to. They stand in
 * one column of a sheet that nobody sees. Where the workbook's structure is protected, they are hidden names: few, since
 * thousands of names are more than Excel on the web takes.
 */
import { parseAddress } from "../../grid/address";
import { splitByWeight } from "../../saved/shards";
import { areasOf } from "../cells/cellAreas";
import { rangeOf } from "../cells/cells";

export interface Anchor {
  readonly id: string;
  /** Such as "'P&L'!$B$3:$D$9"; "#REF!" where the cells have been deleted. */
  readonly areas: readonly string[];
}

/** The sheet with the anchors. */
export const ANCHOR_SHEET = "_insights_anchors";
const PREFIX = "_insights_block_";
const MOST_NAMES = 100;
/** Arguments of a function in Excel. */
const MOST_ARGUMENTS = 200;
/** Letters of a formula in Excel, and of the anchors in one request. */
const MOST_LETTERS = 8_000;
const PORTION_LETTERS = 1_500_000;

/** Whether Excel takes an anchor with so many areas. */
export function isAnchorable(anchor: Anchor): boolean {
  return anchorFormula(anchor).length <= MOST_LETTERS;
}

export function anchorFormula({ id, areas }: Anchor): string {
  const groups = Array.from({ length: Math.ceil(areas.length / MOST_ARGUMENTS) }, (_, at) =>
    areas.slice(at * MOST_ARGUMENTS, (at + 1) * MOST_ARGUMENTS).join(","),
  );
  return `=IF(FALSE,SUM(${groups.length > 1 ? groups.map((each) => `SUM(${each})`).join(",") : groups.join()}),"${id}")`;
}

/** Undefined for a formula that is no anchor. */
export function parseAnchor(formula: string): Anchor | undefined {
  const [, inside, id] = /^=IF\(FALSE,SUM\((.*)\),\s*"([\w.]+)"\)$/s.exec(formula) ?? [];
  if (inside === undefined || id === undefined) return undefined;
  // A sheet's name may hold commas and brackets, between quotes.
  const pieces = inside.match(/(?:'(?:[^']|'')*'|[^,()'])+/g) ?? [];
  const areas = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "" && piece !== "SUM");
  return { id, areas: areas.map((area) => (isReference(area) ? area : "#REF!")) };
}

function isReference(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && !address.isForeign;
}

/** Writes the anchors; a workbook whose structure is protected takes a few. Rejects, with nothing written, where they are more. */
export async function writeAnchors(context: Excel.RequestContext, anchors: readonly Anchor[]): Promise<void> {
  const sheet = await openSheet(context);
  if (!sheet) return writeNames(context, anchors);
  const used = sheet.getUsedRangeOrNullObject(true).load("rowIndex,rowCount");
  await context.sync();
  let row = used.isNullObject ? 0 : used.rowIndex + used.rowCount;
  for (const portion of splitByWeight(anchors.map(anchorFormula), ({ length }) => length, PORTION_LETTERS)) {
    context.application.suspendApiCalculationUntilNextSync();
    sheet.getRangeByIndexes(row, 0, portion.length, 1).formulas = portion.map((formula) => [formula]);
    row += portion.length;
    // One request cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}

/** The sheet, made where there is none; undefined where the workbook's structure is protected. */
async function openSheet(context: Excel.RequestContext): Promise<Excel.Worksheet | undefined> {
  const { worksheets } = context.workbook;
  const found = worksheets.getItemOrNullObject(ANCHOR_SHEET).load("name");
  await context.sync();
  if (!found.isNullObject) return found;
  const active = worksheets.getActiveWorksheet();
  const sheet = worksheets.add(ANCHOR_SHEET);
  sheet.visibility = Excel.SheetVisibility.veryHidden;
  active.activate();
  try {
    await context.sync();
    return sheet;
  } catch (error) {
    if ((error as { code?: unknown }).code === "AccessDenied") return undefined;
    throw error;
  }
}

async function writeNames(context: Excel.RequestContext, anchors: readonly Anchor[]): Promise<void> {
  const { names } = context.workbook;
  names.load("items/name");
  await context.sync();
  const present = names.items.filter(({ name }) => name.startsWith(PREFIX)).length;
  if (present + anchors.length > MOST_NAMES)
    throw new Error(
      `The workbook's structure is protected, so that at most ${MOST_NAMES} blocks of formulas can be frozen in it, and these are ${present + anchors.length}. ` +
        "Take the protection away (Review, Protect Workbook), or freeze a part at a time.",
    );
  for (const anchor of anchors)
    names.add(PREFIX + anchor.id.replaceAll(".", "_"), anchorFormula(anchor)).visible = false;
  await context.sync();
}

/** All anchors of the workbook, by their ids. */
export async function readAnchors(context: Excel.RequestContext): Promise<Map<string, Anchor>> {
  const formulas = [...(await readRows(context)), ...(await readNames(context)).map(({ formula }) => formula)];
  return new Map(formulas.flatMap((formula) => parseAnchor(formula) ?? []).map((anchor) => [anchor.id, anchor]));
}

/** Rows of the sheet that are read at a time. */
const MOST_ROWS = 10_000;

/** The formulas of the sheet, one a row. */
async function readRows(context: Excel.RequestContext): Promise<string[]> {
  const sheet = context.workbook.worksheets.getItemOrNullObject(ANCHOR_SHEET);
  const used = sheet.getUsedRangeOrNullObject(true).load("rowIndex,rowCount");
  await context.sync();
  if (sheet.isNullObject || used.isNullObject) return [];
  const last = used.rowIndex + used.rowCount;
  const formulas: string[] = [];
  for (let row = 0; row < last; row += MOST_ROWS) {
    const range = sheet.getRangeByIndexes(row, 0, Math.min(MOST_ROWS, last - row), 1).load("formulas");
    // One answer cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    formulas.push(...(range.formulas as unknown[][]).map(([text]) => String(text)));
  }
  return formulas;
}

async function readNames(context: Excel.RequestContext): Promise<{ formula: string; item: Excel.NamedItem }[]> {
  const names = context.workbook.names.load("items/name,items/formula");
  await context.sync();
  return names.items
    .filter(({ name }) => name.startsWith(PREFIX))
    .map((item) => ({ item, formula: String(item.formula) }));
}

/** Deletes the anchors that nothing needs any more, and their sheet with the last of them. */
export async function deleteAnchors(context: Excel.RequestContext, isNeeded: (id: string) => boolean): Promise<void> {
  for (const { item, formula } of await readNames(context))
    if (!isNeeded(parseAnchor(formula)?.id ?? "")) item.delete();
  const formulas = await readRows(context);
  const rows = formulas.flatMap((formula, row) => (isNeeded(parseAnchor(formula)?.id ?? "") ? [] : [row]));
  const cells = rows.map((row) => ({ sheet: ANCHOR_SHEET, row, column: 0 }));
  // Emptied in any case: where the structure is protected, the sheet stays.
  for (const area of areasOf(cells)) rangeOf(context, area).clear(Excel.ClearApplyTo.contents);
  if (rows.length === formulas.length) await deleteSheet(context);
  await context.sync();
}

/** A workbook whose structure is protected keeps the sheet. */
async function deleteSheet(context: Excel.RequestContext): Promise<void> {
  await context.sync();
  const sheet = context.workbook.worksheets.getItemOrNullObject(ANCHOR_SHEET).load("name");
  await context.sync();
  if (sheet.isNullObject) return;
  // Excel deletes no sheet that is very hidden.
  sheet.visibility = Excel.SheetVisibility.hidden;
  sheet.delete();
  await context.sync().catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== "AccessDenied") throw error;
  });
}
