/**
 * The workbook's current month, which a period or date can name: current, current-1, current+3. It is a setting, or else the last
 * month of the plan's actuals that had ended.
 */
import {
  InsightsError,
  stampOf,
  type Answer,
  type Awaitable,
  type Parameters,
  type Plan,
  type AnswerRow,
  type Scenario,
} from "../../insights";
import { readPlan } from "./arguments";
import { askOne, askVisiblePlans } from "./ask";
import { getSettings, readWithSettings } from "./host";
import { monthsIn } from "./monthIndex";
import { findPlan, hasFlag, onePerId, quote } from "../language/names";
import { saysCurrent } from "../language/periods";
import type { QueryContext } from "./query";

/** Whose months tell the current one: those of a plan, asked for in the currency of the call. */
export interface CurrentMonthSource {
  /** As in the cell. */
  readonly plan: unknown;
  readonly parameters: Pick<Parameters, "currency">;
}

export interface PeriodReading<T> {
  /** Undefined if only the service tells the current month. */
  readonly known: T | undefined;
  readonly settle: (context: QueryContext) => Awaitable<T>;
}

/**
 * Reads periods and dates now, or once a query has found the current month, if any of `values` names it and no setting says it.
 * @param read Receives the current month, or "" if none of the values names it.
 */
export function readPeriods<T>(
  values: readonly unknown[],
  source: CurrentMonthSource,
  read: (current: string) => T,
): PeriodReading<T> {
  const settings = getSettings();
  const { currentMonth } = settings;
  if (!currentMonth && values.some(saysCurrent)) {
    const plan = readPlan(source.plan);
    return {
      known: undefined,
      async settle(context) {
        const month = await askCurrentMonth(plan, source.parameters, context);
        return readWithSettings(settings, () => read(month));
      },
    };
  }
  const known = read(currentMonth ?? "");
  return { known, settle: () => known };
}

/** Rejects with `missing` if the plan has no or several scenarios of actuals, or no month of them has ended. */
async function askCurrentMonth(
  text: string,
  { currency }: Pick<Parameters, "currency">,
  context: QueryContext,
): Promise<string> {
  const plans = await askVisiblePlans(context);
  const { id, actuals } = findActuals(plans && findPlan(text, plans), notSet);
  const parameters = { interval: "M" as const, ...(currency ? { currency } : {}) };
  const answer = await askOne({ endpoint: "pnl", plan: id, scenario: actuals.id, parameters }, context);
  const month = context.memory.recall(answer, "current month", () => [lastEndedMonth(answer, context)])[0];
  if (month) return month;
  throw notSet(`no month in the P&L of ${quote(actuals.name)} had ended`);
}

/**
 * Returns the plan's id, and its only scenario flagged actual. Throws the error of `refuse` if the plan has none or several.
 * @param plan Undefined for a key that cannot list plans.
 */
export function findActuals(
  plan: Plan | undefined,
  refuse: (reason: string) => InsightsError,
): { readonly id: string; readonly actuals: Scenario } {
  if (!plan) throw refuse("this key cannot list scenarios (it lacks the scope plans:read)");
  const [actuals, ...others] = onePerId(plan.scenarios, (scenario) => hasFlag(scenario, "actual"));
  if (actuals && others.length === 0) return { id: plan.id, actuals };
  throw refuse(`plan ${quote(plan.name)} has ${actuals ? "several scenarios" : "no scenario"} flagged actual`);
}

/** Returns the last month with a number that had ended, in UTC, when the service computed the answer. */
function lastEndedMonth(answer: Answer, { memory }: QueryContext): string | undefined {
  const now = new Date(stampOf(answer)).toISOString().slice(0, 7);
  const ended = [...monthsIn(answer, memory).rows].filter(([month, rows]) => month < now && rows.some(hasNumber));
  return ended
    .map(([month]) => month)
    .sort()
    .at(-1);
}

function hasNumber({ rows, at }: AnswerRow): boolean {
  return [...rows.values.values()].some((column) => !Number.isNaN(column[at]));
}

function notSet(reason: string): InsightsError {
  return new InsightsError("missing", `Set the current month in the Insights pane: ${reason}.`);
}
