/** What a thaw has changed of the record. */
import { GONE, isBlock, type FrozenBlock, type FrozenItem, type SavedFrozen } from "../../saved/frozen";
import type { PresentBook } from "./blockThawing";
import type { FormulaToWrite } from "./formulaWriting";
import { areaOf, batchOf, frozenCells } from "./frozenBlocks";
import type { Thawing } from "./thawing";

export interface ThawOutcome {
  /** The cells of each block that are frozen no more, as "row,column". */
  readonly gone: ReadonlyMap<string, ReadonlySet<string>>;
  /** The ids of items that are there no more. */
  readonly removed: ReadonlySet<string>;
}

/** Lists come back with the last block of their freeze, and lines go with the last one of their sheet. */
export function outcomeOf(
  saved: SavedFrozen,
  { found, already, deleted }: Thawing,
  refused: readonly FormulaToWrite[],
  { anchors }: PresentBook,
): ThawOutcome {
  const gone = new Map<string, Set<string>>();
  const left = new Set(refused);
  for (const cell of [...found.filter((each) => !left.has(each)), ...already]) {
    const own = gone.get(cell.id) ?? new Set<string>();
    gone.set(cell.id, own.add(`${cell.before.row},${cell.before.column}`));
  }
  const dropped = new Set(deleted);
  const rest = withoutThawed(saved, { gone, removed: dropped }).items.filter(isBlock);
  const sheetOf = ({ id, address }: FrozenItem) => areaOf(anchors.get(id)?.areas[0] ?? address)?.sheet;
  const [ids, batches, sheets] = [
    new Set(rest.map(({ id }) => id)),
    new Set(rest.map(({ id }) => batchOf(id))),
    new Set(rest.map(sheetOf)),
  ];
  const isOver = (item: FrozenItem): boolean => {
    if (item.kind === "list") return !batches.has(batchOf(item.id));
    return item.kind === "line" ? !sheets.has(sheetOf(item)) : !ids.has(item.id);
  };
  return { gone, removed: new Set(saved.items.filter(isOver).map(({ id }) => id)) };
}

/** The record without what has been thawed. */
export function withoutThawed({ batches, items, named }: SavedFrozen, { gone, removed }: ThawOutcome): SavedFrozen {
  const rest = items
    .filter(({ id }) => !removed.has(id))
    .map((item) => (isBlock(item) ? withoutCells(item, gone.get(item.id)) : item))
    .filter((item) => !isBlock(item) || frozenCells(item).length > 0);
  const needed = new Set(rest.map(({ id }) => batchOf(id)));
  return {
    batches: batches.filter(({ id }) => needed.has(id)),
    items: rest,
    named,
  };
}

function withoutCells(block: FrozenBlock, gone: ReadonlySet<string> | undefined): FrozenBlock {
  if (!gone) return block;
  const marks = block.marks.map((row, down) => row.map((mark, right) => (gone.has(`${down},${right}`) ? GONE : mark)));
  return { ...block, marks };
}
