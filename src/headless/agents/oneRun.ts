/**
 * Keeps every result of a tool to one run of the service. A session holds its answers, so a later question may be answered by
 * newer results than an earlier one, and both would make one number that is of neither.
 */
import { questionKey, stampOf, type Answer, type Generation, type Session } from "../../insights";

/** Reads a generation, and records each answer that is read. */
interface RecordedGeneration {
  readonly generation: Generation;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Asks again at most so often. */
const MOST_ATTEMPTS = 8;

const NEW_RUN =
  "The service has newer results than earlier answers of this conversation. Ask again for numbers that you put beside these.";
const MOVING =
  "The service publishes new results while these are read, so they would be of two runs. Ask again in a moment.";

/** The newest time of each plan's answers, by the plan's id: a later answer belongs to another run. */
type Runs = Map<string, number>;

/** What the conversations that share a session were told of each plan, by its id: the newest run, and the one before it. */
export type ToldRuns = Map<string, { readonly newest: number; readonly before?: number }>;

/**
 * Returns a function that runs the work of a tool until its answers are of one run. It drops the session's answers if newer ones
 * have come, and asks all again. Rejects if the service does not come to rest.
 * @param told If several conversations share the session: each of them must learn of a new run, whichever brought it.
 */
export function createOneRun(session: Pick<Session, "generation" | "forget">, told?: ToldRuns) {
  const runsOf = new WeakMap<Generation, Runs>();
  return async (work: (generation: Generation | undefined) => Promise<object>): Promise<object> => {
    let isNewer = false;
    let before: string | undefined;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const { generation } = session;
      if (!generation) return work(undefined);
      const recorded = record(generation);
      const result = await work(recorded.generation);
      const runs = runsOf.get(generation) ?? new Map<string, number>();
      runsOf.set(generation, runs);
      const answers = [...recorded.answers.values()];
      const isLater = answers.some((answer) => stampOf(answer) > (runs.get(answer.question.plan) ?? Infinity));
      const fresh = answers.filter(({ question }) => !runs.has(question.plan));
      const shown = shownIn(result);
      // Answers of one run may have several times. Two readings that agree are of one state of the service.
      if (!isLater && (isOfOneTime(fresh) || shown === before)) {
        for (const answer of fresh) runs.set(answer.question.plan, newestOf(answer, runs));
        const newRun = told ? newRunFor(told, answers, runs) : isNewer ? NEW_RUN : undefined;
        return newRun === undefined ? result : { ...result, newRun };
      }
      isNewer ||= isLater;
      before = isLater ? undefined : shown;
      // Another tool may have dropped them already.
      if (session.generation === generation) session.forget();
    }
    throw new Error(MOVING);
  };
}

/** Records the runs of these answers as told. Returns what to say if a plan has had an earlier one. */
function newRunFor(told: ToldRuns, answers: readonly Answer[], runs: Runs): string | undefined {
  const plans = new Set(answers.map(({ question }) => question.plan));
  const earlier: number[] = [];
  for (const plan of plans) {
    const [last, newest] = [told.get(plan), runs.get(plan) ?? -Infinity];
    const before = last && newest > last.newest ? last.newest : last?.before;
    told.set(plan, { newest: Math.max(newest, last?.newest ?? newest), ...(before === undefined ? {} : { before }) });
    if (before !== undefined) earlier.push(before);
  }
  if (earlier.length === 0) return undefined;
  const asOf = new Date(Math.max(...earlier)).toISOString();
  return `The service has newer results than some that were told before. Numbers of this conversation with an asOf up to ${asOf} are older: ask again for those that you put beside these.`;
}

function record(generation: Generation): RecordedGeneration {
  const answers = new Map<string, Answer>();
  const keep = <A extends Answer | undefined>(answer: A): A => {
    if (answer) answers.set(questionKey(answer.question), answer);
    return answer;
  };
  return {
    answers,
    generation: {
      ...generation,
      ask: async (question, signal) => keep(await generation.ask(question, signal)),
      peek: (question) => keep(generation.peek(question)),
      cachedAnswers: async (matches) => (await generation.cachedAnswers(matches)).map(keep),
    },
  };
}

/** True if the service names no two times for the answers of a plan. */
function isOfOneTime(answers: readonly Answer[]): boolean {
  const times = new Map<string, number>();
  return answers.every(({ question: { plan }, generatedAt }) => {
    if (generatedAt === undefined) return true;
    const first = times.get(plan) ?? generatedAt;
    times.set(plan, first);
    return first === generatedAt;
  });
}

function newestOf(answer: Answer, runs: Runs): number {
  return Math.max(stampOf(answer), runs.get(answer.question.plan) ?? -Infinity);
}

/** Returns the result without its times, which may differ for equal numbers. */
function shownIn(result: object): string {
  return JSON.stringify({ ...result, asOf: undefined, runs: undefined });
}
