/**
 * dataloader, with a cache for each parameter set: a loader a plan, whose keys are scenarios, three to a batch. Calls of
 * Excel come in several messages, so its batches wait as long as ours do, in the way that its documentation shows.
 */
import DataLoader from "dataloader";
import type { Cell } from "../cells";
import type { BenchService } from "../service";
import { createBare, idsOf, type BareRow } from "./bare";

/** @param batchTime Milliseconds that the calls of one recalculation are gathered. */
export async function runLoader(service: BenchService, cells: readonly Cell[], batchTime: number) {
  const bare = createBare(service);
  const token = bare.token();
  const plans = token.then((known) => bare.plans(known));
  const loaders = new Map<string, DataLoader<string, ReadonlyMap<string, BareRow>>>();

  const createLoader = (plan: string) =>
    new DataLoader<string, ReadonlyMap<string, BareRow>>(
      async (scenarios) => {
        const answer = await bare.months(await token, plan, scenarios);
        const byScenario = new Map(answer.map(({ scenarioId, series }) => [scenarioId, byPeriod(series)]));
        return scenarios.map((scenario) => byScenario.get(scenario) ?? new Error(`${scenario} was not returned.`));
      },
      { maxBatchSize: 3, batchScheduleFn: (dispatch) => setTimeout(dispatch, batchTime) },
    );
  const kpi = async (cell: Cell) => {
    const { plan, scenario } = idsOf(await plans, cell);
    const loader = loaders.get(plan) ?? createLoader(plan);
    loaders.set(plan, loader);
    return (await loader.load(scenario)).get(cell.month)![cell.field] as number;
  };
  return { numbers: await Promise.all(cells.map(kpi)), requests: bare.requests };
}

function byPeriod(series: readonly BareRow[]): ReadonlyMap<string, BareRow> {
  return new Map(series.map((row) => [row.period, row]));
}
