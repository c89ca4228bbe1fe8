/**
 * Moves a block of a user's own to other months: the months in its headings, and the formulas that Fill writes for them. A formula is
 * replaced only if it is exactly what the headings gave, and if the new one asks for the same number of the new months. Pure.
 */
import { positionsIn, type Area, type Position } from "../../spreadsheet/cells/area";
import { parsePosition } from "../../spreadsheet/cells/address";
import { findReferences } from "../../spreadsheet/formulas/references";
import { findCalls } from "../../numbers/language/calls";
import { guardsOf, isKept } from "../../numbers/language/guards";
import type { CellMeanings, Placed } from "../headings/cellMeanings";
import type { Filling } from "../headings/cellNumbers";
import { headingId, type FoundHeadings } from "../headings/heading";
import { readHeadingNumber, valueIn, type HeadingArgument } from "../headings/headingNumber";
import type { CellsAround } from "../headings/headingCells";
import {
  isPeriod,
  moveTimes,
  namedMonths,
  headingTimes,
  type HeadingTime,
  type StayReason,
  type TimesMoved,
} from "./headingTimes";
import {
  blankReaders,
  monthsApart,
  moveHeadings,
  withContents,
  type CellsWithFormulas,
  type MovedHeading,
} from "./movedHeadings";

/** A block of cells as it stands, with what is around it. */
export interface OwnBlock {
  readonly selected: Area;
  readonly around: CellsWithFormulas;
}

/** What Fill would write for the headings. */
export interface BlockReading {
  readonly found: FoundHeadings;
  readonly cells: readonly (readonly CellMeanings[])[];
  readonly formulas: readonly (readonly string[])[];
  readonly filling: Filling;
}

export interface BlockReader {
  readonly find: (values: CellsAround["values"]) => FoundHeadings;
  readonly read: (values: CellsAround["values"]) => BlockReading;
}

/** Why a cell keeps its formula. */
export type LeftReason =
  /** Its formula is not the one that its headings give, and it names its months itself. */
  | "changed"
  /** Likewise, and it tests a heading that moves, so it becomes `#N/A`. */
  | "guarded"
  /** The moved headings would ask something else, or leave it blank. */
  | "asksElse";

export interface RolledCell extends Position {
  readonly before: string;
  readonly after: string;
}

export interface RolledHeading extends Position {
  readonly said: string;
  /** What the cell holds now: its text, number or formula. */
  readonly was: unknown;
  readonly shows: string | number;
  /** The months that it says afterwards. */
  readonly months: readonly string[];
  /** Undefined if it moves by itself, or says it already. */
  readonly content?: string | number;
}

export interface RolledBlock {
  readonly by: number;
  /** The month that it holds, as YYYY-MM; undefined if it holds none. */
  readonly month: string | undefined;
  readonly headings: readonly RolledHeading[];
  /** The cells that ask for other months afterwards, or test another text. */
  readonly cells: readonly RolledCell[];
  /** Cells with formulas of a user's own that read a heading which moves. */
  readonly following: readonly Position[];
  readonly staying: readonly (Position & { readonly text: string; readonly reason: StayReason })[];
  readonly left: readonly (Position & { readonly reason: LeftReason })[];
}

/** Returns the values with what the headings said when the cells were filled, and the headings that say something else now. */
export function valuesWhenFilled({ selected, around }: OwnBlock): {
  readonly values: CellsAround["values"];
  readonly edited: ReadonlyMap<string, unknown>;
} {
  const said = new Map<string, unknown>();
  const edited = new Map<string, unknown>();
  for (const at of positionsIn(selected)) {
    for (const guard of guardsOf(contentAt(around, at))) {
      const id = guard.reference.replaceAll("$", "");
      const place = placeOf(around, id);
      if (!place || isKept(guard, place.value) || said.has(id)) continue;
      said.set(id, guard.said);
      edited.set(id, place.value);
    }
  }
  return { values: withContents(around, said), edited };
}

function placeOf({ row, column, values }: CellsAround, id: string): { readonly value: unknown } | undefined {
  const at = parsePosition(id);
  const cells = at && values[at.row - row];
  return cells && at.column - column in cells ? { value: cells[at.column - column] } : undefined;
}

function contentAt({ formulas, row, column }: CellsWithFormulas, at: Position): string {
  const content = formulas[at.row - row]?.[at.column - column];
  return typeof content === "string" ? content : "";
}

/** Returns the cells that have exactly the formula that their headings give. */
export function cellsAsWritten(
  { selected, around }: OwnBlock,
  { formulas }: Pick<BlockReading, "formulas">,
): readonly Position[] {
  return positionsIn(selected).filter((at) => {
    const given = formulas[at.row - selected.row]?.[at.column - selected.column] ?? "";
    return given !== "" && isSameFormula(contentAt(around, at), given);
  });
}

