/** What the cells of each report show, calculated by the engine alone. */
import type { InputKey, ReportKind } from "../../../src/reporting/reports/reportParameters";
import { calculateFormulas, calculateReport, callFunction, type ShownRows } from "./reportSetup";

// As the pane sets it with the plan.
const SETTINGS = { currency: "USD" };
const SCENARIOS = ["committed", "actual", "Optimistic"];

type Inputs = Partial<Record<InputKey, string>>;

function insert(kind: ReportKind = "statement", inputs: Inputs = {}): Promise<ShownRows> {
  return calculateReport({ kind, plan: "FY26 Plan", scenarios: SCENARIOS, settings: SETTINGS, inputs });
}

const ask = (...formulas: string[]) => calculateFormulas({ settings: SETTINGS }, ...formulas);

function errorsIn(rows: ShownRows): unknown[] {
  return rows.flat().filter((value) => typeof value === "string" && value.startsWith("#"));
}

/** The place of the row of headings, which begins with the unit. */
function headingRow(rows: ShownRows): number {
  const isHeading = rows.map(([first]) => /^(USD|JPY|EUR|Units)\b/.test(String(first)));
  return isHeading.lastIndexOf(true);
}

function headings(rows: ShownRows): ShownRows[number] {
  return rows[headingRow(rows)]!;
}

/** The row below the headings with this label, from the first column on. */
function line(rows: ShownRows, label: string): ShownRows[number] {
  return rows.slice(headingRow(rows) + 1).find(([first]) => first === label) ?? [];
}

describe("Each report", () => {
  test.each<ReportKind>(["statement", "comparison", "onePage", "bridge", "months", "demand", "commentary"])(
    "%s shows #N/A for an unknown scenario, and a note above the inputs",
    async (kind) => {
      const sheet = await insert(kind, { scenario: "Comitted Plan" });
      expect(errorsIn(sheet).length).toBeGreaterThan(0);
      expect(new Set(errorsIn(sheet))).toEqual(new Set(["#N/A"]));
      expect(String(sheet[2]![0])).toMatch(/: not in this plan, choose from the list$/);
      expect(sheet.flat()).not.toContain("Actual");
    },
  );
});

describe("The P&L statement", () => {
  test("adds up, in lines and variances", async () => {
    const sheet = await insert();
    const at = (label: string) => line(sheet, label) as number[];
    for (const column of [1, 2, 3, 6, 7]) {
      const isVariance = column === 3 || column === 7;
      const less = (whole: string, ...parts: string[]) =>
        parts.reduce((rest, part) => rest - (isVariance ? -1 : 1) * at(part)[column]!, at(whole)[column]!);
      expect(less("Gross sales", "Trade expenses")).toBeCloseTo(at("Net sales")[column]!, 2);
      expect(less("Net sales", "Cost of goods sold")).toBeCloseTo(at("Gross profit")[column]!, 2);
      expect(less("Gross profit", "Supply chain costs", "Other costs")).toBeCloseTo(at("EBIT")[column]!, 2);
      expect(less("EBIT", "Overhead")).toBeCloseTo(at("Distributor profit margin")[column]!, 2);
    }
    expect(sheet.flat().filter((each) => String(each).includes("add up:"))).toEqual([]);
  });

  test("shows the variances of VAR, with their bars", async () => {
    const sheet = await insert("statement", { period: "2026-05" });
    const variance = (field: string, measure: string) =>
      `VAR("FY26 Plan","actual","committed","${field}","2026-05",,,"USD","YTD","${measure}")`;
    const [ebit, percent, trade, cogs] = (await ask(
      variance("ebit", "amount"),
      variance("ebit", "percent"),
      variance("tradeExpenses", "amount"),
      variance("cogsPercent", "amount"),
    )) as number[];
    const [, own, base, amount, bar, share] = line(sheet, "EBIT") as number[];
    expect([amount, share]).toEqual([expect.closeTo(ebit!, 6), expect.closeTo(percent!, 12)]);
    expect([own! - base!, bar]).toEqual([expect.closeTo(amount!, 6), amount]);
    const [change, changeBar] = line(sheet, "Trade expenses").slice(3, 5);
    expect([change, changeBar]).toEqual([expect.closeTo(trade!, 6), change]);
    const [points, pointsBar] = line(sheet, "Cost of goods sold %").slice(3, 5);
    expect([points, pointsBar]).toEqual([expect.closeTo(100 * cogs!, 9), ""]);
    expect(sheet[1]![0]).toContain(" · YTD: Jan–May 2026 · ");
  });

  test("leaves a column blank whose scenario is", async () => {
    const sheet = await insert("statement", { other: "" });
    expect(errorsIn(sheet)).toEqual([]);
    expect(
      sheet
        .slice(headingRow(sheet), headingRow(sheet) + 17)
        .flatMap((row) => row.slice(6, 10))
        .filter(Boolean),
    ).toEqual([]);
  });
});

