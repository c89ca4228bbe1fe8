/** Runs the cell of a number, and makes its figure for a listener. A cell of Excel has none, so it loads no code for that. */
import type { Memory } from "../../insights";
import type { NumberQuery } from "./figure";
import { runCell, type FunctionInvocation } from "./query";

/** @param read Reads the arguments, without asking the service. */
export function runNumber<Data, Result>(
  invocation: FunctionInvocation | undefined,
  read: (memory: Memory) => NumberQuery<Data, Result>,
): Promise<Result> {
  const { onFigure } = invocation ?? {};
  if (!onFigure) return runCell(invocation, read);
  return import(/* webpackChunkName: "figure" */ "./figure").then(({ withFigure }) =>
    runCell(invocation, (memory) => withFigure(read(memory), memory, onFigure)),
  );
}
