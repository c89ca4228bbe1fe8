/**
 * Calls of asynchronous functions by cells, for an engine that calculates synchronously, in passes.
 *
 * 1. During a pass the engine calculates cells. Each call of a cell goes to `ask`, which returns a known answer. Any other
 *    call is collected, and its cell is pending.
 * 2. After the pass (`passEnded`) all collected calls start in one macrotask, so they share requests to the service.
 * 3. When answers arrive, their cells are calculated again in the next pass. Answers of one tick share a pass.
 *
 * A call is aborted and its answer dropped if its cell does not repeat it in the next pass, or is forgotten.
 */
import type { SheetPosition } from "../cells/area";
import { qualifiedName, type CallContext, type CustomFunction } from "./customFunction";
import { toCellError, toValues } from "./returnedValues";
import { isCellError, type CellError, type Values } from "./values";

/** The engine. Positions name sheets as the engine does, by name or by id. */
export interface CallHost {
  /** Runs a task in a macrotask of its own. */
  later(task: () => void): void;
  /** Calculates these cells again in a pass. */
  recalculate(cells: SheetPosition[]): void;
  /** Returns the address for the function's context, such as "Sheet1!A1". */
  addressOf(cell: SheetPosition): string;
}

export interface Calls {
  /**
   * Returns the answer to a call of this cell during a pass; undefined while it is pending. The function is called once for
   * each cell and arguments.
   */
  ask(fn: CustomFunction, cell: SheetPosition, args: unknown[]): Values | undefined;
  /**
   * Returns the value of a volatile function such as RAND or NOW during a pass. The value is drawn once and kept until no
   * call is pending. Otherwise a call with such an argument would be a new call in each pass, and never be answered.
   */
  steady<T>(cell: SheetPosition, name: string, draw: () => T): T;
  /** Ends a pass and starts the collected calls in one macrotask. */
  passEnded(): void;
  /** Returns the message of a call of this cell that failed with this code. */
  message(cell: SheetPosition, code: string): string | undefined;
  /** Returns the errors of the calls of this cell, without those that it no longer makes. */
  errors(cell: SheetPosition): CellError[];
  /** Drops the calls of these cells, so their functions are called again. @default all cells */
  forget(cells?: readonly SheetPosition[]): void;
  /** Calculates these cells and calls their functions again. @default all cells with calls */
  renew(cells?: readonly SheetPosition[]): void;
  /** True if no call is pending and no cell must be calculated again. */
  idle(): boolean;
  /** Returns the cells with calls; with `waiting`, only cells with pending calls or to be calculated again. */
  cells(which?: "waiting"): SheetPosition[];
}

interface CallState {
  fn: CustomFunction;
  args: unknown[];
  caller: Caller;
  /** The last pass in which the cell made this call. */
  pass: number;
  answer?: Values;
  /** Created when the signal is read or aborted: it costs more than the rest of a call. */
  abort?: AbortController;
}

/** A cell with its calls, by function and arguments. */
interface Caller {
  cell: SheetPosition;
  calls: Map<string, CallState>;
}

interface CallsState {
  host: CallHost;
  pass: number;
  callers: Map<string, Caller>;
  /** The cells that made calls in this pass. */
  asking: Set<Caller>;
  /** The calls to start after the pass. */
  collected: Set<CallState>;
  running: Set<CallState>;
  /** Cells to calculate again, by `cellKey`. */
  due: Map<string, SheetPosition>;
  /** Results of volatile functions by cell and function, in order. `next` is the index that this pass reads next. */
  drawn: Map<string, { values: unknown[]; pass: number; next: number }>;
}

export function createCalls(host: CallHost): Calls {
  const state: CallsState = {
    host,
    pass: 0,
    callers: new Map(),
    asking: new Set(),
    collected: new Set(),
    running: new Set(),
    due: new Map(),
    drawn: new Map(),
  };
  return {
    ask: (fn, cell, args) => ask(state, fn, cell, args),
    steady: (cell, name, draw) => steady(state, `${cellKey(cell)} ${name}`, draw),
    passEnded: () => passEnded(state),
    message: (cell, code) => message(state.callers.get(cellKey(cell)), code),
    errors: (cell) => errorsOf(state.callers.get(cellKey(cell))),
    forget: (cells) => forget(state, cells?.map(cellKey) ?? [...state.callers.keys()]),
    idle: () => isIdle(state),
    cells: (which) => (which ? waiting(state) : calling(state)),
    renew(cells = calling(state)) {
      forget(state, cells.map(cellKey));
      for (const cell of cells) recalculateLater(state, cell);
    },
  };
}

