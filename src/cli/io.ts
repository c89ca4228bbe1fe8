/** The process around the command. */
import type { Environment } from "./environment";
import type { WorkerProcess } from "./workerMessages";

export interface CommandIO {
  readonly environment: Environment;
  readonly fetch: typeof globalThis.fetch;
  /** Reads all of standard input. Returns undefined if it is a terminal. */
  readonly readInput: () => Promise<string> | undefined;
  readonly print: (text: string) => void;
  /** Writes the bytes of a file to standard output. */
  readonly printBytes: (bytes: Uint8Array) => void;
  readonly printError: (text: string) => void;
  /** Replaces the last line of the terminal on standard error; undefined if that is no terminal. */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** Starts a process that refreshes files of a run. @default all files in this process */
  readonly startWorker?: (() => WorkerProcess) | undefined;
  /** True if standard output is a terminal. */
  readonly isOutputTerminal?: boolean | undefined;
}
