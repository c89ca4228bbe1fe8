/** A worker process: refreshes the files that the run sends, and gets all answers from the run. */
import { createGeneration, InsightsError, type AnswerSource, type OpenQuestion, type Plan } from "../../../insights";
import { runRefreshTask, type RunContext } from "./refreshTask";
import type { FromWorker, SentResult, ToWorker, WorkerChannel } from "./workerMessages";

/** Serves the channel as long as the process runs. */
export function serveWorker(channel: WorkerChannel): void {
  const answers = createRemoteSource((message) => channel.send(message));
  let context: RunContext | undefined;
  channel.onMessage((message) => {
    if (message.kind === "start") context = { ...message, source: answers.source };
    else if (message.kind !== "task") answers.receive(message);
    else if (context) void refresh(message, context, channel);
  });
}

async function refresh(
  { task }: Extract<ToWorker, { kind: "task" }>,
  context: RunContext,
  channel: WorkerChannel,
): Promise<void> {
  const end = await runRefreshTask(task, context, {
    show: (line) => channel.send({ kind: "progress", line }),
    willWrite: () => channel.send({ kind: "writing" }),
  });
  channel.send({ kind: "done", end });
}

/** The answers of the run. */
interface RemoteSource {
  readonly source: AnswerSource;
  /** Takes an answer of the run. */
  readonly receive: (message: Extract<ToWorker, { kind: "plans" | "answer" }>) => void;
}

/** Asks the run once for each question. */
function createRemoteSource(send: (message: FromWorker) => void): RemoteSource {
  const open = new Map<number, OpenQuestion>();
  let batch: Extract<FromWorker, { kind: "ask" }>["questions"] = [];
  let onPlans: (result: SentResult<readonly Plan[]>) => void = () => undefined;
  let next = 0;
  const flush = () => {
    send({ kind: "ask", questions: batch });
    batch = [];
  };
  const source = createGeneration({
    plans: () =>
      new Promise((resolve, reject) => {
        onPlans = (result) => settle(result, resolve, reject);
        send({ kind: "askPlans" });
      }),
    ask(asked) {
      const id = next++;
      open.set(id, asked);
      if (batch.length === 0) setImmediate(flush);
      batch = [...batch, { id, question: asked.question }];
    },
    whenAsked: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    source,
    receive(message) {
      if (message.kind === "plans") return onPlans(message.result);
      const asked = open.get(message.id);
      open.delete(message.id);
      if (asked) settle(message.result, asked.answer, asked.fail);
    },
  };
}

function settle<T>(result: SentResult<T>, resolve: (value: T) => void, reject: (reason: unknown) => void): void {
  if ("value" in result) return resolve(result.value);
  const { kind, message, ...detail } = result.error;
  reject(new InsightsError(kind, message, detail));
}
