/** The ledger of the sample of a first run, with which it shows its numbers without a connection. */
import { ledgerPartsOf } from "../../src/standalone/sheetsLedger";
import type { Sandbox } from "../../sandbox/sandbox";
import { sampleWorkbook } from "../page/sample";
import { bookSheetsOf } from "../univer/bookSheets";

/** Custom XML parts with the sandbox's answers of this moment, as if the add-in had saved them. `service` is its address. */
export function samplePartsOf({ apiKey, fetch }: Sandbox, service: string): Promise<string[]> {
  return ledgerPartsOf(bookSheetsOf(sampleWorkbook()), { appUrl: service, credentials: { apiKey } }, fetch);
}
