/** The cells of a large report: every one names plan, scenario, field and month, as a planner writes them. */
import { fieldsOf } from "../../src/insights";

export interface Cell {
  readonly plan: string;
  readonly scenario: string;
  readonly field: string;
  readonly month: string;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);

/** So many, over all fields of the P&L, the months of a year and all scenarios of a plan, again and again. */
export function cellsOf(plan: string, scenarios: readonly string[], count: number): Cell[] {
  const all = scenarios.flatMap((scenario) =>
    MONTHS.flatMap((month) => fieldsOf("pnl").map(({ name: field }) => ({ plan, scenario, field, month }))),
  );
  return Array.from({ length: count }, (_, at) => ({ ...all[at % all.length]! }));
}
