/** Which plans the user has marked, and used. */
import { setState, type StoreContext } from "../context";
import { withRecent, type PlanMarks } from "./planMarks";

/** Notes on this device that the user has used a plan. */
export function notePlan(context: StoreContext, planId: string | undefined): void {
  if (planId) setPlanMarks(context, withRecent(context.state.planMarks, planId));
}

export function setPlanMarks(context: StoreContext, planMarks: PlanMarks): void {
  context.markedPlans.write(context.state.appUrl, planMarks);
  setState(context, { planMarks });
}
