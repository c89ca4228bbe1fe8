/** Makes what a refresh has worked out the workbook's, or nothing of it: written first, then in memory. */
import { createMemory, isInsightsError, type Generation } from "../../insights";
import { callKey } from "../../saved/callKey";
import type { LedgerLine } from "../../saved/ledger";
import type { LedgerCall } from "../ledger/ledger";
import { linesOf, saveLedger, takeOver, writeLines, type OthersWork } from "../ledger/savedLedger";
import type { CallOutcome } from "./changes";
import { editingEnded, type EditingOptions } from "./editing";
import { agree, type FollowingOptions } from "./following";
import { isChanged } from "./working";

export interface CommitOptions extends FollowingOptions, EditingOptions {
  /** Ends the refresh with every cell as it was; once it is committed, ends the wait for the cells. */
  readonly signal?: AbortSignal;
}

/** What calls have come to against the next generation. */
export interface Gathered {
  readonly outcomes: readonly CallOutcome[];
  /** Calls that no cell makes. */
  readonly dropped: readonly LedgerCall[];
}

/** What has been committed. */
export interface Commit {
  readonly changed: readonly CallOutcome[];
  /** How the service has failed on a call that appeared later; undefined where it has not. */
  readonly failedSince: () => Promise<Error | undefined>;
  /** Brings the former results back, in memory and in the workbook. */
  readonly takeBack: () => Promise<void>;
}

/** Rejects, with nothing changed, where the service fails, the workbook cannot be written, or `signal` aborts before that. */
export async function commit(
  options: CommitOptions,
  gather: (generation: Generation) => Promise<Gathered>,
): Promise<Commit> {
  const { session, wait, signal } = options;
  const controller = new AbortController();
  let step: "gathering" | "writing" | "over" = "gathering";
  let gathered: Gathered = { outcomes: [], dropped: [] };
  let others: OthersWork = { lines: [], dropped: [] };
  // What is being written cannot be called off any more.
  const leave = () => step === "gathering" && controller.abort();
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave);
  try {
    await session.refresh(controller.signal, async (generation) => {
      // A failure of the service ends the refresh by another way, and is heard of here a turn later.
      await wait(0);
      if (step !== "gathering") return;
      const found = await gather(generation);
      await wait(0);
      if (step !== "gathering") return;
      // While a cell is being edited the write would wait, and could not be called off.
      await editingEnded(options);
      if (step !== "gathering") return;
      step = "writing";
      others = await writeAhead(options, found);
      gathered = found;
    });
  } finally {
    step = "over";
    signal?.removeEventListener("abort", leave);
  }
  return apply(options, gathered, others);
}

/** Has the workbook keep what the ledger is going to hold. */
async function writeAhead(options: CommitOptions, gathered: Gathered): Promise<OthersWork> {
  const { ledger } = options;
  if (!gathered.outcomes.some(isChanged)) return { lines: [], dropped: [] };
  const lines = () => linesAfter(options, gathered);
  return writeLines({ ledger, service: ledger.service, isUnshown: true, lines }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The workbook could not be written, so that nothing was refreshed. Excel says: ${reason}`);
  });
}

function linesAfter({ ledger, now }: CommitOptions, { outcomes, dropped }: Gathered): LedgerLine[] {
  const lines = new Map(linesOf(ledger).map((line) => [callKey(line), line]));
  for (const call of dropped) lines.delete(callKey(call));
  for (const { call, result, stamp = now() } of outcomes) {
    const { id, args, reads } = call;
    if (result === undefined) lines.delete(callKey(call));
    else lines.set(callKey(call), { id, args, reads, result, answeredAt: now(), stamp });
  }
  return [...lines.values()];
}

function apply(options: CommitOptions, { outcomes, dropped }: Gathered, others: OthersWork): Commit {
  const { ledger, session, now } = options;
  const changed = outcomes.filter(isChanged);
  const former = outcomes.map(({ call: { id, args, reads, result, answeredAt = 0, stamp = answeredAt } }) => {
    return { call: { id, args, reads }, result, answeredAt, stamp };
  });
  ledger.isUnshown ||= changed.length > 0;
  for (const { call, result, stamp = now() } of outcomes)
    if (result !== undefined) ledger.record(call, { result, answeredAt: now(), stamp });
  // A call that fails now is left for its cells to make.
  ledger.expire(changed.filter(({ error }) => error).map(({ call }) => call));
  ledger.remove(dropped);
  const worked = new Set(outcomes.map(({ call }) => call));
  takeOver(ledger, { ...others, dropped: others.dropped.filter((call) => !worked.has(call)) });
  agree(
    ledger,
    session.generation,
    outcomes.map(({ call }) => call),
  );
  const known = new Set(ledger.calls());
  return {
    changed,
    failedSince: () =>
      findFailure(
        options,
        ledger.calls().filter((call) => !known.has(call)),
      ),
    async takeBack() {
      for (const { call, result, ...times } of former)
        if (result === undefined) ledger.remove([call]);
        else ledger.record(call, { result, ...times });
      ledger.isUnshown = true;
      // Cells have to show it in any case; who shows it saves it too.
      await saveLedger(ledger).catch(() => {});
    },
  };
}

/** The first failure of the service on one of these calls. What it answers of a single question is none. */
async function findFailure(
  { session, ledger }: CommitOptions,
  calls: readonly LedgerCall[],
): Promise<Error | undefined> {
  let failure: Error | undefined;
  const generation: Generation = {
    plans: () => session.plans(),
    memory: createMemory(),
    peekPlans: () => undefined,
    peek: () => undefined,
    cachedAnswers: (matches) => session.cachedAnswers(matches),
    ask: (question, signal) =>
      session.ask(question, { signal }).catch((error: unknown) => {
        if (!isAnswered(error)) failure ??= error instanceof Error ? error : new Error(String(error));
        throw error;
      }),
  };
  const failed = calls.filter(({ state }) => state === "failed");
  await Promise.all(failed.map((call) => ledger.invoke(call, { generation }).catch(() => undefined)));
  return failure;
}

function isAnswered(error: unknown): boolean {
  return isInsightsError(error, "unknown", "missing", "unoffered", "argument", "refused");
}
