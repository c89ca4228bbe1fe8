/**
 * A workbook that is only as much of one as a refresh sees: cells, sheets and when they calculate. It is light enough for
 * thousands of sequences of what people and Excel do; the workbench's own model runs a few hundred of them too.
 *
 * It calculates as Excel does: what is edited and what depends on it, a function once for each cell and arguments, cells that wait
 * showing #BUSY!. Where the workbook calculates by hand, only what is entered and what is told to.
 */
import { answerOf } from "../../../../src/spreadsheet/engine/callArguments";
import { createCalls, type Calls } from "../../../../src/spreadsheet/engine/calls";
import { qualifiedName, type CustomFunction } from "../../../../src/spreadsheet/engine/customFunction";
import { isCellError, type Value, type Values } from "../../../../src/spreadsheet/engine/values";
import type { Position, SheetPosition } from "../../../../src/spreadsheet/cells/area";
import type { HostBehaviour } from "../../../../workbench/model/behaviour";
import { formatSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { BUSY, evaluate } from "./evaluation";
import { formatFormula, mapReferences, parseFormula, referencesIn, type Formula, type SheetNames } from "./formula";

export interface LeanCell {
  content: number | string | Formula;
  /** What it shows; rows where it spills. */
  value: Values;
  /** It has to be calculated. */
  isDirty: boolean;
}

export interface LeanSheet {
  readonly id: string;
  name: string;
  isProtected: boolean;
  /** By `keyOf`. */
  cells: Map<string, LeanCell>;
}

/** All of the workbook that a file has. */
export interface LeanDocument {
  sheets: LeanSheet[];
  active: string;
  selected: { row: number; column: number; rows: number; columns: number };
  calculationMode: "Automatic" | "Manual";
  parts: Record<string, string>;
}

export type Content = number | string;

/** Runs what somebody's add-in does: each person has one. */
export type Act = <T>(work: () => T) => T;

export interface LeanWorkbook {
  document: LeanDocument;
  readonly names: SheetNames;
  sheet(nameOrId: string): LeanSheet | undefined;
  valueAt(position: SheetPosition): Value;
  /** What an add-in reads. */
  readAt(position: SheetPosition): Value;
  /** Types into a cell: a formula begins with "=", and "" clears. */
  enter(position: SheetPosition, content: Content): void;
  /** Makes cells call their functions again when they calculate next, as Excel does after a structural edit. */
  renew(positions: Iterable<SheetPosition>): void;
  renewAll(): void;
  /** Makes cells that call the add-in show this error without a call, as Excel does while it evaluates conditional formats. */
  showCode(code: string): void;
  /** What functions returned for these cells counts no more: other cells stand there now. */
  forget(positions: readonly SheetPosition[]): void;
  /** Calculates what is dirty, everywhere or on one sheet, or these cells whether they are or not. */
  calculate(only?: { sheet: string } | { cells: readonly SheetPosition[] }): void;
  /** Fulfilled when no cell waits for a function and, unless it calculates by hand, none is dirty. */
  settled(): Promise<void>;
  /** The functions that cells call from now on, and whose Excel is at work: it calculates what it has changed or made dirty. */
  use(functions: readonly CustomFunction[], actor?: () => Act): void;
  /** Cells that have formulas. */
  formulaCells(): { position: SheetPosition; cell: LeanCell; formula: Formula }[];
  copyOf(formula: Formula, down: number, right: number, home: string): Formula;
  formulaText(position: SheetPosition): string | undefined;
}

export const keyOf = ({ row, column }: Position): string => `${row},${column}`;
const positions = new Map<string, Position>();
export function positionOf(key: string): Position {
  const known = positions.get(key);
  if (known) return known;
  const [row = 0, column = 0] = key.split(",").map(Number);
  positions.set(key, { row, column });
  return { row, column };
}
export const isFormula = (content: LeanCell["content"]): content is Formula => typeof content === "object";

export function emptyDocument(names: readonly string[]): LeanDocument {
  const sheets = names.map((name, at) => ({ id: `s${at}`, name, isProtected: false, cells: new Map() }));
  const selected = { row: 0, column: 0, rows: 1, columns: 1 };
  return { sheets, active: "s0", selected, calculationMode: "Automatic", parts: {} };
}

export interface LeanBehaviour extends Pick<HostBehaviour, "blankArgument" | "keepOldValues"> {
  /**
   * Calculating a range and showing a function's result reach direct dependents only. Further ones stay dirty until their sheet is
   * calculated, or an edit makes Excel calculate all that is dirty (oj#5063). @default false
   */
  readonly isShallow?: boolean;
  /** Between the result of a function and its cell, the cell reads 0 (oj#6577). @default false */
  readonly showsZeros?: boolean;
}

export function openLean(
  document: LeanDocument,
  functions: readonly CustomFunction[],
  { blankArgument, keepOldValues, isShallow = false, showsZeros = false }: LeanBehaviour,
): LeanWorkbook {
  const state: CalculationState = {
    functions: byName(functions),
    blank: blankArgument,
    keepsOldValues: keepOldValues,
    isShallow,
    showsZeros,
    zeros: new Set(),
    late: new WeakSet(),
    showing: 0,
    scheduled: false,
    forced: new Set<LeanCell>(),
    renewed: [],
    actor: () => undefined,
    askers: new WeakMap(),
  };
  const names: SheetNames = {
    idOf: (name) => workbook.document.sheets.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id,
    nameOf: (id) => workbook.document.sheets.find((each) => each.id === id)?.name,
    between(first, last) {
      const ids = workbook.document.sheets.map(({ id }) => id);
      const [from = "", to = ""] = [names.idOf(first), names.idOf(last)];
      return ids.slice(ids.indexOf(from), ids.indexOf(to) + 1);
    },
  };
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    // An answer that has come is shown, also where the workbook calculates by hand.
    recalculate: (cells) => void showLater(workbook, state, cells, () => calculateNear(workbook, calls, state, cells)),
    addressOf: ({ sheet, row, column }) => formatSheetPosition({ sheet: names.nameOf(sheet) ?? "", row, column }),
  });
  const cellAt = ({ sheet, ...position }: SheetPosition) => workbook.sheet(sheet)?.cells.get(keyOf(position));
  const workbook: LeanWorkbook = {
    document,
    names,
    sheet: (key) => {
      const { sheets } = workbook.document;
      return sheets.find(({ id }) => id === key) ?? sheets.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    },
    valueAt: (position) => shownAt(workbook, position),
    readAt: (position) => {
      const cell = cellAt(position);
      return cell && state.zeros.has(cell) ? 0 : shownAt(workbook, position);
    },
    enter(position, content) {
      const cells = workbook.sheet(position.sheet)?.cells;
      const covered = coveredBy(position, cells?.get(keyOf(position))?.value ?? null);
      calls.forget([position]);
      if (content === "") cells?.delete(keyOf(position));
      else if (typeof content === "string" && content.startsWith("="))
        cells?.set(keyOf(position), {
          content: parseFormula(content, position.sheet, names),
          value: null,
          isDirty: true,
        });
      else cells?.set(keyOf(position), { content, value: content, isDirty: false });
      const cell = cells?.get(keyOf(position));
      if (cell) addAskers(state, cell, [state.actor()]);
      spread(workbook, state, [position, ...covered, ...blockSpills(workbook), ...retrySpills(workbook, state)]);
      // What is entered calculates, whatever the mode.
      calculateSoon(workbook, calls, state, [position]);
    },
    renew(positions) {
      const meant = [...positions];
      calls.forget(meant);
      for (const position of meant) {
        const cell = cellAt(position);
        if (!cell || !isFormula(cell.content)) continue;
        addAskers(state, cell, [state.actor()]);
        cell.isDirty = true;
      }
      spread(workbook, state, [...meant, ...blockSpills(workbook), ...retrySpills(workbook, state)]);
      state.renewed.push(...meant);
      calculateSoon(workbook, calls, state, undefined);
    },
    forget: (positions) => calls.forget(positions),
    showCode(code) {
      const ours = formulaCells(workbook).filter(({ formula }) =>
        JSON.stringify(formula).includes('"name":"INSIGHTS.'),
      );
      const meant = ours.map(({ position }) => position);
      calls.forget(meant);
      calculateCells(workbook, calls, { ...state, code }, meant);
    },
    renewAll: () => workbook.renew(workbook.formulaCells().map(({ position }) => position)),
    calculate(only) {
      if (only && "cells" in only) return calculateNear(workbook, calls, state, only.cells);
      // Calculating one sheet makes cells of others dirty, and leaves them so.
      if (only && state.isShallow) return calculateSheet(workbook, calls, state, only.sheet);
      calculateCells(workbook, calls, state, dirtyCells(workbook, only?.sheet));
    },
    async settled() {
      do await turn();
      while (!calls.idle() || state.scheduled || state.showing > 0);
    },
    use: (next, actor) => void Object.assign(state, { functions: byName(next), actor: actor ?? (() => undefined) }),
    formulaCells: () => formulaCells(workbook),
    copyOf: (formula, down, right, home) =>
      mapReferences(formula, (reference) => {
        if (reference.sheet !== home) return reference;
        const moved = { ...reference, row: reference.row + down, column: reference.column + right };
        return moved.row >= 0 && moved.column >= 0 ? moved : undefined;
      }),
    formulaText(position) {
      const content = cellAt(position)?.content;
      return content !== undefined && isFormula(content) ? formatFormula(content, position.sheet, names) : undefined;
    },
  };
  return workbook;
}

