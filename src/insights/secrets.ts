/** The one place that keeps secrets out of messages. */
import { InsightsError } from "./errors";

/** What no message of a session may repeat, whatever the service says. */
export interface Secrets {
  /** Adds credentials, which are never forgotten. */
  keep(credential: string): void;
  /** Adds a token. */
  add(token: string): void;
  /** The text without the secrets, in any of the spellings in which a service may repeat what was sent to it. */
  hide(text: string): string;
  /** Does `work`; what it fails with is told without the secrets. */
  guard<T>(work: Promise<T>): Promise<T>;
}

/** Secrets from this length on are hidden within other words too: nothing else is likely to hold them. */
const LONG = 12;

/** The latest tokens of a session that a message could still repeat; older ones have expired long since. */
const MOST = 200;

/** Characters of a text that are searched. A service's message may have millions. */
const LONGEST_TEXT = 2000;

export function createSecrets(): Secrets {
  const credentials = new Set<string>();
  const tokens = new Set<string>();
  // The longest first, so that no secret hides a part of another only.
  const hide = (text: string) => {
    const spelled = [...credentials, ...tokens].flatMap(spellings);
    return hideAll(
      text,
      spelled.sort((one, other) => other.length - one.length),
    );
  };
  return {
    keep(credential) {
      if (credential) credentials.add(credential);
    },
    add(token) {
      if (token) tokens.add(token);
      const [oldest] = tokens;
      if (tokens.size > MOST && oldest !== undefined) tokens.delete(oldest);
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

/** A long text is cut before it is searched. Its end then may be the beginning of a secret, so it is dropped. */
function hideAll(text: string, spelled: readonly string[]): string {
  const [longest = ""] = spelled;
  const most = LONGEST_TEXT + longest.length;
  if (text.length <= most) return spelled.reduce(hideSpelling, text);
  const hidden = spelled.reduce(hideSpelling, text.slice(0, most));
  return hidden.slice(0, Math.max(0, hidden.length - longest.length));
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
