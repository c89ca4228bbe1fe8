/** A session at work on a scripted service, with time and the end of a recalculation in the test's hand. */
import { createSession, numberAt, type Answer, type Connection, type Question, type Session } from "../../src/insights";
import type { SessionOptions } from "../../src/insights";
import { createClock, type Clock } from "./clock";
import { APP_URL, createModel, SECRET } from "./model";
import { createMockFetch, type Call, type Reply, type MockFetch } from "./mockFetch";

export interface Setup {
  readonly session: Session;
  readonly clock: Clock;
  readonly mockFetch: MockFetch;
  /** Ends the recalculation, and those that it sets off: what has been asked is sent, and all happens that needs no time. */
  flush(): Promise<void>;
}

export interface SetupOptions extends Partial<SessionOptions> {
  /** Answers in place of the model; undefined leaves the call to it. */
  reply?: (call: Call) => ReturnType<Reply> | undefined;
  /** @default an API key */
  connection?: Partial<Connection>;
  /** Seconds that a token of the model lasts. */
  expiresIn?: number;
}

export function setup({ reply, connection, expiresIn, ...options }: SetupOptions = {}): Setup {
  const clock = createClock();
  const model = createModel(expiresIn);
  const mockFetch = createMockFetch((call) => reply?.(call) ?? model(call));
  const ends: (() => void)[] = [];
  const session = createSession({
    fetch: mockFetch.fetch,
    timers: clock.timers,
    random: () => 0.5,
    scheduleBatch: (end) => void ends.push(end),
    ...options,
  });
  session.connect({ appUrl: APP_URL, credentials: { apiKey: SECRET }, ...connection });
  const flush = async () => {
    await clock.settle();
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await clock.settle();
    }
  };
  return { session, clock, mockFetch, flush };
}

export function question(scenario: string, parameters: Question["parameters"] = { interval: "FY" }): Question {
  return { endpoint: "pnl", plan: "p1", scenario, parameters };
}

/** What became of a promise, as far as it has: a value, an error, or "pending". */
export function outcome<T>(promise: Promise<T>): { value?: T; error?: Error; readonly state: string } {
  const result: { value?: T; error?: Error; state: string } = { state: "pending" };
  promise.then(
    (value) => Object.assign(result, { value, state: "fulfilled" }),
    (error: Error) => Object.assign(result, { error, state: "rejected" }),
  );
  return result;
}

/** The model's number in an answer. */
export function numberIn({ scenario }: Answer): number | undefined {
  return numberAt(scenario.rows.values.get("ebit"), 0);
}
