/**
 * Makes values of the formulas that call our functions, and of all that would contradict them. The story:
 *
 * 1. Everything is read and thought out (`freezePlan.ts`): which formulas, which drop-down lists, where the line goes.
 * 2. The anchors are written (`anchors.ts`), then the record (`freezeRecord.ts`), which says that the freeze is not finished. From
 *    here on no formula can get lost, whatever happens to this page.
 * 3. The sheets are read again (`unchanged.ts`): a person may have inserted rows or sorted by now, and values in cells that
 *    were thought out before would be wrong numbers under other labels. Then nothing is frozen, and nothing remembered.
 * 4. The values take the place of the formulas, the lists go, and each sheet gets its line (`freezeWriting.ts`). What has become
 *    of the cells is read back. If Excel has not taken it all, the cells are made formulas again; where Excel does not take that
 *    either, the record stays as it is, and freezing or thawing again goes on from there.
 * 5. The record says that the freeze is finished.
 */
import { formatSheetPosition } from "../../grid/address";
import { withFinished, withoutBatch } from "../../saved/frozen";
import type { Scope } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { listReports } from "../reports/report";
import { deleteAnchors, writeAnchors } from "./anchors";
import { planFreeze, type FreezePlan, type FrozenCell, type SkippedCell } from "./freezePlan";
import { recordOf, type FreezeRecord } from "./freezeRecord";
import { writeFreeze } from "./freezeWriting";
import { updateSavedFrozen } from "./savedFrozen";
import { takeBack } from "./thaw";
import { isUnchanged } from "./unchanged";

export interface FreezeOptions {
  readonly ledger: Ledger;
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface FreezeSummary {
  /** How many formulas have become values. */
  readonly cells: number;
  /** How many of them call none of our functions, but would contradict those that do. */
  readonly others: number;
  readonly skipped: readonly SkippedCell[];
}

const CHANGED = "The workbook was changed while it was being frozen, so that nothing was frozen. Freeze again.";

/**
 * Values and number formats stay as they are, those of spills too. The ledger loses the calls that only these cells have made.
 * Rejects before anything is changed while one of the cells is being calculated.
 */
export async function freeze({ ledger, scope, now }: FreezeOptions): Promise<FreezeSummary> {
  const reports = (await listReports()).map(({ sheet }) => sheet);
  const plan = await Excel.run({ delayForCellEdit: true }, (context) => planFreeze(context, scope, reports)).catch(
    failed,
  );
  if (plan.cells.length === 0) return { cells: 0, others: 0, skipped: plan.skipped };
  const batch = newId();
  const record = recordOf(plan, batch, now(), oldestOf(ledger, plan.cells));
  const frozen = record.blocks.flatMap(({ cells }) => cells);
  if (frozen.length === 0) return { cells: 0, others: 0, skipped: [...plan.skipped, ...record.skipped] };
  await remember(plan, batch, record, now());
  try {
    await Excel.run({ delayForCellEdit: true }, (context) => writeFreeze(context, plan, frozen, record));
  } catch (error) {
    throw await afterFailure(batch, error);
  }
  // Whoever freezes or thaws has seen to what was not finished before.
  await updateSavedFrozen(withFinished);
  await removeCalls(ledger, frozen.map(formatSheetPosition), plan.isAll);
  return { cells: frozen.length, others: plan.others, skipped: [...plan.skipped, ...record.skipped] };
}

/** Writes the anchors and the record. Rejects, with neither left, where the workbook is not what the plan was made from. */
async function remember(plan: FreezePlan, batch: string, { anchors, items }: FreezeRecord, at: number): Promise<void> {
  try {
    await Excel.run({ delayForCellEdit: true }, (context) => writeAnchors(context, anchors));
    await updateSavedFrozen((saved) => ({
      ...saved,
      batches: [...saved.batches, { id: batch, at, isUnfinished: true }],
      items: [...saved.items, ...items],
    }));
    const isStill = await Excel.run({ delayForCellEdit: true }, (context) => isUnchanged(context, plan));
    if (!isStill) throw new Error(CHANGED);
  } catch (error) {
    await updateSavedFrozen((saved) => withoutBatch(saved, batch)).catch(() => {});
    const isOther = (id: string) => !id.startsWith(`${batch}.`);
    await Excel.run({ delayForCellEdit: true }, (context) => deleteAnchors(context, isOther)).catch(() => {});
    failed(error);
  }
}

/** A sheet that is not found has been renamed or deleted. */
function failed(error: unknown): never {
  throw (error as { code?: unknown }).code === "ItemNotFound" ? new Error(CHANGED) : error;
}

/** Brings the formulas back that have become values; what could not be done is told by the error that this gives. */
async function afterFailure(batch: string, error: unknown): Promise<Error> {
  const reason = error instanceof Error ? error.message : String(error);
  try {
    await takeBack(batch);
    return new Error(`Excel did not take the values, so that nothing was frozen. It says: ${reason}`);
  } catch {
    return new Error(
      "Excel stopped in the middle: some formulas are values now, and all are remembered. " +
        `Freeze again to complete it, or thaw to take it back. Excel says: ${reason}`,
    );
  }
}

/** When the oldest of the numbers in these cells was worked out, as far as it is known. */
function oldestOf(ledger: Ledger, cells: readonly FrozenCell[]): number | undefined {
  const addresses = new Set(cells.map(formatSheetPosition));
  const stamps = ledger
    .entries()
    .filter((call) => [...call.addresses].some((address) => addresses.has(address)))
    .flatMap(({ stamp }) => stamp ?? []);
  return stamps.length > 0 ? stamps.reduce((one, other) => Math.min(one, other)) : undefined;
}

/** The calls that only these cells have made; and all, those of unknown cells too, where no cell is left to make them. */
async function removeCalls(ledger: Ledger, addresses: readonly string[], isAll: boolean): Promise<void> {
  const known = ledger.entries().filter((call) => call.addresses.size > 0);
  ledger.detach(addresses);
  ledger.remove(known.filter((call) => call.addresses.size === 0));
  if (isAll) ledger.clear();
  await saveLedger(ledger);
}

/** Letters and digits alone, since it is part of names. */
function newId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 12);
}
