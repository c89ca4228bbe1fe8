/** Keeps favourite and last used plans on this device, for each service address. They are never in a workbook. */

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

/**
 * @param storage If undefined or full, marks are kept while the page is open.
 * @param partition Office's prefix for storage keys; undefined if the host has none.
 */
export function openMarkedPlans(storage: Storage | undefined, partition: string | undefined): MarkedPlans {
  const name = [partition, NAME].filter(Boolean).join(".");
  let kept: string | null = null;
  const readAll = () => parse(kept ?? storage?.getItem(name) ?? null);
  return {
    read: (appUrl) => marksOf(readAll()[appUrl]),
    write(appUrl, marks) {
      kept = JSON.stringify({ ...readAll(), [appUrl]: marks });
      try {
        storage?.setItem(name, kept);
        // Another pane of this device may write too.
        if (storage) kept = null;
      } catch {
        // Then only this page keeps them.
      }
    },
  };
}

export function withFavourite({ favourites, recent }: PlanMarks, id: string): PlanMarks {
  const others = favourites.filter((each) => each !== id);
  return { favourites: others.length < favourites.length ? others : [...favourites, id], recent };
}

export function withRecent({ favourites, recent }: PlanMarks, id: string): PlanMarks {
  return { favourites, recent: [id, ...recent.filter((each) => each !== id)].slice(0, MOST_RECENT) };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function marksOf(value: unknown): PlanMarks {
  const { favourites, recent } = (value ?? NO_MARKS) as Record<keyof PlanMarks, unknown>;
  return { favourites: idsOf(favourites), recent: idsOf(recent) };
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
