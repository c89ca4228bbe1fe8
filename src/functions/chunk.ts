/** The chunk that the add-in loads at start: the functions and their client. */
import * as declared from "./functions";
import type { FamilyFunctionId } from "../insights";

/** The functions by id. The compiler checks that each family of `ENDPOINTS` has one. */
export const functions: typeof declared & Readonly<Record<FamilyFunctionId, unknown>> = declared;
export { setHost } from "./host";
export { createSession } from "../insights";
