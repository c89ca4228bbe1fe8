/** Creates a ledger for sheets without a file. */
import { calculateBook } from "../../spreadsheet/engine/calculateBook";
import type { BookSheet } from "../../spreadsheet/engine/bookSheet";
import { serviceOf, type Connection } from "../../insights";
import { createFunctionHost, openSession, refreshingFunctions } from "./customFunctions";
import { createLedgerParts, type CallResult } from "./savedParts";

/**
 * Calculates the sheets. Resolves to the custom XML parts of a ledger, with which a workbook of these sheets shows its numbers
 * without a connection. The sheets have no default plan or currency. Rejects if the service fails.
 */
export async function ledgerPartsOf(
  sheets: readonly BookSheet[],
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<string[]> {
  const session = openSession(connection, fetch);
  const calls: CallResult[] = [];
  const host = createFunctionHost({ session, settings: () => ({}), dateSystem: 1900 });
  await session.refresh(undefined, async (generation) => {
    const { functions } = refreshingFunctions(host, generation, (call) => calls.push(call));
    await calculateBook(sheets, functions);
  });
  session.disconnect();
  return createLedgerParts(calls, {}, { service: serviceOf(connection.appUrl), answeredAt: Date.now() });
}
