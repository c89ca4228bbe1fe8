/**
 * `npm run soak -- client|workbook|finance|pane|comments <minutes> [--seed <n>] [--faults <list>]`: the client under a fault layer, a
 * workbook under whatever people, Excel and the service do to it, all functions and reports over data with gaps, all sentences of the pane
 * beside the cells, or comments through all that may happen to their numbers, seed after seed until the minutes are over. Exit status 1 when
 * anything was wrong; the seed that is printed brings it again.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { REPORT_KINDS } from "../../src/reporting/reports/reportParameters";
import { NO_COUNTS, walk } from "../excel/actions/voices/walk";
import { createFigures, play } from "../excel/workbook/lean/play";
import { sequences, sequencesElsewhere, sequencesWithPane } from "../excel/workbook/lean/steps";
import { commentedSequences, playComments } from "../reporting/reports/commentedSequences";
import { runSoak, type SoakFigures } from "./client";
import { runFinance, type FinanceFigures } from "./finance";

const USAGE = "Usage: npm run soak -- client|workbook|finance|pane|comments <minutes> [--seed <n>] [--faults <list>]";
/** Steps of a seed of the client, sequences of a seed of the workbook, and the most steps of a sequence. */
const CLIENT_STEPS = 2_000;
const SEQUENCES = 200;
const STEPS = 25;
/** Sequences of a seed of comments, and the most steps of one. */
const COMMENTED = { sequences: 20, steps: 12 };
/** How often all checks of the functions run over the data of a seed. */
const FINANCE_ROUNDS = 2;
/** States of a seed of the pane. */
const PANE_STEPS = 10;

interface Options {
  readonly seed: number;
  readonly faults: string;
}

/** What one seed has counted; what was wrong, where anything was. */
interface Round {
  readonly figures: object;
  readonly wrong: string | undefined;
}

const ROUNDS: Readonly<Record<string, () => (options: Options) => Promise<Round>>> = {
  client() {
    const figures: SoakFigures = { answers: 0, errors: 0, refreshes: 0, requests: 0, tokens: 0 };
    return async ({ seed, faults }) => {
      const { figures: own, wrong } = await runSoak(seed, CLIENT_STEPS, faults);
      for (const name of Object.keys(figures) as (keyof SoakFigures)[]) figures[name] += own[name];
      return { figures, wrong: wrong.length > 0 ? wrong.slice(0, 10).join("\n") : undefined };
    };
  },
  workbook() {
    const figures = createFigures();
    const all = fc.oneof(
      { weight: 3, arbitrary: sequences(STEPS) },
      { weight: 2, arbitrary: sequencesWithPane(STEPS) },
      { weight: 1, arbitrary: sequencesElsewhere(STEPS) },
    );
    const property = fc.asyncProperty(all, (sequence) => play(sequence, figures));
    return async ({ seed }) => {
      const result = await fc.check(property, { seed, numRuns: SEQUENCES });
      return { figures, wrong: wrongIn(result) };
    };
  },
  comments() {
    const figures = { sequences: 0, words: 0 };
    const property = fc.asyncProperty(commentedSequences(COMMENTED.steps), async (steps) => {
      figures.words += await playComments(steps);
      figures.sequences += 1;
    });
    return async ({ seed }) => {
      const result = await fc.check(property, { seed, numRuns: COMMENTED.sequences });
      return { figures, wrong: wrongIn(result) };
    };
  },
  finance() {
    const figures: FinanceFigures = { values: 0, missing: 0 };
    return async ({ seed }) => {
      const { figures: own, wrong } = await runFinance(seed, {
        rounds: FINANCE_ROUNDS,
        reports: [...REPORT_KINDS, ...REPORT_KINDS],
      });
      for (const name of Object.keys(figures) as (keyof FinanceFigures)[]) figures[name] += own[name];
      return { figures, wrong: wrong.length > 0 ? wrong.slice(0, 10).join("\n") : undefined };
    };
  },
  pane() {
    const figures = { ...NO_COUNTS };
    return async ({ seed }) => {
      const wrong = await walk(seed, PANE_STEPS, figures).catch((error: Error) => error);
      return { figures, wrong: wrong?.message };
    };
  },
};

function wrongIn<Drawn>(result: fc.RunDetails<Drawn>): string | undefined {
  const { errorInstance, failed } = result;
  const cause = errorInstance instanceof Error ? `\n${errorInstance.message}` : "";
  return failed ? `${fc.defaultReportMessage(result)}${cause}` : undefined;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string", default: "1" }, faults: { type: "string", default: "all=0.4" } },
  });
  const [what = "", minutes = ""] = positionals;
  const round = ROUNDS[what]?.();
  if (!round || !(Number(minutes) > 0)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const until = Date.now() + Number(minutes) * 60_000;
  let figures: object = {};
  let seed = Number(values.seed);
  const sayStuck = () => {
    console.error(`Seed ${seed} waits for something that never happens.`);
    process.exitCode = 1;
  };
  process.once("beforeExit", sayStuck);
  for (; Date.now() < until && process.exitCode === undefined; seed += 1) {
    const found = await round({ seed, faults: values.faults });
    figures = found.figures;
    if (found.wrong === undefined) continue;
    console.error(`Seed ${seed}:\n${found.wrong}`);
    process.exitCode = 1;
  }
  process.off("beforeExit", sayStuck);
  globalThis.gc?.();
  const memory = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  console.log(JSON.stringify({ what, seeds: [Number(values.seed), seed - 1], ...figures, heapMegabytes: memory }));
}

void main();