/** True for the same formula: Excel writes one with other spaces and letters than it was given. */
export function isSameFormula(one: string, other: string): boolean {
  const spelled = (text: string) => text.replace(/[\s@]/g, "").toLowerCase();
  return spelled(one) === spelled(other);
}

/**
 * Returns by how many months the headings were edited since the cells were filled: 0 if all still read the same. Undefined if nothing
 * was edited, or anything but a month.
 */
export function monthsEdited(block: OwnBlock, { find }: Pick<BlockReader, "find">): number | undefined {
  const { values, edited } = valuesWhenFilled(block);
  if (edited.size === 0) return undefined;
  const [before, now] = [find(values), find(block.around.values)].map(
    ({ headings }) => new Map(headings.map((heading) => [headingId(heading), heading])),
  );
  const apart = new Set(
    [...edited.keys()].map((id) => {
      const heading = before?.get(id);
      return heading && monthsApart(heading, now?.get(id));
    }),
  );
  const [by, ...others] = apart;
  return others.length > 0 ? undefined : by;
}

/** @param by Months to move by; 0 to write what edited headings say now, where that reads as before. */
export function rollBlock(block: OwnBlock, reader: BlockReader, by: number): RolledBlock {
  const { selected, around } = block;
  const { values, edited } = valuesWhenFilled(block);
  const before = reader.read(values);
  const { filling } = before;
  const ours = positionsIn(selected).filter((at) => callsOurs(contentAt(around, at)));
  const meant = ours.flatMap((at) => before.cells[at.row - selected.row]?.[at.column - selected.column] ?? []);
  const times = headingTimes(meant, filling);
  const moves = moveTimes(times, by, filling.defaults.fiscalYear);
  const isMoving = ({ heading }: HeadingTime) => by !== 0 && moves.moving.has(headingId(heading));
  const sought = [...times.values()].filter(isMoving).map(({ heading }) => heading);
  const cells = { ...around, values };
  const move = { cells, dateSystem: filling.defaults.dateSystem, by, find: reader.find };
  const moved = moveHeadings(sought, move, edited);
  const shown = new Map<string, unknown>([...moved].map(([id, { shows }]) => [id, shows]));
  const after = reader.read(
    withContents(cells, new Map([...(by === 0 ? edited : shown), ...blankReaders(cells, moved)])),
  );
  const written = ours.map((at) => rolledCell(at, { block, before, after, times: moves, moved }));
  const pick = <T extends { readonly kind: string }>(kind: T["kind"]) => written.filter((each) => each.kind === kind);
  return {
    by,
    month: moves.month,
    headings: headingsOf(moved, moves, around),
    cells: pick("rolled").flatMap(({ cell }) => cell ?? []),
    following: pick("following").map(({ at }) => at),
    staying: by === 0 ? [] : stayingOf(times, moves, moved, { around, edited }),
    left: written.flatMap(({ at, reason }) => (reason ? [{ ...at, reason }] : [])),
  };
}

function callsOurs(formula: string): boolean {
  return formula.startsWith("=") && findCalls(formula).some(({ name }) => name === "KPI" || name === "VAR");
}

function headingsOf(
  moved: ReadonlyMap<string, MovedHeading>,
  { moving }: TimesMoved,
  around: CellsWithFormulas,
): RolledHeading[] {
  return [...moved].map(
    ([
      id,
      {
        heading: { row, column, text },
        shows,
        content,
      },
    ]) => ({
      row,
      column,
      said: text,
      was: around.formulas[row - around.row]?.[column - around.column],
      shows,
      months: moving.get(id) ?? [],
      ...(content !== undefined && { content }),
    }),
  );
}

function stayingOf(
  times: ReadonlyMap<string, HeadingTime>,
  { staying, moving }: TimesMoved,
  moved: ReadonlyMap<string, MovedHeading>,
  { around, edited }: { readonly around: CellsWithFormulas; readonly edited: ReadonlyMap<string, unknown> },
): RolledBlock["staying"] {
  return [...times].flatMap(([id, { heading }]) => {
    const { row, column, text } = heading;
    const isFormula = contentAt(around, heading).startsWith("=");
    const failed: StayReason = edited.has(id) ? "edited" : isFormula ? "formula" : "unreadable";
    const reason = staying.get(id) ?? (moving.has(id) && !moved.has(id) ? failed : undefined);
    return reason ? [{ row, column, text, reason }] : [];
  });
}

