/** What is remembered of a freeze: its blocks, lists and lines, each with its anchor. */
import { formatSheetPosition } from "../../grid/address";
import { cellArea } from "../../grid/area";
import type { FrozenItem, FrozenLine, FrozenList } from "../../saved/frozen";
import { bySheet } from "../../grid/blocks";
import type { SheetContents } from "../cells/sheetContents";
import type { Anchor } from "./anchors";
import type { FreezePlan, SkippedCell } from "./freezePlan";
import { blocksOf, isAnchored, type AnchoredBlock } from "./frozenBlocks";
import { anchoredAddress, isLine, placeOfLine, textOfLine } from "./frozenLine";
import { rangeOfList } from "./frozenLists";

const TOO_LONG = "Its formula refers to too many cells to be found again. It stays a formula.";

export interface FreezeRecord {
  readonly blocks: readonly AnchoredBlock[];
  readonly lines: readonly FrozenLine[];
  readonly lists: readonly FrozenList[];
  readonly items: readonly FrozenItem[];
  readonly anchors: readonly Anchor[];
  readonly skipped: readonly SkippedCell[];
}

export function recordOf(plan: FreezePlan, batch: string, at: number, asOf: number | undefined): FreezeRecord {
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
    blocks,
    lists,
    lines,
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
