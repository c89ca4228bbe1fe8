import { duplicateReport, insertReport, listReports, removeReport } from "../../../src/workbook/reports/report";
import type { InputKey, ReportKind } from "../../../src/workbook/reports/reportParameters";
import { setUpReports, type ReportSetup } from "./reportSetup";

let setup: ReportSetup;
// As the pane sets it with the plan.
beforeEach(async () => (setup = await setUpReports({ settings: { currency: "USD" } })));
afterEach(() => setup.workbook.close());

const SCENARIOS = ["committed", "actual", "Optimistic"];

type Inputs = Partial<Record<InputKey, string>>;

async function insert(kind: ReportKind = "statement", inputs: Inputs = {}): Promise<string> {
  const name = await insertReport({
    kind,
    plan: "FY26 Plan",
    scenarios: SCENARIOS,
    currency: "USD",
    plans: setup.plans,
    inputs,
  });
  await setup.workbook.settled();
  return name;
}

/** What people see; the columns behind it are not shown. */
function page(sheet: string): unknown[][] {
  return setup.workbook.values(`'${sheet}'!A1:Z70`);
}

function errorsIn(sheet: string): unknown[] {
  return page(sheet)
    .flat()
    .filter((value) => typeof value === "string" && value.startsWith("#"));
}

/** The place of the row of headings, which begins with the unit. */
function headingRow(sheet: string): number {
  const rows = page(sheet);
  return rows.length - 1 - [...rows].reverse().findIndex((row) => /^(USD|JPY|EUR|Units)\b/.test(String(row[0])));
}

function headings(sheet: string): unknown[] {
  return page(sheet)[headingRow(sheet)]!;
}

/** The row below the headings with this label, from the first column on. */
function line(sheet: string, label: string): unknown[] {
  const rows = page(sheet).slice(headingRow(sheet) + 1);
  return rows.find(([first]) => first === label) ?? [];
}

/** The cell of an input by its label. */
function inputCell(sheet: string, label: string): string {
  const row = page(sheet).findIndex(([first]) => first === label);
  return `'${sheet}'!B${row + 1}`;
}

async function enter(sheet: string, label: string, content: string): Promise<void> {
  setup.workbook.enter(inputCell(sheet, label), content);
  await setup.workbook.settled();
}

/** What formulas give, in one go. */
async function ask(...formulas: string[]): Promise<unknown[]> {
  formulas.forEach((formula, at) => setup.workbook.enter(`Sheet1!A${at + 1}`, formula));
  await setup.workbook.settled();
  return formulas.map((_, at) => setup.workbook.value(`Sheet1!A${at + 1}`));
}

