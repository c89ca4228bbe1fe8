/** A simulation added up by group and period. */
import type { Family, GroupBy } from "../../insights/endpoints";
import { DAYS, type Calendar, type CalendarPeriod } from "./calendar";
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

/** The measures of one family: one row for each group and period, groups in turn. */
export function aggregate(
  simulation: Simulation,
  family: Family,
  { periods, periodOf }: Calendar,
  groupBy?: GroupBy,
): AggregateRow[] {
  const { groups, groupOf } = groupsOf(simulation.market.lines, groupBy);
  const add = ADDERS[family];
  const sums = createSums(groups.length * periods.length);
  groupOf.forEach((group, index) => {
    for (let day = 0; day < DAYS; day++) {
      const period = itemAt(periodOf, day);
      if (period >= 0) add(simulation, index, day, sums, group * periods.length + period);
    }
  });
  return groups.flatMap((group, place) =>
    periods.map((period, at) => ({ period, group, figures: figuresOf(sums, place * periods.length + at) })),
  );
}
