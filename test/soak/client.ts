/** The client at work under a fault layer, by a seed: what must hold after any number of steps. */
import { createClock } from "@sinonjs/fake-timers";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { createSession, isInsightsError, type Session } from "../../src/insights";
import type { Timers } from "../../src/insights/timers";
import { withFaults } from "../../sandbox/faults/faults";
import { readSchedule } from "../../sandbox/faults/schedule";
import { createService, runsOf, type SoakQuestion, type SoakService } from "./clientService";

/** What a run has seen. */
export interface SoakFigures {
  answers: number;
  errors: number;
  refreshes: number;
  requests: number;
  tokens: number;
}

type FakeClock = ReturnType<typeof createClock>;

interface Soak {
  readonly session: Session;
  readonly service: SoakService;
  readonly clock: FakeClock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly ends: (() => void)[];
  readonly figures: SoakFigures;
  readonly pending: Set<Promise<void>>;
  /** What was found to be wrong. */
  readonly wrong: string[];
  /** The oldest run of the simulation that may still be shown. */
  oldest: number;
  isRefreshing: boolean;
  readonly listeners: { count: number };
}

const NOON = Date.parse("2026-03-02T12:00:00Z");
const HOUR = 3_600_000;
const CONNECTION = { appUrl: "https://soak.example", credentials: { apiKey: "key" } };

function start(seed: number, faults: string): Soak & { readonly heal: () => void } {
  const clock = createClock(NOON);
  const generator = xoroshiro128plus(seed);
  const random = () => (generator.next() >>> 0) / 2 ** 32;
  const after: Timers["after"] = (milliseconds, run) => {
    const timer = clock.setTimeout(run, milliseconds);
    return () => clock.clearTimeout(timer);
  };
  const service = createService();
  const wrong: string[] = [];
  const faulty = withFaults(service.fetch, readSchedule(`seed=${seed},${faults}`), after);
  let fetch = faulty;
  const ends: (() => void)[] = [];
  const session = createSession({
    fetch: oneTokenAtATime((input, init) => fetch(input, init), wrong),
    timers: { now: () => clock.now, after },
    random,
    scheduleBatch: (end) => void ends.push(end),
  });
  session.connect(CONNECTION);
  const figures = { answers: 0, errors: 0, refreshes: 0, requests: 0, tokens: 0 };
  const rest = {
    figures,
    pending: new Set<Promise<void>>(),
    wrong,
    oldest: 0,
    isRefreshing: false,
    listeners: { count: 0 },
  };
  const heal = () => void (fetch = async (input, init) => service.fetch(new Request(input, init)));
  return { session, service, clock, random, ends, ...rest, heal };
}

function oneTokenAtATime(fetch: typeof globalThis.fetch, wrong: string[]): typeof globalThis.fetch {
  let underWay = 0;
  return async (input, init) => {
    if (!(input as string).endsWith("/token")) return fetch(input, init);
    underWay += 1;
    if (underWay > 1) wrong.push("Two token requests at a time");
    return fetch(input, init).finally(() => (underWay -= 1));
  };
}

/** A signal that counts who listens to it. */
function countedSignal({ listeners }: Soak): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  const heard = new Set<unknown>();
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: object) => {
    heard.add(listener);
    listeners.count += 1;
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    if (heard.delete(listener)) listeners.count -= 1;
    remove(type, listener);
  };
  // A listener that is told once is gone.
  add("abort", () => (listeners.count -= heard.size), { once: true });
  return controller;
}

function questionBy(random: () => number): SoakQuestion {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const endpoint = pick(["pnl", "demand"] as const);
  const interval = pick(["M", "FY"] as const);
  const currency = pick([{}, { currency: "EUR" }]);
  return {
    endpoint,
    plan: pick(["p1", "p 2"]),
    scenario: pick(["s1", "s2", "s3", "s4", "s5"]),
    parameters: { interval, ...currency },
  };
}

