/** Excel's own functions. */
import { ALL_IMPLEMENTED_FUNCTIONS_SET } from "@univerjs/engine-formula";

const NAMES: ReadonlySet<string> = new Set([...ALL_IMPLEMENTED_FUNCTIONS_SET].map(String));

/** @param name In capitals. */
export function isBuiltIn(name: string): boolean {
  return NAMES.has(name);
}