interface CalculationState {
  functions: ReadonlyMap<string, CustomFunction>;
  /** What functions get for blanks. */
  readonly blank: null | 0;
  /** A cell shows its former value while it waits for a function. */
  readonly keepsOldValues: boolean;
  readonly isShallow: boolean;
  readonly showsZeros: boolean;
  /** Cells that read 0. */
  readonly zeros: Set<LeanCell>;
  /** What cells show in place of calling a function. */
  readonly code?: string;
  /** Results that are not shown yet. */
  showing: number;
  /** Cells that wait for a function. */
  readonly late: WeakSet<LeanCell>;
  scheduled: boolean;
  /** Cells that are calculated whatever the mode. */
  readonly forced: Set<LeanCell>;
  /** Cells that were made dirty without an edit. */
  renewed: SheetPosition[];
  /** True if an edit calculates all that is dirty. */
  isEdited?: boolean;
  /** Whose Excel is at work now. */
  actor: () => Act | undefined;
  /** Whose Excel calculates a cell: those who have changed it, or what it reads, since it was last calculated. */
  readonly askers: WeakMap<LeanCell, Set<Act>>;
}

/** Turns between the result of a function and its cell. */
const TURNS = 4;

/** An Excel that keeps old values, or shows zeros first, also shows new ones late. */
async function showLater(
  workbook: LeanWorkbook,
  state: CalculationState,
  positions: readonly SheetPosition[],
  show: () => void,
): Promise<void> {
  const { keepsOldValues, showsZeros, zeros } = state;
  const cells = positions.flatMap(({ sheet, ...at }) => workbook.sheet(sheet)?.cells.get(keyOf(at)) ?? []);
  state.showing += 1;
  if (showsZeros) for (const cell of cells) zeros.add(cell);
  for (let count = 0; (keepsOldValues || showsZeros) && count < TURNS; count += 1) await turn();
  for (const cell of cells) zeros.delete(cell);
  state.showing -= 1;
  show();
}

