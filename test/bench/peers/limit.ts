/** The limit: the fewest requests, asked for as soon as can be, and a plain index of what they bring. */
import type { Cell } from "../cells";
import type { BenchService } from "../service";
import { createBare, idsOf, inThrees } from "./bare";

/** Knows from the start which cells there are, which no function can. Gives the numbers and the requests made. */
export async function runLimit(service: BenchService, cells: readonly Cell[]) {
  const bare = createBare(service);
  const token = await bare.token();
  const plans = await bare.plans(token);
  const index = new Map<string, number>();
  const byPlan = new Map<string, Map<string, Cell>>();
  for (const cell of cells) {
    const byScenario = byPlan.get(cell.plan) ?? new Map<string, Cell>();
    byPlan.set(cell.plan, byScenario.set(cell.scenario, cell));
  }
  const requests = [...byPlan.values()].flatMap((byScenario) => inThrees([...byScenario.values()]));
  await Promise.all(
    requests.map(async (three) => {
      const ids = three.map((cell) => idsOf(plans, cell));
      const scenarios = await bare.months(
        token,
        ids[0]!.plan,
        ids.map(({ scenario }) => scenario),
      );
      for (const { scenarioId, series } of scenarios) {
        const { plan, scenario } = three[ids.findIndex((id) => id.scenario === scenarioId)]!;
        for (const { period, ...fields } of series) {
          for (const [field, value] of Object.entries(fields)) {
            index.set(`${plan}|${scenario}|${period}|${field}`, value as number);
          }
        }
      }
    }),
  );
  const numbers = await Promise.all(
    cells.map(async ({ plan, scenario, month, field }) => index.get(`${plan}|${scenario}|${month}|${field}`)),
  );
  return { numbers, requests: bare.requests };
}
