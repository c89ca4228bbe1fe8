/** The edge between the functions and a cell: errors become Excel's, results are such that a cell can show them. */
import { MAX_PAYLOAD_BYTES } from "../grid/limits";
import { InsightsError, isInsightsError, type Awaitable } from "../insights";
import type { CellCall, FunctionInvocation } from "./call";
import { getHost } from "./host";
import { runCell, type Work } from "./run";
import { bytesOf, checkSize, mostBytesOf } from "./size";

export type OutputValue = string | number | boolean;
export type Cells = OutputValue[][];

/** Letters of a message that a person still reads; the service's own words may be many. */
const LONGEST_MESSAGE = 300;

/** What a cell says whose value would have to be asked for. */
const PAUSED =
  "Fetching is paused in this workbook. Refresh to ask for this value, or switch the pause off in the Insights pane.";

/** Work that gives a cell its number, or one of Excel's errors. */
export function numberWork<Query, Found, Own>({
  workOut,
  finish,
}: Omit<Work<Query, Found, Own, number>, "failure">): Work<Query, Found, Own, number> {
  return {
    workOut,
    finish: (found, own, call) => checkNumber(finish(found, own, call)),
    failure: cellError,
  };
}

/** The rows of a cell, or one of Excel's errors; refuses what a sheet or the host cannot hold. */
export function answerCells<Query>(
  invocation: FunctionInvocation | undefined,
  read: () => Query,
  workOut: (query: Query, call: CellCall) => Awaitable<Cells>,
): Promise<unknown[][]> {
  const work = { workOut, finish: checkCells, failure: cellError };
  return runCell(invocation, work, () => ({ subject: { query: read() }, own: undefined }));
}

/** JSON has numbers, and sums have results, that are too large for a cell to show. */
function checkNumber(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new InsightsError("malformed", "The service returned a number that is too large for a cell.");
}

function checkCells(cells: Cells): Cells {
  let most = 0;
  for (const row of cells) {
    for (const cell of row) {
      if (typeof cell === "number") checkNumber(cell);
      most += mostBytesOf(cell);
    }
  }
  const size = { rows: cells.length, columns: cells[0]?.length ?? 0 };
  // What fits by any count need not be counted in full.
  checkSize({ ...size, bytes: most <= MAX_PAYLOAD_BYTES ? most : bytesOfCells(cells) });
  return cells;
}

function bytesOfCells(cells: Cells): number {
  return cells.reduce((total, row) => row.reduce<number>((bytes, cell) => bytes + bytesOf(cell), total), 0);
}

/** `#N/A` means that the service answered and the value does not exist, so that IFNA never hides a failure. */
function cellError(error: unknown, call: CellCall | undefined): Error {
  const { cellError: create } = getHost();
  if (call?.isPaused && isInsightsError(error, "unasked")) return create("#VALUE!", PAUSED);
  if (isInsightsError(error, "unknown", "missing", "unoffered")) return create("#N/A", shorten(error.message));
  if (isInsightsError(error)) return create("#VALUE!", shorten(error.message));
  const reason = error instanceof Error ? error.message : String(error);
  return create("#VALUE!", shorten(`Something is wrong with this add-in: ${reason}`));
}

function shorten(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1)}…` : message;
}
