/** The edge between the functions and a cell: errors become Excel's, results are such that a cell can show them. */
import { InsightsError, isInsightsError, type Awaitable } from "../insights";
import { attempt, cancel, createCall, type CellCall, type FunctionInvocation } from "./call";
import { getHost } from "./host";
import { bytesOf, checkSize } from "./size";

export type OutputValue = string | number | boolean;
export type Cells = OutputValue[][];

/** Letters of a message that a person still reads; the service's own words may be many. */
const LONGEST_MESSAGE = 300;

/** What a call asks for, read from its arguments. It happens once; nothing is asked meanwhile. */
type Read<Query> = (call: CellCall) => Query;
/** The result, from what is in memory. It happens anew when what was lacking is there. */
type WorkOut<Query, Result> = (query: Query, call: CellCall) => Awaitable<Result>;

/** What a cell says whose value would have to be asked for. */
const PAUSED =
  "Fetching is paused in this workbook. Refresh to ask for this value, or switch the pause off in the Insights pane.";

/** Runs a call: cancelled with the cell, in a preview from memory alone, failing with one of Excel's errors. */
export function answerCell<Query>(
  invocation: FunctionInvocation | undefined,
  read: Read<Query>,
  workOut: WorkOut<Query, number>,
): Promise<number> {
  return settle(invocation, read, workOut, checkNumber);
}

/** As `answerCell`, for functions that give rows; refuses what a sheet or the host cannot hold. */
export function answerCells<Query>(
  invocation: FunctionInvocation | undefined,
  read: Read<Query>,
  workOut: WorkOut<Query, Cells>,
): Promise<unknown[][]> {
  return settle(invocation, read, workOut, checkCells);
}

/** A call that its cell waits for. */
interface Run<Query, Result> {
  readonly call: CellCall;
  readonly query: Query;
  readonly workOut: WorkOut<Query, Result>;
  readonly check: (result: Result) => Result;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

function settle<Query, Result>(
  invocation: FunctionInvocation | undefined,
  read: Read<Query>,
  workOut: WorkOut<Query, Result>,
  check: (result: Result) => Result,
): Promise<Result> {
  const call = createCall(invocation);
  try {
    const query = read(call);
    const result = attempt(workOut, query, call);
    if (result !== undefined && !(result instanceof Promise)) return Promise.resolve(check(result));
    return new Promise((resolve, reject) => {
      const run = { call, query, workOut, check, resolve, reject };
      call.again = () => runAgain(run);
      if (invocation) invocation.onCanceled = () => reject(cellError(cancel(call), call));
      if (result) goOn(run, result);
    });
  } catch (error) {
    return Promise.reject(cellError(error, call));
  }
}

function runAgain<Query, Result>(run: Run<Query, Result>): void {
  const { call, query, workOut, reject } = run;
  try {
    const result = attempt(workOut, query, call);
    if (result !== undefined) goOn(run, result);
  } catch (error) {
    call.isOver = true;
    reject(cellError(error, call));
  }
}

function goOn<Query, Result>({ call, check, resolve, reject }: Run<Query, Result>, result: Awaitable<Result>): void {
  if (result instanceof Promise) result.then(check).then(resolve, (error: unknown) => reject(cellError(error, call)));
  else resolve(check(result));
}

/** JSON has numbers, and sums have results, that are too large for a cell to show. */
function checkNumber(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new InsightsError("malformed", "The service returned a number that is too large for a cell.");
}

function checkCells(cells: Cells): Cells {
  let bytes = 0;
  for (const row of cells) {
    for (const cell of row) {
      if (typeof cell === "number") checkNumber(cell);
      bytes += bytesOf(cell);
    }
  }
  checkSize({ rows: cells.length, columns: cells[0]?.length ?? 0, bytes });
  return cells;
}

/** `#N/A` means that the service answered and the value does not exist, so that IFNA never hides a failure. */
function cellError(error: unknown, { isPaused }: CellCall): Error {
  const { cellError: create } = getHost();
  if (isPaused && isInsightsError(error, "unasked")) return create("#VALUE!", PAUSED);
  if (isInsightsError(error, "unknown", "missing", "unoffered")) return create("#N/A", shorten(error.message));
  if (isInsightsError(error)) return create("#VALUE!", shorten(error.message));
  const reason = error instanceof Error ? error.message : String(error);
  return create("#VALUE!", shorten(`Something is wrong with this add-in: ${reason}`));
}

function shorten(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1)}…` : message;
}