function addAskers({ askers, late }: CalculationState, cell: LeanCell, acts: Iterable<Act | undefined>): void {
  const isAsked = cell.isDirty || late.has(cell);
  const own = (isAsked && askers.get(cell)) || new Set();
  for (const act of acts) if (act) own.add(act);
  askers.set(cell, own);
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function byName(functions: readonly CustomFunction[]): ReadonlyMap<string, CustomFunction> {
  return new Map(functions.map((each) => [qualifiedName(each), each]));
}

function formulaCells({ document }: LeanWorkbook) {
  return document.sheets.flatMap((sheet) =>
    [...sheet.cells].flatMap(([key, cell]) =>
      isFormula(cell.content)
        ? [{ position: { sheet: sheet.id, ...positionOf(key) }, cell, formula: cell.content }]
        : [],
    ),
  );
}

function dirtyCells(workbook: LeanWorkbook, sheet?: string): SheetPosition[] {
  return formulaCells(workbook).flatMap(({ position, cell }) =>
    cell.isDirty && (sheet === undefined || position.sheet === sheet) ? [position] : [],
  );
}

/** What depends on these cells is dirty too. */
function spread(workbook: LeanWorkbook, state: CalculationState, positions: readonly SheetPosition[]): void {
  const cellsAt = (position: SheetPosition) => workbook.sheet(position.sheet)?.cells.get(keyOf(position)) ?? [];
  const acts = new Set(positions.flatMap(cellsAt).flatMap((cell) => [...(state.askers.get(cell) ?? [])]));
  const idOf = (position: SheetPosition) => `${position.sheet} ${keyOf(position)}`;
  const changed = new Set(positions.map(idOf));
  const clean = new Set(formulaCells(workbook).filter(({ formula }) => referencesIn(formula).length > 0));
  for (let size = -1; size < changed.size;) {
    size = changed.size;
    for (const each of clean) {
      if (!referencesIn(each.formula).some((reference) => isReached(workbook, reference, changed))) continue;
      addAskers(state, each.cell, acts);
      each.cell.isDirty = true;
      changed.add(idOf(each.position));
      clean.delete(each);
    }
  }
}

/** The other cells that a formula has spilled over. */
export function coveredBy({ sheet, row, column }: SheetPosition, values: Values): SheetPosition[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((line, down) => line.map((_, right) => ({ sheet, row: row + down, column: column + right })));
}

/** The cell itself, or the one that spills over it. */
function isReached(workbook: LeanWorkbook, reference: SheetPosition, changed: ReadonlySet<string>): boolean {
  if (changed.has(`${reference.sheet} ${keyOf(reference)}`)) return true;
  const parent = spillParent(workbook, reference);
  return parent !== undefined && changed.has(`${reference.sheet} ${keyOf(parent)}`);
}

function spillParent(workbook: LeanWorkbook, { sheet, row, column }: SheetPosition): Position | undefined {
  for (const [key, { value }] of workbook.sheet(sheet)?.cells ?? []) {
    if (!Array.isArray(value)) continue;
    const at = positionOf(key);
    const isInside = row >= at.row && column >= at.column && row < at.row + value.length;
    if (isInside && column < at.column + (value[0]?.length ?? 0)) return at;
  }
  return undefined;
}

/** Tables that have lost their place to what was entered are errors at once. Gives the cells that showed them. */
function blockSpills(workbook: LeanWorkbook): SheetPosition[] {
  const lost: SheetPosition[] = [];
  for (const { id, cells } of workbook.document.sheets) {
    for (const [key, cell] of cells) {
      const before = cell.value;
      if (!Array.isArray(before)) continue;
      const position = { sheet: id, ...positionOf(key) };
      cell.value = fitting(workbook, position, before);
      if (cell.value !== before) lost.push(...coveredBy(position, before));
    }
  }
  return lost;
}

/** Tables that had no place are calculated again: what was in their way may be gone. Returns their cells. */
function retrySpills(workbook: LeanWorkbook, state: CalculationState): SheetPosition[] {
  return formulaCells(workbook).flatMap(({ position, cell }) => {
    if (!isCellError(cell.value) || cell.value.code !== "#SPILL!") return [];
    addAskers(state, cell, [state.actor()]);
    cell.isDirty = true;
    return [position];
  });
}

function shownAt(workbook: LeanWorkbook, position: SheetPosition): Value {
  const cells = workbook.sheet(position.sheet)?.cells;
  const own = cells?.get(keyOf(position));
  const parent = own ? position : spillParent(workbook, position);
  const value = (own ?? (parent && cells?.get(keyOf(parent))))?.value ?? null;
  if (!Array.isArray(value)) return value;
  return parent ? (value[position.row - parent.row]?.[position.column - parent.column] ?? null) : null;
}

/** @param forced Cells that are calculated whatever the mode; undefined if cells were made dirty without an edit. */
function calculateSoon(
  workbook: LeanWorkbook,
  calls: Calls,
  state: CalculationState,
  forced: readonly SheetPosition[] | undefined,
): void {
  state.isEdited ||= forced !== undefined;
  for (const position of forced ?? []) {
    const cell = workbook.sheet(position.sheet)?.cells.get(keyOf(position));
    if (cell && isFormula(cell.content)) state.forced.add(cell);
  }
  if (state.scheduled) return;
  state.scheduled = true;
  setImmediate(() => {
    const { renewed, isEdited = false } = state;
    Object.assign(state, { scheduled: false, renewed: [], isEdited: false });
    const isAutomatic = workbook.document.calculationMode === "Automatic";
    if (isAutomatic && state.isShallow && !isEdited) return calculateNear(workbook, calls, state, renewed);
    const meant = isAutomatic
      ? dirtyCells(workbook)
      : formulaCells(workbook).flatMap(({ position, cell }) => (state.forced.has(cell) ? [position] : []));
    state.forced.clear();
    calculateCells(workbook, calls, state, meant);
  });
}

/** These cells, and what they change: in a shallow Excel only what depends on them directly. */
function calculateNear(
  workbook: LeanWorkbook,
  calls: Calls,
  state: CalculationState,
  positions: readonly SheetPosition[],
): void {
  const isAutomatic = workbook.document.calculationMode === "Automatic";
  if (!isAutomatic || !state.isShallow) return calculateCells(workbook, calls, state, positions);
  const changed = calculateOnce(workbook, calls, state, positions);
  spread(workbook, state, changed);
  const ids = new Set([...positions, ...changed].map((each) => `${each.sheet} ${keyOf(each)}`));
  const direct = formulaCells(workbook).filter(
    ({ cell, formula }) => cell.isDirty && referencesIn(formula).some((each) => isReached(workbook, each, ids)),
  );
  const next = calculateOnce(
    workbook,
    calls,
    state,
    direct.map(({ position }) => position),
  );
  spread(workbook, state, next);
  calls.passEnded();
}

function calculateSheet(workbook: LeanWorkbook, calls: Calls, state: CalculationState, sheet: string): void {
  for (let meant = dirtyCells(workbook, sheet); meant.length > 0; meant = dirtyCells(workbook, sheet))
    spread(workbook, state, calculateOnce(workbook, calls, state, meant));
  calls.passEnded();
}

/** One pass of these cells, and of what they change where the workbook calculates by itself. */
function calculateCells(
  workbook: LeanWorkbook,
  calls: Calls,
  state: CalculationState,
  positions: readonly SheetPosition[],
): void {
  const isAutomatic = workbook.document.calculationMode === "Automatic";
  for (let meant = positions; meant.length > 0; meant = isAutomatic ? dirtyCells(workbook) : []) {
    spread(workbook, state, calculateOnce(workbook, calls, state, meant));
  }
  calls.passEnded();
}

/** Each of these cells once, after those of them that it reads. Gives those that show something else. */
function calculateOnce(
  workbook: LeanWorkbook,
  calls: Calls,
  state: CalculationState,
  positions: readonly SheetPosition[],
): SheetPosition[] {
  const open = new Map<string, SheetPosition>(positions.map((each) => [`${each.sheet} ${keyOf(each)}`, each]));
  const changed: SheetPosition[] = [];
  const visit = (position: SheetPosition): void => {
    open.delete(`${position.sheet} ${keyOf(position)}`);
    const cell = workbook.sheet(position.sheet)?.cells.get(keyOf(position));
    if (!cell || !isFormula(cell.content)) return;
    cell.isDirty = false;
    for (const reference of referencesIn(cell.content)) {
      const waiting = open.get(`${reference.sheet} ${keyOf(reference)}`);
      if (waiting) visit(waiting);
    }
    const before = cell.value;
    const values = calculateCell(workbook, calls, state, position, cell, cell.content);
    if (values === BUSY) state.late.add(cell);
    else state.late.delete(cell);
    const isKept = state.keepsOldValues && values === BUSY && before !== null;
    cell.value = isKept ? before : fitting(workbook, position, values);
    if (JSON.stringify(cell.value) !== JSON.stringify(before)) changed.push(position, ...coveredBy(position, before));
  };
  for (const position of positions) if (open.has(`${position.sheet} ${keyOf(position)}`)) visit(position);
  return changed;
}

function calculateCell(
  workbook: LeanWorkbook,
  calls: Calls,
  { functions, blank, askers, code }: CalculationState,
  position: SheetPosition,
  cell: LeanCell,
  formula: Formula,
): Values {
  return evaluate(formula, {
    valueAt: (reference) => shownAt(workbook, reference),
    call(name, args) {
      const fn = functions.get(name.toUpperCase());
      if (!fn) return { code: "#NAME?", message: "" };
      if (code !== undefined) return { code, message: "" };
      return answerOf(fn, args, (ready) =>
        calls.ask(
          { ...fn, run: (...given) => runForAll(fn, askers.get(cell), given) },
          position,
          ready.map((each) => withBlanks(each, blank)),
        ),
      );
    },
  });
}

/** Each Excel calls the functions of its own add-in; what the last gives is shown. */
async function runForAll(
  fn: CustomFunction,
  acts: ReadonlySet<Act> | undefined,
  given: Parameters<CustomFunction["run"]>,
): Promise<unknown> {
  if (!acts || acts.size === 0) return fn.run(...given);
  const runs = [...acts].map((act) => act(async () => fn.run(...given)));
  await Promise.allSettled(runs);
  return runs.at(-1);
}

function withBlanks(value: unknown, blank: null | 0): unknown {
  return Array.isArray(value) ? value.map((each) => withBlanks(each, blank)) : (value ?? blank);
}

/** A spill that would cover another cell is an error. */
function fitting(workbook: LeanWorkbook, { sheet, row, column }: SheetPosition, values: Values): Values {
  if (!Array.isArray(values)) return values;
  const cells = workbook.sheet(sheet)?.cells;
  const isTaken = (position: Position) => {
    if (position.row === row && position.column === column) return false;
    const parent = spillParent(workbook, { sheet, ...position });
    const isOfAnother = parent !== undefined && (parent.row !== row || parent.column !== column);
    return isOfAnother || cells?.has(keyOf(position)) === true;
  };
  const isFree = values.every((line, down) =>
    line.every((_, right) => !isTaken({ row: row + down, column: column + right })),
  );
  return isFree ? values : { code: "#SPILL!", message: "" };
}

/** As Excel gives it to an add-in: "" where it is blank, errors as their code. */
export function toExcel(value: Value): string | number | boolean {
  return value === null ? "" : isCellError(value) ? value.code : value;
}
