import { duplicateReport, insertReport, listReports, removeReport } from "../../src/workbook/report";
import type { ReportKind } from "../../src/workbook/reports/reportKinds";
import { setUpReports, type ReportSetup } from "./reportSetup";

let setup: ReportSetup;
beforeEach(async () => (setup = await setUpReports()));
afterEach(() => setup.workbook.close());

const SCENARIOS = ["Committed Plan", "Actual", "Optimistic"];

async function insert(kind: ReportKind = "statement"): Promise<string> {
  const name = await insertReport({
    ...{ kind, plan: "FY26 Plan", scenarios: SCENARIOS, currency: "USD", plans: setup.plans },
  });
  await setup.workbook.settled();
  return name;
}

function errorsIn(sheet: string): unknown[] {
  const values = setup.workbook.values(`'${sheet}'!A1:AL62`).flat();
  return values.filter((value) => typeof value === "string" && value.startsWith("#"));
}

describe("the P&L statement", () => {
  test("shows the numbers of the functions, without an error, from one request", async () => {
    const sheet = await insert();
    expect(sheet).toBe("P&L FY26 Plan");
    expect(errorsIn(sheet)).toEqual([]);
    expect(setup.asked()).toHaveLength(1);
    setup.workbook.enter("Sheet1!A1", '=INSIGHTS.PNL("FY26 Plan","Committed Plan",,,,,"USD","values")');
    setup.workbook.enter("Sheet1!C1", '=INSIGHTS.PNL("FY26 Plan","Actual",,,,,"USD","values")');
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${sheet}'!B11:B23`)).toEqual(setup.workbook.values("Sheet1!A1:A13"));
    expect(setup.workbook.values(`'${sheet}'!C11:C23`)).toEqual(setup.workbook.values("Sheet1!C1:C13"));
    expect(setup.workbook.value(`'${sheet}'!A1`)).toBe("P&L statement · FY26 Plan");
    expect(setup.workbook.value(`'${sheet}'!A2`)).toBe("Committed Plan | Actual | Optimistic · USD");
  });

  test("says of each line whether it is better or worse for profit", async () => {
    const sheet = await insert();
    const rows = setup.workbook.values(`'${sheet}'!A11:F23`);
    for (const [label, base, value, difference, , mark] of rows as [string, number, number, number, number, number][]) {
      const isCost = /expenses|Cost|costs|Storage|Transport/.test(label);
      const isRatio = label.endsWith("%");
      expect(difference).toBeCloseTo((value - base) * (isRatio ? 100 : 1), 6);
      const rounded = isRatio ? Math.round(difference * 10) : Math.round(difference);
      expect(mark).toBe(Math.sign(rounded) * (isCost ? -1 : 1) || 0);
    }
  });

  test("leads by its cascade from gross sales to the distributor's margin", async () => {
    const sheet = await insert();
    const dpm = setup.workbook.value(`'${sheet}'!B22`);
    const ends = setup.workbook.values(`'${sheet}'!T11:T20`).flat();
    expect(ends[9]).toBe(dpm);
    expect(ends[1]).toBeCloseTo(ends[2] as number, 2);
    expect(ends[8]).toBeCloseTo(ends[9] as number, 2);
  });

  test("follows the plan cell, also to a plan with other and fewer scenarios, and says what is shown instead", async () => {
    const sheet = await insert();
    setup.workbook.enter(`'${sheet}'!B3`, "FY26 Asia Pacific");
    await setup.workbook.settled();
    expect(errorsIn(sheet)).toEqual([]);
    expect(setup.workbook.value(`'${sheet}'!C5`)).toBe("Committed Plan is not in this plan: Actual is shown");
    expect(setup.workbook.values(`'${sheet}'!B10:C10`)).toEqual([["Actual", "Actual"]]);
    setup.workbook.enter(`'${sheet}'!B7`, "");
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${sheet}'!G10:J12`).flat().filter(Boolean)).toEqual([]);
    expect(errorsIn(sheet)).toEqual([]);
  });

  test("is written in six syncs at most", async () => {
    setup.synced();
    await insert();
    expect(setup.synced()).toBeLessThanOrEqual(6);
  });

  test("keeps names that look like formulas as texts", async () => {
    const name = await insertReport({
      ...{ kind: "statement", plan: "=1+1", scenarios: ["'x", "+5% price"], currency: "USD", plans: setup.plans },
    });
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${name}'!B3:B6`).flat()).toEqual(["=1+1", "USD", "'x", "+5% price"]);
  });
});

