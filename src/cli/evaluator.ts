/** Evaluates INSIGHTS formulas in one session. */
import { createCalculator, type Calculator } from "../engine/calculator";
import type { Settings } from "../functions/host";
import type { Connection, Traffic } from "../insights";
import { customFunctions, openSession, serveFunctions } from "./functions";

export interface Evaluator extends Calculator {
  /** Counts of tokens, requests and retries so far. */
  readonly traffic: Traffic;
}

/**
 * Creates an evaluator. It sends nothing before a formula needs it. Use only the last one created: all share one host.
 * Throws an error of usage if the address is not allowed.
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
