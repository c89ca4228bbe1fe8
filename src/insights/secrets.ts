/** The one place that keeps secrets out of messages. */
import { InsightsError } from "./errors";

/** What no message of a session may repeat, whatever the service says. */
export interface Secrets {
  add(secret: string): void;
  /** The text without the secrets, in any of the spellings in which a service may repeat what was sent to it. */
  hide(text: string): string;
  /** Does `work`; what it fails with is told without the secrets. */
  guard<T>(work: Promise<T>): Promise<T>;
}

/** Secrets from this length on are hidden within other words too: nothing else is likely to hold them. */
const LONG = 12;

/** The latest tokens of a session that a message could still repeat; older ones have expired long since. */
const MOST = 200;

export function createSecrets(): Secrets {
  const secrets = new Set<string>();
  // The longest first, so that no secret hides a part of another only.
  const hide = (text: string) =>
    [...secrets]
      .flatMap(spellings)
      .sort((one, other) => other.length - one.length)
      .reduce(hideSpelling, text);
  return {
    add(secret) {
      if (secret) secrets.add(secret);
      const [oldest] = secrets;
      if (secrets.size > MOST && oldest !== undefined) secrets.delete(oldest);
    },
    hide,
    guard: (work) =>
      work.catch((error: unknown) => {
        throw withoutSecrets(error, hide);
      }),
  };
}

/** A new error where the text changes, since an error's stack and cause repeat its text. */
function withoutSecrets(error: unknown, hide: Secrets["hide"]): unknown {
  if (!(error instanceof Error)) return error;
  const message = hide(error.message);
  if (message === error.message) return error;
  if (!(error instanceof InsightsError)) return new Error(message);
  const { kind, status, fromService, retryAfter } = error;
  return new InsightsError(kind, message, {
    fromService,
    ...(status === undefined ? {} : { status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function hideSpelling(text: string, spelling: string): string {
  return text.replaceAll(spelling, (found: string, at: number, whole: string) => {
    const isWithin = isLetter(whole.slice(0, at).at(-1)) || isLetter(whole.at(at + found.length));
    return found.length < LONG && isWithin ? found : "…";
  });
}

function isLetter(character = ""): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

function spellings(secret: string): string[] {
  const inForm = new URLSearchParams({ secret }).toString().slice("secret=".length);
  const inJson = JSON.stringify(secret).slice(1, -1);
  // Half a surrogate pair cannot be encoded.
  const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"));
  return [...new Set([secret, inForm, inJson, inAddress])];
}
