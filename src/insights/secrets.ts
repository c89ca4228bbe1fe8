/** Keeps secrets out of messages. */
import { InsightsError } from "./errors";

/** The secrets of a session. */
export interface Secrets {
  /** Adds credentials, which are never forgotten. */
  keep(credential: string): void;
  /** Adds a token. */
  add(token: string): void;
  /** Returns the text without the secrets, in any spelling in which a service may repeat them. */
  hide(text: string): string;
  /** Runs `work`, and hides the secrets in its error. */
  guard<T>(work: Promise<T>): Promise<T>;
}

/** The length from which a secret is hidden within words too: a shorter one could be part of an ordinary word. */
const LONG = 12;

/** How many tokens a session hides. Older ones have expired. */
const MOST = 200;

/** Characters of a text that are searched. A service's message may have millions. */
const LONGEST_TEXT = 2000;

export function createSecrets(): Secrets {
  const credentials = new Set<string>();
  const tokens = new Set<string>();
  // The longest first: a secret can contain another.
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

/** Creates a new error if the text changes, since the stack and cause of an error repeat its text. */
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
