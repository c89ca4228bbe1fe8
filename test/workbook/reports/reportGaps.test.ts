/** Reports over data with gaps: actuals that end in April, lines that they lack, losses, and the plan of the year before. */
import { openReport, type Change, type ReportSheet } from "./reportSetup";

const GAPS = {
  actualsTo: "2026-04",
  missingInActuals: ["supplyChainCost", "storageAndHandling", "transport", "dpm"],
  losses: true,
  priorYear: true,
};
const SETTINGS = { currency: "USD" };

let report: ReportSheet;
afterEach(() => report.workbook.close());

function readRows(): unknown[][] {
  return report.workbook.values(`'${report.sheet}'!A1:Z45`);
}

/** The row that begins with this text, below the inputs. */
function rowOf(text: string): unknown[] {
  return (
    readRows()
      .slice(13)
      .find(([label]) => String(label).startsWith(text)) ?? []
  );
}

async function enter(label: string, text: string): Promise<void> {
  const row = readRows().findIndex(([first]) => first === label);
  report.workbook.enter(`'${report.sheet}'!B${row + 1}`, text);
  await report.workbook.settled();
}

async function ask(...formulas: string[]): Promise<unknown[]> {
  formulas.forEach((formula, at) => report.workbook.enter(`Sheet1!A${at + 1}`, `=INSIGHTS.${formula}`));
  await report.workbook.settled();
  return formulas.map((_, at) => report.workbook.value(`Sheet1!A${at + 1}`));
}

const open = (kind: Parameters<typeof openReport>[0]["kind"], options: object = {}) =>
  openReport({ kind, plan: "FY26 Plan", gaps: GAPS, settings: SETTINGS, ...options });

test.each(["statement", "comparison"] as const)(
  "The %s compares the same months, and never a part of a year with a year",
  async (kind) => {
    report = await open(kind);
    const [own, base] = await ask(
      'KPI("FY26 Plan","actual","netFIESales","2026-01:2026-04")',
      'KPI("FY26 Plan","committed","netFIESales","2026-01:2026-04")',
    );
    expect(readRows()[1]![0]).toBe("FY26 Plan · Actual vs Committed Plan · YTD: Jan–Apr 2026 · USD");
    expect(rowOf("Net sales").slice(1, 4)).toEqual([own, base, expect.closeTo((own as number) - (base as number), 6)]);
    await enter("Basis", "Period");
    await enter("Period", "Full year");
    const [year] = await ask('KPI("FY26 Plan","committed","netFIESales","2026-01:2026-12")');
    expect(rowOf("Net sales").slice(1, 6)).toEqual(["#N/A", year, ...Array<string>(3).fill("")]);
    expect(readRows()[1]![0]).toBe("FY26 Plan · Actual vs Committed Plan · Full year: Jan–Dec 2026 · USD");
  },
);

test("The months and quarters of a sheet are those of the workbook's fiscal year", async () => {
  report = await open("months", { settings: { ...SETTINGS, fiscalMonth: 4 } });
  const [first, sum] = await ask(
    'KPI("FY26 Plan","actual","netFIESales","2026-04")',
    'KPI("FY26 Plan","committed","netFIESales","2026-05:2026-06")',
  );
  const headings = readRows().find(([corner, month]) => corner === "USD" && month)!;
  expect([headings[1], headings[4]]).toEqual(["Apr 26\nActual", "Q1 FY27\nActual + Committed Plan"]);
  expect(headings[17]).toBe("FY27\nActual + Committed Plan");
  expect(rowOf("Net sales")[4]).toBeCloseTo((first as number) + (sum as number), 6);
  // The plan ends in December.
  expect(rowOf("Net sales")[16]).toBe("#N/A");
});

