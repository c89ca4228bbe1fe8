/** When nothing is to come any more: no calculation, no answer of a function. */
import type { Calls } from "../../engine/calls";
import type { Calculation } from "./calculation";

/** Milliseconds between two looks at the calls while they wait for the functions' answers. */
const INTERVAL = 5;

/** Fulfilled once everything is calculated and no cell waits. */
export async function untilSettled(calculation: Calculation, calls: Calls): Promise<void> {
  do {
    await calculation.done();
    // What a calculation has asked for starts in a later turn, and so does the calculation with its answer.
    await new Promise((resolve) => setTimeout(resolve, calls.idle() ? 0 : INTERVAL));
  } while (!calculation.isDone() || !calls.idle());
}
