/** The answers of a run: one session asks the service each question once. */
import type { AnswerSource, Connection, Traffic } from "../insights";
import { openSession } from "./functions";

export interface RunSource extends AnswerSource {
  readonly traffic: Traffic;
  /** Cancels all requests: open ones would keep the process alive. */
  readonly close: () => void;
}

/** Sends nothing before the first question. Throws an error of usage if the address is not allowed. */
export function createRunSource(connection: Connection, fetch: typeof globalThis.fetch): RunSource {
  const session = openSession(connection, fetch);
  return {
    plans: () => session.plans(),
    ask: (question) => session.ask(question),
    get traffic() {
      return session.traffic;
    },
    close: () => session.disconnect(),
  };
}
