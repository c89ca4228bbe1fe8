/** A simulation added up by group and period. */
import type { Family, GroupBy } from "../../src/insights/endpoints";
import { DAYS, type Calendar, type CalendarPeriod } from "./calendar";
import { addDays, type Listing } from "./dailySums";
import { addAt, amountAt, itemAt } from "./indexed";
import { ADDERS, createSums, figuresOf, type Figures } from "./measures";
import type { Simulation } from "./simulation";

export interface AggregateRow {
  period: CalendarPeriod;
  /** The name of the group; undefined without grouping. */
  group: string | undefined;
  figures: Figures;
}

/**
 * The measures of one family: one row for each group and period, groups in turn.
 * @param listed The days on which a line counts. A group without any in a period has no row there. @default all
 */
export function aggregate(
  simulation: Simulation,
  family: Family,
  { periods, periodOf }: Calendar,
  groupBy?: GroupBy,
  listed?: Listing,
): AggregateRow[] {
  const days = [...periodOf.keys()].filter((day) => itemAt(periodOf, day) >= 0);
  const daily = addDays(simulation, family, days, { groupBy, listed });
  const buckets = daily.groups.length * periods.length;
  const { measures } = ADDERS[family];
  const [sums, isFilled] = [createSums(buckets, measures), new Uint8Array(buckets)];
  daily.groups.forEach((_, group) => {
    for (const day of days) {
      const at = group * DAYS + day;
      if (daily.isFilled[at] === 0) continue;
      const bucket = group * periods.length + itemAt(periodOf, day);
      isFilled[bucket] = 1;
      for (const measure of measures) addAt(sums[measure], bucket, amountAt(daily.sums[measure], at));
    }
  });
  return daily.groups.flatMap((group, place) =>
    periods.flatMap((period, at) => {
      const bucket = place * periods.length + at;
      return isFilled[bucket] ? [{ period, group, figures: figuresOf(sums, bucket) }] : [];
    }),
  );
}
