/** Evaluates INSIGHTS formulas in one session. */
import { createCalculator, type Result } from "../../spreadsheet/engine/evaluate";
import type { Settings } from "../../numbers/functions/host";
import {
  isAnswer,
  isInsightsError,
  type AskOptions,
  type Connection,
  type InsightsError,
  type Question,
  type Session,
  type Traffic,
} from "../../insights";
import { commandFailureOf, type CommandFailure } from "./failure";
import { createFunctionHost, createFunctions, openSession } from "./customFunctions";

/** The result of a formula. An error that comes from a failure of the service has its kind. */
export type EvaluatedResult = Result & { readonly failure?: CommandFailure | undefined };

export interface Evaluator {
  readonly evaluate: (formulas: readonly string[]) => Promise<EvaluatedResult[]>;
  /** The failures of the service with which a refresh would have ended. A formula may hide one, as IFERROR does. */
  readonly failures: readonly CommandFailure[];
  readonly dispose: () => void;
  /** Counts of tokens, requests and retries so far. */
  readonly traffic: Traffic;
}

/**
 * Creates an evaluator. It sends nothing before a formula needs it. Throws an error of usage if the address is not allowed.
 */
export function createEvaluator(connection: Connection, settings: Settings, fetch: typeof globalThis.fetch): Evaluator {
  const session = openSession(connection, fetch);
  const failures: CommandFailure[] = [];
  const harmless: CommandFailure[] = [];
  const watched = watchFailures(session, (error, isHarmless) =>
    (isHarmless ? harmless : failures).push(commandFailureOf(error, "unexpected")),
  );
  const host = createFunctionHost({ session: watched, settings: () => settings, dateSystem: 1900 });
  const calculator = createCalculator(createFunctions(host));
  return {
    async evaluate(formulas) {
      const results = await calculator.evaluate(formulas);
      return results.map((result) => {
        const failure = [...failures, ...harmless].find((each) => "error" in result && shows(result.error, each));
        if (failure && !failures.includes(failure)) failures.push(failure);
        if (!failure || !("error" in result)) return result;
        return { ...result, error: { ...result.error, message: failure.message }, failure };
      });
    },
    failures,
    dispose: () => calculator.dispose(),
    get traffic() {
      return session.traffic;
    },
  };
}

type Watched = Pick<Session, "generation" | "plans" | "ask" | "cachedAnswers">;

/** @param onFailure `isHarmless` of a key without plans:read, with which formulas can still ask by id. */
function watchFailures(session: Session, onFailure: (error: InsightsError, isHarmless: boolean) => void): Watched {
  const watch = async <T>(asked: Promise<T>, isHarmless: (error: unknown) => boolean): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (isInsightsError(error) && !isInsightsError(error, "unasked", "cancelled") && !isAnswer(error))
        onFailure(error, isHarmless(error));
      throw error;
    }
  };
  return {
    get generation() {
      return session.generation;
    },
    plans: (options?: AskOptions) => watch(session.plans(options), (error) => isInsightsError(error, "forbidden")),
    ask: (question: Question, options?: AskOptions) => watch(session.ask(question, options), () => false),
    cachedAnswers: (matches, options) => session.cachedAnswers(matches, options),
  };
}

/** True if the cell's message is the failure's, perhaps cut, or without what the command advises beside it. */
function shows({ message }: { readonly message: string }, failure: CommandFailure): boolean {
  return failure.message.startsWith(message.replace(/…$/, ""));
}
