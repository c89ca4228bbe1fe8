import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageOf, type BenchReport } from "./page";

const folder = join(__dirname, "../../docs/bench");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

test("The page of figures shows the figures of the last run", () => {
  expect(read("figures.md")).toBe(pageOf(JSON.parse(read("figures.json")) as BenchReport));
});

test("A page tells what each group was measured on, and which goals are missed", () => {
  const run = { date: "2026-11-22", load: 0.31, node: "v20", processor: "Xeon", processors: 2 };
  const figures = [
    {
      group: "Cold",
      what: "cells",
      size: 1000,
      unit: "ms",
      values: { ours: 2, limit: 1 },
      goal: 1.5,
      ratio: { to: "limit", is: 2 },
    },
    { group: "Warm", what: "calls", unit: "s", values: { ours: 1 }, goal: 1 },
  ] as const;
  const [, cold, warm] = pageOf({ runs: { Cold: run }, figures }).split("\n## ");
  expect(cold).toContain("Measured on 2026-11-22: 2 × Xeon, Node v20, load 0.3.");
  expect(cold).toContain("| 1,000 cells | 2 ms | limit 1 ms | 2 × limit | ≤ 1.5 | MISSED |");
  expect(warm).toContain("Measured on an unknown day.");
  expect(warm).toContain("| calls | 1 s  |        |       | ≤ 1  | met |");
});
