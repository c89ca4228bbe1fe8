/** Reads what the workbook stores: its settings, its ledger and its date system. */
import { once } from "../../insights/once";
import { runtimeLedger, runtimeSettings } from "./runtime";

/** Its code loads while the functions load. */
export const reader = once(async () => {
  const { createReader, untilOpened } = await import(/* webpackChunkName: "reader" */ "../workbook/reader");
  return { ...createReader(runtimeSettings, runtimeLedger), untilOpened };
});

/** Reads what the start could not read, then settings that another user may have changed. Rejects if the first part fails. */
export async function readAgain(): Promise<void> {
  await (await reader()).read();
  const { followSettings } = await import(/* webpackChunkName: "reader" */ "../workbook/customXml/settingsPart");
  await followSettings(runtimeSettings, runtimeLedger).catch(() => undefined);
}
