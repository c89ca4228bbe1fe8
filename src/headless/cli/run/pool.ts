/**
 * A pool of worker processes. The run answers their questions, so each is asked once. A process can be killed: a calculation that
 * never ends looks at no clock.
 */
import { isInsightsError, type AnswerSource } from "../../../insights";
import { createFailure, type CommandFailure } from "../../standalone/failure";
import { failedEnd, timeOver, type RefreshTask, type RunContext, type TaskEnd } from "./refreshTask";
import type { FromWorker, SentResult, WorkerProcess } from "./workerMessages";

/** Milliseconds after the time of a file in which its process can tell by itself that the time is over. */
const GRACE = 2_000;
/** Milliseconds in which a file must be written. */
const WRITING = 60_000;

/** Refreshes files, one at a time. */
export interface TaskWorker {
  /** Never rejects. */
  readonly refresh: (task: RefreshTask) => Promise<TaskEnd>;
  /** True if another worker is needed for the next file. */
  readonly isEnded: () => boolean;
  readonly end: () => void;
}

/** Refreshes the files with `jobs` workers. A worker that ends early costs its own file only. */
export async function runPool(
  tasks: readonly RefreshTask[],
  jobs: number,
  start: () => TaskWorker,
  onEnd: (task: RefreshTask, end: TaskEnd) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const worker = start();
      for (let task = left.shift(); task; task = worker.isEnded() ? undefined : left.shift())
        await onEnd(task, await worker.refresh(task));
      worker.end();
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** Starts a process that refreshes files. */
export function startWorker(
  start: () => WorkerProcess,
  { options, settings, service, source }: RunContext,
  show: (line: string) => void = () => undefined,
): TaskWorker {
  const child = start();
  let settle: (end: TaskEnd | string) => void = () => undefined;
  let ended: string | undefined;
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endIn = (milliseconds: number) => {
    clearTimeout(timer);
    const end = () => {
      isLate = true;
      child.end();
    };
    timer = setTimeout(end, Math.min(milliseconds, 2 ** 31 - 1));
  };
  child.onMessage((message) => {
    switch (message.kind) {
      case "done":
        return settle(message.end);
      case "progress":
        return show(message.line);
      case "writing":
        return endIn(WRITING);
      default:
        return answer(message, source, child);
    }
  });
  child.onEnd((reason) => {
    ended = reason;
    settle(reason);
  });
  child.send({ kind: "start", options, settings, service });
  return {
    async refresh(task) {
      if (ended !== undefined) return failedEnd(task, deathOf(task, ended, options));
      endIn(options.timeout + GRACE);
      const end = await new Promise<TaskEnd | string>((resolve) => {
        settle = resolve;
        child.send({ kind: "task", task });
      });
      clearTimeout(timer);
      if (typeof end !== "string") return end;
      const { kind, message } = timeOver(options.timeout);
      const late = createFailure(kind, `${task.file} was not refreshed. ${message}`);
      return failedEnd(task, isLate ? late : deathOf(task, end, options));
    },
    isEnded: () => ended !== undefined,
    end: () => child.end(),
  };
}

function deathOf({ file }: RefreshTask, reason: string, { isOneOfMany }: RunContext["options"]): CommandFailure {
  const wayOut = isOneOfMany ? " Refresh it alone to learn more." : "";
  return createFailure(
    "unexpected",
    `${file} was not refreshed. Its process ended (${reason}), perhaps for lack of memory.${wayOut}`,
  );
}

/** All questions of a message are asked at once, so they share requests. */
function answer(
  message: Extract<FromWorker, { kind: "ask" | "askPlans" }>,
  source: AnswerSource,
  child: WorkerProcess,
): void {
  if (message.kind === "askPlans")
    return void resultOf(source.plans()).then((result) => child.send({ kind: "plans", result }));
  for (const { id, question } of message.questions)
    void resultOf(source.ask(question)).then((result) => child.send({ kind: "answer", id, result }));
}

async function resultOf<T>(promise: Promise<T>): Promise<SentResult<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (!isInsightsError(error)) throw error;
    const { kind, message, status, said } = error;
    return { error: { kind, message, status, said } };
  }
}
