/** Reports over data with gaps: actuals that end in April, lines that they lack, losses, and the plan of the year before. */
import type { ReportKind } from "../../../src/reporting/reports/reportParameters";
import { calculateFormulas, calculateReport, type Change, type ReportChoice, type ShownRows } from "./reportSetup";

const GAPS = {
  actualsTo: "2026-04",
  missingInActuals: ["supplyChainCost", "storageAndHandling", "transport", "dpm"],
  losses: true,
  priorYear: true,
};
const SETTINGS = { currency: "USD" };

function calculate(kind: ReportKind, options: Partial<ReportChoice> = {}): Promise<ShownRows> {
  return calculateReport({ kind, plan: "FY26 Plan", gaps: GAPS, settings: SETTINGS, ...options });
}

const ask = (...formulas: string[]) => calculateFormulas({ gaps: GAPS, settings: SETTINGS }, ...formulas);

/** The row that begins with this text, below the inputs. */
function rowOf(rows: ShownRows, text: string): ShownRows[number] {
  return rows.slice(8).find(([label]) => String(label).startsWith(text)) ?? [];
}

/** The headings, below the inputs. */
const headingsOf = (rows: ShownRows) => rows.find(([corner, own]) => corner === "USD thousands" && own)!;

test.each(["statement", "comparison"] as const)(
  "The %s compares the same months, and never a part of a year with a year",
  async (kind) => {
    const [own, base, year] = await ask(
      'KPI("FY26 Plan","actual","netFIESales","2026-01:2026-04")',
      'KPI("FY26 Plan","committed","netFIESales","2026-01:2026-04")',
      'KPI("FY26 Plan","committed","netFIESales","2026-01:2026-12")',
    );
    const start = await calculate(kind);
    const about = "FY26 Plan · Actual against Committed Plan";
    expect(start[1]![0]).toBe(`${about} · YTD: Jan–Apr 2026 · USD thousands · as of 15 Jun 2026, 08:45 UTC`);
    const difference = expect.closeTo((own as number) - (base as number), 6);
    expect(rowOf(start, "Net sales").slice(1, 4)).toEqual([own, base, difference]);
    const full = await calculate(kind, { inputs: { period: "Full year", basis: "Period" } });
    expect(rowOf(full, "Net sales").slice(1, 6)).toEqual(["#N/A", year, ...Array<string>(3).fill("")]);
    expect(full[1]![0]).toContain(`${about} · Full year: Jan–Dec 2026 · USD thousands · as of `);
    const reason = "Actual has no numbers of May 26 to Dec 26";
    expect([start[2]![0], full[2]![0]]).toEqual([
      "",
      `Scenario: ${reason}, for the year to date enter current as period and choose YTD`,
    ]);
  },
);

test.each([
  ["bridge", "Scenario"],
  ["onePage", "Scenario"],
  ["demand", "Scenario"],
] as const)("The %s of a year that is not over says which months are missing", async (kind, label) => {
  const rows = await calculate(kind, { inputs: { period: "Full year", basis: "Period" } });
  expect(rows[2]![0]).toMatch(`${label}: Actual has no numbers of May 26 to Dec 26, for the year to date enter `);
});

test("A report of scenarios with one month says which to enter", async () => {
  const march = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.filter((each: { period?: string }) => !each.period || each.period === "2026-03").map(march);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, march(each)]));
  };
  const change: Change = (path, body) => (path.startsWith("pnl") ? march(body) : body);
  const rows = await calculate("statement", { change, inputs: { period: "2026-05", basis: "Period", other: "" } });
  const hint = "has numbers of 2026-03 only. Set Period to 2026-03 and Basis to Period";
  expect(rows[2]![0]).toBe(`Compared with: Committed Plan ${hint} · Scenario: Actual ${hint}`);
});

