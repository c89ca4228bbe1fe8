/** The answers of a run: one session asks the service each question once. */
import { isInsightsError, OUTAGES, type AnswerSource, type Connection, type Traffic } from "../../../insights";
import { openSession } from "../../standalone/customFunctions";

export interface RunSource extends AnswerSource {
  readonly traffic: Traffic;
  /** Cancels all requests: open ones would keep the process alive. */
  readonly close: () => void;
}

/** Milliseconds of failures after which the service is given up. Each failure has been retried before. */
const PATIENCE = 600_000;

/**
 * Sends nothing before the first question. Throws an error of usage if the address is not allowed. If every question of ten
 * minutes has failed, later ones fail at once: a thousand files would otherwise wait for each timeout in turn. After a refused
 * key, all later ones do: a service may lock a key that is tried too often.
 */
export function createRunSource(connection: Connection, fetch: typeof globalThis.fetch): RunSource {
  const session = openSession(connection, fetch);
  let failingSince: number | undefined;
  let givenUp: Error | undefined;
  const watched = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (givenUp) throw givenUp;
    const startedAt = performance.now();
    try {
      const answer = await ask();
      failingSince = undefined;
      return answer;
    } catch (error) {
      if (isInsightsError(error, "unauthorized")) givenUp = error;
      if (!isInsightsError(error, ...OUTAGES)) throw error;
      failingSince ??= startedAt;
      if (performance.now() - failingSince > PATIENCE) givenUp = error;
      throw error;
    }
  };
  return {
    plans: () => watched(() => session.plans()),
    ask: (question) => watched(() => session.ask(question)),
    get traffic() {
      return session.traffic;
    },
    close: () => session.disconnect(),
  };
}