describe("The P&L by month", () => {
  const kpi = (scenario: string, field: string, period: string, basis = "") =>
    `KPI("FY26 Plan","${scenario}","${field}","${period}",,,"USD","${basis}")`;

  test("is the rolling forecast, and says whose months it shows", async () => {
    const sheet = await insert("months");
    const names = headings(sheet).map((each) => String(each).replace(/,?\n/, ", "));
    expect(names.slice(1, 6)).toEqual(["2026, Outlook", "2026, Committed Plan", ...["Δ", "worse · better", "Δ %"]]);
    expect(names.slice(10, 14)).toEqual([
      "Apr 26, Actual",
      "May 26, Actual",
      "Jun 26, Committed Plan",
      "Q2 2026, Outlook",
    ]);
    expect(names.slice(22)).toEqual(["YTD May 26, Actual", "YTD May 25, Actual", "2025, Actual"]);
    const [march, may, june, sales, rest, toDate, before] = (await ask(
      kpi("actual", "ebit", "2026-03"),
      kpi("actual", "ebit", "2026-04:2026-05"),
      kpi("committed", "ebit", "2026-06"),
      kpi("actual", "netFIESales", "2026-01:2026-05"),
      kpi("committed", "netFIESales", "2026-06:2026-12"),
      kpi("actual", "ebit", "2026-05", "YTD"),
      kpi("actual", "ebit", "2025"),
    )) as number[];
    const ebit = line(sheet, "EBIT") as number[];
    expect([ebit[8], ebit[12], ebit[22], ebit[24]]).toEqual([march, june, toDate, before]);
    expect(ebit[13]).toBeCloseTo(may! + june!, 6);
    expect(line(sheet, "EBIT %")[1]).toBeCloseTo(ebit[1]! / (sales! + rest!), 12);
    expect(ebit[3]).toBeCloseTo(ebit[1]! - ebit[2]!, 6);
  });

  test("names months as extended by a basis, quarters as they are", async () => {
    const sheet = await insert("months", { basis: "YTD" });
    const [actual, june] = (await ask(
      kpi("actual", "ebit", "2026-05", "YTD"),
      kpi("committed", "ebit", "2026-06"),
    )) as number[];
    const names = headings(sheet);
    expect([names[12], names[13]]).toEqual(["YTD Jun 26\nOutlook", "Q2 2026\nOutlook"]);
    const ebit = line(sheet, "EBIT") as number[];
    expect(ebit[12]).toBeCloseTo(actual! + june!, 6);
    expect(ebit[13]).toBeCloseTo(ebit[10]! - ebit[8]! + ebit[11]! - ebit[10]! + ebit[12]! - ebit[11]!, 6);
  });

  test("is of the plan alone without actuals, and of actuals alone after the year", async () => {
    const sheet = await insert("months", { through: "" });
    expect(headings(sheet)[1]).toBe("2026\nCommitted Plan");
    expect(line(sheet, "EBIT")[1]).toBe(line(sheet, "EBIT")[2]);
    const ended = await insert("months", { through: "2027-02" });
    expect(headings(ended)[1]).toBe("2026\nActual");
    const unknown = await insert("months", { through: "soon" });
    expect(unknown[2]![0]).toMatch(/^Actuals through: not known, enter a month such as 2026-05/);
    expect(line(unknown, "EBIT")[1]).toBe("#VALUE!");
  });
});

