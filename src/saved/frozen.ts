/**
 * What was frozen: blocks of equal formulas, the drop-down lists of their inputs, and the lines on the sheets that say so. Where
 * each of them is now, only the workbook itself knows: by its id, in an anchor that Excel moves with the cells.
 *
 * Several parts hold it: the head, which is small, and shards with the items, so that none comes near the 5 MB of a request and
 * what has not changed need not be written.
 */
import { childOf, findChild } from "./document";
import { hashText } from "./hash";
import { readJsonList, writeJsonList } from "./jsonList";
import { splitByWeight } from "./shards";

/** What was frozen at one time. */
export interface FrozenBatch {
  /** Letters and digits. The ids of its items begin with it and a dot. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Some of its cells may still be formulas: Excel was not heard to have taken all values. */
  readonly isUnfinished: boolean;
}

interface Item {
  readonly id: string;
  /** Where it was when it was frozen, such as "'P&L'!$B$3:$D$9". */
  readonly address: string;
}

/** Cells whose formulas are the same relative to the cell; or one formula, with all that it spilled over. */
export interface FrozenBlock extends Item {
  readonly kind: "cells" | "spill";
  /** As Excel writes it, with its "=", as it was in the first cell. */
  readonly formula: string;
  /** By row and column: `markOf` each value that was written; `GONE` where the cell is frozen no more. One for a spill. */
  readonly marks: readonly (readonly string[])[];
  /** What stood beside each row, and above each column, where there were texts. */
  readonly rowLabels?: readonly string[] | undefined;
  readonly columnLabels?: readonly string[] | undefined;
  /** By row: `markOf` what else was typed into it, where the labels alone do not tell each row from all others. */
  readonly contexts?: readonly string[] | undefined;
}

/** A drop-down list that was taken off a cell. */
export interface FrozenList extends Item {
  readonly kind: "list";
  /** Items with commas between them, or "=" and a range. */
  readonly source: string;
  readonly ignoreBlanks: boolean;
  readonly errorAlert?: unknown;
  readonly prompt?: unknown;
}

/** A cell that says that its sheet is frozen. */
export interface FrozenLine extends Item {
  readonly kind: "line";
  readonly text: string;
}

export type FrozenItem = FrozenBlock | FrozenList | FrozenLine;

export interface SavedFrozen {
  readonly batches: readonly FrozenBatch[];
  readonly items: readonly FrozenItem[];
  /** What earlier builds froze, by names, as it stands. */
  readonly named: readonly unknown[];
}

/** In place of a mark. */
export const GONE = "-";

const BATCHES = "batches";
const ITEMS = "items";
const NAMED = "frozen";
/** Letters of a shard's items, at least one of them; so that hardly one shard has 500 kB. */
const SHARD_LENGTH = 250_000;

/** What these parts hold together: nothing that one of them holds is dropped. */
export function readFrozen(roots: readonly Element[]): SavedFrozen {
  const lists = (name: string) => roots.flatMap((root) => readJsonList(root, name));
  return {
    batches: unique(lists(BATCHES).filter(isBatch), mergeBatches),
    items: unique(lists(ITEMS).filter(isItem), mergeItems),
    named: [
      ...new Map(
        lists(NAMED)
          .filter(isNamed)
          .map((line) => [JSON.stringify(line), line]),
      ).values(),
    ],
  };
}

/** The contents of the parts, each to be written by `writeFrozen`: the head, and as many shards as are needed. */
export function shardFrozen({ batches, items, named }: SavedFrozen): SavedFrozen[] {
  const shards = splitByWeight(items, (item) => JSON.stringify(item).length, SHARD_LENGTH);
  return [{ batches, items: [], named }, ...shards.map((each) => ({ batches: [], items: each, named: [] }))];
}

/** The record once a person has seen to what was not finished. */
export function withFinished(saved: SavedFrozen): SavedFrozen {
  return { ...saved, batches: saved.batches.map((batch) => ({ ...batch, isUnfinished: false })) };
}

/** Without one freeze and all of its items. */
export function withoutBatch({ batches, items, named }: SavedFrozen, id: string): SavedFrozen {
  return {
    batches: batches.filter((batch) => batch.id !== id),
    items: items.filter((item) => !item.id.startsWith(`${id}.`)),
    named,
  };
}

/** Replaces what a part holds; nothing is left of an element without content. */
export function writeFrozen(root: Element, { batches, items, named }: SavedFrozen): void {
  writeList(root, BATCHES, batches);
  writeList(root, ITEMS, items);
  writeList(root, NAMED, named);
}

function writeList(root: Element, name: string, list: readonly unknown[]): void {
  if (list.length > 0) return writeJsonList(childOf(root, name), list);
  const element = findChild(root, name);
  element?.parentNode?.removeChild(element);
}

/** A short text that is the same for the same value, and hardly ever for two others. */
export function markOf(value: unknown): string {
  return value === "" ? "_" : hashText(JSON.stringify(value)).toString(36);
}

/** The same for the same values in the same order, however many blank cells have come between them. */
export function hashValues(rows: readonly (readonly unknown[])[]): string {
  return hashText(JSON.stringify(rows.flat().filter((value) => value !== ""))).toString(36);
}

function unique<T extends { readonly id: string }>(all: readonly T[], merge: (one: T, other: T) => T): T[] {
  const known = new Map<string, T>();
  for (const each of all) {
    const other = known.get(each.id);
    known.set(each.id, other ? merge(other, each) : each);
  }
  return [...known.values()];
}

/** Whoever has seen it finished is right. */
function mergeBatches(one: FrozenBatch, other: FrozenBatch): FrozenBatch {
  return { ...one, isUnfinished: one.isUnfinished && other.isUnfinished };
}

/** A cell that one of two people has thawed shows its formula, so that it does no harm to keep it. */
function mergeItems(one: FrozenItem, other: FrozenItem): FrozenItem {
  if (!isBlock(one) || !isBlock(other)) return one;
  const marks = one.marks.map((row, at) =>
    row.map((mark, column) => (mark === GONE ? (other.marks[at]?.[column] ?? mark) : mark)),
  );
  return { ...one, marks };
}

export function isBlock(item: FrozenItem): item is FrozenBlock {
  return item.kind === "cells" || item.kind === "spill";
}

function isBatch(line: unknown): line is FrozenBatch {
  const { id, at } = fieldsOf(line);
  return typeof id === "string" && typeof at === "number";
}

function isNamed(line: unknown): boolean {
  const { area, formula } = fieldsOf(line);
  return typeof area === "string" && typeof formula === "string";
}

function isItem(line: unknown): line is FrozenItem {
  const { id, address, kind, formula, marks, source, text } = fieldsOf(line);
  if (typeof id !== "string" || typeof address !== "string") return false;
  if (kind === "list") return typeof source === "string";
  if (kind === "line") return typeof text === "string";
  if (kind !== "cells" && kind !== "spill") return false;
  return typeof formula === "string" && Array.isArray(marks) && marks.every(Array.isArray) && marks.length > 0;
}

function fieldsOf(line: unknown): Partial<Record<string, unknown>> {
  return typeof line === "object" && line !== null ? line : {};
}
