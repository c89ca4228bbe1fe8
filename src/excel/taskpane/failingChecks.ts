/** The checks that a user has to look at. */
import type { WorkbookCheck } from "../../reporting/saved/checks";
import type { StoreState } from "../actions/storeState";

/** True for a check that is not TRUE, whatever else it is. */
export function isFailing({ state }: WorkbookCheck): boolean {
  return state !== "true";
}

export function findFailingChecks({ activity: { checks = [] } }: Pick<StoreState, "activity">): WorkbookCheck[] {
  return checks.filter(isFailing);
}
