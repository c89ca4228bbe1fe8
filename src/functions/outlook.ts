/** An outlook: the months through one are the plan's actuals, later months are the scenario's. */
import { InsightsError, isInsightsError, type Question } from "../insights";
import { all, askVisiblePlans } from "./ask";
import { findActuals } from "./currentMonth";
import { readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { listNames, quote } from "../language/names";
import { askPeriod, type PeriodRows } from "./periodRows";
import type { QueryContext } from "./query";

/** The months of a number, and whose they are. */
export interface OutlookPeriod {
  readonly months: KpiPeriod;
  /** The last month (YYYY-MM) that is the actuals'; undefined if all are the scenario's. */
  readonly actualsTo: string | undefined;
}

/** @param current The current month, if the value names it. Throws `argument` for an outlook without a period. */
export function readOutlook(months: KpiPeriod, actualsTo: unknown, current: string): OutlookPeriod {
  const last = readKpiPeriod(actualsTo, "actualsTo", current)?.at(-1);
  if (months || last === undefined) return { months, actualsTo: last };
  throw new InsightsError(
    "argument",
    "With actualsTo a period is needed, such as 2026: an outlook is of named months.",
  );
}

/** Rejects with `unknown` if the actuals lack a month of theirs: the scenario's never takes its place. */
export async function askOutlook(
  question: Question,
  { months, actualsTo }: OutlookPeriod,
  context: QueryContext,
  isAddable: boolean,
): Promise<PeriodRows> {
  if (!months || actualsTo === undefined) return askPeriod(question, months, context, isAddable);
  const ended = months.filter((month) => month <= actualsTo);
  const later = months.filter((month) => month > actualsTo);
  const sides = await all([
    ended.length > 0 ? askActuals(question, ended, context, isAddable) : NO_ROWS,
    later.length > 0 ? askPeriod(question, later, context, isAddable) : NO_ROWS,
  ]);
  return { parts: sides.flatMap(({ parts }) => parts), answers: sides.flatMap(({ answers }) => answers) };
}

const NO_ROWS: PeriodRows = { parts: [], answers: [] };

async function askActuals(
  question: Question,
  months: readonly string[],
  context: QueryContext,
  isAddable: boolean,
): Promise<PeriodRows> {
  const plan = (await askVisiblePlans(context))?.find(({ id }) => id === question.plan);
  const { actuals } = findActuals(
    plan,
    (reason) => new InsightsError("missing", `An outlook needs actuals: ${reason}.`),
  );
  try {
    return await askPeriod({ ...question, scenario: actuals.id }, months, context, isAddable);
  } catch (error) {
    if (!isInsightsError(error, "unknown")) throw error;
    const ends = listNames([...new Set([months[0] ?? "", months.at(-1) ?? ""])]);
    const hint = `An outlook takes its months up to actualsTo (${ends}) from ${quote(actuals.name)}.`;
    throw new InsightsError("unknown", `${error.message} ${hint}`, { cause: error });
  }
}
