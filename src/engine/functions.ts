/** The functions that an engine is given: what the metadata file says of them, and the code that answers them. */

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

/** Where and for how long a function is asked. */
export interface Invocation {
  /** The asking cell, e.g. "Sheet1!A1". */
  address: string;
  /** Aborted once nobody waits for the answer any more. */
  signal: AbortSignal;
}

/**
 * Arguments arrive as in Excel: null where one is left out, rows for a matrix, else one value.
 * The result may be a promise; a rejection with a `code` ("#N/A", "#VALUE!") and a `message` becomes that error.
 */
export type Implementation = (args: unknown[], call: Invocation) => unknown;

export interface CustomFunction {
  metadata: FunctionMetadata;
  /** "INSIGHTS": a formula calls the function `INSIGHTS.<name>`. */
  namespace: string;
  run: Implementation;
}

/** The name by which a formula calls the function, in capitals, e.g. "INSIGHTS.PNL". */
export function nameOf({ namespace, metadata }: CustomFunction): string {
  return `${namespace}.${metadata.name}`.toUpperCase();
}
