/** Evaluates formulas with the functions, over one session. */
import { createCalculator, type Calculator } from "../engine/calculator";
import type { Settings } from "../functions/host";
import type { Connection, Traffic } from "../insights";
import { customFunctions, openSession, serveFunctions } from "./functions";

export interface Evaluator extends Calculator {
  /** How much has been sent so far. */
  readonly traffic: Traffic;
}

/**
 * Nothing is sent before a formula needs it. Only the evaluator that was created last may be used: all share one host.
 * Throws wrong usage for an address that is not allowed.
 */
export function createEvaluator(connection: Connection, settings: Settings, fetch: typeof globalThis.fetch): Evaluator {
  const session = openSession(connection, fetch);
  serveFunctions({ session, settings: () => settings, dateSystem: 1900 });
  const calculator = createCalculator(customFunctions());
  return {
    evaluate: (formulas) => calculator.evaluate(formulas),
    dispose: () => calculator.dispose(),
    get traffic() {
      return session.traffic;
    },
  };
}
