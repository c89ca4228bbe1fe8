/** Import this before the sandbox: it adds a simulation up once for all dialects of a test file, for speed. */
import type * as Aggregate from "../../sandbox/planning/aggregate";
import type { Simulation } from "../../sandbox/planning/simulation";

jest.mock("../../sandbox/planning/aggregate", () => {
  const { aggregate } = jest.requireActual<typeof Aggregate>("../../sandbox/planning/aggregate");
  const known = new WeakMap<Simulation, Map<string, Aggregate.AggregateRow[]>>();
  const memoized: typeof aggregate = (simulation, family, calendar, groupBy) => {
    const rows = known.get(simulation) ?? new Map<string, Aggregate.AggregateRow[]>();
    known.set(simulation, rows);
    const key = JSON.stringify([family, groupBy, calendar.periods, calendar.periodOf.join()]);
    const found = rows.get(key) ?? aggregate(simulation, family, calendar, groupBy);
    rows.set(key, found);
    return found;
  };
  return { aggregate: memoized };
});
