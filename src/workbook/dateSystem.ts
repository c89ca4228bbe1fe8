import { toSerial, type DateSystem } from "../grid/dateSerial";

/** Whether the workbook counts days from 1899 or from 1904. No property tells, so Excel is made to work out a known day. */
export async function readDateSystem(): Promise<DateSystem> {
  return Excel.run(async (context) => {
    const day = context.workbook.functions.date(2000, 1, 1).load("value");
    await context.sync();
    return day.value === toSerial(Date.UTC(2000, 0, 1), 1904) ? 1904 : 1900;
  });
}
