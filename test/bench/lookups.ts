/** Look-ups of names that the service does not have, as after a rename: how long they block, and their CPU. */
import type { Figure } from "./figures";
import { longestBlock, median } from "./measure";
import { callKpi, callOf, openOurs } from "./ours";

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
const ITEMS = Array.from({ length: 1000 }, (_, at) => `SKU-${String(at * 7919).padStart(7, "0")}`);
const SCENARIOS = Array.from({ length: 3 }, (_, at) => ({ id: `s${at}`, name: `Scenario ${at}`, flags: [] }));
const PLANS = Array.from({ length: 300 }, (_, at) => ({
  id: `plan-${at}`,
  name: `Integrated business plan of region ${at}, cycle ${at % 12}`,
  currency: "EUR",
  scenarios: SCENARIOS,
}));
const PLAN = PLANS[7]!.name;
const FIELDS = ["demandVolume", "demandValue"];
/** Different unknown items in the cells. */
const NAMES = 2000;

interface Cell {
  readonly plan: string;
  readonly scenario: string;
  readonly item: string;
}

const found = (at: number): Cell => ({ plan: PLAN, scenario: `Scenario ${at % 3}`, item: ITEMS[at % 1000]! });

const KINDS: Readonly<Record<string, (at: number) => Cell>> = {
  "names that are there": found,
  "a renamed plan": (at) => ({ ...found(at), plan: "Integrated business plan of region 7, cycle 8" }),
  "a renamed scenario": (at) => ({ ...found(at), scenario: "Scenrio 1" }),
  "2,000 unknown items": (at) => ({ ...found(at), item: `SKU-${String((at % NAMES) * 7919 + 1).padStart(7, "0")}` }),
};

/** Three scenarios of 12,000 rows each. */
function answer() {
  const series = MONTHS.flatMap((period) =>
    ITEMS.map((sku, at) => ({ period, sku, demandVolume: at, demandValue: 2 * at })),
  );
  const scenarios = SCENARIOS.map(({ id }) => ({ scenarioId: id, series }));
  return new TextEncoder().encode(JSON.stringify({ meta: {}, scenarios }));
}

/** All cells are called in one turn. Nothing is in memory before; what the service says is at hand. */
export async function measureLookups(count: number, rounds: number): Promise<Figure[]> {
  const bytes = answer();
  const fetch = (async (url: string) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (url.endsWith("/token")) return Response.json({ accessToken: "token", expiresIn: 3600 });
    return url.endsWith("/plans") ? Response.json({ plans: PLANS }) : new Response(bytes);
  }) as typeof globalThis.fetch;
  const figures: Figure[] = [];
  for (const [what, cellOf] of Object.entries(KINDS)) {
    const calls = Array.from({ length: count }, (_, at) => {
      const { plan, scenario, item } = cellOf(at);
      const [, , , , , , , , invocation] = callOf({ plan, scenario, field: "", month: "" }, at);
      return [plan, scenario, FIELDS[at % 2], MONTHS[at % 12], "sku", item, null, null, invocation];
    });
    const blocks: number[] = [];
    const seconds: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      openOurs({ url: "https://planning.example", apiKey: "key" }, fetch);
      globalThis.gc?.();
      const before = process.cpuUsage();
      const block = await longestBlock(async () => {
        const outcomes = await Promise.allSettled(calls.map((values) => callKpi([values])));
        const failed = outcomes.filter(({ status }) => status === "rejected").length;
        if (failed !== (cellOf === found ? 0 : count)) throw new Error(`${failed} of ${count} cells have failed.`);
      });
      const { user, system } = process.cpuUsage(before);
      if (round === 0) continue;
      blocks.push(block);
      seconds.push((user + system) / 1e6);
    }
    const cells = { group: "Look-ups", size: count } as const;
    figures.push(
      { ...cells, what: `cells of ${what}: longest block`, unit: "ms", values: { ours: median(blocks) }, goal: 100 },
      { ...cells, what: `cells of ${what}: CPU`, unit: "s", values: { ours: median(seconds) }, goal: 1 },
    );
  }
  return figures;
}
