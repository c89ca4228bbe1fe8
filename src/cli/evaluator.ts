/** The functions at work in a spreadsheet engine, over one session. */
import { createCalculator, type Calculator } from "../engine/calculator";
import type { Settings } from "../functions/host";
import type { Connection, Traffic } from "../insights";
import { FUNCTIONS, openSession, serveFunctions } from "./functions";

export interface Evaluator extends Calculator {
  /** How much has been sent so far. */
  readonly traffic: Traffic;
}

/**
 * Nothing is sent before the first formula needs it. The functions belong to the evaluator that was made last.
 * Throws wrong usage for an address that may not be connected to.
 */
export function createEvaluator(connection: Connection, settings: Settings, fetch: typeof globalThis.fetch): Evaluator {
  const session = openSession(connection, fetch);
  serveFunctions({ session, settings: () => settings, dateSystem: 1900 });
  return {
    ...createCalculator(FUNCTIONS),
    get traffic() {
      return session.traffic;
    },
  };
}