interface Rolling {
  readonly block: OwnBlock;
  readonly before: BlockReading;
  readonly after: BlockReading;
  readonly times: TimesMoved;
  readonly moved: ReadonlyMap<string, MovedHeading>;
}

interface Written {
  readonly at: Position;
  readonly kind: "rolled" | "following" | "left" | "same";
  readonly cell?: RolledCell;
  readonly reason?: LeftReason;
}

function rolledCell(at: Position, rolling: Rolling): Written {
  const { block, before, after, moved } = rolling;
  const { selected, around } = block;
  const formula = contentAt(around, at);
  const given = ({ formulas }: BlockReading) => formulas[at.row - selected.row]?.[at.column - selected.column] ?? "";
  if (!isSameFormula(formula, given(before))) return foreignCell(at, formula, moved);
  const next = given(after);
  const isTouched = isAsked(at, rolling);
  if (!isTouched && isSameFormula(next, formula)) return { at, kind: "same" };
  if (next === "" || !asksSameLater(at, rolling)) return { at, kind: "left", reason: "asksElse" };
  return { at, kind: "rolled", cell: { ...at, before: formula, after: next } };
}

/** A formula that is not what the headings gave. */
function foreignCell(at: Position, formula: string, moved: ReadonlyMap<string, MovedHeading>): Written {
  if (moved.size === 0) return { at, kind: "same" };
  const isMoved = (reference: string) => moved.has(reference.replaceAll("$", ""));
  if (findReferences(formula).every(({ place }) => !isMoved(place))) return { at, kind: "left", reason: "changed" };
  const calls = findCalls(formula);
  // A reference outside of our calls is a test, or part of a formula that only its writer knows.
  const isArgument = ({ start, end }: { start: number; end: number }) =>
    calls.some((call) => call.start <= start && end <= call.end);
  const isFollowing = findReferences(formula).every((each) => !isMoved(each.place) || isArgument(each));
  return isFollowing ? { at, kind: "following" } : { at, kind: "left", reason: "guarded" };
}

/** True if a heading that moves says the cell's time. */
function isAsked(at: Position, { block: { selected }, before, moved }: Rolling): boolean {
  const cell = before.cells[at.row - selected.row]?.[at.column - selected.column];
  const placed = [cell?.meanings.get("period"), cell?.meanings.get("actualsTo"), cell?.basePeriod];
  return placed.some((each) => each && moved.has(headingId(each.heading)));
}

/** True if the new formula asks for the same number, of the new months. */
function asksSameLater(at: Position, { block: { selected }, before, after, times, moved }: Rolling): boolean {
  const cellOf = ({ cells }: BlockReading) => cells[at.row - selected.row]?.[at.column - selected.column];
  const [cell, next] = [cellOf(before), cellOf(after)];
  const own = cell && readHeadingNumber(cell, before.filling);
  const later = next && readHeadingNumber(next, after.filling);
  if (!own || !later || own.kind !== later.kind || own.divisor !== later.divisor) return false;
  const isTime = (name: string) => name === "period" || name === "basePeriod" || name === "actualsTo";
  const names = Object.keys({ ...own.args, ...later.args }).filter((name) => !isTime(name));
  if (names.some((name) => valueIn(own.args[name] ?? "") !== valueIn(later.args[name] ?? ""))) return false;
  const toOf = (placed: Placed | undefined) => {
    const id = placed && headingId(placed.heading);
    return id !== undefined && moved.has(id) ? times.moving.get(id) : undefined;
  };
  const monthsIn = (argument: HeadingArgument = "", placed?: Placed) => namedMonths(argument, placed, before.filling);
  const isLater = (
    name: "period" | "basePeriod" | "actualsTo",
    placed: Placed | undefined,
    now: Placed | undefined,
  ) => {
    const [was, is, to] = [own.args[name], later.args[name], toOf(placed)];
    if (!to)
      return valueIn(was ?? "") === valueIn(is ?? "") && monthsIn(was, placed).join() === monthsIn(is, now).join();
    return isOfSameYear(was, is) && monthsIn(is, now).join() === to.join();
  };
  return (
    isLater("period", cell.meanings.get("period"), next.meanings.get("period")) &&
    isLater("basePeriod", cell.basePeriod, next.basePeriod) &&
    isLater("actualsTo", cell.meanings.get("actualsTo"), next.meanings.get("actualsTo"))
  );
}

/** True if both are the heading's own period, or both that of the year before. */
function isOfSameYear(was: HeadingArgument | undefined, is: HeadingArgument | undefined): boolean {
  const isPriorYear = (argument: HeadingArgument | undefined) => isPeriod(argument) && argument.isPriorYear;
  return isPriorYear(was) === isPriorYear(is);
}
