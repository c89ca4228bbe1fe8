/** BRIDGE: the steps from one scenario's number to another's. */
import { readOnce } from "./argumentCache";
import type { BridgeArguments } from "./bridgeQuery";
import { toHostError } from "./cell";
import { runCell, type FunctionInvocation } from "./query";

/** Returns the label, amount and kind (start, step, end) of each step. */
export async function bridgeTable(
  given: BridgeArguments,
  invocation: FunctionInvocation | undefined,
): Promise<unknown[][]> {
  const loading = import(/* webpackChunkName: "bridge" */ "./bridgeQuery");
  const { readBridge } = await loading.catch((error: unknown) => {
    throw toHostError(error);
  });
  const { plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan } = given;
  const values = ["BRIDGE", plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan];
  return runCell(invocation, (memory) => readOnce(memory, values, () => readBridge(given)));
}