test("The months and quarters of a sheet are those of the workbook's fiscal year", async () => {
  const rows = await calculate("months", { settings: { ...SETTINGS, fiscalMonth: 4 } });
  const [first, sum] = await ask(
    'KPI("FY26 Plan","actual","netFIESales","2026-04")',
    'KPI("FY26 Plan","committed","netFIESales","2026-05:2026-06")',
  );
  const headings = headingsOf(rows);
  expect([headings[6], headings[9]]).toEqual(["Apr 26\nActual", "Q1 FY27\nOutlook"]);
  expect(headings[1]).toBe("FY27\nOutlook");
  expect(rowOf(rows, "Net sales")[9]).toBeCloseTo((first as number) + (sum as number), 6);
  // The plan ends in December.
  expect(rowOf(rows, "Net sales")[21]).toBe("#N/A");
});

test("The year to date stands beside that of the year before, each of the plan that its heading names", async () => {
  const [own, before, other] = await ask(
    'KPI("FY26 Plan","actual","ebit","2026-01:2026-04")',
    'KPI("FY26 Plan","actual","ebit","2025-01:2025-04")',
    'KPI("FY25 Plan","actual","ebit","2025-01:2025-04")',
  );
  const rows = await calculate("months");
  expect(headingsOf(rows).slice(22, 25)).toEqual(["YTD Apr 26\nActual", "YTD Apr 25\nActual", "2025\nActual"]);
  expect(rowOf(rows, "EBIT").slice(22, 24)).toEqual([own, before]);
  const ofPlan = await calculate("months", { inputs: { basePlan: "FY25 Plan" } });
  expect(headingsOf(ofPlan).slice(23, 25)).toEqual(["YTD Apr 25\nActual, FY25 Plan", "2025\nActual, FY25 Plan"]);
  expect(rowOf(ofPlan, "EBIT")[23]).toBe(other);
});

test("Every column of the rolling forecast adds up though actuals lack lines", async () => {
  const rows = await calculate("months");
  const number = (cells: ShownRows[number], at: number) => (typeof cells[at] === "number" ? cells[at] : 0);
  const [profit, costs, others, ebit] = [
    rowOf(rows, "Gross profit"),
    rowOf(rows, "Supply chain costs"),
    rowOf(rows, "Supply chain and other costs"),
    rowOf(rows, "EBIT"),
  ] as const;
  // January is actual, June is plan, the second quarter and the year are of both: all show one line of costs.
  expect([6, 12, 13, 1].map((at) => costs[at])).toEqual(["", "", "", ""]);
  for (const at of [6, 9, 12, 13, 1, 2, 22, 23, 24]) {
    const rest = number(profit, at) - number(costs, at) - number(others, at) - number(ebit, at);
    expect([at, Math.abs(rest) < 0.01]).toEqual([at, true]);
  }
  expect(rows.flat()).not.toContain("#VALUE!");
  const variance = number(profit, 3) + number(others, 3);
  expect(variance).toBeCloseTo(number(ebit, 3), 1);
  expect(rows.flat().filter((each) => /add up:|Rounding/.test(String(each)))).toEqual([]);
});

test("A misspelt comparison changes its own columns alone", async () => {
  const table = (rows: ShownRows) => rows.slice(8, 25).map((row) => row.slice(1, 6));
  const [before, after] = [await calculate("statement"), await calculate("statement", { inputs: { other: "Upsid" } })];
  expect(table(after)).toEqual(table(before));
  const [age] = / · as of .*/.exec(String(before[1]![0])) ?? [];
  expect(after[1]![0]).toMatch(new RegExp(`${age}$`));
  expect(after[9]!.slice(6, 10)).toEqual(["#N/A", "", "", ""]);
  expect([before[2]![0], after[2]![0]]).toEqual(["", "Second scenario: not in this plan, choose from the list"]);
});

