/** One request a cell, as Microsoft's tutorial for custom functions does; a browser lets six of them out at a time. */
import type { Cell } from "../cells";
import type { BenchService } from "../service";
import { createBare, idsOf } from "./bare";

/** The token and the plans are got once, which the tutorial does not have. */
export async function runSingle(service: BenchService, cells: readonly Cell[]) {
  const bare = createBare(service);
  const token = bare.token();
  const plans = token.then((known) => bare.plans(known));
  const kpi = async (cell: Cell) => {
    const { plan, scenario } = idsOf(await plans, cell);
    const [found] = await bare.months(await token, plan, [scenario]);
    return found!.series.find(({ period }) => period === cell.month)![cell.field] as number;
  };
  return { numbers: await Promise.all(cells.map(kpi)), requests: bare.requests };
}
