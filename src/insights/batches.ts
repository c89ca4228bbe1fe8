/** A generation that asks the service, with few requests. */
import type { Plan } from "./answers";
import { cancelled, InsightsError, isInsightsError } from "./errors";
import { createGeneration, type OpenGeneration, type OpenQuestion } from "./generation";
import { questionKey, type Question } from "./key";
import { planRequests, type Request } from "./planner";
import type { DatedResults, InsightsService } from "./service";
import type { Timers } from "./timers";

export interface BatchOptions {
  timers: Timers;
  /** Calls `flush` when the recalculation that began at `batchStartedAt` has asked its questions. */
  scheduleBatch: (flush: () => void, batchStartedAt: number) => void;
  /** The plans that are known. If given, no list of plans is sent, and a refused request is not sent again. */
  plans?: readonly Plan[];
}

interface BatchState extends BatchOptions {
  readonly service: InsightsService;
  readonly generation: OpenGeneration;
  /** Not yet sent. */
  batch: OpenQuestion[];
  isBatchScheduled: boolean;
}

export function createServiceGeneration(service: InsightsService, options: BatchOptions): OpenGeneration {
  const { timers, scheduleBatch } = options;
  const generation = createGeneration({
    known: options.plans,
    async plans(signal) {
      const batchStartedAt = timers.now();
      try {
        const plans = await service.plans(signal);
        schedule(state, batchStartedAt);
        return plans;
      } catch (error) {
        if (isInsightsError(error, "forbidden")) schedule(state, batchStartedAt);
        throw error;
      }
    },
    ask(open) {
      open.onLeft = () => open.fail(cancelled());
      state.batch.push(open);
      schedule(state, timers.now());
    },
    whenAsked: () => new Promise((resolve) => scheduleBatch(resolve, timers.now())),
  });
  const state: BatchState = { ...options, service, generation, batch: [], isBatchScheduled: false };
  return generation;
}

function schedule(state: BatchState, batchStartedAt: number): void {
  if (state.isBatchScheduled) return;
  state.isBatchScheduled = true;
  state.scheduleBatch(() => {
    state.isBatchScheduled = false;
    void flush(state);
  }, batchStartedAt);
}

/**
 * Sends the batch with the fewest requests.
 *
 * Excel calls our functions one by one, but recalculates all dirty cells within a moment. The first question of that moment
 * schedules a flush with `scheduleBatch`: the add-in waits some milliseconds, the command line one turn of the event loop, a
 * test flushes by hand. Until then questions wait in `batch`. Calls that first need the plans, to turn names into ids, started
 * the moment as well, so the time to wait runs while token and plans are pending.
 *
 * The flush asks for the plans first. Their list tells under which root the service answers, so later requests need not try
 * both. A key without plans:read is no obstacle. Any other failure rejects the whole batch, since its requests would fail too.
 *
 * Then `planRequests` combines questions that differ only in their scenario, three to a request: the fewest that the API allows.
 * Each request settles its own questions.
 *
 * Callers may cancel at any time, as Excel does for cells that change. A question that no caller waits for is not sent; that is
 * why the flush filters twice, before and after it waits for the plans. A sent request is cancelled only if no caller waits for
 * any of its questions. If it is not cancelled, all its answers are kept.
 *
 * The service refuses a request as a whole, even if only one of its scenarios is wrong. Each scenario of such a request is then
 * asked alone, once, so one wrong cell does not fail the two beside it.
 */
async function flush(state: BatchState): Promise<void> {
  const batch = state.batch.filter((open) => open.isWanted());
  state.batch = [];
  if (batch.length === 0) return;
  try {
    await state.generation.plans();
  } catch (error) {
    if (!isInsightsError(error, "forbidden")) return batch.forEach((open) => open.fail(error));
  }
  const wanted = new Map(batch.filter((open) => open.isWanted()).map((open) => [questionKey(open.question), open]));
  for (const request of planRequests([...wanted.values()].map(({ question }) => question))) {
    const keys = request.scenarios.map((scenario) => questionKey({ ...request, scenario }));
    void send(
      state,
      request,
      keys.flatMap((key) => wanted.get(key) ?? []),
    );
  }
}

async function send(state: BatchState, request: Request, asked: readonly OpenQuestion[]): Promise<void> {
  const controller = new AbortController();
  const stop = () => {
    if (asked.some((open) => open.isWanted())) return;
    for (const open of asked) open.fail(cancelled());
    controller.abort(cancelled());
  };
  for (const open of asked) open.onLeft = stop;
  try {
    const results = await state.service.results(request, controller.signal);
    for (const open of asked) deliver(state, open, results);
  } catch (error) {
    // That there is no such number may be true of one of them alone, so it is never said of all.
    const isUnknown = isInsightsError(error, "unknown");
    if (asked.length > 1 && (isUnknown || (!state.plans && isInsightsError(error, "refused")))) {
      for (const open of asked) void send(state, { ...request, scenarios: [open.question.scenario] }, [open]);
    } else asked.forEach((open) => open.fail(error));
  }
}

function deliver({ timers }: BatchState, open: OpenQuestion, results: DatedResults): void {
  const { question } = open;
  const { currency, generatedAt, sentAt } = results;
  const scenario = results.scenarios.find(({ id }) => id === question.scenario);
  if (scenario) open.answer({ question, scenario, currency, generatedAt, sentAt, receivedAt: timers.now() });
  else open.fail(notReturned(question));
}

function notReturned({ plan, scenario }: Question): InsightsError {
  return new InsightsError("missing", `Scenario '${scenario}' of plan '${plan}' was not returned by the service.`);
}