describe("the P&L by month", () => {
  test("shows months, quarters and the total as the functions do, from two requests", async () => {
    const sheet = await insert("months");
    expect(errorsIn(sheet)).toEqual([]);
    expect(setup.asked().length).toBeLessThanOrEqual(2);
    const headings = ["2026-01", "2026-02", "2026-03", "Q1", "2026-04"];
    expect(setup.workbook.values(`'${sheet}'!B8:F8`)).toEqual([headings]);
    setup.workbook.enter("Sheet1!A1", '=INSIGHTS.PNL("FY26 Plan","Committed Plan",,"M",,,"USD","values")');
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${sheet}'!B9:D21`)).toEqual(setup.workbook.values("Sheet1!A1:C13"));
    const sales = setup.workbook.values("Sheet1!A3:L3").flat() as number[];
    expect(setup.workbook.value(`'${sheet}'!E11`)).toBeCloseTo(sales[0]! + sales[1]! + sales[2]!, 2);
    const total = sales.reduce((sum, each) => sum + each);
    expect(setup.workbook.value(`'${sheet}'!R11`)).toBeCloseTo(total, 2);
    const [ebit] = setup.workbook.values(`'${sheet}'!R18`).flat() as number[];
    expect(setup.workbook.value(`'${sheet}'!R19`)).toBeCloseTo(ebit! / total, 9);
  });
});

describe("the scenario comparison", () => {
  test("shows the main figures of each scenario, and blanks for one that is left out", async () => {
    const sheet = await insert("comparison");
    expect(errorsIn(sheet)).toEqual([]);
    SCENARIOS.forEach((name, at) => {
      setup.workbook.enter(`Sheet1!A${at + 1}`, `=INSIGHTS.KPI("FY26 Plan","${name}","ebit",,,,"USD")`);
      setup.workbook.enter(`Sheet1!B${at + 1}`, `=INSIGHTS.KPI("FY26 Plan","${name}","fillRate",,,,"USD")`);
    });
    await setup.workbook.settled();
    const shown = (row: number) => setup.workbook.values(`'${sheet}'!B${row}:D${row}`).flat();
    expect(shown(16)).toEqual(setup.workbook.values("Sheet1!A1:A3").flat());
    expect(shown(22)).toEqual(setup.workbook.values("Sheet1!B1:B3").flat());
    setup.workbook.enter(`'${sheet}'!B7`, "");
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${sheet}'!D10:D22`).flat().filter(Boolean)).toEqual([]);
    expect(errorsIn(sheet)).toEqual([]);
  });
});

describe("the demand by period and group", () => {
  test("shows each group's months, its year, its share and its fill rate as the functions do", async () => {
    const sheet = await insert("demand");
    expect(errorsIn(sheet)).toEqual([]);
    setup.workbook.enter("Sheet1!A1", '=INSIGHTS.DEMAND("FY26 Plan","Committed Plan",,"FY","region",,,"USD","table")');
    setup.workbook.enter(
      "Sheet1!A20",
      '=INSIGHTS.KPI("FY26 Plan","Committed Plan","demandVolume","2026-03","region","North")',
    );
    setup.workbook.enter("Sheet1!A21", '=INSIGHTS.KPI("FY26 Plan","Committed Plan","fillRate",,"region","North")');
    await setup.workbook.settled();
    const year = setup.workbook.values("Sheet1!A2:D7");
    const [all, ...rows] = setup.workbook.values(`'${sheet}'!A11:P23`);
    expect(rows.slice(0, 6).map(([group]) => group)).toEqual(year.map(([, , group]) => group));
    expect(rows.slice(0, 6).map((row) => row[13])).toEqual(year.map((row) => row[3]));
    expect(rows[0]![3]).toBe(setup.workbook.value("Sheet1!A20"));
    expect(rows[0]![15]).toBe(setup.workbook.value("Sheet1!A21"));
    expect(all!.slice(13, 15)).toEqual([year.reduce((sum, row) => sum + (row[3] as number), 0), 1]);
  });

  test("follows its inputs: quarters in place of months, another grouping, another plan", async () => {
    const sheet = await insert("demand");
    setup.workbook.enter(`'${sheet}'!B6`, "Quarters");
    setup.workbook.enter(`'${sheet}'!B7`, "channel");
    setup.workbook.enter(`'${sheet}'!B3`, "FY26 Europe");
    setup.workbook.enter(`'${sheet}'!B5`, "Actual");
    await setup.workbook.settled();
    expect(errorsIn(sheet)).toEqual([]);
    expect(setup.workbook.values(`'${sheet}'!B10:G10`)).toEqual([["Q1", "Q2", "Q3", "Q4", "", ""]]);
    const groups = setup.workbook.values(`'${sheet}'!A12:A23`).flat().filter(Boolean);
    expect(groups).toHaveLength(5);
    const [quarters, year] = [
      setup.workbook.values(`'${sheet}'!B11:E11`).flat(),
      setup.workbook.value(`'${sheet}'!N11`),
    ];
    expect((quarters as number[]).reduce((sum, each) => sum + each)).toBe(year);
  });
});

