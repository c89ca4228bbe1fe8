/** The serial of 1 January 2000 where serial 0 is in 1904. */
const IN_1904_SYSTEM = 35_064;

/** Whether the workbook counts days from 1899 or from 1904. No property tells, so Excel is made to work out a known day. */
export async function readDateSystem(): Promise<1900 | 1904> {
  return Excel.run(async (context) => {
    const day = context.workbook.functions.date(2000, 1, 1).load("value");
    await context.sync();
    return day.value === IN_1904_SYSTEM ? 1904 : 1900;
  });
}
