/** Reads what the workbook keeps: its settings, its ledger and its date system. */
import { once } from "../actions/chunks";
import { ledger, settings } from "./state";

/** Milliseconds after which a workbook that could not be read is read again. */
const READ_AGAIN = 5_000;

/** Loaded beside the functions. */
export const reader = once(async () => {
  const { createReader } = await import(/* webpackChunkName: "opening" */ "../workbook/opening");
  return createReader(settings, ledger);
});

async function readWorkbook(): Promise<void> {
  await (await reader()).read();
}

/** As at the start, and the settings that another person may have changed since, where Excel tells them now. */
export async function readAgain(): Promise<void> {
  await readWorkbook();
  const { followSettings } = await import(/* webpackChunkName: "ledger" */ "../workbook/customXml/settings");
  await followSettings(settings).catch(() => undefined);
}

/** One bad moment must not cost the workbook its settings and its ledger. */
export function readLater(): void {
  setTimeout(() => void readWorkbook().catch(readLater), READ_AGAIN);
}
