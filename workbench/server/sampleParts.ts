/** The ledger of the sample of a first run, with which it shows its numbers without a connection. */
import type { IWorkbookData } from "@univerjs/core";
import { ledgerPartsOf } from "../../src/standalone/sheetsLedger";
import type { Sandbox } from "../../sandbox/sandbox";
import { bookSheetsOf } from "../univer/bookSheets";

/** Custom XML parts with the sandbox's answers of this moment, as if the add-in had saved them. `service` is its address. */
export function samplePartsOf(
  data: Partial<IWorkbookData>,
  { apiKey, fetch }: Sandbox,
  service: string,
): Promise<string[]> {
  return ledgerPartsOf(bookSheetsOf(data), { appUrl: service, credentials: { apiKey } }, fetch);
}
