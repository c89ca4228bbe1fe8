/** Custom functions for an engine: their metadata and code. */

export interface Parameter {
  name: string;
  description?: string;
  /** "string", "number", "boolean" or "any" (the default). */
  type?: string;
  /** "matrix" for rows of values; anything else for one value. */
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

/** The second argument of an implementation. */
export interface CallContext {
  /** The address of the calling cell, such as "Sheet1!A1". */
  address: string;
  /** Aborts when the cell no longer needs the answer. */
  signal: AbortSignal;
}

/**
 * Receives its arguments as in Excel: null for an omitted one, rows for a matrix, otherwise one value. The result may be a
 * promise. A thrown error with a `code` ("#N/A", "#VALUE!") and a `message` becomes the error of the cell.
 */
export type Implementation = (args: unknown[], call: CallContext) => unknown;

export interface CustomFunction {
  metadata: FunctionMetadata;
  /** Such as "INSIGHTS": a formula calls the function by `INSIGHTS.<name>`. */
  namespace: string;
  run: Implementation;
  /** True while the host does not know the function: formulas that are entered then are #NAME?. @default it does */
  isMissing?: (() => boolean) | undefined;
}

/** Returns the name of the function in formulas, in capitals: "INSIGHTS.PNL". */
export function qualifiedName({ namespace, metadata }: CustomFunction): string {
  return `${namespace}.${metadata.name}`.toUpperCase();
}
