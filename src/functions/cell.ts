/** The edge between the functions and a cell: errors become Excel's, results are such that a cell can show them. */
import { InsightsError, isInsightsError, type Awaitable } from "../insights";
import { createCall, unlessCancelled, type CellCall, type FunctionInvocation } from "./call";
import { getHost } from "./host";
import { bytesOf, checkSize } from "./size";

export type OutputValue = string | number | boolean;
export type Cells = OutputValue[][];

/** Letters of a message that a person still reads; the service's own words may be many. */
const LONGEST_MESSAGE = 300;

/** Runs a call: cancelled with the cell, in a preview from memory alone, failing with one of Excel's errors. */
export function answerCell(
  invocation: FunctionInvocation | undefined,
  work: (call: CellCall) => Awaitable<number>,
): Promise<number> {
  return settle(invocation, work, checkNumber);
}

/** As `answerCell`, for functions that give rows; refuses what a sheet or the host cannot hold. */
export function answerCells(
  invocation: FunctionInvocation | undefined,
  work: (call: CellCall) => Awaitable<Cells>,
): Promise<unknown[][]> {
  return settle(invocation, work, checkCells);
}

async function settle<T>(
  invocation: FunctionInvocation | undefined,
  work: (call: CellCall) => Awaitable<T>,
  check: (result: T) => T,
): Promise<T> {
  try {
    const call = createCall(invocation);
    const result = work(call);
    return check(result instanceof Promise ? await unlessCancelled(invocation, call, result) : result);
  } catch (error) {
    throw cellError(error);
  }
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
function cellError(error: unknown): Error {
  const { cellError: create } = getHost();
  if (isInsightsError(error, "unknown", "missing", "unoffered")) return create("#N/A", shorten(error.message));
  if (isInsightsError(error)) return create("#VALUE!", shorten(error.message));
  const reason = error instanceof Error ? error.message : String(error);
  return create("#VALUE!", shorten(`Something is wrong with this add-in: ${reason}`));
}

function shorten(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1)}…` : message;
}
