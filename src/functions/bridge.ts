/** BRIDGE: the steps from one scenario's number to another's. */
import { readOnce } from "./argumentCache";
import type { BridgeArguments } from "./bridgeQuery";
import { withLoaded } from "./loadedCode";
import { runCell, type FunctionInvocation } from "./query";

const withCode = withLoaded(() => import(/* webpackChunkName: "bridge" */ "./bridgeQuery"));

/** Returns the label, amount and kind (start, step, end) of each step. */
export function bridgeTable(given: BridgeArguments, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  const { plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan } = given;
  const values = ["BRIDGE", plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan];
  return withCode(({ readBridge }) =>
    runCell(invocation, (memory) => readOnce(memory, values, () => readBridge(given))),
  );
}
