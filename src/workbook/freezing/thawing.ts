/** What a thaw is going to do: decided from the record, the anchors and what the sheets hold, before anything is written. */
import { contains, overlaps, type Position, type SheetArea } from "../../grid/area";
import { isBlock, type FrozenItem, type SavedFrozen } from "../../saved/frozen";
import { coverageOf } from "../cells/cellAreas";
import { formulaIn } from "../cells/sheetContents";
import {
  locate,
  placeBlock,
  thawBlock,
  type BlockFindings,
  type BlockThawing,
  type PresentBook,
  type ThawingScope,
  type Writable,
} from "./blockThawing";
import { areaOf, batchOf, frozenCells } from "./frozenBlocks";
import { CHANGED, SORTED, type PlacedBlock } from "./placing";

export interface Thawing extends BlockFindings {
  /** The ids of blocks whose cells have been deleted. */
  readonly deleted: readonly string[];
}

const DELETED = "Its cells have been deleted since.";
const LOST = "Its cells cannot be found any more. The formula stays remembered.";

/** Of two blocks that claim a cell, that of the later freeze counts. */
export function findThawing(saved: SavedFrozen, book: PresentBook, scope: ThawingScope): Thawing {
  const thawing = { found: [], already: [], deleted: [], skipped: [] } as Writable<Thawing>;
  const located: BlockThawing[] = [];
  const isFilled = filledIn(saved, book);
  for (const { block, isClaimed } of claimsOf(saved, book)) {
    const place = locate(block, book);
    if (typeof place === "object") located.push({ block, ...place, book, scope, isClaimed, isFilled });
    else if (scope.isMeant(block.id)) {
      if (place === "deleted") thawing.deleted.push(block.id);
      if (place === "back") thawing.already.push(...frozenCells(block));
      else
        thawing.skipped.push(
          place === "deleted" ? { address: block.formula, reason: DELETED } : { address: block.address, reason: LOST },
        );
    }
  }
  const placed = located.map((each) => ({ each, ...placeBlock(each) }));
  const sorted = new Set(placed.filter(isSorted).map(({ each }) => each.area.sheet));
  for (const { each, ...rest } of placed) {
    if (!scope.isMeant(each.block.id)) continue;
    // Of rows that look alike, none is certain once one has moved.
    const isUncertain = each.block.contexts !== undefined && sorted.has(each.area.sheet);
    thawBlock(thawing, each, isUncertain ? withoutFound(rest) : rest);
  }
  return thawing;
}

/** The blocks, those of later freezes first, each with what tells the cells that a later one claims. */
function claimsOf(saved: SavedFrozen, { anchors }: PresentBook) {
  const batches = [...saved.batches].sort((one, other) => one.at - other.at);
  const times = new Map(batches.map(({ id }, at) => [id, at]));
  const timeOf = ({ id }: FrozenItem) => times.get(batchOf(id)) ?? 0;
  const blocks = saved.items.filter(isBlock).sort((one, other) => timeOf(other) - timeOf(one));
  /** What blocks of one freeze claim, which have no cell in common, and what those of later ones do. */
  let [claims, later, time]: [SheetArea[], SheetArea[], number] = [[], [], Infinity];
  return blocks.map((block) => {
    if (timeOf(block) < time) [later, claims, time] = [[...later, ...claims], [], timeOf(block)];
    const area = areaOf(anchors.get(block.id)?.areas[0]);
    const own = area ? later.filter((each) => each.sheet === area.sheet && overlaps(each, area)) : [];
    if (area) claims.push(area);
    return { block, isClaimed: (cell: Position) => own.some((each) => contains(each, cell)) };
  });
}

/** Tells, by the name of a sheet, the cells of formulas and of frozen blocks. */
function filledIn(saved: SavedFrozen, { anchors, contents }: PresentBook): BlockThawing["isFilled"] {
  const areas = saved.items.filter(isBlock).flatMap(({ id }) => areaOf(anchors.get(id)?.areas[0]) ?? []);
  const sheets = [...contents.values()].map((own): [string, (cell: Position) => boolean] => {
    const isFrozen = coverageOf(areas.filter(({ sheet }) => sheet === own.sheet));
    return [own.sheet, (cell) => formulaIn(own, cell) !== "" || isFrozen(cell)];
  });
  const tests = new Map(sheets);
  return (sheet) => tests.get(sheet) ?? (() => false);
}

/** Whether rows have changed places, as far as the block tells. */
function isSorted({ each, missing }: { each: BlockThawing; missing: PlacedBlock["missing"] }): boolean {
  const { block, area, contents, isClaimed } = each;
  return missing.some(({ before, reason }) => {
    const cell = { row: area.row + before.row, column: area.column + before.column };
    const isElsewhere = isClaimed(cell) || formulaIn(contents, cell) !== "";
    return !isElsewhere && (reason !== CHANGED || block.contexts !== undefined);
  });
}

function withoutFound<Placed extends PlacedBlock>({ found, missing, ...rest }: Placed) {
  return { ...rest, found: [], missing: [...missing, ...found.map(({ before }) => ({ before, reason: SORTED }))] };
}
