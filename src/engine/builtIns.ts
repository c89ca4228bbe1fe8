/** Excel's own functions. */
import { FUNCTIONS } from "./functions/table";

/** @param name In capitals. */
export function isBuiltIn(name: string): boolean {
  return FUNCTIONS.has(name);
}
