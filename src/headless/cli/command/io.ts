/** The process around the command. */
import type { Readable, Writable } from "node:stream";
import type { Environment } from "./environment";
import type { WorkerProcess } from "../run/workerMessages";

/** A signal, and the exit status that a shell expects after it. */
export interface Interruption {
  readonly signal: string;
  readonly status: number;
}

export interface CommandIO {
  readonly environment: Environment;
  readonly fetch: typeof globalThis.fetch;
  /** Reads all of standard input. Returns undefined if it is a terminal. */
  readonly readInput: () => Promise<string> | undefined;
  /** Standard input and output, for a conversation. @default none */
  readonly streams?: { readonly input: Readable; readonly output: Writable } | undefined;
  readonly print: (text: string) => void;
  /** Writes the bytes of a file to standard output. Rejects with a message for people if it cannot take them all. */
  readonly printBytes: (bytes: Uint8Array) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Replaces the last line of the terminal on standard error; undefined if that is no terminal. */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** Starts a process that refreshes files. @default all files in this process, where a calculation cannot be ended */
  readonly startWorker?: (() => WorkerProcess) | undefined;
  /** Resolves when a signal asks the process to end. @default never */
  readonly interrupted?: Promise<Interruption> | undefined;
  /** True if standard output is a terminal. */
  readonly isOutputTerminal?: boolean | undefined;
}
