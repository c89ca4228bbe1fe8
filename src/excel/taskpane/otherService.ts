/** A workbook whose numbers are another service's than the connected one. */
import { isOtherService, serviceOf, spokenService } from "../../insights";
import type { StoreState } from "../actions/storeState";

/** As `spokenService` returns them. */
export interface OtherService {
  readonly workbook: string;
  readonly connected: string;
}

/** Returns the two services if the user has to choose between them; undefined once the numbers are kept. */
export function otherServiceOf({ status, appUrl, activity, keptService }: StoreState): OtherService | undefined {
  const [workbook, connected] = [activity.service, serviceOf(appUrl)];
  if (status !== "connected" || connected === keptService) return undefined;
  if (workbook === undefined || !isOtherService(workbook, connected)) return undefined;
  return { workbook: spokenService(workbook), connected: spokenService(connected) };
}
