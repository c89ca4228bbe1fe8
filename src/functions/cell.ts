/** The edge between the functions and a cell: errors become Excel's, results are such that a cell can show them. */
import { MAX_COLUMNS, MAX_PAYLOAD_BYTES, MAX_ROWS } from "../grid/limits";
import { InsightsError, isInsightsError, type AskOptions, type Generation } from "../insights";
import { getHost } from "./host";

export type OutputValue = string | number | boolean;
export type Cells = OutputValue[][];

/** The most that a number takes as JSON, with its comma. */
const BYTES_OF_A_NUMBER = 18;
/** Letters of a message that a person still reads; the service's own words may be many. */
const LONGEST_MESSAGE = 300;

const encoder = new TextEncoder();

/** What a call tells about itself; the metadata tool wants the full type in the declarations. */
export interface FunctionInvocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  /** The generation that a refresh is filling; Excel's own calls have none. */
  generation?: Generation;
  /** Told how new each answer is that the call takes. */
  onAnswer?: (stamp: number) => void;
}

/** What a cell says whose value would have to be asked for. */
const PAUSED =
  "Fetching is paused in this workbook. Refresh to ask for this value, or switch the pause off in the Insights pane.";

/** Runs a call: cancelled with the cell, in a preview from memory alone, failing with one of Excel's errors. */
export async function answerCell<T extends number | Cells>(
  invocation: FunctionInvocation | undefined,
  work: (options: AskOptions) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController();
  if (invocation) invocation.onCanceled = () => controller.abort();
  const { isInValuePreview = false, generation, onAnswer } = invocation ?? {};
  const isPaused = !generation && getHost().isPaused?.() === true;
  const memoryOnly = isPaused || Boolean(isInValuePreview);
  try {
    return checkNumbers(await work({ signal: controller.signal, memoryOnly, generation, onAnswer }));
  } catch (error) {
    throw cellError(isPaused && isInsightsError(error, "unasked") ? new InsightsError("unasked", PAUSED) : error);
  }
}

/** As `answerCell`, for functions that give rows; refuses what a sheet or the host cannot hold. */
export function answerCells(
  invocation: FunctionInvocation | undefined,
  work: (options: AskOptions) => Promise<Cells> | Cells,
): Promise<unknown[][]> {
  return answerCell(invocation, async (options) => checkSize(await work(options)));
}

/** JSON has numbers, and sums have results, that are too large for a cell to show. */
function checkNumbers<T extends number | Cells>(result: T): T {
  const values: readonly OutputValue[] = typeof result === "number" ? [result] : result.flat();
  if (values.every((value) => typeof value !== "number" || Number.isFinite(value))) return result;
  throw new InsightsError("malformed", "The service returned a number that is too large for a cell.");
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

function checkSize(cells: Cells): Cells {
  const columns = cells[0]?.length ?? 0;
  let bytes = 0;
  for (const cell of cells.flat()) bytes += typeof cell === "string" ? bytesOf(cell) : BYTES_OF_A_NUMBER;
  if (cells.length > MAX_ROWS || columns > MAX_COLUMNS || bytes > MAX_PAYLOAD_BYTES) {
    throw new InsightsError(
      "argument",
      `The result has ${cells.length} rows and ${columns} columns, more than Excel takes. Narrow the question: fewer scenarios or fields, a shorter time, a longer interval.`,
    );
  }
  return cells;
}

/** As JSON in UTF-8, with its quotes and comma. */
function bytesOf(text: string): number {
  return encoder.encode(text).length + 3;
}
