/**
 * The door before the sessions of a server that many use. A key that the service has not accepted yet holds no place of those that it has,
 * and who guesses keys waits longer and longer, so that guesses spend neither places nor the service's own limits.
 */
import { isIPv6 } from "node:net";

/** A key is on trial until `end`. */
export interface Trial {
  /** Aborts when a later trial needs the place. */
  readonly signal: AbortSignal;
  readonly end: (isRefused: boolean) => void;
}

export type Turned = { readonly retryAfter: number } | "refused";

export interface KeyDoor {
  /**
   * Returns a trial; "refused" for a key that the service has refused just now, or in how many seconds to come again.
   * @param key What names the key.
   * @param isKnown True if the service has accepted the key before, so that it does not wait for the guesses of others behind one address.
   */
  readonly begin: (key: string, sender: string, isKnown?: boolean) => Trial | Turned;
  /** Aborts all trials. */
  readonly dispose: () => void;
}

export const DOOR = { trialsPerSender: 4, trials: 100, freeGuesses: 5 } as const;

const MINUTE = 60_000;
/** Guesses are forgotten after so long without another one. */
const FORGOTTEN = 60 * MINUTE;
/** The first wait after too many guesses, doubled by each further one. */
const [FIRST_WAIT, LONGEST_WAIT] = [5_000, 10 * MINUTE];
const REFUSED_FOR = MINUTE;
/** A sender with too many trials is asked to come again after so many seconds. */
const SOON = 5;
const MOST_KEPT = 10_000;

interface Sender {
  guesses: number;
  lastGuess: number;
  trials: number;
}

/** @param now Milliseconds since the epoch. */
export function createKeyDoor(now: () => number): KeyDoor {
  const senders = new Map<string, Sender>();
  /** Until when, by what names the key. */
  const refused = new Map<string, number>();
  /** The oldest first. */
  const trials = new Set<AbortController>();
  const senderOf = (address: string): Sender => {
    const name = networkOf(address);
    const known = senders.get(name);
    const isOver = known && known.trials === 0 && now() - known.lastGuess > FORGOTTEN;
    const sender = known && !isOver ? known : { guesses: 0, lastGuess: 0, trials: 0 };
    keep(senders, name, sender);
    return sender;
  };
  return {
    dispose: () => trials.forEach((trial) => trial.abort()),
    begin(key, address, isKnown) {
      if ((refused.get(key) ?? 0) > now()) return "refused";
      const sender = senderOf(address);
      const wait = sender.lastGuess + waitAfter(sender.guesses) - now();
      if (wait > 0 && !isKnown) return { retryAfter: Math.ceil(wait / 1000) };
      if (sender.trials >= DOOR.trialsPerSender) return { retryAfter: SOON };
      const [oldest] = trials;
      if (trials.size >= DOOR.trials) oldest?.abort();
      const own = new AbortController();
      trials.add(own);
      sender.trials += 1;
      // The place is free as soon as it is taken away.
      own.signal.addEventListener("abort", () => void trials.delete(own), { once: true });
      return {
        signal: own.signal,
        end(isRefused) {
          trials.delete(own);
          sender.trials -= 1;
          if (!isRefused) return;
          keep(refused, key, now() + REFUSED_FOR);
          sender.guesses += 1;
          sender.lastGuess = now();
        },
      };
    },
  };
}

function waitAfter(guesses: number): number {
  const further = guesses - DOOR.freeGuesses;
  return further < 0 ? 0 : Math.min(FIRST_WAIT * 2 ** further, LONGEST_WAIT);
}

/** Puts an entry last, and drops the first beyond the limit. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > MOST_KEPT && first !== undefined) map.delete(first);
}

/** One person can have all addresses of an IPv6 network of 64 bits. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
