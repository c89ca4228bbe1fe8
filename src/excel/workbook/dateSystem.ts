import { toSerial, type DateSystem } from "../../spreadsheet/cells/dateSerial";
import { runExcel } from "./cells/runExcel";

/** Finds out whether the workbook counts days from 1900 or from 1904. No property tells, so Excel computes a known day. */
export async function readDateSystem(): Promise<DateSystem> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const day = context.workbook.functions.date(2000, 1, 1).load("value");
    await context.sync();
    const known = ([1900, 1904] as const).find((system) => day.value === toSerial(Date.UTC(2000, 0, 1), system));
    if (known) return known;
    throw new Error("Excel did not compute a date.");
  });
}
