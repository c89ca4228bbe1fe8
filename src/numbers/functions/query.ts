/**
 * Queries and the cells that share them. A query fetches data from the service; each cell selects its own result from that data.
 * Cells that calculate together wait for one run of the query. While its answers are in memory, the data is cached.
 */
import { cancelled, checkService, createMemory, questionKey, stampOf } from "../../insights";
import type { Answer, Awaitable, Generation, Memory, Plan } from "../../insights";
import type { AskedSides, Figure } from "../language/figure";
import { rejectShown, toHostError } from "./cell";
import { getHost, readWithSettings, type AnsweredQuestion, type Settings, type ShownAges } from "./host";

/** The last argument of a function: Excel's object for the call. The metadata tool wants the full type in the declarations. */
export interface FunctionInvocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  /** The generation that a refresh is filling. Calls from Excel have none. */
  generation?: Generation;
  /** True if the refresh moves the workbook to the connected service. */
  isMove?: boolean;
  /** The settings that stand in for blank arguments. @default the workbook's now */
  settings?: Settings;
  /** Receives the questions that the result was computed from, once, before the result. Cells may share the array. */
  onQuestions?: (questions: readonly AnsweredQuestion[]) => void;
  /** Receives what the number is of before the result, each time that more of it is known. Cells of Excel have none. */
  onFigure?: (figure: Figure) => void;
  /** Returns the age of what cells will show after a refresh. @default the host's `shown` */
  shown?: () => ShownAges;
}

/** The source of a query's answers, and the answers received so far. */
export interface QueryContext {
  /** The settings of the calls that share the query. */
  readonly settings: Settings;
  /** Undefined if disconnected. */
  readonly generation: Generation | undefined;
  readonly memory: Memory;
  /** True if answers may come from memory only, as in a preview. */
  readonly memoryOnly: boolean;
  /** Aborts when the last cell is cancelled. */
  readonly signal: AbortSignal;
  readonly answers: Answer[];
  /** Questions that the result depends on although only their age was read. */
  readonly aged: AnsweredQuestion[];
  /** The plans in which names were looked up. */
  plans?: readonly Plan[] | undefined;
  /** Whose months the result is of, once names and periods are resolved: of a number that fails, too. */
  sides?: AskedSides | undefined;
}

/** The query of all cells with the same arguments. */
export interface SharedQuery<Data> {
  readonly queryFn: (context: QueryContext) => Promise<Data>;
  /** Whose months the result is of, as far as the arguments tell. */
  readonly written?: AskedSides | undefined;
  /** The run that cells can still join. */
  pending?: QueryRun<Data> | undefined;
  cached?: QueryResult<Data>;
}

/** One cell's request: the query it shares, and its own result. */
export interface CellQuery<Data, Result> {
  readonly query: SharedQuery<Data>;
  readonly select: (data: Data) => Awaitable<Result>;
  /** Receives what is known before the number is, and of one that failed. */
  readonly onSides?: ((sides: AskedSides) => void) | undefined;
}

interface QueryResult<Data> extends Pick<QueryContext, "answers" | "plans"> {
  readonly data: Data;
  /** The questions of `answers`, each once. */
  readonly questions: readonly AnsweredQuestion[];
}

interface QueryRun<Data> {
  readonly query: SharedQuery<Data>;
  readonly settings: Settings;
  readonly invocation: FunctionInvocation | undefined;
  readonly controller: AbortController;
  readonly waiters: Set<Waiter<Data>>;
  sides?: AskedSides | undefined;
}

