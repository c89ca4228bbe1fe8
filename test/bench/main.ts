/** `npm run bench`: one table, also written to docs/bench as JSON, as a page and, where it has curves, as a picture. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { chartOf } from "./chart";
import { measureCold } from "./cold";
import type { Figure } from "./figures";
import { BOOKS, measureFiles } from "./fileCosts";
import { measureLookups } from "./lookups";
import { measureOpening } from "./opening";
import { pageOf, type BenchReport, type GroupRun } from "./page";
import { startService } from "./service";
import { measureSpill } from "./spills";
import { measureSpillsInBrowser } from "./spillsInBrowser";
import { tableOf } from "./table";
import { measureWarm } from "./warm";
import { measureRefresh, measureReports } from "./workbookCosts";

/** This file runs as build/bench/main.cjs. */
const ROOT = join(__dirname, "../..");

interface Sizes {
  readonly cells: readonly number[];
  readonly rows: readonly number[];
  readonly lookups: number;
  readonly workbook: readonly number[];
  readonly files: readonly number[];
  readonly criteria: number;
  readonly constants: number;
  readonly rounds: number;
}

const SIZES: Sizes = {
  cells: [100, 1000, 10_000, 100_000],
  rows: [10_000, 100_000, 300_000],
  lookups: 20_000,
  workbook: [1000, 10_000, 100_000],
  files: [10_000, 50_000, 200_000],
  criteria: 2000,
  constants: 1_000_000,
  rounds: 7,
};
/** To see whether each group still measures what it names. */
const QUICK: Sizes = {
  cells: [100],
  rows: [1000],
  lookups: 200,
  workbook: [100],
  files: [100],
  criteria: 20,
  constants: 1000,
  rounds: 1,
};

type Group = (sizes: Sizes) => AsyncGenerator<Figure[]>;

const GROUPS: Readonly<Record<string, Group>> = {
  async *cold({ cells, rounds }) {
    const service = await startService(ROOT);
    for (const count of cells) yield await measureCold(service, count, rounds);
    service.close();
  },
  async *warm({ cells, rounds }) {
    const service = await startService(ROOT);
    for (const count of cells) yield await measureWarm(service, count, rounds);
    service.close();
  },
  async *spills({ rows, rounds }) {
    for (const count of rows) yield await measureSpill(count, rounds);
    yield await measureSpillsInBrowser(ROOT, rows, rounds);
  },
  async *lookups({ lookups, rounds }) {
    yield await measureLookups(lookups, rounds);
  },
  async *opening({ rounds }) {
    yield await measureOpening(ROOT, rounds);
  },
  async *workbook({ workbook, rounds }) {
    for (const count of workbook) {
      yield await measureRefresh(count, "all");
      yield await measureRefresh(count, "half");
    }
    yield await measureReports(Math.min(3, rounds));
  },
  async *files({ files, criteria, constants, rounds }) {
    const service = await startService(ROOT, 0);
    for (const count of files) yield await measureFiles(ROOT, service, count, Math.min(3, rounds), BOOKS.FORMULAS);
    yield await measureFiles(ROOT, service, criteria, Math.min(3, rounds), BOOKS.CRITERIA);
    yield await measureFiles(ROOT, service, constants, 1, BOOKS.CONSTANTS);
    service.close();
  },
};

async function run(words: readonly string[]): Promise<void> {
  const isQuick = words.includes("--quick");
  const wanted = words.filter((word) => !word.startsWith("--"));
  const unknown = wanted.filter((word) => !(word in GROUPS));
  if (unknown.length > 0)
    throw new Error(`There is no group ${unknown.join(", ")}; there are ${Object.keys(GROUPS).join(", ")}.`);
  const figures: Figure[] = [];
  for (const [name, group] of Object.entries(GROUPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for await (const measured of group(isQuick ? QUICK : SIZES)) {
      figures.push(...measured);
      console.error(`${name}: ${measured.map(({ what, size }) => `${size ?? ""} ${what}`.trim()).join("; ")}`);
    }
  }
  console.log(tableOf(figures));
  // A part of the figures is not written, unless that is asked for.
  if ((wanted.length > 0 || isQuick) && !words.includes("--write")) return;
  write(wanted.length > 0 ? withOthers(reportOf(figures)) : reportOf(figures));
}

const FOLDER = join(ROOT, "docs/bench");
const FIGURES = join(FOLDER, "figures.json");

/** The new figures, and those of other groups that were written before. */
function withOthers({ runs, figures }: BenchReport): BenchReport {
  const before = JSON.parse(readFileSync(FIGURES, "utf8")) as BenchReport;
  const groups = [...new Set([...before.figures, ...figures].map(({ group }) => group))];
  return {
    runs: Object.fromEntries(groups.flatMap((name) => [[name, runs[name] ?? before.runs[name]]])),
    figures: groups.flatMap((name) => (name in runs ? figures : before.figures).filter(({ group }) => group === name)),
  };
}

function reportOf(figures: readonly Figure[]): BenchReport {
  const run: GroupRun = {
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0] ?? 0,
    node: process.version,
    processor: cpus()[0]?.model ?? "",
    processors: cpus().length,
  };
  return { runs: Object.fromEntries(figures.map(({ group }) => [group, run])), figures };
}

function write(report: BenchReport): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(FIGURES, `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(join(FOLDER, "figures.md"), pageOf(report));
  writeFileSync(join(FOLDER, "figures.svg"), chartOf(report.figures));
}

run(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
