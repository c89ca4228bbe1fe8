/** An outlook: the months through one are the plan's actuals, later months are the scenario's. */
import type { Question } from "../../insights";
import { all, askVisiblePlans } from "./ask";
import { findActuals } from "./currentMonth";
import { readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { askPeriod, type PeriodRows } from "./periodRows";
import type { QueryContext } from "./query";

/** The months of a number, and whose they are. */
export interface OutlookPeriod {
  readonly months: KpiPeriod;
  /** The last month (YYYY-MM) that is the actuals'; undefined if all are the scenario's. */
  readonly actualsTo: string | undefined;
}

/** @param current The current month, if the value names it. */
export function readOutlook(months: KpiPeriod, actualsTo: unknown, current: string): OutlookPeriod {
  return { months, actualsTo: readKpiPeriod(actualsTo, "actualsTo", current)?.at(-1) };
}

/** Few workbooks have outlooks, so their rows are loaded when first asked for. Rejects with `argument` for one without a period. */
export async function askOutlook(
  question: Question,
  { months, actualsTo }: OutlookPeriod,
  context: QueryContext,
  isAddable: boolean,
): Promise<PeriodRows> {
  if (actualsTo === undefined) return askPeriod(question, months, context, isAddable);
  const { askBothSides } = await import(/* webpackChunkName: "answers" */ "./outlookRows");
  const plans = await askVisiblePlans(context);
  return askBothSides(
    question,
    { months, actualsTo },
    {
      all,
      findActuals,
      plan: plans?.find(({ id }) => id === question.plan),
      rowsOf: (each, own) => askPeriod(each, own, context, isAddable),
    },
  );
}
