/** The messages between the run and its worker processes. */
import type { Answer, ErrorKind, Plan, Question } from "../../../insights";
import type { RefreshTask, RunContext, TaskEnd } from "./refreshTask";

/** An error as data: an error's own fields are lost between processes. */
export interface SentError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status: number | undefined;
  readonly said: string | undefined;
}

export type SentResult<T> = { readonly value: T } | { readonly error: SentError };

export type ToWorker =
  | ({ readonly kind: "start" } & Omit<RunContext, "source">)
  | { readonly kind: "task"; readonly task: RefreshTask }
  | { readonly kind: "plans"; readonly result: SentResult<readonly Plan[]> }
  | { readonly kind: "answer"; readonly id: number; readonly result: SentResult<Answer> };

export type FromWorker =
  | { readonly kind: "askPlans" }
  /** The questions of one pass, asked together so they share requests. */
  | { readonly kind: "ask"; readonly questions: readonly { readonly id: number; readonly question: Question }[] }
  /** The line of the terminal. */
  | { readonly kind: "progress"; readonly line: string }
  /** The file is written from now on, which must not be interrupted. */
  | { readonly kind: "writing" }
  | { readonly kind: "done"; readonly end: TaskEnd };

/** A process that refreshes files, one at a time. */
export interface WorkerProcess {
  send(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  /** Called once. `reason` tells people how it ended. */
  onEnd(listener: (reason: string) => void): void;
  end(): void;
}

/** The worker's side of the channel. */
export interface WorkerChannel {
  send(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
}