/** Follows a call to its end, whatever that is. */
function follow<T>(soak: Soak, call: Promise<T>, check: (value: T) => void): void {
  const followed = call
    .then(check, (error: unknown) => {
      soak.figures.errors += 1;
      if (!isInsightsError(error)) soak.wrong.push(`Not an error of the client: ${String(error)}`);
    })
    .catch((error: unknown) => void soak.wrong.push(String(error)))
    .finally(() => soak.pending.delete(followed));
  soak.pending.add(followed);
}

function ask(soak: Soak, options: { signal?: AbortSignal } = {}): void {
  const question = questionBy(soak.random);
  const { oldest } = soak;
  follow(soak, soak.session.ask(question, options), ({ scenario }) => {
    soak.figures.answers += 1;
    checkRuns(question, runsOf(question, scenario.rows), oldest, soak);
  });
}

function checkRuns(question: SoakQuestion, runs: Set<number>, oldest: number, { service, wrong }: Soak): void {
  const numbers = [...runs];
  if (numbers.length > 1) wrong.push(`Numbers of several runs in one answer: ${numbers.join()}`);
  if (numbers.some((run) => run < oldest || run > service.run)) {
    wrong.push(`${JSON.stringify(question)} shows run ${numbers.join()} after a refresh at run ${oldest}`);
  }
}

/** One at a time: those at the same time would be one, begun at a run that nobody here knows. */
function refresh(soak: Soak): void {
  if (soak.isRefreshing) return;
  soak.isRefreshing = true;
  const { run } = soak.service;
  const refreshed = soak.session.refresh().finally(() => (soak.isRefreshing = false));
  follow(soak, refreshed, () => {
    soak.figures.refreshes += 1;
    soak.oldest = run;
  });
}

async function flush({ ends, clock }: Soak): Promise<void> {
  for (const end of ends.splice(0)) end();
  await clock.tickAsync(0);
}

async function step(soak: Soak, leaving: AbortController[]): Promise<void> {
  const { random, clock, service } = soak;
  const what = random();
  if (what < 0.5) ask(soak);
  else if (what < 0.58) {
    const controller = countedSignal(soak);
    leaving.push(controller);
    ask(soak, { signal: controller.signal });
  } else if (what < 0.63) leaving.shift()?.abort();
  else if (what < 0.68) refresh(soak);
  else if (what < 0.73) service.step();
  else if (what < 0.75) clock.setSystemTime(clock.now + Math.round((random() - 0.5) * 4 * HOUR));
  else if (what < 0.88) await flush(soak);
  else await clock.tickAsync(Math.round(random() * 20_000));
}

/** Waits for all that is under way, for as long as the client may take, and asks once more. */
async function finish(soak: Soak, heal: () => void): Promise<void> {
  const settle = async () => {
    for (let round = 0; round < 60 && soak.pending.size > 0; round += 1) {
      await flush(soak);
      await soak.clock.tickAsync(HOUR / 10);
    }
  };
  await settle();
  if (soak.pending.size > 0) soak.wrong.push(`${soak.pending.size} calls never settled`);
  heal();
  const { answers } = soak.figures;
  ask(soak);
  await settle();
  if (soak.figures.answers !== answers + 1) soak.wrong.push("No answer when nothing went wrong any more");
}

/** Nothing is left behind once the connection is. */
async function leave({ session, clock, listeners, wrong, figures }: Soak): Promise<void> {
  const { requests, tokens } = session.traffic;
  Object.assign(figures, { requests, tokens });
  session.disconnect();
  await clock.tickAsync(0);
  const left = { ...session.activity, timers: clock.countTimers(), listeners: listeners.count };
  for (const [what, count] of Object.entries(left)) if (count !== 0) wrong.push(`${count} ${what} left behind`);
}

/** So many steps; what was wrong is empty when all held. */
export async function runSoak(
  seed: number,
  steps: number,
  faults = "all=0.4",
): Promise<{ readonly figures: SoakFigures; readonly wrong: readonly string[] }> {
  const soak = start(seed, faults);
  const leaving: AbortController[] = [];
  for (let count = 0; count < steps; count += 1) await step(soak, leaving);
  await finish(soak, soak.heal);
  await leave(soak);
  return { figures: soak.figures, wrong: soak.wrong };
}
