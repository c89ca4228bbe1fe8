/** Where the cells of a frozen block are now: found by their values and labels, never guessed. */
import type { Position } from "../../grid/area";
import { GONE, hashValues, markOf, type FrozenBlock } from "../../saved/frozen";
import type { MovedCell } from "./blockReferences";

/** What the block's area holds now. */
export interface PresentBlock {
  readonly values: readonly (readonly unknown[])[];
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly contexts: readonly string[];
  /** Whether the formula reads no other row than its own: then a sorted row takes its formula along. */
  readonly isSortable: boolean;
}

export const CHANGED = "Its value has been changed since it was frozen. It stays as it is.";
export const SORTED = "Its row has been sorted or its label changed since it was frozen, so that it stays a value.";
const COLUMN_MOVED = "The heading of its column has changed since it was frozen, so that it stays a value.";
const UNKNOWN = "Rows or columns have been inserted or deleted around it, and it cannot be told which cell it was.";

export interface PlacedBlock {
  readonly found: readonly MovedCell[];
  /** By the place in the block as it was frozen. */
  readonly missing: readonly { readonly before: Position; readonly reason: string }[];
}

/** Finds each cell of the block that is still frozen. */
export function placeCells(block: FrozenBlock, present: PresentBlock): PlacedBlock {
  if (block.kind === "spill") return placeSpill(block, present);
  const { marks } = block;
  const isSameHeight = marks.length === present.values.length;
  const isSameWidth = marks[0]?.length === present.values[0]?.length;
  const rows =
    isSameHeight && isSameWidth
      ? placeSorted(block, present)
      : isSameHeight
        ? sameRows(block, present)
        : placeRows(block, present);
  const columns = isSameWidth ? sameColumns(block, present) : placeColumns(block, present);
  const found: MovedCell[] = [];
  const missing: { before: Position; reason: string }[] = [];
  marks.forEach((own, row) =>
    own.forEach((mark, column) => {
      if (mark === GONE) return;
      const before = { row, column };
      const now = { row: rows[row] ?? -1, column: columns[column] ?? -1 };
      if (now.row < 0) missing.push({ before, reason: isSameHeight ? SORTED : UNKNOWN });
      else if (now.column < 0) missing.push({ before, reason: isSameWidth ? COLUMN_MOVED : UNKNOWN });
      else if (markOf(present.values[now.row]?.[now.column]) === mark) found.push({ before, now });
      else missing.push({ before, reason: CHANGED });
    }),
  );
  return { found, missing };
}

/** A spill is all there or not; blank rows that have come between are no change. */
function placeSpill({ marks }: FrozenBlock, { values }: PresentBlock): PlacedBlock {
  const before = { row: 0, column: 0 };
  if (hashValues(values) !== marks[0]?.[0]) return { found: [], missing: [{ before, reason: CHANGED }] };
  return { found: [{ before, now: before }], missing: [] };
}

/** By row as it was frozen, the row that it is now; undefined where that is not known. */
type Places = (number | undefined)[];

/** Each row where it was, if its label says so. Rows that have changed places are taken where every formula is the same there. */
function placeSorted(block: FrozenBlock, present: PresentBlock): Places {
  const places = sameRows(block, present);
  if (!present.isSortable) return places;
  const left = block.marks.map((_, row) => row).filter((row) => places[row] === undefined);
  const now = new Map<string, number[]>();
  for (const row of left) {
    const key = presentKey(block, present, row);
    now.set(key, [...(now.get(key) ?? []), row]);
  }
  const then = countsOf(left.map((row) => frozenKey(block, row)));
  for (const row of left) {
    const key = frozenKey(block, row);
    const rows = now.get(key) ?? [];
    // A row too many may have come from anywhere.
    if (rows.length <= (then.get(key) ?? 0)) places[row] = rows.shift();
    then.set(key, (then.get(key) ?? 0) - 1);
  }
  return places;
}

function sameRows(block: FrozenBlock, present: PresentBlock): Places {
  return block.marks.map((_, row) => (isSameRow(block, present, row) ? row : undefined));
}

function isSameRow({ rowLabels, contexts }: FrozenBlock, present: PresentBlock, row: number): boolean {
  if (rowLabels && rowLabels[row] !== present.rowLabels[row]) return false;
  return !contexts || contexts[row] === present.contexts[row];
}

function sameColumns({ marks, columnLabels }: FrozenBlock, present: PresentBlock): Places {
  return (marks[0] ?? []).map((_, column) =>
    !columnLabels || columnLabels[column] === present.columnLabels[column] ? column : undefined,
  );
}

/** Everything that tells the row: no two rows with the same key differ in what their cells show. */
function frozenKey({ marks, rowLabels, contexts }: FrozenBlock, row: number): string {
  const own = (marks[row] ?? []).filter((mark) => mark !== "_");
  return JSON.stringify([rowLabels?.[row] ?? "", contexts?.[row] ?? "", own]);
}

/** With a label and a context where the block has them. */
function presentKey({ rowLabels, contexts }: FrozenBlock, present: PresentBlock, row: number): string {
  const own = (present.values[row] ?? []).map(markOf).filter((mark) => mark !== "_");
  const [label, context] = [rowLabels && present.rowLabels[row], contexts && present.contexts[row]];
  return JSON.stringify([label ?? "", context ?? "", own]);
}

/** The rows in their order, among others that have come between or without some that have gone. */
function placeRows(block: FrozenBlock, present: PresentBlock): Places {
  return placeInOrder(
    block.marks.map((_, row) => frozenKey(block, row)),
    present.values.map((_, row) => presentKey(block, present, row)),
  );
}

function placeColumns({ marks, columnLabels }: FrozenBlock, { values, columnLabels: labels }: PresentBlock): Places {
  const columnOf = <T>(rows: readonly (readonly T[])[], column: number) => rows.map((row) => row[column]);
  const keyOf = (label: string, own: readonly unknown[]) => JSON.stringify([label, own.filter((mark) => mark !== "_")]);
  const before = (marks[0] ?? []).map((_, at) => keyOf(columnLabels?.[at] ?? "", columnOf(marks, at)));
  const now = (values[0] ?? []).map((_, at) =>
    keyOf(columnLabels ? (labels[at] ?? "") : "", columnOf(values, at).map(markOf)),
  );
  return placeInOrder(before, now);
}

/** Where more than before have the same key, none of them is known. */
function placeInOrder(before: readonly string[], now: readonly string[]): Places {
  const [then, present] = [countsOf(before), countsOf(now)];
  let last = -1;
  return before.map((key) => {
    if ((present.get(key) ?? 0) > (then.get(key) ?? 0)) return undefined;
    const at = now.indexOf(key, last + 1);
    if (at < 0) return undefined;
    last = at;
    return at;
  });
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