describe("the executive one-pager", () => {
  test("shows headlines against the base, a short P&L, and the numbers of its charts, without an error", async () => {
    const sheet = await insert("onePage");
    expect(errorsIn(sheet)).toEqual([]);
    setup.workbook.enter("Sheet1!A1", '=INSIGHTS.KPI("FY26 Plan","Committed Plan","ebit",,,,"USD")');
    setup.workbook.enter("Sheet1!A2", '=INSIGHTS.KPI("FY26 Plan","Actual","ebit",,,,"USD")');
    await setup.workbook.settled();
    const [[ebit], [base]] = setup.workbook.values("Sheet1!A1:A2") as [[number], [number]];
    expect(setup.workbook.values(`'${sheet}'!C9:C10`)).toEqual([["EBIT"], [ebit]]);
    const difference = Math.round(ebit - base).toLocaleString("en-US");
    expect(setup.workbook.value(`'${sheet}'!C11`)).toBe(`+${difference} vs Actual`);
    const line = setup.workbook.values(`'${sheet}'!A14:E21`).find(([label]) => label === "EBIT");
    expect(line!.slice(0, 3)).toEqual(["EBIT", ebit, base]);
    expect(line![3]).toBeCloseTo(ebit - base, 2);
    expect(line![4]).toBeCloseTo((ebit - base) / Math.abs(base), 9);
  });

  test("needs no base, and follows the plan", async () => {
    const sheet = await insert("onePage");
    setup.workbook.enter(`'${sheet}'!B6`, "");
    setup.workbook.enter(`'${sheet}'!B3`, "FY26 Asia Pacific");
    await setup.workbook.settled();
    expect(errorsIn(sheet)).toEqual([]);
    expect(setup.workbook.values(`'${sheet}'!A11:E11`).flat().filter(Boolean)).toEqual([]);
    expect(setup.workbook.value(`'${sheet}'!C10`)).toEqual(expect.any(Number));
  });
});

describe("reports", () => {
  test("are known after their sheets are renamed, and not after those are deleted", async () => {
    const first = await insert();
    const second = await insert();
    expect(second).toBe("P&L FY26 Plan (2)");
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem(first).name = "Board";
      context.workbook.worksheets.getItem(second).delete();
      await context.sync();
    });
    expect(await listReports()).toMatchObject([{ kind: "statement", sheet: "Board" }]);
  });

  test("are duplicated with what was changed in them, and follow their own inputs", async () => {
    const sheet = await insert();
    setup.workbook.enter(`'${sheet}'!B6`, "Conservative");
    await setup.workbook.settled();
    const [report] = await listReports();
    const copy = await duplicateReport(report!.id);
    await setup.workbook.settled();
    expect(copy).toBe("P&L FY26 Plan (2)");
    expect(await listReports()).toMatchObject([{ sheet }, { sheet: copy }]);
    setup.workbook.enter(`'${copy}'!B5`, "Optimistic");
    await setup.workbook.settled();
    expect(setup.workbook.values(`'${copy}'!B10:C10`)).toEqual([["Optimistic", "Conservative"]]);
    expect(setup.workbook.values(`'${sheet}'!B10:C10`)).toEqual([["Committed Plan", "Conservative"]]);
    expect(setup.workbook.state.charts).toHaveLength(2);
    expect(setup.workbook.state.charts[1]!.series[0]!.values).toContain(copy);
    expect(errorsIn(copy)).toEqual([]);
  });

  test("are removed with their sheet, and the last sheet is replaced", async () => {
    const sheet = await insert();
    const [report] = await listReports();
    await removeReport(report!.id);
    expect(await listReports()).toEqual([]);
    expect(() => setup.workbook.values(`'${sheet}'!A1`)).toThrow();
    await expect(removeReport(report!.id)).rejects.toThrow("not in this workbook any more");
  });
});
