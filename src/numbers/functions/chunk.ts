/** The functions by id, held to the endpoints, and of their client only what the start needs: an `import()` of the client loads it all. */
import * as declared from "./functions";
import type { FamilyFunctionId } from "../../insights";
import { fitArguments } from "./fitArguments";

/** The functions by id. The compiler checks that each family of `ENDPOINTS` has one. */
const functions: typeof declared & Readonly<Record<FamilyFunctionId, unknown>> = declared;

/** Calls the function of this id with the values that Excel passes, of which the last is the invocation. */
export function callFunction(id: string, values: readonly unknown[]): unknown {
  const run = functions[id as keyof typeof functions] as (...given: unknown[]) => unknown;
  return run(...fitArguments(id, values));
}

export { setHost } from "./host";
export { createSession } from "../../insights";
