/**
 * A pool of worker processes. The run answers their questions, so each is asked once. A process can be killed: a calculation that
 * never ends looks at no clock.
 */
import { isInsightsError, type AnswerSource } from "../../insights";
import { commandFailureOf, failure, type CommandFailure } from "../../standalone/failure";
import type { CommandIO } from "../command/io";
import { timeOver } from "./progress";
import { endOf, failedReport, printTask, type RefreshTask, type RunContext, type TaskEnd } from "./refreshTask";
import type { FromWorker, SentResult, TaskOutcome, WorkerProcess } from "./workerMessages";

/** Milliseconds after the time of a file in which its process can tell by itself that the time is over. */
const GRACE = 2_000;
/** Milliseconds in which a file must be written. */
const WRITING = 60_000;

type OnOutcome<Task> = (outcome: TaskEnd, task: Task) => void;

/** Refreshes the files in `jobs` processes. A process that ends early costs its own file only. */
export async function runPool<Task extends RefreshTask>(
  tasks: readonly Task[],
  jobs: number,
  context: RunContext,
  start: () => WorkerProcess,
  io: CommandIO,
  onOutcome: OnOutcome<Task>,
  show: (line: string) => void = () => undefined,
): Promise<void> {
  const left = [...tasks];
  const runWorker = async (): Promise<void> => {
    while (left.length > 0) {
      const worker = startWorker(start, context, show);
      for (let task = left.shift(); task; task = left.shift()) {
        const outcome = await worker.refresh(task).then((done) => withWorkbook(done, io));
        if ("output" in outcome) {
          io.print(outcome.output);
          io.printError(outcome.errors);
          onOutcome(outcome, task);
          continue;
        }
        const report = failedReport(task, outcome);
        printTask(report, task, context.options, io);
        onOutcome(endOf(report, context.options), task);
        break;
      }
      worker.end();
    }
  };
  await Promise.all(Array.from({ length: jobs }, runWorker));
}

/** Writes the workbook to standard output, if it is for that. */
async function withWorkbook(
  outcome: TaskOutcome | CommandFailure,
  { printBytes }: CommandIO,
): Promise<TaskOutcome | CommandFailure> {
  if (!("output" in outcome) || !outcome.bytes) return outcome;
  return printBytes(outcome.bytes).then(
    () => outcome,
    (error: unknown) => commandFailureOf(error, "file"),
  );
}

interface Worker {
  /** Resolves to the outcome, or to the failure if the process has ended. */
  readonly refresh: (task: RefreshTask) => Promise<TaskOutcome | CommandFailure>;
  readonly end: () => void;
}

function startWorker(
  start: () => WorkerProcess,
  { options, settings, service, source }: RunContext,
  show: (line: string) => void,
): Worker {
  const child = start();
  let settle: (outcome: TaskOutcome | string) => void = () => undefined;
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
        return settle(message.outcome);
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
      if (ended !== undefined) return deathOf(task, ended, options);
      endIn(options.timeout + GRACE);
      const outcome = await new Promise<TaskOutcome | string>((resolve) => {
        settle = resolve;
        child.send({ kind: "task", task });
      });
      clearTimeout(timer);
      if (typeof outcome !== "string") return outcome;
      const { kind, message } = timeOver(options.timeout);
      return isLate ? failure(kind, `${task.file} was not refreshed. ${message}`) : deathOf(task, outcome, options);
    },
    end: () => child.end(),
  };
}

function deathOf({ file }: RefreshTask, reason: string, { isOneOfMany }: RunContext["options"]): CommandFailure {
  const wayOut = isOneOfMany ? " Refresh it alone to learn more." : "";
  return failure(
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
