/** Steps from one number to another. */
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
