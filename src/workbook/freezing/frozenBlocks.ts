/** Frozen cells as blocks of equal formulas, each with its anchor and what is kept of it. */
import { parseAddress } from "../../grid/address";
import { cellCount, type Area, type Position, type SheetArea } from "../../grid/area";
import { GONE, hashValues, markOf, type FrozenBlock } from "../../saved/frozen";
import { bySheet } from "../../grid/blocks";
import { rectanglesOf } from "../cells/rectangles";
import { valuesOf, type SheetContents } from "../cells/sheetContents";
import { isAnchorable, type Anchor } from "./anchors";
import { areasOver, readsOwnRow, relativeFormula } from "./blockReferences";
import type { FreezePlan, FrozenCell } from "./freezePlan";
import { anchoredAddress } from "./frozenLine";
import { contextOf, createLabels, labelAt, type Labels } from "./labels";

export interface AnchoredBlock {
  readonly block: FrozenBlock;
  readonly anchor: Anchor;
  readonly cells: readonly FrozenCell[];
}

/** @param nextId Gives the ids of the blocks. */
export function blocksOf(plan: FreezePlan, nextId: () => string): AnchoredBlock[] {
  return [...bySheet(plan.cells)].flatMap(([sheet, cells]) => {
    const contents = plan.contents.find((each) => each.sheet === sheet);
    if (!contents) return [];
    const labels = createLabels(contents, plan.isLive(sheet));
    const isFilled = plan.isFilled(sheet);
    const single = cells.filter(({ fill }) => cellCount(fill) === 1);
    const keys = new Map(single.map((cell) => [cell, relativeFormula(cell.formula, cell)]));
    const blocks = rectanglesOf(single, (cell) => keys.get(cell) ?? "");
    const spills = cells.filter(({ fill }) => cellCount(fill) > 1).map((cell) => ({ ...cell.fill, cells: [cell] }));
    return [
      ...blocks.map((area) => blockOf({ contents, labels, isFilled, kind: "cells", area, id: nextId() })),
      ...spills.map((area) => blockOf({ contents, labels, isFilled, kind: "spill", area, id: nextId() })),
    ];
  });
}

/** Whether Excel takes its anchor. */
export function isAnchored({ anchor }: AnchoredBlock): boolean {
  return isAnchorable(anchor);
}

interface BlockOptions {
  readonly contents: SheetContents;
  readonly labels: Labels;
  readonly isFilled: (cell: Position) => boolean;
  readonly kind: FrozenBlock["kind"];
  readonly area: Area & { readonly cells: readonly FrozenCell[] };
  readonly id: string;
}

function blockOf(options: BlockOptions): AnchoredBlock {
  const { contents, kind, area, id } = options;
  const { sheet } = contents;
  const { cells } = area;
  const address = anchoredAddress(sheet, area);
  const formula = cells[0]?.formula ?? "";
  const values = valuesOf(contents, area);
  const kept = kind === "spill" ? { marks: [[hashValues(values)]] } : { marks: values.map((row) => row.map(markOf)) };
  const beside = kind === "spill" ? NO_LABELS : labelsOf(options, formula);
  const block: FrozenBlock = { id, kind, address, formula, ...kept, ...beside.kept };
  const references = kind === "spill" ? cellAreaOf(sheet, area) : { sheet, ...area };
  return { block, anchor: { id, areas: [address, ...beside.areas, ...areasOver(formula, references)] }, cells };
}

/** A spill's references are those of its one formula. */
function cellAreaOf(sheet: string, { row, column }: Area): SheetArea {
  return { sheet, row, column, rows: 1, columns: 1 };
}

interface BlockLabels {
  readonly areas: readonly string[];
  readonly kept: Pick<FrozenBlock, "rowLabels" | "columnLabels" | "contexts">;
}

const NO_LABELS: BlockLabels = { areas: [], kept: {} };

function labelsOf({ contents, labels, isFilled, area }: BlockOptions, formula: string): BlockLabels {
  const { row, column, rows, columns } = area;
  const [beside, above] = [labels.columnBeside(area), labels.rowAbove(area)];
  const all = (count: number, first: number) => Array.from({ length: count }, (_, at) => first + at);
  const [down, right] = [all(rows, row), all(columns, column)];
  const rowLabels = beside === undefined ? undefined : down.map((at) => ({ row: at, column: beside }));
  const isTold = rowLabels && tellsRows(contents, labels, rowLabels, readsOwnRow(formula, area));
  const besideArea = beside === undefined ? [] : [{ row, column: beside, rows, columns: 1 }];
  const aboveArea = above === undefined ? [] : [{ row: above, column, rows: 1, columns }];
  return {
    areas: [...besideArea, ...aboveArea].map((each) => anchoredAddress(contents.sheet, each)),
    kept: {
      ...(rowLabels && { rowLabels: rowLabels.map((cell) => labelAt(contents, cell)) }),
      ...(above !== undefined && { columnLabels: right.map((at) => labelAt(contents, { row: above, column: at })) }),
      ...(!isTold && { contexts: down.map((at) => contextOf(contents, at, area, isFilled)) }),
    },
  };
}

/** Whether each row is told by its label. Rows of the block itself may be alike where their formulas are, wherever they go. */
function tellsRows(contents: SheetContents, labels: Labels, cells: readonly Position[], isSortable: boolean): boolean {
  const own = new Map<string, number>();
  for (const cell of cells) own.set(labelAt(contents, cell), (own.get(labelAt(contents, cell)) ?? 0) + 1);
  return cells.every((cell) => {
    const label = labelAt(contents, cell);
    return label !== "" && labels.countOf(cell) === (isSortable ? own.get(label) : 1);
  });
}

/** The areas of an anchor by what they are. */
export interface AnchoredAreas {
  readonly own: string;
  readonly rowLabels: string | undefined;
  readonly columnLabels: string | undefined;
  readonly references: readonly string[];
}

export function areasIn({ rowLabels, columnLabels }: FrozenBlock, { areas }: Anchor): AnchoredAreas {
  const rest = [...areas];
  const next = () => rest.shift() ?? "#REF!";
  const own = next();
  const [beside, above] = [rowLabels && next(), columnLabels && next()];
  return { own, rowLabels: beside, columnLabels: above, references: rest };
}

/** The cells that an address means; undefined where they have been deleted, or moved to another workbook. */
export function areaOf(address: string | undefined): SheetArea | undefined {
  const parsed = parseAddress(address ?? "");
  return parsed && !parsed.isForeign && parsed.sheet !== "" ? { ...parsed.area, sheet: parsed.sheet } : undefined;
}

/** A cell of a block, by its place in the block as that was frozen. */
export interface BlockCell {
  readonly id: string;
  readonly before: Position;
}

/** The cells of a block that are still frozen. */
export function frozenCells({ id, marks }: FrozenBlock): BlockCell[] {
  return marks.flatMap((row, down) =>
    row.flatMap((mark, right) => (mark === GONE ? [] : [{ id, before: { row: down, column: right } }])),
  );
}

/** The freeze that a block, a list or a line is of. */
export function batchOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}
