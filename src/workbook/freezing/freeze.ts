/**
 * Makes values of the formulas that call our functions, and of all that would contradict them. The story:
 *
 * 1. Everything is read and thought out (`freezePlan.ts`): which formulas, which drop-down lists, where the line goes.
 * 2. The anchors are written (`anchors.ts`), then the record (`savedFrozen.ts`), which says that the freeze is not finished. From
 *    here on no formula can get lost, whatever happens to this page.
 * 3. The sheets are read again (`unchanged.ts`): a person may have inserted rows or sorted by now, and values in cells that
 *    were thought out before would be wrong numbers under other labels. Then nothing is frozen, and nothing remembered.
 * 4. The values take the place of the formulas, the lists go, and each sheet gets its line. What has become of the cells is read
 *    back. If Excel has not taken it all, the cells are made formulas again; where Excel does not take that either, the record
 *    stays as it is, and freezing or thawing again goes on from there.
 * 5. The record says that the freeze is finished.
 */
import { formatSheetPosition, parseSheetPosition } from "../../grid/address";
import { cellArea, cellCount, type Area, type SheetArea } from "../../grid/area";
import { withFinished, withoutBatch, type FrozenItem, type FrozenLine, type FrozenList } from "../../saved/frozen";
import { splitByWeight } from "../../saved/shards";
import { deleteAnchors, writeAnchors, type Anchor } from "./anchors";
import { cellAt, rangeOf, type Scope } from "../cells/cells";
import { planFreeze, type FreezePlan, type FrozenCell, type SkippedCell } from "./freezePlan";
import { blocksOf, isAnchored, type AnchoredBlock } from "./frozenBlocks";
import { anchoredAddress, isLine, placeOfLine, textOfLine } from "./frozenLine";
import { clearList, rangeOfList } from "./frozenLists";
import type { Ledger } from "../ledger/ledger";
import { bySheet, rectanglesOf } from "../cells/rectangles";
import { listReports } from "../reports/report";
import { updateSavedFrozen } from "./savedFrozen";
import { saveLedger } from "../ledger/savedLedger";
import { asTyped, valuesOf, type SheetContents } from "../cells/sheetContents";
import { takeBack } from "./thaw";
import { areInPlace, isUnchanged, MOVED } from "./unchanged";

