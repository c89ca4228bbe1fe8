/** The sessions of a server that many use: one for each API key, so no answer reaches another's. */
import { isInsightsError } from "../../insights";
import type { AgentSession } from "./agentSession";
import { createKeyDoor, type Turned } from "./keyDoor";
import type { ToldRuns } from "./oneRun";

export interface PoolOptions {
  /** Opens the session of one key. `told` outlives the session. */
  readonly open: (apiKey: string, told: ToldRuns) => AgentSession;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** @default those of `LIMITS` */
  readonly mostSessions?: number | undefined;
  /** Requests of one key. */
  readonly mostPerMinute?: number | undefined;
  /** True if all sessions act with credentials of the server's own, which nobody can guess. */
  readonly isOwn?: boolean | undefined;
}

/** Why a request gets no session: the service refuses its key, cannot be reached, or the answer is to ask again later. */
export type NoSession = Turned | "unreachable";

export interface SessionPool {
  /**
   * Resolves to the session of a key, once the service has accepted it. Each call counts as a request.
   * @param sender The network address of who asks.
   */
  readonly sessionFor: (apiKey: string, sender: string) => Promise<AgentSession | NoSession>;
  /** Closes the sessions that nobody has used for long. Their answers are dropped. */
  readonly closeIdle: () => void;
  /** How many sessions are open. */
  readonly size: () => number;
  /** Closes all sessions, and cancels their requests. */
  readonly dispose: () => void;
}

export const LIMITS = { mostSessions: 200, mostPerMinute: 240, idleMinutes: 15 } as const;

const MINUTE = 60_000;
/** A session without a request for so long is closed. */
const IDLE = LIMITS.idleMinutes * MINUTE;
/** What a key was told of runs is kept for so long: a conversation may go on the next morning. */
const KEPT = 24 * 60 * MINUTE;
/** Keys whose runs are kept, for each session that may be open. */
const KEPT_PER_SESSION = 10;
/** Seconds after which a session has probably ended its work. */
const FULL_FOR = 60;

interface PooledKey {
  readonly told: ToldRuns;
  /** Undefined once it is closed. */
  agent?: AgentSession | undefined;
  /** The calls of tools in progress. */
  running: number;
  lastUsed: number;
  /** The minute that `requests` counts. */
  minute: number;
  requests: number;
}

export function createSessionPool({ open, now, isOwn = false, ...given }: PoolOptions): SessionPool {
  const { mostSessions = LIMITS.mostSessions, mostPerMinute = LIMITS.mostPerMinute } = given;
  /** The least recently used first. */
  const pooled = new Map<string, PooledKey>();
  const close = (own: PooledKey) => {
    own.agent?.dispose();
    own.agent = undefined;
  };
  const opened = () => [...pooled.values()].filter(({ agent }) => agent);
  const closeIdle = () => {
    const time = now();
    for (const [key, own] of pooled) {
      if (own.running > 0) continue;
      if (own.lastUsed <= time - IDLE) close(own);
      if (own.lastUsed <= time - KEPT) pooled.delete(key);
    }
  };
  const makeRoom = (): boolean => {
    for (const [key, { agent }] of pooled) {
      if (pooled.size < mostSessions * KEPT_PER_SESSION) break;
      if (!agent) pooled.delete(key);
    }
    const all = opened();
    const unused = all.length < mostSessions ? undefined : all.find(({ running }) => running === 0);
    if (unused) close(unused);
    return unused !== undefined || all.length < mostSessions;
  };
  const touch = (apiKey: string, told: ToldRuns = new Map()): PooledKey => {
    const time = now();
    const own = pooled.get(apiKey) ?? { told, running: 0, lastUsed: time, minute: time, requests: 0 };
    pooled.delete(apiKey);
    pooled.set(apiKey, own);
    if (time - own.minute >= MINUTE) Object.assign(own, { minute: time, requests: 0 });
    own.requests += 1;
    own.lastUsed = time;
    return own;
  };
  const door = createKeyDoor(now);
  /** Keys on trial: more requests of one key wait for the same answer. */
  const waiting = new Map<string, Promise<NoSession | undefined>>();
  const tryKey = async (apiKey: string, sender: string): Promise<NoSession | undefined> => {
    const trial = door.begin(apiKey, sender);
    if (trial === "refused" || "retryAfter" in trial) return trial;
    const told = pooled.get(apiKey)?.told ?? new Map();
    const agent = open(apiKey, told);
    const outcome = await acceptedBy(agent, trial.signal);
    trial.end(outcome === "refused");
    const problem = outcome ?? (makeRoom() ? undefined : { retryAfter: FULL_FOR });
    if (problem) agent.dispose();
    else {
      const own = touch(apiKey, told);
      own.requests -= 1;
      own.agent = counted(agent, own, now);
    }
    return problem;
  };
  const admit = (apiKey: string, sender: string): Promise<NoSession | undefined> => {
    const trial = waiting.get(apiKey) ?? tryKey(apiKey, sender).finally(() => void waiting.delete(apiKey));
    waiting.set(apiKey, trial);
    return trial;
  };
  return {
    sessionFor: async (apiKey, sender) => {
      closeIdle();
      if (!isOwn && !pooled.get(apiKey)?.agent) {
        const problem = await admit(apiKey, sender);
        if (problem) return problem;
      }
      const isOpen = pooled.get(apiKey)?.agent !== undefined;
      if (!isOpen && !makeRoom()) return { retryAfter: FULL_FOR };
      const own = touch(apiKey);
      if (own.requests > mostPerMinute) return { retryAfter: Math.ceil((own.minute + MINUTE - now()) / 1000) };
      own.agent ??= counted(open(apiKey, own.told), own, now);
      return own.agent;
    },
    closeIdle,
    size: () => opened().length,
    dispose: () => {
      door.dispose();
      pooled.forEach(close);
    },
  };
}

/** Asks the service for a token of the key; undefined once it has one. */
async function acceptedBy({ session }: AgentSession, signal: AbortSignal): Promise<NoSession | undefined> {
  const replaced = new Promise<NoSession>((resolve) => {
    signal.addEventListener("abort", () => resolve({ retryAfter: FULL_FOR }), { once: true });
  });
  const accepted = session.access().then(
    () => undefined,
    (error: unknown): NoSession =>
      isInsightsError(error, "unauthorized", "forbidden", "refused", "argument") ? "refused" : "unreachable",
  );
  return Promise.race([replaced, accepted]);
}

/** Counts the calls in progress, so no session closes under one. */
function counted(agent: AgentSession, own: PooledKey, now: () => number): AgentSession {
  return {
    ...agent,
    answer: async (work, signal) => {
      own.running += 1;
      try {
        return await agent.answer(work, signal);
      } finally {
        own.running -= 1;
        own.lastUsed = now();
      }
    },
  };
}