describe("The scenario comparison", () => {
  test("shows the same variances as the statement and the one-pager, with the same sign", async () => {
    const sheets = [await insert("comparison"), await insert("statement"), await insert("onePage")];
    const [comparison, statement, onePage] = sheets.map((sheet) => line(sheet, "EBIT").slice(3, 6));
    expect(comparison).toEqual(statement);
    expect(onePage).toEqual(statement);
    const [fillRate] = (await ask('VAR("FY26 Plan","actual","committed","fillRate","current",,,,"YTD")')) as number[];
    expect(line(sheets[0]!, "Fill rate")[3]).toBeCloseTo(100 * fillRate!, 9);
  });
});

describe("The demand by period and group", () => {
  test("shows months, time, share and fill rate of each group as the functions do", async () => {
    const sheet = await insert("demand");
    const kpi = (field: string, period: string, item: string) =>
      `KPI("FY26 Plan","actual","${field}","${period}","region","${item}","USD")`;
    const [sum, march, rate, all] = (await ask(
      kpi("demandVolume", "2026-01:2026-05", "North"),
      kpi("demandVolume", "2026-03", "North"),
      kpi("fillRate", "2026-01:2026-05", "North"),
      kpi("demandVolume", "2026-01:2026-05", ""),
    )) as number[];
    const north = line(sheet, "North");
    expect([north[1], north[10], north[7]]).toEqual([sum, march, rate]);
    expect(north[6]).toBeCloseTo(sum! / all!, 12);
    expect(line(sheet, "All")[1]).toBe(all);
    // Below the last group there is nothing.
    const end = sheet.findIndex(([label]) => label === "Islands") + 1;
    const below = sheet
      .slice(end, end + 4)
      .flat()
      .filter((value) => value !== "" && value !== null);
    expect(below).toEqual([]);
  });

  test("follows its inputs: interval, measure, grouping and plan", async () => {
    const inputs = { plan: "FY26 Europe", interval: "Quarters", groupBy: "channel", measure: "Value" };
    const sheet = await insert("demand", inputs);
    expect(errorsIn(sheet)).toEqual([]);
    const names = headings(sheet);
    expect([names[0], ...names.slice(8, 11)]).toEqual(["USD thousands", "Q1 Jan–Mar 26", "Apr–May 26", ""]);
    const all = line(sheet, "All") as number[];
    expect(all[8]! + all[9]!).toBeCloseTo(all[1]!, 2);
    const unknown = await insert("demand", { interval: "Weeks" });
    expect(unknown[2]![0]).toBe("Columns: choose from the list");
    expect(errorsIn(unknown)).not.toEqual([]);
  });
});

describe("The bridge", () => {
  test.each([
    ["P&L lines", "statement", null],
    ["Price, volume, mix", "pvm", "region"],
  ])("over %s shows the function's steps from the base to the scenario", async (by, argument, group) => {
    const sheet = await insert("bridge", { by, groupBy: "region" });
    const what = ["FY26 Plan", "committed", "actual", argument, "current", group, "USD", "YTD", null, null];
    const table = (await callFunction({ settings: SETTINGS }, "BRIDGE", ...what)) as unknown[][];
    const steps = table.slice(1).map((row) => row.slice(0, 2));
    const shown = sheet
      .slice(headingRow(sheet) + 1, headingRow(sheet) + 9)
      .filter(([label]) => label)
      .map(([label, amount, step]) => [label, amount === "" ? step : amount]);
    expect(shown).toEqual(steps);
    expect(errorsIn(sheet)).toEqual([]);
    const [start, ...rest] = steps.map(([, amount]) => amount as number);
    const end = rest.pop();
    expect(rest.reduce((sum, each) => sum + each, start!)).toBeCloseTo(end!, 2);
  });
});