export interface FreezeOptions {
  readonly ledger: Ledger;
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface FreezeSummary {
  /** How many formulas have become values. */
  readonly cells: number;
  /** How many of them call none of our functions, but would contradict those that do. */
  readonly others: number;
  readonly skipped: readonly SkippedCell[];
}

/** Cells that are written or read at a time. */
const PORTION = 20_000;
const CHANGED = "The workbook was changed while it was being frozen, so that nothing was frozen. Freeze again.";
const TOO_LONG = "Its formula refers to too many cells to be found again. It stays a formula.";

/**
 * Values and number formats stay as they are, those of spills too. The ledger loses the calls that only these cells have made.
 * Rejects before anything is changed while one of the cells is being calculated.
 */
export async function freeze({ ledger, scope, now }: FreezeOptions): Promise<FreezeSummary> {
  const reports = (await listReports()).map(({ sheet }) => sheet);
  const plan = await Excel.run({ delayForCellEdit: true }, (context) => planFreeze(context, scope, reports)).catch(
    failed,
  );
  if (plan.cells.length === 0) return { cells: 0, others: 0, skipped: plan.skipped };
  const batch = newId();
  const record = recordOf(plan, batch, now(), oldestOf(ledger, plan.cells));
  const frozen = record.blocks.flatMap(({ cells }) => cells);
  if (frozen.length === 0) return { cells: 0, others: 0, skipped: [...plan.skipped, ...record.skipped] };
  await remember(plan, batch, record, now());
  try {
    await Excel.run({ delayForCellEdit: true }, (context) => writeFreeze(context, plan, frozen, record));
  } catch (error) {
    throw await afterFailure(batch, error);
  }
  // Whoever freezes or thaws has seen to what was not finished before.
  await updateSavedFrozen(withFinished);
  await removeCalls(ledger, frozen.map(formatSheetPosition), plan.isAll);
  return { cells: frozen.length, others: plan.others, skipped: [...plan.skipped, ...record.skipped] };
}

/** Writes the anchors and the record. Rejects, with neither left, where the workbook is not what the plan was made from. */
async function remember(plan: FreezePlan, batch: string, { anchors, items }: FreezeRecord, at: number): Promise<void> {
  try {
    await Excel.run({ delayForCellEdit: true }, (context) => writeAnchors(context, anchors));
    await updateSavedFrozen((saved) => ({
      ...saved,
      batches: [...saved.batches, { id: batch, at, isUnfinished: true }],
      items: [...saved.items, ...items],
    }));
    const isStill = await Excel.run({ delayForCellEdit: true }, (context) => isUnchanged(context, plan));
    if (!isStill) throw new Error(CHANGED);
  } catch (error) {
    await updateSavedFrozen((saved) => withoutBatch(saved, batch)).catch(() => {});
    const isOther = (id: string) => !id.startsWith(`${batch}.`);
    await Excel.run({ delayForCellEdit: true }, (context) => deleteAnchors(context, isOther)).catch(() => {});
    failed(error);
  }
}

/** A sheet that is not found has been renamed or deleted. */
function failed(error: unknown): never {
  throw (error as { code?: unknown }).code === "ItemNotFound" ? new Error(CHANGED) : error;
}

interface FreezeRecord {
  readonly blocks: readonly AnchoredBlock[];
  readonly lines: readonly FrozenLine[];
  readonly lists: readonly FrozenList[];
  readonly items: readonly FrozenItem[];
  readonly anchors: readonly Anchor[];
  readonly skipped: readonly SkippedCell[];
}

function recordOf(plan: FreezePlan, batch: string, at: number, asOf: number | undefined): FreezeRecord {
  let last = 0;
  const nextId = () => `${batch}.${(last += 1)}`;
  const all = blocksOf(plan, nextId);
  const blocks = all.filter(isAnchored);
  const lists = plan.lists.map((list): FrozenList => ({ ...list, id: nextId(), kind: "list" }));
  const lines = [...bySheet(blocks.flatMap(({ cells }) => cells))].flatMap(([sheet]): FrozenLine[] => {
    const contents = plan.contents.find((each) => each.sheet === sheet);
    const taken = plan.taken.filter((area) => area.sheet === sheet);
    if (!contents || saysSo(contents)) return [];
    const address = anchoredAddress(sheet, cellArea(placeOfLine(contents, taken)));
    return [{ id: nextId(), kind: "line", address, text: textOfLine(at, asOf) }];
  });
  const anchorOf = ({ id, address }: FrozenItem, ...areas: (string | undefined)[]): Anchor => {
    return { id, areas: [address, ...areas.flatMap((area) => area ?? [])] };
  };
  return {
    ...{ blocks, lists, lines },
    items: [...blocks.map(({ block }) => block), ...lists, ...lines],
    anchors: [
      ...blocks.map(({ anchor }) => anchor),
      ...lists.map((list) => anchorOf(list, rangeOfList(list))),
      ...lines.map((line) => anchorOf(line)),
    ],
    skipped: all
      .filter((block) => !isAnchored(block))
      .flatMap(({ cells }) => cells.map((cell) => ({ address: formatSheetPosition(cell), reason: TOO_LONG }))),
  };
}

/** Whether a line of an earlier freeze stands on the sheet. */
function saysSo({ values }: SheetContents): boolean {
  return values.some((row) => row.some(isLine));
}

async function writeFreeze(
  context: Excel.RequestContext,
  plan: FreezePlan,
  cells: readonly FrozenCell[],
  record: FreezeRecord,
): Promise<void> {
  const areas = areasOfCells(cells);
  const portions = splitByWeight(areas, cellCount, PORTION);
  for (const [at, portion] of portions.entries()) {
    context.application.suspendApiCalculationUntilNextSync();
    for (const area of portion) writeValues(context, area, plan.contents);
    if (at === portions.length - 1) writeSurroundings(context, record);
    // One request cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  await checkTaken(context, areas);
  if (!(await areInPlace(context, record.anchors))) throw new Error(MOVED);
}

/** In one request with the values: nothing may move before the line is there. */
function writeSurroundings(context: Excel.RequestContext, { lists, lines }: FreezeRecord): void {
  for (const list of lists) clearList(context, list);
  for (const { address, text } of lines) {
    const position = parseSheetPosition(address);
    if (!position) continue;
    const cell = cellAt(context, position);
    cell.values = [[text]];
    cell.format.font.italic = true;
  }
}

interface FilledArea extends SheetArea {
  readonly isSpill: boolean;
}

/** The cells as few areas: what is next to each other is written together, whatever the formulas were. */
function areasOfCells(cells: readonly FrozenCell[]): FilledArea[] {
  return [...bySheet(cells)].flatMap(([sheet, own]) => [
    ...rectanglesOf(own.filter(({ fill }) => cellCount(fill) === 1), () => "").map((area) => ({ ...areaAlone(area), sheet, isSpill: false })), // prettier-ignore
    ...own.filter(({ fill }) => cellCount(fill) > 1).map(({ fill }) => ({ ...fill, sheet, isSpill: true })),
  ]);
}

function areaAlone({ row, column, rows, columns }: Area): Area {
  return { row, column, rows, columns };
}

function writeValues(context: Excel.RequestContext, area: FilledArea, contents: readonly SheetContents[]): void {
  const own = contents.find(({ sheet }) => sheet === area.sheet);
  if (!own) return;
  // The formula goes first: what it spills over cannot be written while it does.
  if (area.isSpill) cellAt(context, area).clear(Excel.ClearApplyTo.contents);
  rangeOf(context, area).values = valuesOf(own, area).map((row) => row.map(asTyped));
}

/** Rejects where a cell still holds a formula: what is written while a person edits may get lost. */
async function checkTaken(context: Excel.RequestContext, areas: readonly FilledArea[]): Promise<void> {
  for (const portion of splitByWeight(areas, cellCount, PORTION)) {
    const ranges = portion.map((area) => rangeOf(context, area).load("formulas,values"));
    // One answer cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    const isLeft = ({ formulas, values }: Excel.Range) =>
      (formulas as unknown[][]).some((row, down) =>
        row.some((text, right) => String(text).startsWith("=") && text !== (values as unknown[][])[down]?.[right]),
      );
    if (ranges.some(isLeft)) throw new Error("some formulas are still there.");
  }
}

/** Brings the formulas back that have become values; what could not be done is told by the error that this gives. */
async function afterFailure(batch: string, error: unknown): Promise<Error> {
  const reason = error instanceof Error ? error.message : String(error);
  try {
    await takeBack(batch);
    return new Error(`Excel did not take the values, so that nothing was frozen. It says: ${reason}`);
  } catch {
    return new Error(
      "Excel stopped in the middle: some formulas are values now, and all are remembered. " +
        `Freeze again to complete it, or thaw to take it back. Excel says: ${reason}`,
    );
  }
}

/** When the oldest of the numbers in these cells was worked out, as far as it is known. */
function oldestOf(ledger: Ledger, cells: readonly FrozenCell[]): number | undefined {
  const addresses = new Set(cells.map(formatSheetPosition));
  const stamps = ledger
    .calls()
    .filter((call) => [...call.addresses].some((address) => addresses.has(address)))
    .flatMap(({ stamp }) => stamp ?? []);
  return stamps.length > 0 ? stamps.reduce((one, other) => Math.min(one, other)) : undefined;
}

/** The calls that only these cells have made; and all, those of unknown cells too, where no cell is left to make them. */
async function removeCalls(ledger: Ledger, addresses: readonly string[], isAll: boolean): Promise<void> {
  const known = ledger.calls().filter((call) => call.addresses.size > 0);
  ledger.detach(addresses);
  ledger.remove(known.filter((call) => call.addresses.size === 0));
  if (isAll) ledger.clear();
  await saveLedger(ledger);
}

/** Letters and digits alone, since it is part of names. */
function newId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 12);
}
