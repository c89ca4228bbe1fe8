/** What a call of KPI or VAR has asked for, as the functions read it. */
import { isInsightsError, questionKey, type Memory } from "../../insights";
import { BASES } from "../language/bases";
import { sideOf, type AskedSides, type Figure, type FigurePeriod } from "../language/figure";
import type { MeasureName } from "../language/variance";
import { readChoice, readText } from "./arguments";
import { rowsOfItems } from "./items";
import { readParameters, type NumberChoice } from "./numberRows";
import type { PeriodRows } from "./periodRows";

/** Unread arguments of a cell. */
interface FigureArguments {
  readonly groupBy: unknown;
  readonly currency: unknown;
  readonly basis: unknown;
  readonly basePeriod?: unknown;
}

/** Says a period by its texts, while which months they mean is not known. */
export function writtenPeriod(period: unknown, actualsTo?: unknown): FigurePeriod {
  return {
    written: readText(period, "period") || "full year",
    actualsTo: readText(actualsTo, "actualsTo") || undefined,
  };
}

/**
 * Reads the arguments now, and returns what describes the number as more of it becomes known.
 * @param choice What the cell selects.
 */
export function readFigure(
  { basis, basePeriod, ...given }: FigureArguments,
  choice: NumberChoice & { readonly measure?: MeasureName },
): (sides: AskedSides, rows?: PeriodRows, memory?: Memory) => Figure {
  const { field, items, measure } = choice;
  const { groupBy, currency } = readParameters(given, field);
  const against = readText(basePeriod, "basePeriod").toUpperCase();
  const said: Figure["said"] = {
    basis: readChoice(basis, "basis", BASES),
    against: against === "PY" || against === "PP" ? against : undefined,
  };
  return ([own, base], rows, memory) => ({
    field,
    own: sideOf(own),
    base: base && sideOf(base),
    measure,
    items,
    groupBy,
    currency: rows?.answers.map((answer) => answer.currency).find((each) => each !== undefined) ?? currency,
    said,
    // Counted only where a memory is handed in.
    rows: rows && memory && countRows(rows, items, memory),
    sources: rows && [...new Set(rows.answers.map(({ question }) => questionKey(question)))],
  });
}

/** Returns how many rows the number combines; undefined if it has none. */
function countRows(rows: PeriodRows, items: readonly string[], memory: Memory): number | undefined {
  try {
    return rowsOfItems(rows, items, memory).rows.length || undefined;
  } catch (error) {
    if (isInsightsError(error)) return undefined;
    throw error;
  }
}