describe("A P&L that does not add up", () => {
  const offBy =
    (gap: number): Change =>
    (path, body) => {
      const raise = (value: unknown): unknown =>
        Array.isArray(value)
          ? value.map(raise)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(
                Object.entries(value).map(([key, each]) => [
                  key,
                  key === "netFIESales" ? (each as number) + gap / 4 : raise(each),
                ]),
              )
            : value;
      return path.startsWith("pnl") ? raise(body) : body;
    };

  test.each([
    [3.6, "The lines do not add up: largest gap"],
    [1.2, "Rounding: largest gap of the lines"],
  ])("by %d says its largest gap once, as what it is", async (gap, text) => {
    const rows = await calculate("onePage", { change: offBy(gap) });
    expect(rowOf(rows, text)[1]).toBeCloseTo(gap, 6);
  });
});

test("The base can be of the year before, and of another plan", async () => {
  const [before, variance, other] = await ask(
    'KPI("FY26 Plan","committed","ebit","2025-01:2025-04")',
    'VAR("FY26 Plan","actual","committed","ebit","current",,,,"YTD",,"PY")',
    'KPI("FY25 Plan","committed","ebit","2025-01:2025-04")',
  );
  const back = await calculate("statement", { inputs: { basePeriod: "Prior year" } });
  expect(headingsOf(back)[2]).toBe("Committed Plan, Jan–Apr 2025");
  expect(rowOf(back, "EBIT")[2]).toBe(before);
  expect(rowOf(back, "EBIT")[3]).toBeCloseTo(variance as number, 6);
  const ofPlan = await calculate("statement", { inputs: { basePeriod: "PY", basePlan: "FY25 Plan" } });
  expect(headingsOf(ofPlan)[2]).toMatch(/, Jan–Apr 2025, FY25 Plan$/);
  expect(rowOf(ofPlan, "EBIT")[2]).toBe(other);
  expect(ofPlan[1]![0]).toMatch(/ · as of \d+ [A-Z][a-z][a-z] 2026/);
  const shorter = await calculate("statement", { inputs: { basePeriod: "2025-Q1", basePlan: "FY25 Plan" } });
  expect(rowOf(shorter, "EBIT").slice(2, 4)).toEqual(["#N/A", ""]);
});

describe.each(["statement", "comparison", "onePage"] as const)("A base of the %s", (kind) => {
  const readEbit = async (inputs: ReportChoice["inputs"]) =>
    rowOf(await calculate(kind, { plan: "FY25 Plan", inputs }), "EBIT").slice(1, 4);

  // The month is current in one plan, and months are left after that of the other.
  test("is 0 in another plan if the report's own has no month to go", async () => {
    expect(await readEbit({ basis: "YTG", basePlan: "FY26 Plan" })).toEqual([0, 0, 0]);
    expect(await readEbit({ basis: "YTG", basePeriod: "PY" })).toEqual([0, 0, 0]);
  });

  test("is 0 in another period if neither has a month to go", async () => {
    expect(await readEbit({ period: "2025-12", basis: "QTG", basePeriod: "2025-09" })).toEqual([0, 0, 0]);
  });

  test("is missing in another period that has months to go", async () => {
    expect(await readEbit({ period: "2025-12", basis: "QTG", basePeriod: "2025-08" })).toEqual([0, "#N/A", ""]);
  });
});

test("Small variances have no bar, a turn to a loss no percent", async () => {
  const bars = async (threshold: string) => {
    const rows = await calculate("statement", { inputs: { threshold } });
    expect(rowOf(rows, "EBIT")[5]).toBe("n.m.");
    return ["Gross sales", "Cost of goods sold"].map((label) => Math.sign(Number(rowOf(rows, label)[4])));
  };
  expect(await bars("")).toEqual([-1, 1]);
  expect(await bars("4%")).toEqual([-1, 0]);
  expect(await bars("9999999")).toEqual([0, 0]);
});

test("The bridge leads from the year before", async () => {
  const rows = await calculate("bridge", { inputs: { basePeriod: "Prior year" } });
  const [before, after] = await ask(
    'KPI("FY26 Plan","committed","ebit","2025-01:2025-04")',
    'KPI("FY26 Plan","actual","ebit","2026-01:2026-04")',
  );
  expect(rowOf(rows, "EBIT · Committed Plan")[1]).toBe(before);
  expect(rowOf(rows, "EBIT · Actual")[1]).toBe(after);
});
