/** Reads what the workbook stores: its settings, its ledger and its date system. */
import { once } from "../actions/chunks";
import { ledger, settings } from "./runtime";

/** Milliseconds after which a workbook that could not be read is read again. */
const READ_AGAIN = 5_000;

/** Its code loads while the functions load. */
export const reader = once(async () => {
  const { createReader, untilOpened } = await import(/* webpackChunkName: "reader" */ "../workbook/reader");
  return { ...createReader(settings, ledger), untilOpened };
});

async function readWorkbook(): Promise<void> {
  await (await reader()).read();
}

/** Reads what the start could not read, then settings that another user may have changed. Rejects if the first part fails. */
export async function readAgain(): Promise<void> {
  await readWorkbook();
  const { followSettings } = await import(/* webpackChunkName: "reader" */ "../workbook/customXml/settings");
  await followSettings(settings, ledger).catch(() => undefined);
}

/** Reads the workbook again until that succeeds: one failure must not lose its settings and its ledger. */
export function readLater(): void {
  setTimeout(() => void readWorkbook().catch(readLater), READ_AGAIN);
}
