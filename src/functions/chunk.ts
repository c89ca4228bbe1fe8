/** What is loaded together when the add-in starts: the functions, and the client behind them. */
import * as declared from "./functions";
import type { FamilyFunctionId } from "../insights";

/** The functions by their ids. That each family of the endpoints' table has one is for the compiler to check. */
export const functions: typeof declared & Readonly<Record<FamilyFunctionId, unknown>> = declared;
export { setHost } from "./host";
export { createSession } from "../insights";
