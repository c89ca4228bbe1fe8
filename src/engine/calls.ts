/**
 * The calls of cells to asynchronous functions, for an engine that calculates synchronously: while it calculates, calls
 * are collected and their cells wait; when the pass has ended, all start at once; as answers arrive, the cells that
 * wait for them are calculated again. Starting together matters: what is asked in one tick shares its requests.
 */
import type { CustomFunction } from "./functions";
import { nameOf } from "./functions";
import { errorOf, valuesOf } from "./results";
import { isCellError } from "./values";
import type { Values } from "./values";

/** A cell; row and column count from 0. */
export interface Cell {
  sheet: string;
  row: number;
  column: number;
}

/** What the calls need from the engine around them. */
export interface Host {
  /** Runs a task in a macrotask of its own. */
  later(task: () => void): void;
  /** Calculates cells again whose answers have arrived. */
  recalculate(cells: Cell[]): void;
  /** The address that functions are told, e.g. "Sheet1!A1". */
  addressOf(cell: Cell): string;
}

export interface Calls {
  /** Within a pass: the answer of this call at this cell; undefined while it is awaited. Asks once for each cell. */
  ask(fn: CustomFunction, cell: Cell, args: unknown[]): Values | undefined;
  /**
   * Within a pass: what a volatile function such as RAND or NOW gave here before. It stays as it is until nothing is
   * awaited any more: a call that depends on it would otherwise be another one in each pass, for ever.
   */
  steady<T>(cell: Cell, name: string, draw: () => T): T;
  /** The engine has calculated all it had to: what was collected starts, in a macrotask of its own. */
  passEnded(): void;
  /** The message of a failed call at this cell with this code. */
  message(cell: Cell, code: string): string | undefined;
  /** Drops what these cells (or all) know and wait for, so that their functions are called anew. */
  forget(cells?: readonly Cell[]): void;
  /** Whether nothing is awaited, and no cell has to be calculated again. */
  idle(): boolean;
  /** The cells that have called functions and have not been forgotten; `waiting` are those that await an answer. */
  cells(which?: "waiting"): Cell[];
}

interface Call {
  fn: CustomFunction;
  args: unknown[];
  place: Place;
  /** The last pass in which the cell asked. */
  pass: number;
  answer?: Values;
  abort: AbortController;
}

/** A cell and its calls, by function and arguments. */
interface Place {
  cell: Cell;
  calls: Map<string, Call>;
}

interface State {
  host: Host;
  pass: number;
  places: Map<string, Place>;
  /** The cells that asked in this pass. */
  asking: Set<Place>;
  /** The calls to start when the pass has ended. */
  collected: Set<Call>;
  running: Set<Call>;
  /** The cells to calculate again. */
  arrived: Set<Place>;
  /** What volatile functions gave, by cell and function, in the order of drawing; and how far this pass has read. */
  drawn: Map<string, { values: unknown[]; pass: number; next: number }>;
}

export function createCalls(host: Host): Calls {
  const state: State = {
    host,
    pass: 0,
    places: new Map(),
    asking: new Set(),
    collected: new Set(),
    running: new Set(),
    arrived: new Set(),
    drawn: new Map(),
  };
  return {
    ask: (fn, cell, args) => ask(state, fn, cell, args),
    steady: (cell, name, draw) => steady(state, `${keyOf(cell)} ${name}`, draw),
    passEnded: () => passEnded(state),
    message: (cell, code) => message(state.places.get(keyOf(cell)), code),
    forget: (cells) => forget(state, cells?.map(keyOf) ?? [...state.places.keys()]),
    idle: () => isIdle(state),
    cells: (which) => [...(which ? waiting(state) : state.places.values())].map(({ cell }) => cell),
  };
}

function ask(state: State, fn: CustomFunction, cell: Cell, args: unknown[]): Values | undefined {
  const id = keyOf(cell);
  const place = state.places.get(id) ?? { cell, calls: new Map<string, Call>() };
  state.places.set(id, place);
  state.asking.add(place);

  const key = `${nameOf(fn)} ${JSON.stringify(args)}`;
  const call = place.calls.get(key) ?? { fn, args, place, pass: state.pass, abort: new AbortController() };
  call.pass = state.pass;
  if (!place.calls.has(key)) {
    place.calls.set(key, call);
    state.collected.add(call);
  }
  return call.answer;
}

function steady<T>(state: State, id: string, draw: () => T): T {
  const draws = state.drawn.get(id) ?? { values: [], pass: state.pass, next: 0 };
  state.drawn.set(id, draws);
  if (draws.pass !== state.pass) Object.assign(draws, { pass: state.pass, next: 0 });
  if (draws.next === draws.values.length) draws.values.push(draw());
  return draws.values[draws.next++] as T;
}

function passEnded(state: State): void {
  for (const place of state.asking) {
    for (const [key, call] of place.calls) {
      if (call.pass === state.pass) continue;
      place.calls.delete(key);
      drop(state, call);
    }
  }
  state.asking.clear();
  state.pass++;
  if (state.collected.size > 0) state.host.later(() => start(state));
  if (isIdle(state)) state.drawn.clear();
}

function start(state: State): void {
  const calls = [...state.collected];
  state.collected.clear();
  for (const call of calls) {
    state.running.add(call);
    void run(state.host, call).then((answer) => arrive(state, call, answer));
  }
}

/** Settles always, and never rejects. */
async function run(host: Host, { fn, args, place, abort }: Call): Promise<Values> {
  try {
    return valuesOf(await fn.run(args, { address: host.addressOf(place.cell), signal: abort.signal }));
  } catch (reason) {
    return errorOf(reason);
  }
}

function arrive(state: State, call: Call, answer: Values): void {
  if (!state.running.delete(call)) return;
  call.answer = answer;
  if (state.arrived.size === 0) state.host.later(() => recalculate(state));
  state.arrived.add(call.place);
}

function recalculate(state: State): void {
  const cells = [...state.arrived].map(({ cell }) => cell);
  state.arrived.clear();
  if (cells.length > 0) state.host.recalculate(cells);
}

function message(place: Place | undefined, code: string): string | undefined {
  const values = [...(place?.calls.values() ?? [])].map(({ answer }) => answer ?? null).flat(2);
  return values.filter(isCellError).find((error) => error.code === code)?.message;
}

function forget(state: State, ids: readonly string[]): void {
  for (const id of ids) {
    const place = state.places.get(id);
    if (!place) continue;
    state.places.delete(id);
    state.asking.delete(place);
    state.arrived.delete(place);
    place.calls.forEach((call) => drop(state, call));
  }
}

function drop(state: State, call: Call): void {
  state.collected.delete(call);
  state.running.delete(call);
  call.abort.abort();
}

function isIdle({ collected, running, arrived }: State): boolean {
  return collected.size + running.size + arrived.size === 0;
}

function waiting({ collected, running, arrived }: State): Set<Place> {
  return new Set([...[...collected, ...running].map(({ place }) => place), ...arrived]);
}

function keyOf({ sheet, row, column }: Cell): string {
  return `${sheet} ${row} ${column}`;
}
