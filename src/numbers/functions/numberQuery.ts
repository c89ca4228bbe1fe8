/** Runs the cell of a number, and makes its figure for a listener. A cell of Excel has none, so it loads no code for that. */
import { once } from "../../insights/once";
import type { Memory } from "../../insights";
import type * as figures from "./figure";
import { runCell, type FunctionInvocation } from "./query";

/** @param read Reads the arguments, without asking the service. */
export function runNumber<Data, Result>(
  invocation: FunctionInvocation | undefined,
  read: (memory: Memory) => figures.NumberQuery<Data, Result>,
): Promise<Result> {
  const { onFigure } = invocation ?? {};
  if (!onFigure) return runCell(invocation, read);
  return loadFigure().then(({ withFigure }) =>
    runCell(invocation, (memory) => withFigure(read(memory), memory, onFigure)),
  );
}

/** Once for all numbers: a large refresh names a hundred thousand. */
const loadFigure = once(() => import(/* webpackChunkName: "figure" */ "./figure"));
