/** Steps from one number to another, and their cells. */
import type { Cells } from "./cell";

export interface BridgeStep {
  readonly label: string;
  readonly amount: number;
}

/** Start and steps add up to the end. */
export interface BridgeSteps {
  readonly start: number;
  readonly steps: readonly BridgeStep[];
  readonly end: number;
}

/** Returns a header row, then the start, one row for each step, and the end. */
export function bridgeCells({ start, steps, end }: BridgeSteps, startLabel: string, endLabel: string): Cells {
  return [
    ["Label", "Amount", "Kind"],
    [startLabel, start, "start"],
    ...steps.map(({ label, amount }) => [label, amount, "step"]),
    [endLabel, end, "end"],
  ];
}
