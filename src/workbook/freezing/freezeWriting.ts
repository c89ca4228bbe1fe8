/** Puts values in the place of formulas, with what says so beside them. */
import { parseSheetPosition } from "../../grid/address";
import { cellCount, type Area, type SheetArea } from "../../grid/area";
import { splitByWeight } from "../../saved/shards";
import { cellAt, rangeOf } from "../cells/cells";
import { bySheet } from "../../grid/blocks";
import { rectanglesOf } from "../cells/rectangles";
import { asTyped, valuesOf, type SheetContents } from "../cells/sheetContents";
import type { FreezePlan, FrozenCell } from "./freezePlan";
import type { FreezeRecord } from "./freezeRecord";
import { clearList } from "./frozenLists";
import { areInPlace, MOVED } from "./unchanged";

/** Cells that are written or read at a time. */
const PORTION = 20_000;

/** Rejects where Excel has not taken a value, and where somebody has moved cells meanwhile. */
export async function writeFreeze(
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
    ...rectanglesOf(
      own.filter(({ fill }) => cellCount(fill) === 1),
      () => "",
    ).map((area) => ({ ...areaAlone(area), sheet, isSpill: false })),
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
  if (area.isSpill) cellAt(context, area).untrack().clear(Excel.ClearApplyTo.contents);
  rangeOf(context, area).untrack().values = valuesOf(own, area).map((row) => row.map(asTyped));
}

/** Rejects where a cell still holds a formula: what is written while a person edits may get lost. */
async function checkTaken(context: Excel.RequestContext, areas: readonly FilledArea[]): Promise<void> {
  for (const portion of splitByWeight(areas, cellCount, PORTION)) {
    const ranges = portion.map((area) => rangeOf(context, area).load("formulas,values").untrack());
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