describe("Each report", () => {
  test("finds another plan's scenarios by flag, and takes its currency", async () => {
    const sheet = await insert("statement", { other: "", currency: "" });
    await enter(sheet, "Plan", "FY26 Europe");
    expect(errorsIn(sheet)).toEqual([]);
    expect(headings(sheet).slice(0, 6)).toEqual(["EUR", "Actual", "Budget", "Variance", "%", "Mark"]);
    expect(page(sheet)[1]![0]).toBe("FY26 Europe · Actual vs Budget · YTD: Jan–May 2026 · EUR");
    const [ebit] = await ask('=INSIGHTS.KPI("FY26 Europe","Budget","ebit","2026-05",,,"EUR","YTD")');
    expect(line(sheet, "EBIT")[2]).toBe(ebit);
  });

  test.each<ReportKind>(["statement", "comparison", "onePage", "bridge", "months", "demand"])(
    "%s shows #N/A for an unknown scenario, and a note next to the input",
    async (kind) => {
      const sheet = await insert(kind, { scenario: "Comitted Plan" });
      expect(errorsIn(sheet).length).toBeGreaterThan(0);
      expect(new Set(errorsIn(sheet))).toEqual(new Set(["#N/A"]));
      expect(page(sheet).flat()).toContain("Not in this plan: choose from the list");
      expect(page(sheet).flat()).not.toContain("Actual");
    },
  );

  test("keeps names that look like formulas as texts", async () => {
    const inputs = { plan: "=1+1", base: "'x", scenario: "+5% price", other: "@SUM(1)" };
    const sheet = await insert("statement", inputs);
    expect(setup.workbook.values(`'${sheet}'!B5:B8`).flat()).toEqual(["=1+1", "'x", "+5% price", "@SUM(1)"]);
  });
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
    expect(
      page(sheet)
        .flat()
        .filter((each) => String(each).includes("add up:")),
    ).toEqual([]);
  });

  test("shows the variances of VAR, with their marks", async () => {
    const sheet = await insert("statement", { period: "2026-05" });
    const variance = (field: string, measure: string) =>
      `=INSIGHTS.VAR("FY26 Plan","actual","committed","${field}","2026-05",,,"USD","YTD","${measure}")`;
    const [ebit, percent, trade, cogs] = (await ask(
      variance("ebit", "amount"),
      variance("ebit", "percent"),
      variance("tradeExpenses", "amount"),
      variance("cogsPercent", "amount"),
    )) as number[];
    const [, own, base, amount, share, mark] = line(sheet, "EBIT") as number[];
    expect([amount, share]).toEqual([expect.closeTo(ebit!, 6), expect.closeTo(percent!, 12)]);
    expect([own! - base!, mark]).toEqual([expect.closeTo(amount!, 6), Math.sign(ebit!)]);
    const [change, , fav] = line(sheet, "Trade expenses").slice(3, 6);
    expect([change, fav]).toEqual([expect.closeTo(trade!, 6), Math.sign(trade!)]);
    expect(line(sheet, "Cost of goods sold %")[3]).toBeCloseTo(100 * cogs!, 9);
    expect(page(sheet)[1]![0]).toContain(" · YTD: Jan–May 2026 · ");
  });

  test("leaves a column blank whose scenario is", async () => {
    const sheet = await insert("statement", { other: "" });
    expect(errorsIn(sheet)).toEqual([]);
    expect(
      page(sheet)
        .slice(headingRow(sheet), 33)
        .flatMap((row) => row.slice(6, 10))
        .filter(Boolean),
    ).toEqual([]);
  });

  test("refuses no unknown basis in silence", async () => {
    const sheet = await insert();
    await enter(sheet, "Basis", "Weeks");
    expect(page(sheet).flat()).toContain("Choose from the list");
    expect(new Set(errorsIn(sheet))).toEqual(new Set(["#N/A"]));
  });
});

