/** What the command has of the process around it. */
import type { Environment } from "./environment";

export interface CommandIO {
  readonly environment: Environment;
  readonly fetch: typeof globalThis.fetch;
  /** All of standard input; undefined if it is a terminal, where a person would have to type. */
  readonly readInput: () => Promise<string> | undefined;
  readonly print: (text: string) => void;
  /** Writes the bytes of a file to standard output. */
  readonly printBytes: (bytes: Uint8Array) => void;
  readonly printError: (text: string) => void;
}
