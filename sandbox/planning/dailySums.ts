/** A simulation added up by group and day. Days are added when they are first asked for. */
import type { Family, GroupBy } from "../../src/insights/endpoints";
import { DAYS, type DayRange } from "./calendar";
import { itemAt } from "./indexed";
import type { MarketLine } from "./market";
import { ADDERS, createSums, type Sums } from "./measures";
import type { Simulation } from "./simulation";

export interface DailySums {
  /** In the order in which the plan names them; undefined without grouping. */
  readonly groups: readonly (string | undefined)[];
  /** The group of each line. */
  readonly groupOf: readonly number[];
  /** By group and day (`group * DAYS + day`). */
  readonly sums: Sums;
  /** 1 where a group has a line on that day. */
  readonly isFilled: Uint8Array;
  /** 1 for each day that has been added. */
  readonly isAdded: Uint8Array;
}

const GROUP_NAMES: Record<GroupBy, (line: MarketLine) => string> = {
  product: (line) => line.product.name,
  sku: (line) => line.sku.code,
  region: (line) => line.region.name,
  channel: (line) => line.channel.name,
};

/** The groups in the order in which the plan names them, and the group of each line. */
function groupsOf(
  lines: readonly MarketLine[],
  groupBy: GroupBy | undefined,
): { groups: (string | undefined)[]; groupOf: number[] } {
  if (groupBy === undefined) return { groups: [undefined], groupOf: lines.map(() => 0) };
  const names = lines.map(GROUP_NAMES[groupBy]);
  const groups = [...new Set(names)];
  return { groups, groupOf: names.map((name) => groups.indexOf(name)) };
}

/** Returns the days on which a line counts. */
export type Listing = (line: MarketLine) => DayRange;

const ALWAYS: DayRange = { from: 0, to: DAYS - 1 };

/**
 * Adds one family of measures up on these days, at least.
 * @param listed A group without any line on a day is not filled there. @default every line on all days
 */
export function addDays(
  simulation: Simulation,
  family: Family,
  days: readonly number[],
  { groupBy, listed }: { readonly groupBy: GroupBy | undefined; readonly listed: Listing | undefined },
): DailySums {
  const daily = listed ? createDailySums(simulation, family, groupBy) : knownSums(simulation, family, groupBy);
  const missing = days.filter((day) => daily.isAdded[day] === 0);
  const { add } = ADDERS[family];
  daily.groupOf.forEach((group, index) => {
    const { from, to } = listed?.(itemAt(simulation.market.lines, index)) ?? ALWAYS;
    for (const day of missing) {
      if (day < from || day > to) continue;
      daily.isFilled[group * DAYS + day] = 1;
      add(simulation, index, day, daily.sums, group * DAYS + day);
    }
  });
  for (const day of missing) daily.isAdded[day] = 1;
  return daily;
}

/** The sums of each simulation so far, by family and grouping. Clients ask for the same days again and again. */
const sumsOf = new WeakMap<Simulation, Map<string, DailySums>>();

/** Returns the sums that are kept for the simulation, with the days added so far. */
function knownSums(simulation: Simulation, family: Family, groupBy: GroupBy | undefined): DailySums {
  const kept = sumsOf.get(simulation) ?? new Map<string, DailySums>();
  sumsOf.set(simulation, kept);
  const key = `${family} ${groupBy ?? ""}`;
  const known = kept.get(key) ?? createDailySums(simulation, family, groupBy);
  kept.set(key, known);
  return known;
}

function createDailySums({ market }: Simulation, family: Family, groupBy: GroupBy | undefined): DailySums {
  const { groups, groupOf } = groupsOf(market.lines, groupBy);
  const buckets = groups.length * DAYS;
  return {
    groups,
    groupOf,
    sums: createSums(buckets, ADDERS[family].measures),
    isFilled: new Uint8Array(buckets),
    isAdded: new Uint8Array(DAYS),
  };
}
