/** The plan and scenarios of new reports. */
import type { Plan } from "../../../insights";
import { hasFlag } from "../../../numbers/language/names";
import { nameOrId } from "../../../numbers/language/nameTexts";
import { argumentsInOrder } from "../../../numbers/language/signatures";
import { toCallError } from "../../workbook/ledger/ledger";
import type { ReportParameters } from "../../../reporting/reports/reportParameters";
import type { StoreContext } from "../context";
import { messages } from "../messages";
import { textsOfScenarios } from "./reportScenarios";

/** Returns the plan chosen for reports. Without one: the workbook's, the only plan, or the first plan of a sandbox. */
export async function findReportPlan(context: StoreContext): Promise<Plan | undefined> {
  const { plans = [], settings, reportPlan, appUrl } = context.state;
  const [first, second] = plans;
  const chosen = plans.find(({ id }) => id === reportPlan);
  if (chosen) return chosen;
  if (settings.plan) return plans.find(({ id }) => id === settings.plan);
  if (!second) return first;
  const sandbox = await context.findSandbox().catch(() => undefined);
  return sandbox?.appUrl === appUrl ? first : undefined;
}

/** The plan, scenarios and currency of a new report. Scenarios and currency of the workbook belong to the workbook's plan. */
export async function findSubject(context: StoreContext): Promise<ReportParameters> {
  const plan = await findReportPlan(context);
  if (!plan) throw new Error(messages.noPlan);
  const { plans = [], settings } = context.state;
  const { scenarios, currency } = settings.plan === plan.id ? settings : { scenarios: [], currency: plan.currency };
  return {
    plan: nameOrId(plan, plans),
    scenarios: textsOfScenarios(plan, scenarios),
    currency: currency ?? "",
    plans,
    ...(!(await hasCurrentMonth(context, plan)) && { inputs: { period: "Full year", basis: "Period", through: "" } }),
  };
}

/** True if a month is current, by the setting or by actuals of which a month has ended. A failure of the service tells neither. */
async function hasCurrentMonth({ ledger, state }: StoreContext, { id, scenarios }: Plan): Promise<boolean> {
  if (state.settings.currentMonth) return true;
  if (scenarios.filter((each) => hasFlag(each, "actual")).length !== 1) return false;
  return ledger.invoke({ id: "PERIOD", args: argumentsInOrder("PERIOD", { plan: id, period: "current" }) }, {}).then(
    () => true,
    (error: unknown) => toCallError(error).code !== "#N/A",
  );
}
