/** What the sample workbook of a first run keeps, so that it shows its numbers before anybody is connected. */
import { ledgerPartsOf } from "../../cli/sheetsLedger";
import type { Sandbox } from "../../sandbox/sandbox";
import { sampleWorkbook } from "../page/sample";
import { bookSheetsOf } from "../univer/bookSheets";

/** Custom XML parts with the sandbox's answers of this moment, as if the add-in had saved them. `service` is its address. */
export function samplePartsOf({ apiKey, fetch }: Sandbox, service: string): Promise<string[]> {
  return ledgerPartsOf(bookSheetsOf(sampleWorkbook()), { appUrl: service, credentials: { apiKey } }, fetch);
}
