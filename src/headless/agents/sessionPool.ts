/** The sessions of a server that many use: one for each API key, so no answer reaches another's. */
import { createHmac, randomBytes } from "node:crypto";
import { isInsightsError } from "../../insights";
import type { AgentSession } from "./agentSession";
import { createKeyDoor, type Trial, type Turned } from "./keyDoor";
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
/** The service is asked again so often whether it still accepts a key: its answers in memory need no token. */
const ACCEPTED_FOR = 60 * MINUTE;
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
  /** When the service accepted the key for this session. */
  acceptedAt: number;
  /** The minute that `requests` counts. */
  minute: number;
  requests: number;
}

export function createSessionPool({ open, now, isOwn = false, ...given }: PoolOptions): SessionPool {
  const { mostSessions = LIMITS.mostSessions, mostPerMinute = LIMITS.mostPerMinute } = given;
  /** The least recently used first. */
  const pooled: PooledKeys = new Map();
  const door = createKeyDoor(now);
  const nameOf = createNamer();
  const enter = async (apiKey: string, sender: string): Promise<PooledKey | NoSession> => {
    const name = nameOf(apiKey);
    const trial = isOwn ? undefined : door.begin(name, sender, pooled.has(name));
    if (trial === "refused" || (trial && "retryAfter" in trial)) return trial;
    const own = pooled.get(name) ?? newKey(now());
    const agent = open(apiKey, own.told);
    const outcome = trial && (await acceptedBy(agent, trial));
    const problem = outcome ?? (makeRoom(pooled, mostSessions) ? undefined : { retryAfter: FULL_FOR });
    if (problem === "refused") pooled.delete(name);
    if (problem) {
      agent.dispose();
      return problem;
    }
    own.agent = counted(agent, own, now);
    own.acceptedAt = now();
    pooled.set(name, own);
    return own;
  };
  /** Keys without a session: more requests of one key wait for the same answer. */
  const entering = new Map<string, Promise<PooledKey | NoSession>>();
  const enterOnce = (apiKey: string, sender: string): Promise<PooledKey | NoSession> => {
    const name = nameOf(apiKey);
    const answer = entering.get(name) ?? enter(apiKey, sender).finally(() => void entering.delete(name));
    entering.set(name, answer);
    return answer;
  };
  return {
    sessionFor: async (apiKey, sender) => {
      closeUnused(pooled, now());
      const name = nameOf(apiKey);
      const known = pooled.get(name);
      const own = known?.agent ? known : await enterOnce(apiKey, sender);
      if (typeof own === "string" || "retryAfter" in own) return own;
      pooled.delete(name);
      pooled.set(name, own);
      countRequest(own, now());
      if (own.requests > mostPerMinute) return { retryAfter: Math.ceil((own.minute + MINUTE - now()) / 1000) };
      // Another key may have taken the place since.
      return own.agent ?? { retryAfter: FULL_FOR };
    },
    closeIdle: () => closeUnused(pooled, now()),
    size: () => openedIn(pooled).length,
    dispose: () => {
      door.dispose();
      pooled.forEach(close);
    },
  };
}

/** By the names of keys. */
type PooledKeys = Map<string, PooledKey>;

/** Returns what gives each key a name, so that no key stays in memory after its session. */
function createNamer(): (apiKey: string) => string {
  const secret = randomBytes(32);
  return (apiKey) => createHmac("sha256", secret).update(apiKey).digest("base64");
}

function close(own: PooledKey): void {
  own.agent?.dispose();
  own.agent = undefined;
}

function openedIn(pooled: PooledKeys): PooledKey[] {
  return [...pooled.values()].filter(({ agent }) => agent);
}

function closeUnused(pooled: PooledKeys, time: number): void {
  for (const [key, own] of pooled) {
    if (own.running > 0) continue;
    if (own.lastUsed <= time - IDLE || own.acceptedAt <= time - ACCEPTED_FOR) close(own);
    if (own.lastUsed <= time - KEPT) pooled.delete(key);
  }
}

/** Closes the session that is unused for longest if there are too many. Returns false if all are at work. */
function makeRoom(pooled: PooledKeys, mostSessions: number): boolean {
  for (const [key, { agent }] of pooled) {
    if (pooled.size < mostSessions * KEPT_PER_SESSION) break;
    if (!agent) pooled.delete(key);
  }
  const all = openedIn(pooled);
  const unused = all.length < mostSessions ? undefined : all.find(({ running }) => running === 0);
  if (unused) close(unused);
  return unused !== undefined || all.length < mostSessions;
}

function newKey(time: number): PooledKey {
  return { told: new Map(), running: 0, lastUsed: time, acceptedAt: time, minute: time, requests: 0 };
}

function countRequest(own: PooledKey, time: number): void {
  if (time - own.minute >= MINUTE) Object.assign(own, { minute: time, requests: 0 });
  own.requests += 1;
  own.lastUsed = time;
}

/** Asks the service for a token of the key, and ends the trial. Resolves to undefined once it has one. */
async function acceptedBy({ session }: AgentSession, { signal, end }: Trial): Promise<NoSession | undefined> {
  const replaced = new Promise<NoSession>((resolve) => {
    signal.addEventListener("abort", () => resolve({ retryAfter: FULL_FOR }), { once: true });
  });
  const accepted = session.access().then(
    () => undefined,
    (error: unknown): NoSession =>
      isInsightsError(error, "unauthorized", "forbidden", "refused", "argument") ? "refused" : "unreachable",
  );
  const outcome = await Promise.race([replaced, accepted]);
  end(outcome === "refused");
  return outcome;
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
