/** Creates a ledger for sheets without a file. */
import { calculateBook } from "../../spreadsheet/engine/calculateBook";
import type { BookSheet } from "../../spreadsheet/engine/bookSheet";
import { serviceOf, type Connection } from "../../insights";
import { createFunctionHost, openSession, createRefreshingFunctions } from "./customFunctions";
import { createLedgerParts, settingsInParts, type CallResult } from "./savedParts";

/**
 * Calculates the sheets of a workbook. Resolves to the custom XML parts of a ledger, with which it shows its numbers without a
 * connection. Rejects if the service fails.
 * @param parts The workbook's custom XML parts. Its settings are in the key of each call.
 */
export async function ledgerPartsOf(
  sheets: readonly BookSheet[],
  parts: readonly string[],
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<string[]> {
  const session = openSession(connection, fetch);
  const calls: CallResult[] = [];
  const settings = settingsInParts(parts);
  const host = createFunctionHost({ session, settings: () => settings, dateSystem: 1900 });
  await session.refresh(undefined, async (generation) => {
    const { functions } = createRefreshingFunctions(host, generation, (call) => calls.push(call));
    await calculateBook(sheets, functions);
  });
  session.disconnect();
  return createLedgerParts(calls, settings, { service: serviceOf(connection.appUrl), answeredAt: Date.now() });
}
