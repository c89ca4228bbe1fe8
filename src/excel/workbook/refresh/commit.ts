/** Computes what a refresh brings and writes it into the workbook, before any cell changes. */
import { checkService, type Generation, type Session } from "../../../insights";
import { isLater, nextEdition, type Edition, type SavedEntry, type SavedLedger } from "../../../reporting/saved/ledger";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { saveRefresh } from "../ledger/savedLedger";
import { findShown, newestByPlan } from "../ledger/shown";
import { UnansweredError } from "../cells/runExcel";
import { editingEnded, untilCancelled, type EditingOptions } from "./editMode";
import { callsWith, isChanged, recompute, type Outcome, type Outcomes } from "./recompute";

export interface CommitOptions extends EditingOptions {
  readonly ledger: Ledger;
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True to move a workbook of another service to the connected one. @default false */
  readonly isMove?: boolean;
  /** Ends the refresh with every cell as it was. After the commit it only ends the wait for the cells. */
  readonly signal?: AbortSignal;
  /** Called with the number of computed calls. */
  readonly progress?: (done: number, all: number) => void;
}

const UNKNOWN =
  "Excel has not answered, so it is not known whether the workbook has the new numbers. If it has, cells show them within a minute. If not, press Refresh once more.";

/** It is not known whether the refresh was written. */
export class UnknownCommit extends Error {
  constructor(options: ErrorOptions) {
    super(UNKNOWN, options);
  }
}

/**
 * Computes all calls but the unused ones, and saves their results as a new edition. Then memory follows: the ledger, and the
 * session's generation. Rejects without any change if the service fails on a call, if the workbook cannot be written or was
 * refreshed by another user, or if `signal` aborts before the write. Rejects with `UnknownCommit`, and without a change in memory, if
 * Excel does not answer the write, or not soon after `signal` aborts.
 * @returns the calls that return something else than before
 */
export async function commit(options: CommitOptions, unused: ReadonlySet<LedgerEntry>): Promise<readonly Outcome[]> {
  const { ledger, session, wait, signal } = options;
  const controller = new AbortController();
  let step: "computing" | "writing" | "over" = "computing";
  let outcomes: Outcomes = new Map();
  let refreshed: SavedLedger | undefined;
  const former = ledger.edition;
  const service = session.address;
  // A write cannot be cancelled.
  const abort = () => step === "computing" && controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    await session.refresh(controller.signal, async (generation) => {
      outcomes = await computeAll(options, generation, unused);
      // If the service failed, `session.refresh` rejects, and `step` changes one turn later.
      await wait(0);
      if (step !== "computing") return;
      // While a cell is being edited the write would wait, and could not be cancelled.
      await editingEnded(options);
      if (step !== "computing") return;
      // Calls that were computed since the user connected to another service have failed.
      checkService(service, session.address);
      step = "writing";
      refreshed = refreshedLedger(options, outcomes, { former, service });
      if (refreshed.edition !== former) await write(options, refreshed, former);
    });
  } finally {
    step = "over";
    signal?.removeEventListener("abort", abort);
  }
  ledger.remove([...unused]);
  if (refreshed) replaceAll(ledger, refreshed, outcomes);
  // All cells are to be calculated.
  ledger.workbook.hasUnknown = false;
  return [...outcomes.values()].filter(isChanged);
}

function computeAll(
  options: CommitOptions,
  generation: Generation,
  unused: ReadonlySet<LedgerEntry>,
): Promise<Outcomes> {
  const select = () => options.ledger.entries().filter((entry) => !unused.has(entry));
  const shown = (outcomes: Outcomes) => findShown(callsWith(select(), outcomes));
  return recompute({ ...options, generation, select, shown });
}

/** Returns what the refresh brought; the former edition if it brought nothing new. */
function refreshedLedger(
  { ledger, now }: CommitOptions,
  outcomes: Outcomes,
  { former, service }: { readonly former: Edition; readonly service: string | undefined },
): SavedLedger {
  const answeredAt = now();
  const entries = [...outcomes.values()].flatMap(({ entry, result, questions, error }): SavedEntry[] => {
    const { key, id, args, settings } = entry;
    return error ? [] : [{ key, id, args, settings, result, questions, answeredAt }];
  });
  const runs = newestByPlan(entries);
  const isMoved = service !== former.service;
  const last = latestOf(ledger, former);
  const isNews =
    isMoved || last !== former || [...outcomes.values()].some(isChanged) || !isSameRuns(runs, ledger.workbook.runs);
  return { entries, runs, edition: isNews ? nextEdition(last, service, { entries, runs }) : former };
}

function isSameRuns(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([plan, newest]) => other.get(plan) === newest);
}

/** Returns the latest edition that the workbook may have: a write that was not answered may still come, and must not win then. */
function latestOf({ workbook: { unanswered } }: Ledger, former: Edition): Edition {
  return unanswered && isLater(unanswered, former) ? unanswered : former;
}

async function write(options: CommitOptions, refreshed: SavedLedger, former: Edition): Promise<void> {
  const { ledger } = options;
  const writing = saveRefresh(refreshed, latestOf(ledger, former));
  const written = await untilCancelled(options, writing).catch((error: unknown): never => {
    if (error instanceof UnansweredError) {
      ledger.workbook.unanswered = refreshed.edition;
      throw new UnknownCommit({ cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The workbook could not be written, so nothing was refreshed. Excel says: ${reason}`);
  });
  if (!written) throw new Error("Another person has refreshed this workbook meanwhile. Press Refresh once more.");
  Object.assign(ledger.workbook, written, { unanswered: undefined });
}

function replaceAll(ledger: Ledger, { edition, entries, runs }: SavedLedger, outcomes: Outcomes): void {
  const results = new Map(entries.map((entry) => [entry.key, entry]));
  const hasChanged = ({ key }: LedgerEntry) => {
    const outcome = outcomes.get(key);
    return outcome !== undefined && isChanged(outcome);
  };
  ledger.replace({ edition, results, runs, isChanged: hasChanged });
}
