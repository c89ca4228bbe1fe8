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
  /** Returns a name of the service without the long secrets. A short one could be the name itself. */
  hideInName(name: string): string;
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
  const credentials = new Map<string, SecretPattern>();
  const tokens = new Map<string, SecretPattern>();
  const hide = (text: string) => hideAll(text, [...credentials.values(), ...tokens.values()]);
  return {
    keep(credential) {
      if (credential) credentials.set(credential, patternOf(credential));
    },
    add(token) {
      if (token && !tokens.has(token)) tokens.set(token, patternOf(token));
      const [oldest] = tokens.keys();
      if (tokens.size > MOST && oldest !== undefined) tokens.delete(oldest);
    },
    hide,
    hideInName(name) {
      const found = [...credentials.values(), ...tokens.values()].filter(
        ({ length }) => length >= LONG && length - LONG / 2 <= name.length,
      );
      return longestFirst(found).reduce(hideSecret, name);
    },
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
  // A copy of its properties has no cause: that is not enumerable.
  return new InsightsError(error.kind, message, { ...error });
}

/** Finds a secret in all its spellings. */
interface SecretPattern {
  readonly pattern: RegExp;
  /** The length of the secret. */
  readonly length: number;
}

/** A long text is cut before it is searched. Its end then may be the beginning of a secret, so it is dropped. */
function hideAll(text: string, patterns: readonly SecretPattern[]): string {
  const longest = LONGEST_SPELLING * Math.max(0, ...patterns.map(({ length }) => length));
  const most = LONGEST_TEXT + longest;
  const hidden = longestFirst(patterns).reduce(hideSecret, text.slice(0, most));
  return text.length > most ? hidden.slice(0, Math.max(0, hidden.length - longest)) : hidden;
}

/** A secret can contain another. */
function longestFirst(patterns: readonly SecretPattern[]): SecretPattern[] {
  return [...patterns].sort((one, other) => other.length - one.length);
}

function hideSecret(text: string, { pattern }: SecretPattern): string {
  return text.replaceAll(pattern, (found: string, at: number, whole: string) => {
    const isWithin = isLetter(whole.slice(0, at).at(-1)) || isLetter(whole.at(at + found.length));
    return found.length < LONG && isWithin ? found : "…";
  });
}

function isLetter(character = ""): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** The longest spelling of one UTF-16 unit: "\ud83d", "&#xfffd;", three bytes as "%EF%BF%BD". */
const LONGEST_SPELLING = 9;

/** Characters of a secret that its pattern spells. Behind them it ends with the word. */
const LONGEST_PATTERN = 8000;

/** A short secret is hidden as it is written: in another case it could be an ordinary word. */
function patternOf(whole: string): SecretPattern {
  const secret = whole.slice(0, LONGEST_PATTERN);
  const rest = secret === whole ? "" : "\\S*";
  const texts = [secret, ...base64Cores(secret)].map((text) => Array.from(text, spelledOf).join("") + rest);
  const pattern = new RegExp(texts.join("|"), secret.length < LONG ? "g" : "gi");
  return { pattern, length: secret.length };
}

/**
 * Returns a pattern of the spellings of a character: as it is, in JSON, in an address or a form, in base64 of an address, and in
 * HTML.
 */
function spelledOf(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  const inAddress = Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte, 2).toUpperCase()}`).join(
    "",
  );
  const inJson = character.replace(/[^]/g, (unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
  return `\\\\?(?:${character.replace(/[^\w]/, "\\$&")}|[-+_]|${inAddress}|${inJson}|&#?\\w+;)`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** The shortest text in base64 that is hidden: a shorter one could be part of an ordinary word. */
const SHORTEST_CORE = 8;

/**
 * Returns what base64 makes of the secret wherever it stands in a longer text: at each of three places, without the characters
 * that also hold bits of what is around it.
 */
function base64Cores(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  return [0, 1, 2]
    .map((place) =>
      btoa(" ".repeat(place) + bytes)
        .slice(place && place + 1)
        .replace(/.=+$/, ""),
    )
    .filter((core) => core.length >= SHORTEST_CORE);
}
