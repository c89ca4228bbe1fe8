/** Custom functions, as an engine is given them: their metadata, and the code that runs. */

export interface Parameter {
  name: string;
  description?: string;
  /** "string", "number", "boolean" or "any" (the default). */
  type?: string;
  /** "matrix" takes rows of values; anything else takes one value. */
  dimensionality?: string;
  optional?: boolean;
}

/** An element of `functions` in functions.json, as custom-functions-metadata writes it. */
export interface FunctionMetadata {
  id: string;
  name: string;
  description?: string;
  parameters: Parameter[];
}

/** The circumstances of a call. */
export interface CallContext {
  /** The address of the calling cell, such as "Sheet1!A1". */
  address: string;
  /** Aborts when the cell no longer waits for the answer. */
  signal: AbortSignal;
}

/**
 * Gets its arguments as in Excel: null for one that is left out, rows for a matrix, otherwise one value.
 * The result may be a promise. An error with a `code` ("#N/A", "#VALUE!") and a `message` is shown as that error.
 */
export type Implementation = (args: unknown[], call: CallContext) => unknown;

export interface CustomFunction {
  metadata: FunctionMetadata;
  /** Such as "INSIGHTS": a formula calls the function by `INSIGHTS.<name>`. */
  namespace: string;
  run: Implementation;
}

/** The name by which a formula calls the function, in capitals, e.g. "INSIGHTS.PNL". */
export function nameOf({ namespace, metadata }: CustomFunction): string {
  return `${namespace}.${metadata.name}`.toUpperCase();
}
