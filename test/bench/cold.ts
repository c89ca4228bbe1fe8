/** Cells of a workbook that has nothing yet: until all show their numbers, and with how many requests. */
import { cellsOf } from "./cells";
import { ratioOf, type Figure } from "./figures";
import { sideBySide, type Contestant } from "./measure";
import { callKpi, callOf, COLLECTION, openOurs } from "./ours";
import { runBatch } from "./peers/batch";
import { runLimit } from "./peers/limit";
import { runLoader } from "./peers/loader";
import { runSingle } from "./peers/single";
import type { BenchService } from "./service";

export const PLAN = "FY26 Plan";

/** Cells up to which one request each is measured. */
const MOST_SINGLE = 100;

const COLD = { group: "Cold" } as const;

export async function scenariosOf(service: BenchService): Promise<string[]> {
  const plans = await openOurs(service).plans();
  return plans.find(({ name }) => name === PLAN)!.scenarios.map(({ name }) => name);
}

export async function measureCold(service: BenchService, count: number, rounds: number): Promise<Figure[]> {
  const cells = cellsOf(PLAN, await scenariosOf(service), count);
  const requests: Record<string, number> = {};
  const expected = (await runLimit(service, cells)).numbers;
  const check = (name: string, numbers: readonly unknown[], made: number) => {
    requests[name] = made;
    const at = numbers.findIndex((number, index) => number !== expected[index]);
    if (at >= 0)
      throw new Error(
        `${name} gives ${String(numbers[at])} for ${JSON.stringify(cells[at])}, not ${String(expected[at])}.`,
      );
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
  const contestants: Record<string, Contestant> = {
    ours,
    limit: peer("limit", () => runLimit(service, cells)),
    batching: peer("batching", () => runBatch(service, cells)),
    dataloader: peer("dataloader", () => runLoader(service, cells, COLLECTION)),
    "token and plans at hand": atHand,
  };
  // A request a cell takes minutes from here on, and grows with the cells.
  if (count <= MOST_SINGLE) contestants["one a cell"] = peer("one a cell", () => runSingle(service, cells));
  return figuresOf(count, await sideBySide(contestants, rounds), requests);
}

function figuresOf(size: number, times: Record<string, number>, requests: Record<string, number>): Figure[] {
  const { "token and plans at hand": atHand = NaN, ...values } = times;
  const { ours = NaN, limit = NaN } = times;
  const ahead = (name: string): Figure[] =>
    times[name] === undefined
      ? []
      : [
          {
            ...COLD,
            what: `cells, ours to ${name}`,
            unit: "ms",
            values: { ours, [name]: times[name] },
            ratio: ratioOf(times, "ours", name),
            goal: 1,
            note: `${size.toLocaleString("en")}`,
          },
        ];
  return [
    {
      ...COLD,
      what: "cells",
      size,
      unit: "ms",
      values,
      ratio: ratioOf(times, "ours", "limit"),
      goal: size <= 10_000 ? 1.25 : 3,
    },
    ...["batching", "dataloader", "one a cell"].flatMap(ahead),
    {
      ...COLD,
      what: "cells, token and plans at hand",
      unit: "ms",
      values: { ours: atHand },
      goal: Math.round(limit + 50 + 0.005 * size),
      note: `${size.toLocaleString("en")}`,
    },
    { ...COLD, what: "requests", unit: "requests", values: requests, note: `${size.toLocaleString("en")} cells` },
  ];
}
