/** The figure of a call of KPI, VAR or BRIDGE, as the functions read it. Loaded once somebody asks for one. */
import { isInsightsError, questionKey, type Memory } from "../../insights";
import { BASES } from "../language/bases";
import { sideOf, type AskedSides, type Figure } from "../language/figure";
import type { MeasureName } from "../language/varianceSign";
import { readChoice, readText } from "./arguments";
import { rowsOfItems } from "./items";
import { readParameters, type NumberChoice } from "./numberRows";
import type { PeriodRows } from "./periodRows";
import type { CellQuery } from "./query";

/** Unread arguments of a cell. */
interface FigureTexts {
  readonly groupBy: unknown;
  readonly currency: unknown;
  readonly basis: unknown;
  readonly basePeriod?: unknown;
}

/** The number that the cell selects. */
type FigureChoice = NumberChoice & { readonly measure?: MeasureName };

/** The facts about the number in a query's data. */
export interface FigureFacts {
  readonly sides: AskedSides;
  readonly rows?: PeriodRows | undefined;
  /** True to count the rows. */
  readonly isCounted?: boolean;
}

/** The request of a cell that shows a number of a plan. */
export interface NumberQuery<Data, Result> extends CellQuery<Data, Result> {
  readonly given: FigureTexts;
  readonly choice: FigureChoice;
  readonly factsOf: (data: Data) => FigureFacts;
}

/** Returns the same cell, whose listener receives the figure as more of it becomes known. */
export function withFigure<Data, Result>(
  { query, select, given, choice, factsOf }: NumberQuery<Data, Result>,
  memory: Memory,
  onFigure: (figure: Figure) => void,
): CellQuery<Data, Result> {
  const figureOf = readFigure(given, choice, memory);
  return {
    query,
    onSides: (sides) => onFigure(figureOf({ sides })),
    select(data) {
      onFigure(figureOf(factsOf(data)));
      return select(data);
    },
  };
}

/** Reads the arguments now, and returns what describes the number. */
function readFigure(
  { basis, basePeriod, ...given }: FigureTexts,
  { field, items, measure }: FigureChoice,
  memory: Memory,
): (facts: FigureFacts) => Figure {
  const { groupBy, currency } = readParameters(given, field);
  const against = readText(basePeriod, "basePeriod").toUpperCase();
  const said: Figure["said"] = {
    basis: readChoice(basis, "basis", BASES),
    against: against === "PY" || against === "PP" ? against : undefined,
  };
  return ({ sides: [own, base], rows, isCounted = false }) => ({
    field,
    own: sideOf(own),
    base: base && sideOf(base),
    measure,
    items,
    groupBy,
    currency: rows?.answers.map((answer) => answer.currency).find((each) => each !== undefined) ?? currency,
    said,
    rows: rows && isCounted ? countRows(rows, items, memory) : undefined,
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
