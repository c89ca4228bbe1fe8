/** What is loaded together when the add-in starts: the functions, and the client behind them. */
export * as functions from "./functions";
export { setHost } from "./host";
export { createSession } from "../insights";
