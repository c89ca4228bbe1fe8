/** Keeps favourite and last used plans on this device, for each service address. They are never in a workbook. */
import { openStored } from "./deviceStorage";

/** The plans that a user marked on this device, and those used last, by their ids. */
export interface PlanMarks {
  readonly favourites: readonly string[];
  /** The last first. */
  readonly recent: readonly string[];
}

export const NO_MARKS: PlanMarks = { favourites: [], recent: [] };

export interface MarkedPlans {
  /** The marks of the plans of a service. */
  readonly read: (appUrl: string) => PlanMarks;
  readonly write: (appUrl: string, marks: PlanMarks) => void;
}

const NAME = "scenario-insights.plans";
/** Plans used last that are kept; more would not be seen at a glance. */
const MOST_RECENT = 8;

/** @param storage If undefined or full, marks are kept while the page is open. */
export function openMarkedPlans(storage: Storage | undefined, partition: string | undefined): MarkedPlans {
  const stored = openStored(storage, partition, NAME);
  return {
    read: (appUrl) => marksOf(stored.read()[appUrl]),
    write: (appUrl, marks) => stored.write({ ...stored.read(), [appUrl]: marks }),
  };
}

export function withFavourite({ favourites, recent }: PlanMarks, id: string): PlanMarks {
  const others = favourites.filter((each) => each !== id);
  return { favourites: others.length < favourites.length ? others : [...favourites, id], recent };
}

export function withRecent({ favourites, recent }: PlanMarks, id: string): PlanMarks {
  return { favourites, recent: [id, ...recent.filter((each) => each !== id)].slice(0, MOST_RECENT) };
}

function marksOf(value: unknown): PlanMarks {
  const { favourites, recent } = (value ?? NO_MARKS) as Record<keyof PlanMarks, unknown>;
  return { favourites: idsOf(favourites), recent: idsOf(recent) };
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
