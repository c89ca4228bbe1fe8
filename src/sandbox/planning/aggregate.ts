/** A simulation added up by group and period. */
import type { Family, GroupBy } from "../../insights/endpoints";
import { DAYS, type Calendar, type CalendarPeriod, type DayRange } from "./calendar";
import type { MarketLine } from "./market";
import { ADDERS, createSums, figuresOf, type Figures } from "./measures";
import type { Simulation } from "./simulation";
import { itemAt } from "./indexed";

export interface AggregateRow {
  period: CalendarPeriod;
  /** The name of the group; undefined without grouping. */
  group: string | undefined;
  figures: Figures;
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

const ALWAYS: DayRange = { from: 0, to: DAYS - 1 };

/**
 * The measures of one family: one row for each group and period, groups in turn.
 * @param listed The days on which a line counts. A group without any in a period has no row there. @default all
 */
export function aggregate(
  simulation: Simulation,
  family: Family,
  { periods, periodOf }: Calendar,
  groupBy?: GroupBy,
  listed: (line: MarketLine) => DayRange = () => ALWAYS,
): AggregateRow[] {
  const { lines } = simulation.market;
  const { groups, groupOf } = groupsOf(lines, groupBy);
  const add = ADDERS[family];
  const sums = createSums(groups.length * periods.length);
  const isFilled = new Uint8Array(groups.length * periods.length);
  groupOf.forEach((group, index) => {
    const { from, to } = listed(itemAt(lines, index));
    for (let day = from; day <= to; day++) {
      const period = itemAt(periodOf, day);
      if (period < 0) continue;
      const bucket = group * periods.length + period;
      isFilled[bucket] = 1;
      add(simulation, index, day, sums, bucket);
    }
  });
  return groups.flatMap((group, place) =>
    periods.flatMap((period, at) => {
      const bucket = place * periods.length + at;
      return isFilled[bucket] ? [{ period, group, figures: figuresOf(sums, bucket) }] : [];
    }),
  );
}