describe("The P&L by month", () => {
  const kpi = (scenario: string, field: string, period: string, basis = "") =>
    `=INSIGHTS.KPI("FY26 Plan","${scenario}","${field}","${period}",,,"USD","${basis}")`;

  test("is the rolling forecast, and says whose months it shows", async () => {
    const sheet = await insert("months");
    const names = headings(sheet).map((each) => String(each).replace("\n", ", "));
    expect(names.slice(5, 9)).toEqual([
      "Apr 26, Actual",
      "May 26, Actual",
      "Jun 26, Committed Plan",
      "Q2 2026, Actual + Committed Plan",
    ]);
    expect(names.slice(17)).toEqual([
      "2026, Actual + Committed Plan",
      "2026, Committed Plan",
      ...["Variance", "%", "Mark"],
      "YTD May 26, Actual",
      "2025, Actual",
      ...["", ""].map(() => "null"),
    ]);
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
    expect([ebit[3], ebit[7], ebit[22], ebit[23]]).toEqual([march, june, toDate, before]);
    expect(ebit[8]).toBeCloseTo(may! + june!, 6);
    expect(line(sheet, "EBIT %")[17]).toBeCloseTo(ebit[17]! / (sales! + rest!), 12);
    expect(ebit[19]).toBeCloseTo(ebit[17]! - ebit[18]!, 6);
  });

  test("names months as extended by a basis, quarters as they are", async () => {
    const sheet = await insert("months", { basis: "YTD" });
    const [actual, june] = (await ask(
      kpi("actual", "ebit", "2026-05", "YTD"),
      kpi("committed", "ebit", "2026-06"),
    )) as number[];
    const names = headings(sheet);
    expect([names[7], names[8]]).toEqual(["YTD Jun 26\nActual + Committed Plan", "Q2 2026\nActual + Committed Plan"]);
    const ebit = line(sheet, "EBIT") as number[];
    expect(ebit[7]).toBeCloseTo(actual! + june!, 6);
    expect(ebit[8]).toBeCloseTo(ebit[5]! - ebit[3]! + ebit[6]! - ebit[5]! + ebit[7]! - ebit[6]!, 6);
  });

  test("is of the plan alone without actuals, and of actuals alone after the year", async () => {
    const sheet = await insert("months", { through: "" });
    expect(headings(sheet)[17]).toBe("2026\nCommitted Plan");
    expect(line(sheet, "EBIT")[17]).toBe(line(sheet, "EBIT")[18]);
    await enter(sheet, "Actuals through", "2027-02");
    expect(headings(sheet)[17]).toBe("2026\nActual");
    await enter(sheet, "Actuals through", "soon");
    expect(page(sheet)[9]![4]).toMatch(/^Not known: a month such as 2026-05/);
    expect(line(sheet, "EBIT")[17]).toBe("#VALUE!");
  });
});

describe("The scenario comparison", () => {
  test("shows the same variances as the statement and the one-pager, with the same sign", async () => {
    const sheets = [await insert("comparison"), await insert("statement"), await insert("onePage")];
    const [comparison, statement, onePage] = sheets.map((sheet) => line(sheet, "EBIT").slice(3, 6));
    expect(comparison).toEqual(statement);
    expect(onePage).toEqual(statement);
    const [fillRate] = (await ask(
      '=INSIGHTS.VAR("FY26 Plan","actual","committed","fillRate","current",,,,"YTD")',
    )) as number[];
    expect(line(sheets[0]!, "Fill rate")[3]).toBeCloseTo(100 * fillRate!, 9);
  });
});

describe("The demand by period and group", () => {
  test("shows months, year, share and fill rate of each group as the functions do", async () => {
    const sheet = await insert("demand");
    const kpi = (field: string, period: string, item: string) =>
      `=INSIGHTS.KPI("FY26 Plan","actual","${field}","${period}","region","${item}","USD")`;
    const [year, march, rate, all] = (await ask(
      kpi("demandVolume", "2026-01:2026-12", "North"),
      kpi("demandVolume", "2026-03", "North"),
      kpi("fillRate", "2026-01:2026-12", "North"),
      kpi("demandVolume", "2026-01:2026-12", ""),
    )) as number[];
    const north = line(sheet, "North");
    expect([north[1], north[10], north[7]]).toEqual([year, march, rate]);
    expect(north[6]).toBeCloseTo(year! / all!, 12);
    expect(line(sheet, "All")[1]).toBe(all);
    // Below the last group there is nothing.
    const end = page(sheet).findIndex(([label]) => label === "Islands") + 1;
    const below = page(sheet)
      .slice(end, end + 6)
      .flat()
      .filter((value) => value !== "" && value !== null);
    expect(below).toEqual([]);
  });

  test("follows its inputs: interval, measure, grouping and plan", async () => {
    const sheet = await insert("demand");
    await enter(sheet, "Plan", "FY26 Europe");
    await enter(sheet, "Columns", "Quarters");
    await enter(sheet, "Rows", "channel");
    await enter(sheet, "Measure", "Demand value");
    expect(errorsIn(sheet)).toEqual([]);
    const names = headings(sheet);
    expect([names[0], ...names.slice(8, 13)]).toEqual([
      "USD",
      "Q1 Jan–Mar 26",
      "Q2 Apr–Jun 26",
      "Q3 Jul–Sep 26",
      "Q4 Oct–Dec 26",
      "",
    ]);
    const all = line(sheet, "All") as number[];
    expect(all.slice(8, 12).reduce((sum, each) => sum + each)).toBeCloseTo(all[1]!, 2);
    await enter(sheet, "Columns", "Weeks");
    expect(page(sheet).flat()).toContain("Choose from the list");
    expect(errorsIn(sheet)).not.toEqual([]);
  });
});

