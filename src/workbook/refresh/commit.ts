/** Applies what a refresh computed, or nothing of it: first to the workbook, then in memory. */
import { checkService, createMemory, isInsightsError, type Generation } from "../../insights";
import type { SavedEntry, SavedLedger } from "../../saved/ledger";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { editingEnded, type EditingOptions } from "./editMode";
import { applyOutcomes, forgetOldAnswers, type FollowOptions } from "./follow";
import { isChanged, type Outcome } from "./recompute";
import { recordRuns, restoreRuns, runsAfter } from "./runs";

export interface CommitOptions extends FollowOptions, EditingOptions {
  /** Ends the refresh with every cell as it was. After the commit it only ends the wait for the cells. */
  readonly signal?: AbortSignal;
}

/** Computed by a refresh, and not applied yet. */
export interface Computation {
  readonly outcomes: readonly Outcome[];
  /** Calls that no cell makes. */
  readonly dropped: readonly LedgerEntry[];
  /** True if the entry belongs to what is refreshed. */
  readonly isMeant: (entry: LedgerEntry) => boolean;
  /** True if the plan is refreshed: its answers are a new run. */
  readonly isPlanMeant: (plan: string) => boolean;
}

interface Answered extends Computation {
  /** The service that has answered. */
  readonly service: string | undefined;
}

export interface Commit {
  readonly changed: readonly Outcome[];
  /** Calls that the former generation answered while the workbook was written: their cells must make them again. */
  readonly late: readonly LedgerEntry[];
  /** Adds the answers that cells asked for since to the runs of the refreshed plans. Returns true if any was newer. */
  readonly recordRuns: () => boolean;
  /** Returns the calls that cells made for the first time since the commit, or again after they had failed. */
  readonly appeared: () => readonly LedgerEntry[];
  /**
   * Returns these calls, and known calls that further cells make since the commit: an argument of theirs has changed. A known call
   * lists only its new cells.
   */
  readonly calledSince: () => readonly LedgerEntry[];
  /** Returns the service's failure on a call that appeared after the commit, if there was one. */
  readonly failedSince: () => Promise<Error | undefined>;
  /** Restores the former results, in memory and in the workbook. */
  readonly takeBack: () => void;
}

/** Rejects without any change if the service fails, if the workbook cannot be written, or if `signal` aborts before that. */
export async function commit(
  options: CommitOptions,
  compute: (generation: Generation) => Promise<Computation>,
): Promise<Commit> {
  const { session, wait, signal } = options;
  const service = session.address;
  const controller = new AbortController();
  let step: "computing" | "writing" | "over" = "computing";
  let computation: Answered = { service, outcomes: [], dropped: [], isMeant: () => false, isPlanMeant: () => false };
  // A write cannot be cancelled.
  const abort = () => step === "computing" && controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    await session.refresh(controller.signal, async (generation) => {
      // If the service failed, `session.refresh` rejects, and `step` changes one turn later.
      await wait(0);
      if (step !== "computing") return;
      const computed = { ...(await compute(generation)), service };
      await wait(0);
      if (step !== "computing") return;
      // While a cell is being edited the write would wait, and could not be cancelled.
      await editingEnded(options);
      if (step !== "computing") return;
      // Calls that were computed since the user connected to another service have failed.
      checkService(service, session.address);
      step = "writing";
      await writeAhead(options, computed);
      computation = computed;
    });
  } finally {
    step = "over";
    signal?.removeEventListener("abort", abort);
  }
  return apply(options, computation);
}

