/** Compares what a look at the service has found with what the workbook shows. Writes and asks nothing. */
import { heldAnswers, memoryOnly, questionInKey, questionKey, type Generation } from "../../../insights";
import { formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { isOnlyCall } from "../../../numbers/language/calls";
import { readFormulaCells } from "../cells/formulaCells";
import { runExcel } from "../cells/runExcel";
import { showsAge, type Ledger, type LedgerEntry } from "../ledger/ledger";
import { findShown } from "../ledger/shown";
import { changedCells } from "./cellChanges";
import { isShown } from "./lateCells";
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
  const times = answers.map(({ generatedAt }) => generatedAt);
  const isDated = times.length > 0 && times.every((time) => time !== undefined);
  const { changed, cells, arePlain } = await findFilled([...outcomes.values()].filter(isChanged));
  const comparable = ledger.entries().filter((entry) => ledger.isCurrent(entry) && !showsAge(entry));
  return {
    shownAt: findShown(entries).plans.get(plan)?.newest,
    lookedAt: isDated ? Math.max(...times) : undefined,
    compared: outcomes.size,
    differing: changed.length,
    cells: cells?.filter((cell) => !isHidden(cell)).length,
    isExact: arePlain && outcomes.size === comparable.length,
  };
}

interface Filled {
  /** The calls that a cell still makes, as far as Excel tells. */
  readonly changed: readonly Outcome[];
  /** The cells that they fill; undefined if Excel cannot tell now. */
  readonly cells?: readonly SheetPosition[];
  /** True if each formula is known to be a call alone. */
  readonly arePlain: boolean;
}

async function findFilled(changed: readonly Outcome[]): Promise<Filled> {
  if (changed.some(({ entry }) => entry.addresses.size === 0)) return { changed, arePlain: false };
  const addresses = new Set(changed.flatMap(({ entry }) => [...entry.addresses]));
  const anchors = [...addresses].flatMap((address) => parseSheetPosition(address) ?? []);
  const read = await runExcel((context) => readFormulaCells(context, anchors)).catch(() => undefined);
  if (!read) return { changed, arePlain: false };
  // A cell whose formula has changed stays among the cells of its former call, whose result it does not show.
  const made = changed.flatMap((outcome) => {
    const { entry } = outcome;
    const own = read.filter((cell) => entry.addresses.has(formatSheetPosition(cell)) && isShown(cell, [entry]));
    return own.length > 0 ? [{ outcome, own }] : [];
  });
  // A formula around a call fills its own cell, whatever the call returns.
  const filled = made.flatMap(({ outcome, own }) =>
    own.flatMap((cell): readonly SheetPosition[] => (isOnlyCall(cell.formula) ? changedCells(cell, outcome) : [cell])),
  );
  return {
    changed: made.map(({ outcome }) => outcome),
    cells: [...new Map(filled.map((cell) => [formatSheetPosition(cell), cell])).values()],
    arePlain: made.every(({ own }) => own.every(({ formula }) => isOnlyCall(formula))),
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