describe("The bridge", () => {
  test.each([
    ["P&L lines", '"statement"', ""],
    ["Price, volume, mix", '"pvm"', '"region"'],
  ])("over %s shows the function's steps from the base to the scenario", async (by, argument, group) => {
    const sheet = await insert("bridge", { by, groupBy: "region" });
    setup.workbook.enter(
      "Sheet1!A1",
      `=INSIGHTS.BRIDGE("FY26 Plan","committed","actual",${argument},"current",${group},"USD","YTD")`,
    );
    await setup.workbook.settled();
    const steps = setup.workbook.values("Sheet1!A2:B8").filter(([label]) => label);
    const shown = page(sheet)
      .slice(headingRow(sheet) + 1, headingRow(sheet) + 9)
      .map((row) => row.slice(0, 2))
      .filter(([label]) => label);
    expect(shown).toEqual(steps);
    expect(errorsIn(sheet)).toEqual([]);
    const [start, ...rest] = steps.map(([, amount]) => amount as number);
    const end = rest.pop();
    expect(rest.reduce((sum, each) => sum + each, start!)).toBeCloseTo(end!, 2);
  });
});

describe("reports", () => {
  test("are known after their sheets are renamed, and not after those are deleted", async () => {
    const first = await insert();
    const second = await insert();
    expect(second).toBe("P&L statement FY26 Plan (2)");
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem(first).name = "Board";
      context.workbook.worksheets.getItem(second).delete();
      await context.sync();
    });
    expect(await listReports()).toMatchObject([{ kind: "statement", sheet: "Board" }]);
  });

  test("are duplicated with what was changed in them, and follow their own inputs", async () => {
    const sheet = await insert();
    await enter(sheet, "Scenario", "Conservative");
    const [report] = await listReports();
    const copy = await duplicateReport(report!.id);
    await setup.workbook.settled();
    expect(copy).toBe("P&L statement FY26 Plan (2)");
    expect(await listReports()).toMatchObject([{ sheet }, { sheet: copy }]);
    await enter(copy, "Base scenario", "Optimistic");
    expect(headings(copy).slice(1, 3)).toEqual(["Conservative", "Optimistic"]);
    expect(headings(sheet).slice(1, 3)).toEqual(["Conservative", "Committed Plan"]);
    expect(setup.workbook.state.charts).toHaveLength(2);
    const [, chart] = setup.workbook.state.charts;
    expect([chart!.series[0]!.values, chart!.series[0]!.nameAt, chart!.title.formula]).toEqual(
      Array(3).fill(expect.stringContaining(copy)),
    );
    expect(errorsIn(copy)).toEqual([]);
  });

  test("stay as they are in a workbook whose structure is protected, which is said", async () => {
    await insert();
    const [report] = await listReports();
    setup.workbook.host.protectStructure = true;
    const changes = [() => insert(), () => duplicateReport(report!.id), () => removeReport(report!.id)];
    for (const change of changes) await expect(change()).rejects.toThrow("The workbook's structure is protected");
    setup.workbook.host.protectStructure = false;
    expect(await listReports()).toEqual([report]);
  });

  test("are removed with their sheet, and the last sheet is replaced", async () => {
    const sheet = await insert();
    const [report] = await listReports();
    await removeReport(report!.id);
    expect(await listReports()).toEqual([]);
    expect(() => setup.workbook.values(`'${sheet}'!A1`)).toThrow();
    await expect(removeReport(report!.id)).rejects.toThrow("no longer in this workbook");
  });
});
