/** What the evaluator refuses to guess. */

/** Ends the calculation of a formula: Excel's result is not known here. The message is for people. */
export class DoubtError extends Error {
  /** @param code The error that a formula without a cell shows. */
  constructor(
    message: string,
    readonly code = "#VALUE!",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function doubt(message: string, code?: string): never {
  throw new DoubtError(message, code);
}
