/** Waits until no calculation runs and no call is pending. */
import type { GridCalculation } from "./calculation";

/** Milliseconds between two checks for pending calls. */
const INTERVAL = 5;

type Calculating = Pick<GridCalculation, "done" | "isDone"> & {
  readonly calls: Pick<GridCalculation["calls"], "idle">;
};

/** Resolves when everything is calculated and no cell is pending. */
export async function untilSettled(calculation: Calculating): Promise<void> {
  const { calls } = calculation;
  do {
    await calculation.done();
    // Calls of a calculation start in a later turn, and so does the calculation with their answers.
    await new Promise((resolve) => setTimeout(resolve, calls.idle() ? 0 : INTERVAL));
  } while (!calculation.isDone() || !calls.idle());
}
