/** Formulas that could not be calculated, and those that read one: why, for people, and what their cells show. */
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import type { BookSheet } from "../../../spreadsheet/engine/bookSheet";
import type { CellError } from "../../../spreadsheet/engine/values";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { cellIndex, type SheetPosition } from "../../../spreadsheet/cells/area";

export interface NamedProblem {
  /** Such as "Plan!B4". */
  readonly cell: string;
  readonly problem: string;
}

/**
 * Returns the outcomes, in which a formula also has a problem if its new value is calculated from a cell without any value:
 * that would count as blank, and the result would be wrong.
 */
export function withoutBlankReads(outcomes: readonly FormulaOutcome[], sheets: readonly BookSheet[]): FormulaOutcome[] {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const isBlank = (cell: SheetPosition) => (byName.get(cell.sheet)?.valueAt(cellIndex(cell)) ?? null) === null;
  return outcomes.map((outcome) => {
    const { mixedFrom } = outcome;
    if (!mixedFrom || !isBlank(mixedFrom)) return outcome;
    const problem = `The formula reads ${formatSheetPosition(mixedFrom)}, which has no value and could not be calculated.`;
    return { ...outcome, problem };
  });
}

/** @param valuesOnly True if the cells show #N/A, since the copy has no formulas that would tell. */
export function problemsIn(outcomes: readonly FormulaOutcome[], valuesOnly: boolean): NamedProblem[] {
  return outcomes.flatMap((outcome) => {
    const problem = problemOf(outcome, valuesOnly);
    return problem === undefined ? [] : [{ cell: formatSheetPosition(outcome.cell), problem }];
  });
}

function problemOf({ problem, mixedFrom }: FormulaOutcome, valuesOnly: boolean): string | undefined {
  if (problem !== undefined || !mixedFrom) return problem;
  const origin = formatSheetPosition(mixedFrom);
  return valuesOnly
    ? `The formula reads ${origin}, which could not be calculated.`
    : `The new value mixes new and old: it is calculated from ${origin}, which keeps its old value.`;
}

const NOT_AVAILABLE: CellError = { code: "#N/A", message: "The formula could not be calculated." };

/** Returns the outcome as a values-only copy shows it: all cells of a formula with a problem, or that reads one, are #N/A. */
export function shownInCopy(outcome: FormulaOutcome): FormulaOutcome {
  if (outcome.problem === undefined && !outcome.mixedFrom) return outcome;
  return { ...outcome, rows: outcome.rows.map((row) => row.map(() => NOT_AVAILABLE)), problem: undefined };
}

/** Returns the note on a values-only copy; none without problems. */
export function copyNotes({ length }: readonly NamedProblem[]): string[] {
  if (length === 0) return [];
  const formulas = length === 1 ? "a formula" : `${length.toLocaleString("en-US")} formulas`;
  return [`The copy shows #N/A for ${formulas} not calculated, or calculated from such cells. Check them in Excel.`];
}
