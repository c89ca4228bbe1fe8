/** PERIOD: what a period means in this workbook. */
import { readOnce } from "./argumentCache";
import { withLoaded } from "./loadedCode";
import type { PeriodArguments } from "./periodPart";
import { runCell, type FunctionInvocation } from "./query";

const withCode = withLoaded(() => import(/* webpackChunkName: "period" */ "./periodPart"));

/** Returns a text, an Excel date or a number. Asks the service only for a current month that no setting says. */
export function periodPart(given: PeriodArguments, invocation: FunctionInvocation | undefined): Promise<unknown> {
  const { plan, period, basis, part } = given;
  return withCode(({ readPeriodPart }) =>
    runCell(invocation, (memory) =>
      readOnce(memory, ["PERIOD", plan, period, basis, part], () => readPeriodPart(given)),
    ),
  );
}