/** Saves the ledger as it will be after the commit. */
async function writeAhead(options: CommitOptions, computation: Answered): Promise<void> {
  if (!computation.outcomes.some(isChanged)) return;
  const content = () => contentAfter(options, computation);
  await saveLedger(options.ledger, { isUnshown: true, content }).catch((error: unknown) => {
    if (isInsightsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The workbook could not be written, so nothing was refreshed. Excel says: ${reason}`);
  });
}

/** Throws `otherService` if another user has saved the answers of another service meanwhile. */
function contentAfter({ ledger, now }: CommitOptions, computation: Answered): SavedLedger {
  const { outcomes, dropped: unused, isPlanMeant, service } = computation;
  checkService(ledger.service, service);
  const content = ledger.content();
  const entries = new Map(content.entries.map((entry) => [entry.key, entry]));
  const dropped = new Map(content.dropped);
  const drop = (key: string) => {
    const stamp = entries.get(key)?.stamp;
    if (entries.delete(key) && stamp !== undefined) dropped.set(key, stamp);
  };
  for (const { key } of unused) drop(key);
  for (const { entry, result, questions, stamp: computedAt, error } of outcomes) {
    const { key, id, args, settings } = entry;
    if ((entries.get(key)?.stamp ?? -Infinity) > computedAt) continue;
    if (error) {
      drop(key);
      continue;
    }
    const stamp = Math.max(computedAt, (dropped.get(key) ?? -Infinity) + 1);
    dropped.delete(key);
    entries.set(key, { key, id, args, settings, result, questions, stamp, answeredAt: now() } satisfies SavedEntry);
  }
  const runs = runsAfter(ledger.workbook.runs, entries.values(), isPlanMeant);
  return { service: content.service ?? service, entries: [...entries.values()], dropped, runs };
}

function apply(options: CommitOptions, { outcomes, dropped, isMeant, isPlanMeant, service }: Answered): Commit {
  const { ledger, session } = options;
  const formerService = ledger.service;
  const formerRuns = new Map(ledger.workbook.runs);
  const changed = outcomes.filter(isChanged);
  const former = outcomes.map(({ entry }) => ({ ...entry }));
  const computed = new Set(outcomes.map(({ entry }) => entry.key));
  if (outcomes.some(({ error }) => !error)) ledger.noteAnswered(service);
  applyOutcomes(options, outcomes);
  // A cell may have made such a call meanwhile.
  ledger.remove(dropped.filter(({ addresses }) => addresses.size === 0));
  // Calls that are still running compute their results again, since the answers are others now.
  ledger.startEpoch();
  const late = ledger.entries().filter((entry) => {
    return entry.state !== "waiting" && !computed.has(entry.key) && isMeant(entry);
  });
  ledger.expire(late);
  recordRuns(ledger, isPlanMeant);
  ledger.isUnshown ||= changed.length + late.length > 0;
  forgetOldAnswers(options);
  const before = new Map(
    ledger.entries().map(({ key, state, error, addresses }) => [key, { state, error, addresses: new Set(addresses) }]),
  );
  const isMade = ({ key, state, error }: LedgerEntry) => {
    const was = before.get(key);
    return !was || (was.state === "failed" && (state !== "failed" || error !== was.error));
  };
  const isNewCell = (key: string, address: string) => before.get(key)?.addresses.has(address) !== true;
  const appeared = () => ledger.entries().filter(isMade);
  return {
    changed,
    late,
    recordRuns: () => recordRuns(ledger, isPlanMeant),
    appeared,
    calledSince: () =>
      ledger.entries().flatMap((entry) => {
        if (isMade(entry)) return [entry];
        const cells = [...entry.addresses].filter((address) => isNewCell(entry.key, address));
        return cells.length > 0 ? [{ ...entry, addresses: new Set(cells) }] : [];
      }),
    failedSince: () => findFailure(options, appeared()),
    takeBack() {
      session.forget();
      ledger.startEpoch();
      ledger.remove(appeared());
      for (const entry of former) restoreEntry(ledger, entry);
      ledger.noteAnswered(formerService);
      restoreRuns(ledger, formerRuns);
      ledger.isUnshown = true;
    },
  };
}

/** Restores the former result of an entry. It must win over the result that was already saved. */
function restoreEntry(ledger: Ledger, former: LedgerEntry): void {
  const { key, result, answeredAt = 0, stamp: then = answeredAt, questions } = former;
  const now = ledger.entry(key);
  if (result === undefined) return ledger.remove(now ? [now] : []);
  const stamp = now?.result === undefined ? then : Math.max(then, (now.stamp ?? 0) + 1);
  ledger.record(former, { result, answeredAt, questions, stamp });
}

/** Returns the first failure of the service on one of these calls. An error that concerns a single question does not count. */
async function findFailure(
  { session, ledger }: CommitOptions,
  entries: readonly LedgerEntry[],
): Promise<Error | undefined> {
  const { generation } = session;
  if (!generation) return undefined;
  let failure: Error | undefined;
  const ask: Generation["ask"] = (question, signal) =>
    generation.ask(question, signal).catch((error: unknown) => {
      if (!isAnswered(error)) failure ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    });
  // With a memory of its own, no failed call can share a query that asks the generation itself.
  const source: Generation = { ...generation, ask, memory: createMemory() };
  const failed = entries.filter(({ state }) => state === "failed");
  await Promise.all(failed.map((entry) => ledger.invoke(entry, { generation: source }).catch(() => undefined)));
  return failure;
}

function isAnswered(error: unknown): boolean {
  return isInsightsError(error, "unknown", "missing", "unoffered", "argument", "refused");
}
