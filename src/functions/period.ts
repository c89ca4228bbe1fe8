/** PERIOD: what a period means in this workbook. */
import { readOnce } from "./argumentCache";
import { toHostError } from "./cell";
import type { PeriodArguments } from "./periodPart";
import { runCell, type FunctionInvocation } from "./query";

/** Returns a text, an Excel date or a number. Asks the service only for a current month that no setting says. */
export async function periodPart(given: PeriodArguments, invocation: FunctionInvocation | undefined): Promise<unknown> {
  const loading = import(/* webpackChunkName: "period" */ "./periodPart");
  const { readPeriodPart } = await loading.catch((error: unknown) => {
    throw toHostError(error);
  });
  const { plan, period, basis, part } = given;
  return runCell(invocation, (memory) =>
    readOnce(memory, ["PERIOD", plan, period, basis, part], () => readPeriodPart(given)),
  );
}
