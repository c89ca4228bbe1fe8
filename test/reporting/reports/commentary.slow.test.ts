/** The commentary in many states: each number and each sentence, held against the service's raw answers. */
import fc from "fast-check";
import type { ReportKind } from "../../../src/reporting/reports/reportParameters";
import { runs } from "../../propertyOptions";
import { expectCommentary, showCommentary, type CommentaryState } from "./commentaryStates";
import { calculateReport } from "./reportSetup";

const PLANS = ["FY26 Plan", "FY26 Europe", "FY26 Asia Pacific"];
const PERIODS = [
  ["current", "YTD"],
  ["2026-Q1", "Period"],
  ["Full year", "Period"],
  ["2026-04", "Period"],
  ["2026-H1", "Period"],
] as const;
const GROUPS = ["product", "region", "channel"] as const;
const LEAST = ["100000", "1000000", "1%", "0.5%"];
const OF_LINE = ["2%", "5%", "0.5%", "1000"];
const COSTS = ["supplyChainCost", "storageAndHandling", "transport"];
const SALES = ["grossFIESales", "tradeExpenses"];

test("Twenty commentaries have the numbers and the sentences of the service's answers", async () => {
  const counted = { numbers: 0, sentences: 0 };
  for (let at = 0; at < 20; at += 1) {
    const [period, basis] = PERIODS[at % 5]!;
    const shown = await showCommentary({
      plan: PLANS[at % 4 === 3 ? 1 : 0]!,
      places: at % 2 === 0 ? [0, 1] : [1, 0],
      period,
      basis,
      groupBy: GROUPS[at % 3]!,
      least: LEAST[at % 3]!,
      leastOfLine: OF_LINE[(at + 1) % 3]!,
      seed: at < 4 ? 0 : at,
    });
    const { numbers, sentences } = expectCommentary(shown);
    counted.numbers += numbers;
    counted.sentences += sentences;
  }
  expect(counted.sentences).toBeGreaterThan(200);
});

const state: fc.Arbitrary<CommentaryState> = fc
  .record({
    plan: fc.constantFrom(...PLANS),
    places: fc.uniqueArray(fc.nat(2), { minLength: 2, maxLength: 2 }).map(([base, own]) => [base!, own!] as const),
    time: fc.constantFrom(...PERIODS),
    basePeriod: fc.constantFrom("Same period", "Same period", "Prior year", "Previous period"),
    groupBy: fc.constantFrom(...GROUPS),
    least: fc.constantFrom(...LEAST, "0", ""),
    leastOfLine: fc.constantFrom(...OF_LINE, ""),
    currency: fc.constantFrom("USD", "EUR"),
    omitted: fc.constantFrom([], [], COSTS, SALES, [...COSTS, ...SALES], ["dpm"]),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ time: [period, basis], ...drawn }) => ({ ...drawn, period, basis }));

test("Commentaries of random states have the numbers and the sentences of the service's answers", async () => {
  const property = fc.asyncProperty(state, async (drawn) => void expectCommentary(await showCommentary(drawn)));
  await fc.assert(property, { numRuns: runs(30) });
});

test("A commentary's title and its line EBIT name the cause that the statement names", async () => {
  for (const period of ["current", "2026-Q1", "2026-02"]) {
    const show = (kind: ReportKind) =>
      calculateReport({ kind, plan: "FY26 Plan", inputs: { period, threshold: "", lineThreshold: "" } });
    const [commentary, statement] = [await show("commentary"), await show("statement")];
    expect(commentary[0]![0]).toBe(statement[0]![0]);
    const cause = String(statement[0]![0]).split("), ")[1]!;
    const line = commentary.slice(9).find(([label]) => label === "EBIT")!;
    expect(String(line[5]).toLowerCase().startsWith(cause.toLowerCase())).toBe(true);
  }
});

test.each(["scenario", "base"] as const)("An unknown %s leaves no line and no sentence, and says so", async (key) => {
  const rows = await calculateReport({ kind: "commentary", plan: "FY26 Plan", inputs: { [key]: "nobody" } });
  expect(String(rows[2]![0])).toMatch(/not in this plan, choose from the list$/);
  expect(rows[0]![0]).toMatch(key === "scenario" ? /^EBIT not available$/ : /^EBIT [\d.]+ m$/);
  const shown = rows.slice(9, 27);
  expect(shown.map(([label]) => label)).toEqual(["P&L", "Demand: not available", ...Array(16).fill("")]);
  expect(shown.flatMap((row) => row.slice(1, 6)).filter((cell) => cell !== "")).toEqual(["#N/A"]);
  expect(rows[27]![0]).toMatch(key === "scenario" ? /^There is nothing to compare\.$/ : /no net sales/);
});
