/** The functions by id, held to the endpoints, and of their client only what the start needs: an `import()` of the client loads it all. */
import * as declared from "./functions";
import type { FamilyFunctionId } from "../insights";

/** The functions by id. The compiler checks that each family of `ENDPOINTS` has one. */
export const functions: typeof declared & Readonly<Record<FamilyFunctionId, unknown>> = declared;
export { fitArguments } from "./fitArguments";
export { setHost } from "./host";
export { createSession } from "../insights";
