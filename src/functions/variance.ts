/** VAR: how far a scenario is from a base, with the sign that is better for profit or service. */
import { withLoaded } from "./loadedCode";
import { runCell, type FunctionInvocation } from "./query";
import type { VarianceArguments } from "./varianceQuery";

const withCode = withLoaded(() => import(/* webpackChunkName: "variance" */ "./varianceQuery"));

/** Returns a number in the unit of the field, points for ratios; or a percent as a ratio, 0.05 for 5 % better. */
export function varianceNumber(given: VarianceArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return withCode(({ readVariance }) => runCell(invocation, (memory) => readVariance(given, memory)));
}
