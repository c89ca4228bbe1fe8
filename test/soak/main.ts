/** `npm run soak -- --minutes <n> [--seed <n>] [--faults <list>]`: the client under a fault layer, seed after seed. Exit status 1 when anything was wrong. */
import { parseArgs } from "node:util";
import { runSoak, type SoakFigures } from "./soak";

const STEPS = 2_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      faults: { type: "string", default: "all=0.4" },
    },
  });
  const until = Date.now() + Number(values.minutes) * 60_000;
  const sums: SoakFigures = { answers: 0, errors: 0, refreshes: 0, requests: 0, tokens: 0 };
  let seed = Number(values.seed);
  for (; Date.now() < until && process.exitCode === undefined; seed += 1) {
    const { figures, wrong } = await runSoak(seed, STEPS, values.faults);
    for (const name of Object.keys(sums) as (keyof SoakFigures)[]) sums[name] += figures[name];
    if (wrong.length === 0) continue;
    console.error(`Seed ${seed}:\n${wrong.slice(0, 10).join("\n")}`);
    process.exitCode = 1;
  }
  const memory = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  console.log(JSON.stringify({ seeds: seed - Number(values.seed), steps: STEPS, ...sums, heapMegabytes: memory }));
}

void main();
