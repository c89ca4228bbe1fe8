/**
 * The working out of what cells ask for: once for all cells that ask for the same together. Each then takes its own value from
 * what was found. A cell that waits costs its promise and a line in a list, whatever is needed to answer it.
 */
import { cancelled, type Awaitable, type Memory } from "../insights";
import { attempt, cancel, createCall, isAlike, memoryOf, type CellCall, type FunctionInvocation } from "./call";

/** How a function gets from what the arguments of a cell say to its result. */
export interface Work<Query, Found, Own, Result> {
  /** What the query finds, from what is in memory. It happens anew when what was lacking is there. */
  readonly workOut: (query: Query, call: CellCall) => Awaitable<Found>;
  /** What a cell makes of it. */
  readonly finish: (found: Found, own: Own, call: CellCall) => Result;
  /** The error for a cell. */
  readonly failure: (error: unknown, call: CellCall | undefined) => Error;
}

/** What the arguments of a cell say: what it has in common with others, and what is its own. */
export interface CellReading<Query, Found, Own, Result> {
  readonly subject: SharedQuery<Query, Found, Own, Result>;
  readonly own: Own;
}

/** A query that cells share. */
export interface SharedQuery<Query, Found, Own, Result> {
  readonly query: Query;
  /** What works it out now: cells that ask meanwhile wait with the others. */
  run?: Run<Query, Found, Own, Result> | undefined;
}

interface Run<Query, Found, Own, Result> {
  readonly call: CellCall;
  readonly subject: SharedQuery<Query, Found, Own, Result>;
  readonly work: Work<Query, Found, Own, Result>;
  readonly cells: WaitingCell<Query, Found, Own, Result>[];
  /** How many cells still want it. */
  wanted: number;
}

interface WaitingCell<Query, Found, Own, Result> {
  readonly run: Run<Query, Found, Own, Result>;
  readonly own: Own;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  readonly onAnswers: FunctionInvocation["onAnswers"];
  isOver: boolean;
}

/**
 * The result for one cell. Rejects with the error that the work makes for it, also where the cell is cancelled.
 * @param read Reads the arguments; nothing is asked meanwhile.
 */
export function runCell<Query, Found, Own, Result>(
  invocation: FunctionInvocation | undefined,
  work: Work<Query, Found, Own, Result>,
  read: (memory: Memory) => CellReading<Query, Found, Own, Result>,
): Promise<Result> {
  let call: CellCall | undefined;
  try {
    const memory = memoryOf(invocation);
    const { subject, own } = read(memory);
    if (subject.run && isAlike(subject.run.call, invocation)) return wait(subject.run, own, invocation);
    call = createCall(invocation, memory);
    const found = attempt(work.workOut, subject.query, call);
    if (found === undefined || found instanceof Promise)
      return wait(begin(call, subject, work, found), own, invocation);
    tellAnswers(call, invocation?.onAnswers);
    return Promise.resolve(work.finish(found, own, call));
  } catch (error) {
    return Promise.reject(work.failure(error, call));
  }
}

function begin<Query, Found, Own, Result>(
  call: CellCall,
  subject: SharedQuery<Query, Found, Own, Result>,
  work: Work<Query, Found, Own, Result>,
  found: Awaitable<Found> | undefined,
): Run<Query, Found, Own, Result> {
  const run: Run<Query, Found, Own, Result> = { call, subject, work, cells: [], wanted: 0 };
  // What may not be asked for now fails at once.
  if (!call.memoryOnly) subject.run = run;
  call.again = () => runAgain(run);
  if (found instanceof Promise) goOn(run, found);
  return run;
}

function wait<Query, Found, Own, Result>(
  run: Run<Query, Found, Own, Result>,
  own: Own,
  invocation: FunctionInvocation | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cell = { run, own, resolve, reject, onAnswers: invocation?.onAnswers, isOver: false };
    run.cells.push(cell);
    run.wanted += 1;
    if (invocation) invocation.onCanceled = canceller(cell);
  });
}

/** It holds on to the cell and nothing else: there may be a hundred thousand. */
function canceller<Query, Found, Own, Result>(cell: WaitingCell<Query, Found, Own, Result>): () => void {
  return () => leave(cell);
}

/** The work goes on as long as one of its cells wants it. */
function leave<Query, Found, Own, Result>(cell: WaitingCell<Query, Found, Own, Result>): void {
  if (cell.isOver) return;
  const { run } = cell;
  cell.isOver = true;
  cell.reject(run.work.failure(cancelled(), run.call));
  run.wanted -= 1;
  if (run.wanted > 0) return;
  end(run);
  cancel(run.call);
}

function runAgain<Query, Found, Own, Result>(run: Run<Query, Found, Own, Result>): void {
  try {
    const found = attempt(run.work.workOut, run.subject.query, run.call);
    if (found instanceof Promise) goOn(run, found);
    else if (found !== undefined) succeed(run, found);
  } catch (error) {
    fail(run, error);
  }
}

function goOn<Query, Found, Own, Result>(run: Run<Query, Found, Own, Result>, found: Promise<Found>): void {
  found.then(
    (value) => succeed(run, value),
    (error: unknown) => fail(run, error),
  );
}

function succeed<Query, Found, Own, Result>(run: Run<Query, Found, Own, Result>, found: Found): void {
  const { call, work } = run;
  for (const { own, resolve, reject, onAnswers } of end(run)) {
    try {
      tellAnswers(call, onAnswers);
      resolve(work.finish(found, own, call));
    } catch (error) {
      reject(work.failure(error, call));
    }
  }
}

function fail<Query, Found, Own, Result>(run: Run<Query, Found, Own, Result>, error: unknown): void {
  for (const { reject } of end(run)) reject(run.work.failure(error, run.call));
}

/** Nobody joins it any more. Gives the cells that still wait. */
function end<Query, Found, Own, Result>(
  run: Run<Query, Found, Own, Result>,
): readonly WaitingCell<Query, Found, Own, Result>[] {
  if (run.subject.run === run) run.subject.run = undefined;
  run.call.isOver = true;
  const waiting = run.cells.filter(({ isOver }) => !isOver);
  for (const cell of waiting) cell.isOver = true;
  return waiting;
}

function tellAnswers({ answers }: CellCall, onAnswers: FunctionInvocation["onAnswers"]): void {
  onAnswers?.(answers);
}
