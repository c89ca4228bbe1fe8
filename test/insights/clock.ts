import { createClock as createFake } from "@sinonjs/fake-timers";
import type { Timers } from "../../src/insights/timers";

export interface Clock {
  readonly timers: Timers;
  /** Lets so many milliseconds pass, and all that they set off happen. */
  pass(milliseconds: number): Promise<void>;
  /** Lets happen what needs no time. */
  settle(): Promise<void>;
  /** Timers not yet run nor called off. */
  readonly pending: number;
}

export const NOON = Date.parse("2026-03-02T12:00:00Z");

export function createClock(): Clock {
  const fake = createFake(NOON);
  return {
    timers: {
      now: () => fake.now,
      after(milliseconds, run) {
        const timer = fake.setTimeout(run, milliseconds);
        return () => fake.clearTimeout(timer);
      },
    },
    pass: async (milliseconds) => void (await fake.tickAsync(milliseconds)),
    settle: async () => void (await fake.tickAsync(0)),
    get pending() {
      return fake.countTimers();
    },
  };
}
