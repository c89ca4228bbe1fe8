/** Compares what a look at the service has found with what the workbook shows. Writes and asks nothing. */
import { heldAnswers, memoryOnly, questionInKey, questionKey, type Generation } from "../../insights";
import { formatSheetPosition, parseSheetPosition } from "../../sheet/address";
import type { SheetPosition } from "../../sheet/area";
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
  { plan, isHidden }: { readonly plan: string; readonly isHidden: (cell: SheetPosition) => boolean },
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
  return {
    shownAt: findShown(entries).plans.get(plan)?.newest,
    lookedAt: isDated ? Math.max(...times) : undefined,
    compared: outcomes.size,
    differing: changed.length,
    cells: cellsOf(changed)?.filter((cell) => !isHidden(cell)).length,
  };
}

function cellsOf(changed: readonly Outcome[]): readonly SheetPosition[] | undefined {
  if (changed.some(({ entry }) => entry.addresses.size === 0)) return undefined;
  const cells = changed.flatMap((outcome) =>
    [...outcome.entry.addresses].flatMap((address) => {
      const anchor = parseSheetPosition(address);
      return anchor ? changedCells(anchor, outcome) : [];
    }),
  );
  return [...new Map(cells.map((cell) => [formatSheetPosition(cell), cell])).values()];
}

/** True for a call with a result of this plan. */
function isOfPlan(entry: LedgerEntry, plan: string): boolean {
  const { result, questions = [] } = entry;
  return result !== undefined && !showsAge(entry) && questions.some(({ key }) => questionInKey(key).plan === plan);
}

function isAnswerable({ questions = [] }: LedgerEntry, known: ReadonlySet<string>): boolean {
  return questions.every(({ key }) => known.has(key));
}
