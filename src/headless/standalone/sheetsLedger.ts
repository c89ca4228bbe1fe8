/** Calculates sheets without a file, and creates a ledger for them. */
import { calculateBook, type FormulaOutcome } from "../../spreadsheet/engine/calculateBook";
import type { BookSheet } from "../../spreadsheet/engine/bookSheet";
import { serviceOf, type Connection } from "../../insights";
import { createFunctionHost, openSession, createRefreshingFunctions } from "./customFunctions";
import { createLedgerParts, settingsInParts, type CallResult } from "./savedParts";

export interface CalculatedSheets {
  readonly outcomes: readonly FormulaOutcome[];
  /** The custom XML parts of a ledger, with which the workbook shows its numbers without a connection. */
  readonly parts: string[];
}

/**
 * Calculates the sheets of a workbook, and creates its ledger. Rejects if the service fails.
 * @param parts The workbook's custom XML parts. Its settings are in the key of each call.
 */
export async function calculateWithLedger(
  sheets: readonly BookSheet[],
  parts: readonly string[],
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<CalculatedSheets> {
  const session = openSession(connection, fetch);
  const calls: CallResult[] = [];
  const settings = settingsInParts(parts);
  let outcomes: readonly FormulaOutcome[] = [];
  const host = createFunctionHost({ session, settings: () => settings, dateSystem: 1900 });
  await session.refresh(undefined, async (generation) => {
    const { functions } = createRefreshingFunctions(host, generation, (call) => calls.push(call));
    outcomes = await calculateBook(sheets, functions);
  });
  session.disconnect();
  const asked = { service: serviceOf(connection.appUrl), answeredAt: Date.now() };
  return { outcomes, parts: createLedgerParts(calls, settings, asked) };
}
