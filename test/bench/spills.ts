/** Long tables: from the bytes of an answer to the cells of a spill, against `JSON.parse` of the same text alone. */
import * as functions from "../../src/numbers/functions/functions";
import { ratioOf, type Figure } from "./figures";
import { longestBlock, median, sideBySide, timed } from "./measure";
import { openOurs } from "./ours";

type Demand = (...values: unknown[]) => Promise<unknown[][]>;

const PLANS = {
  plans: [{ id: "p", name: "Plan", currency: "USD", scenarios: [{ id: "s", name: "Actual", flags: [] }] }],
};

/** Days of articles, as a service answers them: 120 bytes a row. */
function answerOf(rows: number): string {
  const series = Array.from({ length: rows }, (_, at) => ({
    period: new Date(Date.UTC(2024, 0, 1 + Math.floor(at / 120))).toISOString().slice(0, 10),
    sku: `SKU-${1000 + (at % 120)}`,
    demandVolume: (at * 7919) % 10007,
    demandValue: ((at * 104729) % 1000003) / 100,
    fillRate: 0.9 + (at % 100) / 1000,
    forecastAccuracy: 0.8 + (at % 150) / 1000,
  }));
  return JSON.stringify({ meta: { planId: "p" }, scenarios: [{ scenarioId: "s", series }] });
}

/** What the service says is at hand: what is measured is our work, and that of the platform, in Node or in a browser. */
export async function measureSpill(rows: number, rounds: number, group = "Spill"): Promise<Figure[]> {
  const text = answerOf(rows);
  const bytes = new TextEncoder().encode(text);
  const fetch = (async (url: string) => {
    if (url.endsWith("/token")) return Response.json({ accessToken: "token", expiresIn: 3600 });
    return url.endsWith("/plans") ? Response.json(PLANS) : new Response(bytes);
  }) as typeof globalThis.fetch;
  let isRefused = false;
  const demand = functions.DEMAND as unknown as Demand;
  // Token and plans are at hand, as they are once a workbook shows anything.
  const open = () => openOurs({ url: "https://planning.example", apiKey: "key" }, fetch, 0).plans();
  const spill = async (field: unknown, layout: unknown) => {
    await demand("Plan", "Actual", field, "D", "sku", null, null, null, layout, {}).catch((error: Error) => {
      if (!error.message.includes("more than Excel takes")) throw error;
      isRefused = true;
    });
  };
  const figures: Figure[] = [];
  for (const [what, field, layout] of [
    ["rows of one field", "demandVolume", "values"],
    ["rows of all columns", null, "table"],
  ]) {
    isRefused = false;
    const blocks: number[] = [];
    const times = await sideBySide(
      {
        ours: async () => {
          await open();
          return timed(async () => blocks.push(await longestBlock(() => spill(field, layout))));
        },
        "JSON.parse": () => timed(() => JSON.parse(text) as unknown),
        "response.json()": () => timed(() => new Response(bytes).json()),
      },
      rounds,
    );
    const note = isRefused ? "refused: more than Excel takes" : undefined;
    const beside = Math.max(0, median(blocks.slice(1)) - times["JSON.parse"]);
    figures.push(
      {
        group,
        what: what!,
        size: rows,
        unit: "ms",
        values: times,
        ratio: ratioOf(times, "ours", "JSON.parse"),
        ...(group === "Spill" && rows <= 100_000 && { goal: 3 }),
        ...(note && { note }),
      },
      {
        group,
        what: `${what}: longest block beside JSON.parse, ${rows.toLocaleString("en")} rows`,
        unit: "ms",
        values: { ours: beside },
        goal: 100,
      },
    );
  }
  return figures;
}
