/**
 * A workbook without a ledger still shows its numbers, but nobody knows what its calls returned. Such cells have to be
 * calculated to learn what they call. Where the service then fails, they would be left in error although the refresh says
 * that every cell is as it was.
 */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { isPlainCall, type FormulaCell } from "../cells/cells";
import { settle, type SettlingOptions } from "./settling";

/** The functions that return a number; the others return rows. */
export const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(["KPI", "VAR", "ASOF"]);

/**
 * Has cells whose calls have failed show again what they showed. What a formula makes of a call cannot be told backwards, nor can
 * the rest of a table: such cells stay in error.
 * @param cells As they were before.
 */
export async function restore(options: SettlingOptions, cells: readonly FormulaCell[]): Promise<void> {
  const { ledger } = options;
  const shown = new Map(
    cells
      .filter(({ formula, value }) => isPlainCall(formula) && value !== "" && !isErrorCode(value))
      .map((cell) => [formatSheetPosition(cell), cell] as const),
  );
  const restored = ledger.calls().flatMap((call) => {
    const [first, ...others] = [...call.addresses].flatMap((address) => shown.get(address) ?? []);
    if (call.state !== "failed" || call.result !== undefined || !first) return [];
    const result = NUMBER_FUNCTIONS.has(call.id) ? first.value : [[first.value]];
    // Of two results for one call the later holds: any that the service has given is later than this one.
    ledger.record(call, { result, answeredAt: 0, stamp: 0 });
    return [first, ...others];
  });
  await settle(options, restored);
}
