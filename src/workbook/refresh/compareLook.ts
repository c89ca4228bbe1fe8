/** Compares what a look at the service has found with what the workbook shows. Writes and asks nothing. */
import { heldAnswers, memoryOnly, questionInKey, questionKey, type Generation } from "../../insights";
import { formatSheetPosition, parseSheetPosition } from "../../sheet/address";
import type { SheetPosition } from "../../sheet/area";
import { isOnlyCall } from "../../formulas/calls";
import { readFormulaTexts } from "../cells/cells";
import { runExcel } from "../cells/runExcel";
import { showsAge, type Ledger, type LedgerEntry } from "../ledger/ledger";
import { findShown } from "../ledger/shown";
import { changedCells } from "./cellChanges";
import { isChanged, recompute, type Outcome } from "./recompute";

/** Times are milliseconds since the epoch. */
export interface LookComparison {
  /** When the service computed the newest answer that the plan's cells show; undefined if they show none. */
  readonly shownAt: number | undefined;
  /** When the service computed the newest answer of the look; undefined if it does not say that of all. */
  readonly lookedAt: number | undefined;
  /** The workbook's formulas that the look can answer. */
  readonly compared: number;
  /** Those of them that would show something else. */
  readonly differing: number;
  /** How many cells would, as a refresh will count them; undefined if Excel has not told yet which cells make these calls. */
  readonly cells: number | undefined;
  /**
   * True if a refresh cannot count otherwise: each formula of the workbook was compared, and those that would change are calls
   * alone.
   */
  readonly isExact: boolean;
}

/** More would take long, and tell no more. */
const MOST_COMPARED = 2_000;

/**
 * @param generation The look's answers.
 * @param isHidden True for cells that only serve a report.
 */
export async function compareLook(
  ledger: Ledger,
  generation: Generation,
  {
    plan,
    isHidden,
  }: {
    readonly plan: string;
    readonly isHidden: (cell: SheetPosition) => boolean;
  },
): Promise<LookComparison> {
  const answers = heldAnswers(generation);
  const known = new Set(answers.map(({ question }) => questionKey(question)));
  const entries = ledger.entries().filter((entry) => ledger.isCurrent(entry) && isOfPlan(entry, plan));
  const compared = entries.filter((entry) => isAnswerable(entry, known)).slice(0, MOST_COMPARED);
  const keys = new Set(compared.map(({ key }) => key));
  const outcomes = await recompute({
    ledger,
    generation: memoryOnly(generation),
    select: () => ledger.entries().filter(({ key }) => keys.has(key)),
    shown: () => findShown(ledger.entries(), ledger.workbook),
  });
  const changed = [...outcomes.values()].filter(isChanged);
  const times = answers.map(({ generatedAt }) => generatedAt);
  const isDated = times.length > 0 && times.every((time) => time !== undefined);
  const cells = await findFilledCells(changed);
  const comparable = ledger.entries().filter((entry) => ledger.isCurrent(entry) && !showsAge(entry));
  return {
    shownAt: findShown(entries).plans.get(plan)?.newest,
    lookedAt: isDated ? Math.max(...times) : undefined,
    compared: outcomes.size,
    differing: changed.length,
    cells: cells?.cells.filter((cell) => !isHidden(cell)).length,
    isExact: cells?.arePlain === true && outcomes.size === comparable.length,
  };
}

interface FilledCells {
  readonly cells: readonly SheetPosition[];
  /** True if each formula is a call alone. */
  readonly arePlain: boolean;
}

/** Finds the cells that the calls fill. Undefined if Excel cannot tell now. */
async function findFilledCells(changed: readonly Outcome[]): Promise<FilledCells | undefined> {
  const calls = changed.flatMap((outcome) =>
    [...outcome.entry.addresses].flatMap((address) => {
      const anchor = parseSheetPosition(address);
      return anchor ? [{ anchor, outcome }] : [];
    }),
  );
  if (changed.some(({ entry }) => entry.addresses.size === 0)) return undefined;
  const anchors = calls.map(({ anchor }) => anchor);
  const formulas = await runExcel((context) => readFormulaTexts(context, anchors)).catch(() => undefined);
  if (!formulas) return undefined;
  const arePlain = formulas.map(isOnlyCall);
  // A formula around a call fills its own cell, whatever the call returns.
  const cells = calls.flatMap(({ anchor, outcome }, at) => (arePlain[at] ? changedCells(anchor, outcome) : [anchor]));
  return {
    cells: [...new Map(cells.map((cell) => [formatSheetPosition(cell), cell])).values()],
    arePlain: arePlain.every(Boolean),
  };
}

/** True for a call with a result of this plan. */
function isOfPlan(entry: LedgerEntry, plan: string): boolean {
  const { result, questions = [] } = entry;
  return result !== undefined && !showsAge(entry) && questions.some(({ key }) => questionInKey(key).plan === plan);
}

function isAnswerable({ questions = [] }: LedgerEntry, known: ReadonlySet<string>): boolean {
  return questions.every(({ key }) => known.has(key));
}
