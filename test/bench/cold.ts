/** Cells of a workbook that has nothing yet: until all show their numbers, and with how many requests. */
import { cellsOf } from "./cells";
import { sideBySide } from "./measure";
import { callKpi, callOf, COLLECTION, openOurs } from "./ours";
import { runBatch } from "./peers/batch";
import { runLimit } from "./peers/limit";
import { runLoader } from "./peers/loader";
import { runSingle } from "./peers/single";
import type { BenchService } from "./service";

const PLAN = "FY26 Plan";

export async function scenariosOf(service: BenchService): Promise<string[]> {
  const plans = await openOurs(service).plans();
  return plans.find(({ name }) => name === PLAN)!.scenarios.map(({ name }) => name);
}

export async function measureCold(service: BenchService, count: number, rounds: number) {
  const cells = cellsOf(PLAN, await scenariosOf(service), count);
  const requests: Record<string, number> = {};
  const expected = (await runLimit(service, cells)).numbers;
  const check = (name: string, numbers: readonly unknown[], made: number) => {
    requests[name] = made;
    const at = numbers.findIndex((number, index) => number !== expected[index]);
    if (at >= 0) throw new Error(`${name} gives ${String(numbers[at])} for ${JSON.stringify(cells[at])}, not ${String(expected[at])}.`); // prettier-ignore
  };
  const peer = (name: string, run: () => Promise<{ numbers: readonly unknown[]; requests: number }>) => async () => {
    const start = performance.now();
    const { numbers, requests: made } = await run();
    const milliseconds = performance.now() - start;
    check(name, numbers, made);
    return milliseconds;
  };
  const ours = peer("ours", async () => {
    const session = openOurs(service);
    const numbers = await callKpi(cells.map(callOf));
    return { numbers, requests: session.traffic.requests };
  });
  const atHand = async () => {
    const session = openOurs(service);
    await session.plans();
    await new Promise((resolve) => setTimeout(resolve, 2 * COLLECTION));
    const start = performance.now();
    await callKpi(cells.map(callOf));
    return performance.now() - start;
  };
  const times = await sideBySide(
    {
      ours,
      "at hand": atHand,
      limit: peer("limit", () => runLimit(service, cells)),
      batch: peer("batch", () => runBatch(service, cells)),
      loader: peer("loader", () => runLoader(service, cells, COLLECTION)),
      single: peer("single", () => runSingle(service, cells)),
    },
    rounds,
  );
  return { times, requests };
}
