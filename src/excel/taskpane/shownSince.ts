import type { StoreState } from "../actions/storeState";

/** Returns when the oldest number that cells show was computed; undefined if they show none, or that is not known. */
export function shownSince({ status, keptSince, activity }: StoreState): number | undefined {
  if (activity.isAgeUnknown) return undefined;
  const ages = activity.ages.map(({ oldest }) => oldest);
  if (ages.length > 0) return Math.min(...ages);
  return status === "connected" ? undefined : keptSince;
}
