/** A worker process: refreshes the files that the run sends, and gets all answers from the run. */
import { InsightsError, questionKey, type Answer, type AnswerSource, type Plan } from "../../insights";
import { endOf, runTask, type RunContext } from "./refreshTask";
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
  let [output, errors] = ["", ""];
  let bytes: Uint8Array | undefined;
  const io = {
    print: (text: string) => void (output += text),
    printError: (text: string) => void (errors += text),
    printBytes: (workbook: Uint8Array) => {
      bytes = workbook;
      return Promise.resolve();
    },
    willWrite: () => channel.send({ kind: "writing" }),
  };
  const show = (line: string) => channel.send({ kind: "progress", line });
  const report = await runTask(task, context, io, show);
  channel.send({ kind: "done", outcome: { ...endOf(report, context.options), output, errors, bytes } });
}

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

interface RemoteSource {
  readonly source: AnswerSource;
  /** Takes an answer of the run. */
  readonly receive: (message: Extract<ToWorker, { kind: "plans" | "answer" }>) => void;
}

/** Asks the run once for each question. Failures are not kept: a later file asks again. */
function createRemoteSource(send: (message: FromWorker) => void): RemoteSource {
  const answers = new Map<string, Promise<Answer>>();
  const waiting = new Map<number, Waiting<Answer>>();
  let batch: Extract<FromWorker, { kind: "ask" }>["questions"] = [];
  let plans: Promise<readonly Plan[]> | undefined;
  let listing: Waiting<readonly Plan[]> | undefined;
  let next = 0;
  const flush = () => {
    send({ kind: "ask", questions: batch });
    batch = [];
  };
  return {
    source: {
      plans() {
        plans ??= new Promise((resolve, reject) => {
          listing = { resolve, reject };
          send({ kind: "askPlans" });
        });
        plans.catch(() => (plans = undefined));
        return plans;
      },
      ask(question) {
        const key = questionKey(question);
        const known = answers.get(key);
        if (known) return known;
        const id = next++;
        const asked = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
        asked.catch(() => answers.delete(key));
        answers.set(key, asked);
        if (batch.length === 0) setImmediate(flush);
        batch = [...batch, { id, question }];
        return asked;
      },
    },
    receive(message) {
      if (message.kind === "plans") return listing && settle(listing, message.result);
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (caller) settle(caller, message.result);
    },
  };
}

function settle<T>({ resolve, reject }: Waiting<T>, result: SentResult<T>): void {
  if ("value" in result) return resolve(result.value);
  const { kind, message, ...detail } = result.error;
  reject(new InsightsError(kind, message, detail));
}
