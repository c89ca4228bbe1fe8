/** Moves tables of a user's own to the next month: shown first, then written as one step of Undo. */
import { shiftMonth } from "../../../numbers/language/months";
import type { RolledBlock } from "../../../reporting/roll/rolledBlock";
import { formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { contains, type SheetPosition } from "../../../spreadsheet/cells/area";
import { readActiveCell } from "../../workbook/insertion";
import { writeChanges, type ContentChange } from "../../workbook/ownBlocks";
import { runBusy, setState, type StoreContext } from "../context";
import { followWritten } from "../refresh/followedCells";
import { readOwnTables, type OwnTableRead } from "./ownTables";
import type { RolledTable, RollState } from "./rollState";
import type { TableUpdater } from "./tableWriting";

export interface RollActions {
  /** Shows how tables of the workbook, or the one at the active cell, move to the next month. Changes nothing. */
  readonly showRoll: (scope: "workbook" | "table") => Promise<void>;
  /** Shows the tables that hold this month instead. */
  readonly chooseRoll: (from: string) => void;
  /** Moves the tables that are shown. */
  readonly roll: () => Promise<void>;
  readonly closeRoll: () => void;
  /**
   * Follows edited headings of the tables with these cells: renews their formulas if all reads the same, and shows the roll if a month
   * differs. Resolves to false if they say anything else now.
   */
  readonly followEdited: (addresses: readonly string[]) => Promise<boolean>;
}

export function createRollActions(context: StoreContext, update: TableUpdater): RollActions {
  let read: readonly OwnTableRead[] = [];
  const show = (by: number, from?: string) => update({ roll: rollOf(read, by, from), ...NOTHING_DONE });
  let shownBy = 1;
  return {
    showRoll: (scope) =>
      runBusy(context, async () => {
        const cell = scope === "table" ? parseSheetPosition((await readActiveCell()).address) : undefined;
        if (scope === "table" && !cell) return;
        read = withSharers(await readOwnTables(context), cell);
        if (read.length === 0) throw new Error(scope === "table" ? NO_TABLE_HERE : NO_TABLES);
        shownBy = 1;
        show(shownBy);
      }),
    chooseRoll: (from) => show(shownBy, from),
    roll: () =>
      runBusy(context, async () => {
        const { roll } = context.state.grid ?? {};
        if (!roll) return;
        await write(context, update, roll.tables, roll.to);
      }),
    closeRoll: () => update({ roll: undefined }),
    async followEdited(addresses) {
      let isFollowed = true;
      await runBusy(context, async () => {
        const cells = addresses.flatMap((address) => parseSheetPosition(address) ?? []);
        read = await readOwnTables(context);
        const asked = read.filter((table) => cells.some((cell) => holds(table, cell)));
        const apart = new Set(asked.map((table) => table.edited()));
        const [by, ...others] = apart;
        if (by === undefined || others.length > 0) return void (isFollowed = false);
        read = sharersOf(read, asked, by);
        shownBy = by;
        if (by !== 0) return show(by);
        await write(
          context,
          update,
          read.map((table) => rolledTable(table, table.rollBy(0))),
          undefined,
        );
      });
      return isFollowed;
    },
  };
}

/** What was written before is no longer told. */
const NOTHING_DONE = { rolled: undefined, filled: undefined, written: undefined };

const NO_TABLES = "No table of your own was found: fill cells from headings, or insert a table, first.";
const NO_TABLE_HERE = "The active cell is in no table of your own. Select one of its numbers, then try again.";

function holds({ sheet, block }: OwnTableRead, cell: SheetPosition): boolean {
  return sheet === cell.sheet && contains(block.selected, cell);
}

function rolledTable({ address, sheet }: OwnTableRead, block: RolledBlock): RolledTable {
  return { address, sheet, block };
}

/** Returns the table with a cell, and those that share its headings; all tables without a cell. */
function withSharers(tables: readonly OwnTableRead[], cell: SheetPosition | undefined): readonly OwnTableRead[] {
  if (cell === undefined) return tables;
  const own = tables.filter((table) => holds(table, cell));
  return sharersOf(tables, own, 1);
}

/** Adds the tables whose headings are moved with those of others: one title may stand above several. */
function sharersOf(tables: readonly OwnTableRead[], own: readonly OwnTableRead[], by: number): readonly OwnTableRead[] {
  const placesOf = ({ sheet, rollBy }: OwnTableRead) =>
    rollBy(by).headings.map((at) => formatSheetPosition({ ...at, sheet }));
  const chosen = new Set(own);
  const places = new Set(own.flatMap(placesOf));
  for (let size = -1; size < chosen.size;) {
    size = chosen.size;
    for (const table of tables) {
      const shared = chosen.has(table) ? [] : placesOf(table);
      if (!shared.some((place) => places.has(place))) continue;
      chosen.add(table);
      for (const place of shared) places.add(place);
    }
  }
  return tables.filter((table) => chosen.has(table));
}

/** @param from The month whose tables are shown. @default the one of most tables */
function rollOf(tables: readonly OwnTableRead[], by: number, from?: string): RollState {
  const rolled = tables.map((table) => rolledTable(table, table.rollBy(by)));
  const counts = new Map<string, number>();
  for (const { block } of rolled) {
    const { month } = block;
    if (month !== undefined && block.headings.length > 0) counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const latestFirst = [...counts.keys()].sort().reverse();
  const months = latestFirst.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const month = from ?? months[0] ?? "";
  const isShown = ({ block }: RolledTable) => block.month === month && block.headings.length > 0;
  return {
    from: month,
    to: month && shiftMonth(month, by),
    months,
    tables: rolled.filter(isShown),
    others: rolled.filter((each) => !isShown(each)).map(({ address, block }) => ({ address, month: block.month })),
  };
}

async function write(
  context: StoreContext,
  update: TableUpdater,
  tables: readonly RolledTable[],
  to: string | undefined,
): Promise<void> {
  const changes = changesOf(tables);
  const notes = changes.length > 0 ? await writeChanges(changes) : [];
  followWritten(context);
  setState(context, { obstacle: undefined, notes });
  const count = (of: (block: RolledBlock) => readonly unknown[]) =>
    tables.reduce((sum, { block }) => sum + of(block).length, 0);
  update({
    roll: undefined,
    ...NOTHING_DONE,
    rolled: {
      tables: tables.length,
      cells: count(({ cells }) => cells),
      headings: changes.length - new Set(tables.flatMap(({ block }) => block.cells)).size,
      to,
      left: count(({ left }) => left),
    },
  });
}

/** Returns each change once: a title may stand above several tables. */
function changesOf(tables: readonly RolledTable[]): ContentChange[] {
  const changes = new Map<string, ContentChange>();
  for (const { sheet, block } of tables) {
    for (const { row, column, was, content } of block.headings)
      if (content !== undefined) add(changes, { sheet, row, column, before: was, after: content });
    for (const { row, column, before, after } of block.cells) add(changes, { sheet, row, column, before, after });
  }
  return [...changes.values()];
}

function add(changes: Map<string, ContentChange>, change: ContentChange): void {
  changes.set(formatSheetPosition(change), change);
}
