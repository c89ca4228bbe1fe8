/** Selects the entries that a refresh computes: all of the workbook, or those of whole plans. */
import { formatSheetPosition } from "../../grid/address";
import { questionInKey } from "../../insights";
import type { FormulaAt } from "../cells/cells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import type { Outcomes } from "./recompute";

export interface Selection {
  readonly select: (outcomes: Outcomes) => readonly LedgerEntry[];
  /** True if the refresh includes an entry that was answered meanwhile. */
  readonly isMeant: (entry: LedgerEntry, outcomes: Outcomes) => boolean;
  /** Returns a test that is true for the plans to refresh. */
  readonly plans: (outcomes: Outcomes) => (plan: string) => boolean;
  /** True if the plan's answers move to the next generation unchanged. */
  readonly keeps: (plan: string) => boolean;
}

/** Selects all entries, also of cells that are entered meanwhile. */
export function selectAll(ledger: Ledger): Selection {
  return { select: () => ledger.entries(), isMeant: () => true, plans: () => () => true, keeps: () => false };
}

/** Selects the entries of a plan, or else of the plans that these cells show, in all cells that show them. */
export function selectPlans(ledger: Ledger, cells: readonly FormulaAt[], plan?: string): Selection {
  const named = plan ? [plan] : [];
  const made = () => (plan ? [] : callsOf(ledger, cells));
  const hasNoPlan = made().some(({ result, questions }) => result === undefined || questions === undefined);
  const plansNow = (outcomes: Outcomes) =>
    new Set([...named, ...made().flatMap((entry) => [...askedPlans(entry), ...askedPlans(outcomes.get(entry.key))])]);
  const isMeant = (entry: LedgerEntry, plans: ReadonlySet<string>) =>
    isRestored(entry) || askedPlans(entry).some((each) => plans.has(each));
  const before = plansNow(new Map());
  return {
    select(outcomes) {
      const plans = plansNow(outcomes);
      return [...made(), ...ledger.entries().filter((entry) => isMeant(entry, plans))];
    },
    isMeant: (entry, outcomes) => !entry.questions?.length || isMeant(entry, plansNow(outcomes)),
    plans(outcomes) {
      const plans = plansNow(outcomes);
      return (each) => plans.has(each);
    },
    keeps: (each) => !hasNoPlan && !before.has(each),
  };
}

/** True if one of the cells shows a number that was restored: it could be of any plan. */
export function showsRestored(ledger: Ledger, cells: readonly FormulaAt[]): boolean {
  return callsOf(ledger, cells).some(isRestored);
}

/** Returns the ids of the plans that a result was computed from. */
export function askedPlans(computed: Pick<LedgerEntry, "questions"> | undefined): string[] {
  return (computed?.questions ?? []).map(({ key }) => questionInKey(key).plan);
}

/** True if the questions of the result are unknown: a cell showed it, and the service failed on the cell's call. */
export function isRestored({ result, questions }: LedgerEntry): boolean {
  return result !== undefined && questions === undefined;
}

function callsOf(ledger: Ledger, cells: readonly FormulaAt[]): LedgerEntry[] {
  const addresses = new Set(cells.map(formatSheetPosition));
  return ledger.entries().filter((entry) => [...entry.addresses].some((address) => addresses.has(address)));
}
