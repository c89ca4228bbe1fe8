/** Excel's own functions. */
import { FUNCTIONS } from "./functions/functionTable";

/** What looks like a function, and is compiled by itself. */
const COMPILED: ReadonlySet<string> = new Set(["LET", "LAMBDA"]);

/** @param name In capitals. */
export function isBuiltIn(name: string): boolean {
  return FUNCTIONS.has(name) || COMPILED.has(name);
}