/** A cell without a result. */
interface Waiter<Data> {
  readonly select: (data: Data) => unknown;
  readonly onSides: CellQuery<Data, unknown>["onSides"];
  readonly onQuestions: FunctionInvocation["onQuestions"];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Returns the result of one cell. Rejects with an error that Excel shows, and at once if the cell is cancelled.
 * @param read Reads the arguments, without asking the service.
 */
export function runCell<Data, Result>(
  invocation: FunctionInvocation | undefined,
  read: (memory: Memory) => CellQuery<Data, Result>,
): Promise<Result> {
  try {
    const { session, service } = getHost();
    const generation = generationFor(invocation);
    const settings = invocation?.settings ?? getHost().settings();
    const { query, select, onSides } = readWithSettings(settings, () => read(generation?.memory ?? createMemory()));
    if (query.written) onSides?.(query.written);
    // Not even answers in memory count.
    if (!invocation?.isMove) checkService(service?.(), session.address);
    const { cached, pending } = query;
    if (cached && isFresh(cached, generation)) {
      return Promise.resolve(selectResult(cached, select, invocation?.onQuestions));
    }
    const run = pending && canShare(pending, invocation) ? pending : startRun(query, settings, invocation);
    return subscribe(run, { select, onSides }, invocation) as Promise<Result>;
  } catch (error) {
    return rejectShown(error);
  }
}

function generationFor(invocation: FunctionInvocation | undefined): Generation | undefined {
  return invocation?.generation ?? getHost().session.generation;
}

/** True if the generation still holds the plans and answers that the data was computed from. */
function isFresh({ answers, plans }: QueryResult<unknown>, generation: Generation | undefined): boolean {
  if (!generation || (plans && plans !== generation.peekPlans())) return false;
  return answers.every((answer) => answer === generation.peek(answer.question));
}

/** True if a cell may wait for the run. One that must not send requests fails at once, and fails alone. */
function canShare(run: Pick<QueryRun<never>, "invocation">, invocation: FunctionInvocation | undefined): boolean {
  return run.invocation?.generation === invocation?.generation && !isMemoryOnly(invocation);
}

function isMemoryOnly(invocation: FunctionInvocation | undefined): boolean {
  return Boolean(invocation?.isInValuePreview);
}

function startRun<Data>(
  query: SharedQuery<Data>,
  settings: Settings,
  invocation: FunctionInvocation | undefined,
): QueryRun<Data> {
  const run: QueryRun<Data> = { query, settings, invocation, controller: new AbortController(), waiters: new Set() };
  const memoryOnly = isMemoryOnly(invocation);
  if (!memoryOnly) query.pending = run;
  void finish(run, memoryOnly);
  return run;
}

/** Settles the cells of a run, some of them in each turn of the event loop, so Excel stays responsive. */
async function finish<Data>(run: QueryRun<Data>, memoryOnly: boolean): Promise<void> {
  const settle = await fetchData(run, memoryOnly).then(
    (result) => settleWith(run, result),
    (error: unknown) =>
      rejectShown(error).catch((shown: Error) => ({ reject, onSides }: Waiter<Data>) => {
        if (run.sides) onSides?.(run.sides);
        reject(shown);
      }),
  );
  close(run);
  const generation = generationFor(run.invocation);
  for (const waiter of run.waiters) {
    while (settledInTurn === MOST_IN_TURN) {
      await (nextTurn ??= new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
        nextTurn = undefined;
        settledInTurn = 0;
      }));
      // A refresh has replaced the generation meanwhile.
      if (generation !== generationFor(run.invocation)) return finish(run, memoryOnly);
    }
    if (!run.waiters.delete(waiter)) continue;
    settledInTurn += 1;
    settle(waiter);
  }
}

/** Cells of all runs that settle in one turn of the event loop: some fifty milliseconds of work. A turn takes up to four itself. */
const MOST_IN_TURN = 5000;

let settledInTurn = 0;
let nextTurn: Promise<void> | undefined;

async function fetchData<Data>(run: QueryRun<Data>, memoryOnly: boolean): Promise<QueryResult<Data>> {
  const { query, settings, invocation, controller } = run;
  const { signal } = controller;
  const generation = generationFor(invocation);
  const memory = generation?.memory ?? createMemory();
  const context: QueryContext = { settings, generation, memory, memoryOnly, signal, answers: [], aged: [] };
  const data = await query.queryFn(context).finally(() => (run.sides = context.sides));
  // A refresh has replaced the generation meanwhile: never show its old number as a new one.
  if (generation !== generationFor(invocation)) return fetchData(run, memoryOnly);
  const { answers, aged, plans } = context;
  return { data, answers, plans, questions: [...questionsOf(answers), ...aged] };
}

function questionsOf(answers: readonly Answer[]): AnsweredQuestion[] {
  const dates = new Map(answers.map((answer) => [questionKey(answer.question), stampOf(answer)]));
  return [...dates].map(([key, computedAt]) => ({ key, computedAt }));
}

function subscribe<Data>(
  run: QueryRun<Data>,
  { select, onSides }: Pick<Waiter<Data>, "select" | "onSides">,
  invocation: FunctionInvocation | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const waiter = { select, onSides, onQuestions: invocation?.onQuestions, resolve, reject };
    run.waiters.add(waiter);
    if (invocation) invocation.onCanceled = () => unsubscribe(run, waiter);
  });
}

/** Cancels the request with its last waiter. */
function unsubscribe<Data>(run: QueryRun<Data>, waiter: Waiter<Data>): void {
  if (!run.waiters.delete(waiter)) return;
  waiter.reject(toHostError(cancelled()));
  if (run.waiters.size > 0) return;
  close(run);
  run.controller.abort(cancelled());
}

/** Caches the data, and returns how a cell selects from it. */
function settleWith<Data>(run: QueryRun<Data>, result: QueryResult<Data>): (waiter: Waiter<Data>) => void {
  run.query.cached = result;
  return ({ select, onQuestions, resolve, reject }) => {
    try {
      resolve(selectResult(result, select, onQuestions));
    } catch (error) {
      void rejectShown(error).catch(reject);
    }
  };
}

/** No cell joins the run any more. */
function close(run: { readonly query: { pending?: unknown } }): void {
  if (run.query.pending === run) run.query.pending = undefined;
}

function selectResult<Data, Result>(
  { data, questions }: QueryResult<Data>,
  select: (data: Data) => Awaitable<Result>,
  onQuestions: FunctionInvocation["onQuestions"],
): Awaitable<Result> {
  onQuestions?.(questions);
  const result = select(data);
  if (!(result instanceof Promise)) return result;
  return result.catch(rejectShown);
}
