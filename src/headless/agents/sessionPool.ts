/** The sessions of a server that many use: one for each API key, so no answer reaches another's. */
import type { AgentSession } from "./agentSession";
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
}

export interface SessionPool {
  /** Returns the session of a key, or in how many seconds to ask again. Each call counts as a request. */
  readonly sessionFor: (apiKey: string) => AgentSession | { readonly retryAfter: number };
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

export function createSessionPool({ open, now, ...given }: PoolOptions): SessionPool {
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
  const touch = (apiKey: string): PooledKey => {
    const time = now();
    const own = pooled.get(apiKey) ?? { told: new Map(), running: 0, lastUsed: time, minute: time, requests: 0 };
    pooled.delete(apiKey);
    pooled.set(apiKey, own);
    if (time - own.minute >= MINUTE) Object.assign(own, { minute: time, requests: 0 });
    own.requests += 1;
    own.lastUsed = time;
    return own;
  };
  return {
    sessionFor: (apiKey) => {
      closeIdle();
      const isOpen = pooled.get(apiKey)?.agent !== undefined;
      if (!isOpen && !makeRoom()) return { retryAfter: FULL_FOR };
      const own = touch(apiKey);
      if (own.requests > mostPerMinute) return { retryAfter: Math.ceil((own.minute + MINUTE - now()) / 1000) };
      own.agent ??= counted(open(apiKey, own.told), own, now);
      return own.agent;
    },
    closeIdle,
    size: () => opened().length,
    dispose: () => pooled.forEach(close),
  };
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
