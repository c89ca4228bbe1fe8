/** Frozen cells as blocks of equal formulas, each with its anchor and what is kept of it. */
import { formatRange, parseAddress } from "../grid/address";
import { cellCount, type Area, type SheetArea } from "../grid/area";
import { hashValues, markOf, type FrozenBlock } from "../saved/frozen";
import { isAnchorable, type Anchor } from "./anchors";
import { areasOver, relativeFormula } from "./blockReferences";
import type { FreezePlan, FrozenCell } from "./freezePlan";
import { anchoredAddress } from "./frozenLine";
import { contextOf, createLabels, labelAt, type Labels } from "./labels";
import { bySheet, rectanglesOf } from "./rectangles";
import { valuesOf, type SheetContents } from "./sheetContents";

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
    const single = cells.filter(({ fill }) => cellCount(fill) === 1);
    const keys = new Map(single.map((cell) => [cell, relativeFormula(cell.formula, cell)]));
    const blocks = rectanglesOf(single, (cell) => keys.get(cell) ?? "");
    const spills = cells.filter(({ fill }) => cellCount(fill) > 1).map((cell) => ({ ...cell.fill, cells: [cell] }));
    return [
      ...blocks.map((area) => blockOf({ contents, labels, kind: "cells", area, id: nextId() })),
      ...spills.map((area) => blockOf({ contents, labels, kind: "spill", area, id: nextId() })),
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
  readonly kind: FrozenBlock["kind"];
  readonly area: Area & { readonly cells: readonly FrozenCell[] };
  readonly id: string;
}

function blockOf({ contents, labels, kind, area, id }: BlockOptions): AnchoredBlock {
  const { sheet } = contents;
  const { cells } = area;
  const address = anchoredAddress(sheet, area);
  const formula = cells[0]?.formula ?? "";
  const values = valuesOf(contents, area);
  const kept = kind === "spill" ? { marks: [[hashValues(values)]] } : { marks: values.map((row) => row.map(markOf)) };
  const beside = kind === "spill" ? NO_LABELS : labelsOf(contents, labels, area);
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

function labelsOf(contents: SheetContents, labels: Labels, area: Area): BlockLabels {
  const { row, column, rows, columns } = area;
  const [beside, above] = [labels.columnBeside(area), labels.rowAbove(area)];
  const all = (count: number, first: number) => Array.from({ length: count }, (_, at) => first + at);
  const [down, right] = [all(rows, row), all(columns, column)];
  const isClear = beside !== undefined && down.every((each) => isTelling(contents, labels, { row: each, column: beside })); // prettier-ignore
  const besideArea = beside === undefined ? [] : [{ row, column: beside, rows, columns: 1 }];
  const aboveArea = above === undefined ? [] : [{ row: above, column, rows: 1, columns }];
  return {
    areas: [...besideArea, ...aboveArea].map((each) => anchoredAddress(contents.sheet, each)),
    kept: {
      ...(beside !== undefined && { rowLabels: down.map((each) => labelAt(contents, { row: each, column: beside })) }),
      ...(above !== undefined && {
        columnLabels: right.map((each) => labelAt(contents, { row: above, column: each })),
      }),
      ...(!isClear && { contexts: down.map((each) => contextOf(contents, each, area)) }),
    },
  };
}

/** A row without a label, or with that of another row, is told by all of its texts. */
function isTelling(contents: SheetContents, labels: Labels, label: { row: number; column: number }): boolean {
  return labelAt(contents, label) !== "" && !labels.isRepeated(label);
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

/** The address of a cell of the block as it was frozen. */
export function formerAddress({ address }: FrozenBlock, { row, column }: { row: number; column: number }): string {
  const area = areaOf(address);
  if (!area) return address;
  const [top, left] = [area.row + row, area.column + column];
  return formatRange(area.sheet, { top, bottom: top, left, right: left });
}
