/** The ledger as the workbook keeps it, so that one that is opened elsewhere, or off line, has what its cells show. */
import { readLedger, writeLedger } from "../saved/ledger";
import { updateCustomXml } from "./customXml";
import type { Ledger } from "./ledger";

/** Records in the ledger what the workbook's custom XML holds of it. */
export function loadLedger(root: Element, ledger: Ledger): void {
  const { service, lines } = readLedger(root);
  if (service) ledger.setService(service);
  for (const { id, args, result, answeredAt } of lines) ledger.record({ id, args }, result, answeredAt);
}

/** Has the workbook keep what the ledger holds. */
export function saveLedger(ledger: Ledger): Promise<void> {
  const lines = ledger
    .calls()
    .filter(({ result }) => result !== undefined)
    .map(({ id, args, result, answeredAt = 0 }) => ({ id, args, result, answeredAt }));
  return updateCustomXml((root) => writeLedger(root, { service: ledger.service, lines }));
}
