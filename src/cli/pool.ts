/** A pool of worker processes. The run answers their questions, so each is asked once. */
import { isInsightsError, type AnswerSource } from "../insights";
import { failure, type CommandFailure } from "./failure";
import type { CommandIO } from "./io";
import { timeOver } from "./progress";
import { failedReport, printTask, type RefreshTask, type RunContext } from "./refreshTask";
import type { FromWorker, SentResult, TaskOutcome, WorkerProcess } from "./workerMessages";

/** Milliseconds after the time of a file in which its process must report, before it is killed. */
const GRACE = 60_000;

type OnOutcome<Task> = (outcome: Pick<TaskOutcome, "status" | "isWritten">, task: Task) => void;

/** Refreshes the files in `jobs` processes. A process that ends early costs its own file only. */
export async function runPool<Task extends RefreshTask>(
  tasks: readonly Task[],
  jobs: number,
  context: RunContext,
  start: () => WorkerProcess,
  io: CommandIO,
  onOutcome: OnOutcome<Task>,
): Promise<void> {
  const left = [...tasks];
  const runWorker = async (): Promise<void> => {
    while (left.length > 0) {
      const worker = startWorker(start, context);
      for (let task = left.shift(); task; task = left.shift()) {
        const outcome = await worker.refresh(task);
        if ("output" in outcome) {
          io.print(outcome.output);
          io.printError(outcome.errors);
          onOutcome(outcome, task);
          continue;
        }
        const report = failedReport(task, outcome);
        printTask(report, task, context.options, io);
        onOutcome({ status: report.status, isWritten: false }, task);
        break;
      }
      worker.end();
    }
  };
  await Promise.all(Array.from({ length: jobs }, runWorker));
}

interface Worker {
  /** Resolves to the outcome, or to the failure if the process has ended. */
  readonly refresh: (task: RefreshTask) => Promise<TaskOutcome | CommandFailure>;
  readonly end: () => void;
}

function startWorker(start: () => WorkerProcess, { options, settings, service, source }: RunContext): Worker {
  const child = start();
  let settle: (outcome: TaskOutcome | string) => void = () => undefined;
  let ended: string | undefined;
  child.onMessage((message) => {
    if (message.kind === "done") settle(message.outcome);
    else answer(message, source, child);
  });
  child.onEnd((reason) => {
    ended = reason;
    settle(reason);
  });
  child.send({ kind: "start", options, settings, service });
  return {
    async refresh(task) {
      if (ended !== undefined) return deathOf(task, ended);
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          child.end();
        },
        Math.min(options.timeout + GRACE, 2 ** 31 - 1),
      );
      const outcome = await new Promise<TaskOutcome | string>((resolve) => {
        settle = resolve;
        child.send({ kind: "task", task });
      });
      clearTimeout(timer);
      if (typeof outcome !== "string") return outcome;
      const { kind, message } = timeOver(options.timeout);
      return isLate ? failure(kind, `${task.file} was not refreshed. ${message}`) : deathOf(task, outcome);
    },
    end: () => child.end(),
  };
}

function deathOf({ file }: RefreshTask, reason: string): CommandFailure {
  return failure(
    "unexpected",
    `${file} was not refreshed. Its process ended (${reason}), perhaps for lack of memory. Refresh it alone to learn more.`,
  );
}

/** All questions of a message are asked at once, so they share requests. */
function answer(message: Exclude<FromWorker, { kind: "done" }>, source: AnswerSource, child: WorkerProcess): void {
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
    const { kind, message, status, fromService } = error;
    return { error: { kind, message, status, fromService } };
  }
}