test("Every column of the rolling forecast adds up though actuals lack lines", async () => {
  report = await open("months");
  const number = (cells: unknown[], at: number) => (typeof cells[at] === "number" ? cells[at] : 0);
  const [profit, costs, others, ebit] = [
    rowOf("Gross profit"),
    rowOf("Supply chain costs"),
    rowOf("Other, or supply chain and other"),
    rowOf("EBIT"),
  ] as const;
  // January is actual, June is plan, the second quarter and the year are of both.
  expect([1, 7, 8, 17].map((at) => typeof costs[at])).toEqual(["string", "number", "string", "string"]);
  for (const at of [1, 4, 7, 8, 17, 18, 22, 23]) {
    const rest = number(profit, at) - number(costs, at) - number(others, at) - number(ebit, at);
    expect([at, Math.abs(rest) < 0.01]).toEqual([at, true]);
  }
  expect(readRows().flat()).not.toContain("#VALUE!");
  const variance = number(profit, 19) + number(others, 19);
  expect(variance).toBeCloseTo(number(ebit, 19), 1);
  expect(
    readRows()
      .flat()
      .filter((each) => /add up:|Rounding/.test(String(each))),
  ).toEqual([]);
});

test("A misspelt comparison changes its own columns alone", async () => {
  report = await open("statement");
  const before = readRows()
    .slice(16, 33)
    .map((row) => row.slice(1, 6));
  const age = readRows()[2]![0];
  await enter("Second scenario", "Upsid");
  const rows = readRows();
  expect(rows.slice(16, 33).map((row) => row.slice(1, 6))).toEqual(before);
  expect(rows[2]![0]).toBe(age);
  expect(rows[17]!.slice(6, 10)).toEqual(["#N/A", "", "", ""]);
  expect(rows[7]![4]).toBe("Not in this plan: choose from the list");
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
    report = await open("onePage", { change: offBy(gap) });
    expect(rowOf(text)[1]).toBeCloseTo(gap, 6);
  });
});

test("The base can be of the year before, and of another plan", async () => {
  report = await open("statement", { inputs: { basePeriod: "Prior year" } });
  const heading = () => readRows().find(([corner, own]) => corner === "USD" && own)![2];
  const [before, variance] = await ask(
    'KPI("FY26 Plan","committed","ebit","2025-01:2025-04")',
    'VAR("FY26 Plan","actual","committed","ebit","current",,,,"YTD",,"PY")',
  );
  expect(heading()).toBe("Committed Plan, Jan–Apr 2025");
  expect(rowOf("EBIT")[2]).toBe(before);
  expect(rowOf("EBIT")[3]).toBeCloseTo(variance as number, 6);
  await enter("Base plan", "FY25 Plan");
  const [other] = await ask('KPI("FY25 Plan","committed","ebit","2025-01:2025-04")');
  expect(heading()).toMatch(/, Jan–Apr 2025, FY25 Plan$/);
  expect(rowOf("EBIT")[2]).toBe(other);
  expect(readRows()[2]![0]).toMatch(/^As of 2026/);
  await enter("Base period", "2025-Q1");
  expect(rowOf("EBIT").slice(2, 4)).toEqual(["#N/A", ""]);
  await enter("Base period", "PY");
  await enter("Basis", "YTG");
  await enter("Period", "2026-12");
  expect(rowOf("EBIT").slice(1, 4)).toEqual([0, 0, 0]);
});

test("Small variances have no mark, a turn to a loss no percent, and commentary stays", async () => {
  report = await open("statement");
  const row = readRows().findIndex(([label]) => label === "Commentary");
  report.workbook.enter(`'${report.sheet}'!B${row + 1}`, "Prices follow in May.");
  const marks = () => ["Gross sales", "Cost of goods sold"].map((label) => rowOf(label)[5]);
  expect(marks()).toEqual([-1, 1]);
  expect(rowOf("EBIT")[4]).toBe("n.m.");
  await enter("No mark below", "4%");
  expect(marks()).toEqual([-1, ""]);
  await enter("No mark below", "9999999");
  expect(marks()).toEqual(["", ""]);
  await enter("No mark below", "many");
  expect(readRows()[14]![4]).toBe("An amount such as 10000, or a percent such as 5%");
  expect(report.workbook.value(`'${report.sheet}'!B${row + 1}`)).toBe("Prices follow in May.");
});

test("The bridge leads from the year before", async () => {
  report = await open("bridge", { inputs: { basePeriod: "Prior year" } });
  const [before, after] = await ask(
    'KPI("FY26 Plan","committed","ebit","2025-01:2025-04")',
    'KPI("FY26 Plan","actual","ebit","2026-01:2026-04")',
  );
  expect(rowOf("EBIT · Committed Plan")[1]).toBe(before);
  expect(rowOf("EBIT · Actual")[1]).toBe(after);
});
