/** Makes results and errors fit for a cell: only what Excel can show leaves a function. */
import { MAX_PAYLOAD_BYTES } from "../../spreadsheet/cells/limits";
import { InsightsError, isInsightsError } from "../../insights";
import { getHost } from "./host";
import { bytesOf, checkSize, mostBytesOf } from "./size";

export type OutputValue = string | number | boolean;
export type Cells = OutputValue[][];

/** The longest message that a user still reads. Messages of the service can be longer. */
const MAX_MESSAGE_LENGTH = 300;

/** Returns the number. Throws `malformed` if it is infinite: JSON and sums can exceed what a cell shows. */
export function checkedNumber(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new InsightsError("malformed", "The service returned a number that is too large for a cell.");
}

/** Returns the cells. Throws `argument` for a result that Excel does not accept. */
export function checkCells(cells: Cells): Cells {
  let most = 0;
  for (const row of cells) {
    for (const cell of row) {
      if (typeof cell === "number") checkedNumber(cell);
      most += mostBytesOf(cell);
    }
  }
  const size = { rows: cells.length, columns: cells[0]?.length ?? 0 };
  // If the upper bound fits, skip the exact count.
  checkSize({ ...size, bytes: most <= MAX_PAYLOAD_BYTES ? most : bytesOfCells(cells) });
  return cells;
}

function bytesOfCells(cells: Cells): number {
  return cells.reduce((total, row) => row.reduce<number>((bytes, cell) => bytes + bytesOf(cell), total), 0);
}

/**
 * Converts an error to Excel's. `#N/A` means that the service answered and the value does not exist; every other failure is
 * `#VALUE!`, so IFNA never hides one.
 */
export function toHostError(error: unknown): Error {
  const { cellError } = getHost();
  if (isInsightsError(error)) {
    const isAbsent = isInsightsError(error, "unknown", "missing", "unoffered");
    const shown = cellError(isAbsent ? "#N/A" : "#VALUE!", shorten(error.message));
    // For the ledger. Excel gets to see only code and message.
    return Object.defineProperty(shown, "cause", { value: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return cellError("#VALUE!", shorten(`Something is wrong with this add-in: ${reason}`));
}

/**
 * Rejects with Excel's error, and a better hint if a word of finance was typed for a name. The words come with the first mistake.
 */
export async function rejectShown(error: unknown): Promise<never> {
  if (!isInsightsError(error) || !error.mistake) throw toHostError(error);
  const words = import(/* webpackChunkName: "answers" */ "../language/financeWords");
  throw toHostError(
    await words.then(
      ({ hintInFinance }) => hintInFinance(error),
      () => error,
    ),
  );
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message;
}
