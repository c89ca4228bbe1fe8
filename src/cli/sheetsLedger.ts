/** The ledger of sheets that are in no file. */
import { calculateBook } from "../engine/book";
import type { BookSheet } from "../engine/bookSheet";
import type { Connection } from "../insights";
import { openSession, refreshingFunctions, serveFunctions } from "./functions";
import { createLedgerParts, type CallResult } from "./savedParts";

/**
 * Calculates the sheets, and gives the custom XML parts by which a workbook with them shows its numbers where nobody is
 * connected. Nothing is chosen for what their formulas leave out. Rejects where the service fails.
 */
export async function ledgerPartsOf(
  sheets: readonly BookSheet[],
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<string[]> {
  const session = openSession(connection, fetch);
  const calls: CallResult[] = [];
  serveFunctions({ session, settings: () => ({}), dateSystem: 1900 });
  await session.refresh(undefined, async (generation) => {
    await calculateBook(
      sheets,
      [],
      refreshingFunctions(generation, (call) => calls.push(call)),
    );
  });
  session.disconnect();
  return createLedgerParts(calls, {}, { service: connection.appUrl, answeredAt: Date.now() });
}
