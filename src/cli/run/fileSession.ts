/**
 * The session of one file in a run over many. Its answers come from the run's source, which asks each question once. Its
 * generation holds the answers of this file only, so that the file's age is its own.
 */
import type { InsightsError } from "../../insights";
import {
  cancelled,
  createMemory,
  questionKey,
  refreshGeneration,
  type Answer,
  type AnswerSource,
  type OpenGeneration,
  type Plan,
  type Question,
  type Session,
} from "../../insights";

export type FileSession = Pick<Session, "generation" | "plans" | "ask" | "cachedAnswers" | "refresh">;

/** Creates a session that sends nothing itself. Throws nothing; failures of the source reject the refresh. */
export function createFileSession(source: AnswerSource): FileSession {
  const start = () => createFileGeneration(source);
  const slot = { generation: start() };
  return {
    get generation() {
      return slot.generation;
    },
    plans: ({ generation = slot.generation } = {}) => generation.plans(),
    ask: async (question, { generation = slot.generation, signal } = {}) => generation.ask(question, signal),
    cachedAnswers: async (matches, { generation = slot.generation } = {}) => generation.cachedAnswers(matches),
    refresh: (signal, fill) => refreshGeneration(slot, start, signal, fill),
  };
}

/** A question of the file, pending or answered. */
interface Entry {
  readonly question: Question;
  readonly promise: Promise<Answer>;
  answer?: Answer;
}

interface FileGenerationState {
  readonly source: AnswerSource;
  /** By question key. */
  readonly entries: Map<string, Entry>;
  plans?: Promise<readonly Plan[]>;
  listed?: readonly Plan[];
  closed?: InsightsError;
}

function createFileGeneration(source: AnswerSource): OpenGeneration {
  const state: FileGenerationState = { source, entries: new Map() };
  const entries = () => [...state.entries.values()];
  return {
    memory: createMemory(),
    plans: () => plansOf(state),
    peekPlans: () => state.listed,
    ask: (question) => ask(state, question),
    peek: (question) => state.entries.get(questionKey(question))?.answer,
    cachedAnswers: (matches) => cachedAnswers(state, matches),
    questions: () => entries().map(({ question }) => question),
    hold: (answer) => add(state, answer.question, Promise.resolve(answer)),
    size() {
      const held = entries().filter(({ answer }) => answer).length;
      return { waiting: state.entries.size - held, held };
    },
    close: (reason) => void (state.closed = reason),
  };
}

function plansOf(state: FileGenerationState): Promise<readonly Plan[]> {
  state.plans ??= state.source.plans().then((plans) => (state.listed = plans));
  return state.plans;
}

async function ask(state: FileGenerationState, question: Question): Promise<Answer> {
  if (state.closed) throw cancelled();
  const known = state.entries.get(questionKey(question));
  if (known) return known.promise;
  const promise = state.source.ask(question);
  add(state, question, promise);
  return promise;
}

function add({ entries }: FileGenerationState, question: Question, promise: Promise<Answer>): void {
  const entry: Entry = { question, promise };
  entries.set(questionKey(question), entry);
  promise.then(
    (answer) => (entry.answer = answer),
    // A failure is not kept: the next calculation asks again.
    () => entries.delete(questionKey(question)),
  );
}

/** Waits for the end of the calculation's pass first, so the questions of its other calls are pending. */
async function cachedAnswers(
  { entries }: FileGenerationState,
  matches: (question: Question) => boolean,
): Promise<Answer[]> {
  await new Promise((resolve) => setImmediate(resolve));
  const found = [...entries.values()].filter(({ question }) => matches(question));
  const outcomes = await Promise.allSettled(found.map(({ promise }) => promise));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}