function ask(state: CallsState, fn: CustomFunction, cell: SheetPosition, args: unknown[]): Values | undefined {
  const id = cellKey(cell);
  const caller = state.callers.get(id) ?? { cell, calls: new Map<string, CallState>() };
  state.callers.set(id, caller);
  state.asking.add(caller);

  const key = `${qualifiedName(fn)} ${JSON.stringify(args)}`;
  const call = caller.calls.get(key) ?? { fn, args, caller, pass: state.pass };
  call.pass = state.pass;
  if (!caller.calls.has(key)) {
    caller.calls.set(key, call);
    state.collected.add(call);
  }
  return call.answer;
}

function steady<T>(state: CallsState, id: string, draw: () => T): T {
  const draws = state.drawn.get(id) ?? { values: [], pass: state.pass, next: 0 };
  state.drawn.set(id, draws);
  if (draws.pass !== state.pass) Object.assign(draws, { pass: state.pass, next: 0 });
  if (draws.next === draws.values.length) draws.values.push(draw());
  return draws.values[draws.next++] as T;
}

function passEnded(state: CallsState): void {
  for (const caller of state.asking) {
    for (const [key, call] of caller.calls) {
      if (call.pass === state.pass) continue;
      caller.calls.delete(key);
      drop(state, call);
    }
  }
  state.asking.clear();
  state.pass++;
  if (state.collected.size > 0) state.host.later(() => start(state));
  if (isIdle(state)) state.drawn.clear();
}

function start(state: CallsState): void {
  const calls = [...state.collected];
  state.collected.clear();
  for (const call of calls) {
    state.running.add(call);
    void run(state.host, call).then((answer) => arrive(state, call, answer));
  }
}

/** Calls a function. Never rejects: an error is a value. */
async function run(host: CallHost, call: CallState): Promise<Values> {
  try {
    return toValues(await call.fn.run(call.args, contextOf(host, call)));
  } catch (reason) {
    return toCellError(reason);
  }
}

/** Creates address and signal on demand: few functions read either. */
function contextOf(host: CallHost, call: CallState): CallContext {
  return {
    get address() {
      return host.addressOf(call.caller.cell);
    },
    get signal() {
      return abortOf(call).signal;
    },
  };
}

function abortOf(call: CallState): AbortController {
  return (call.abort ??= new AbortController());
}

function arrive(state: CallsState, call: CallState, answer: Values): void {
  if (!state.running.delete(call)) return;
  call.answer = answer;
  recalculateLater(state, call.caller.cell);
}

/** Calculates the cell in one pass with all others of this tick. */
function recalculateLater(state: CallsState, cell: SheetPosition): void {
  if (state.due.size === 0) state.host.later(() => recalculate(state));
  state.due.set(cellKey(cell), cell);
}

function recalculate(state: CallsState): void {
  const cells = [...state.due.values()];
  state.due.clear();
  if (cells.length > 0) state.host.recalculate(cells);
}

function message(caller: Caller | undefined, code: string): string | undefined {
  const values = [...(caller?.calls.values() ?? [])].map(({ answer }) => answer ?? null).flat(2);
  return values.filter(isCellError).find((error) => error.code === code)?.message;
}

function errorsOf(caller: Caller | undefined): CellError[] {
  return [...(caller?.calls.values() ?? [])].flatMap(({ answer }) => (isCellError(answer) ? [answer] : []));
}

function forget(state: CallsState, ids: readonly string[]): void {
  for (const id of ids) {
    const caller = state.callers.get(id);
    if (!caller) continue;
    state.callers.delete(id);
    state.asking.delete(caller);
    state.due.delete(id);
    caller.calls.forEach((call) => drop(state, call));
  }
}

function drop(state: CallsState, call: CallState): void {
  state.collected.delete(call);
  if (state.running.delete(call)) abortOf(call).abort();
}

function isIdle({ collected, running, due }: CallsState): boolean {
  return collected.size + running.size + due.size === 0;
}

function calling({ callers }: CallsState): SheetPosition[] {
  return [...callers.values()].map(({ cell }) => cell);
}

function waiting({ collected, running, due }: CallsState): SheetPosition[] {
  const cells = new Map(due);
  for (const { caller } of [...collected, ...running]) cells.set(cellKey(caller.cell), caller.cell);
  return [...cells.values()];
}

/** A text for the cell: equal for equal cells. */
function cellKey({ sheet, row, column }: SheetPosition): string {
  return `${sheet} ${row} ${column}`;
}
