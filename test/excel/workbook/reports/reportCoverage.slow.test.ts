/** Charts, and the demand by group and period, over data with gaps: negative results, changing items, actuals that end. */
import type { Picture } from "../../../../workbench/page/chartOption";
import { calculateFormulas, calculateReport, type ShownRows } from "../../../reporting/reports/reportSetup";
import { enterInput, openReport, readPictures, type ReportSheet } from "./reportWorkbook";

const plan = "FY26 Plan";
const ACTUALS_TO = "2026-04";

/** The rows of the table below the row that begins with this text. */
function readRows({ workbook, sheet }: ReportSheet, corner: RegExp): unknown[][] {
  const rows = workbook.values(`'${sheet}'!B9:U50`);
  return rows.slice(rows.findIndex(([first]) => corner.test(String(first))));
}

const named = ({ categories }: Picture) => categories.filter((name) => name !== "");
const sum = (numbers: readonly unknown[]) => numbers.reduce<number>((all, each) => all + Number(each), 0);

describe("A waterfall of a scenario that ends below zero", () => {
  let report: ReportSheet;
  let picture: Picture;
  beforeAll(async () => {
    report = await openReport({
      kind: "statement",
      plan,
      gaps: { losses: true },
      inputs: { base: "actual", scale: "Millions" },
    });
    picture = readPictures(report)[0]!;
  });
  afterAll(() => report.workbook.close());

  test("labels each step and sum with its amount, also below zero", () => {
    const rows = readRows(report, /^USD/);
    const amountOf = (label: string) => Number(rows.find(([first]) => String(first).startsWith(label))![1]);
    const steps = { "Gross sales": "Gross sales", EBIT: "EBIT", Overhead: "Overhead", DPM: "Distributor" };
    expect(amountOf("EBIT")).toBeLessThan(0);
    const labels = picture.series.find(({ name }) => name === "Top")!.labelTexts!;
    for (const [step, line] of Object.entries(steps)) {
      const amount = (step === "Overhead" ? -1 : 1) * amountOf(line);
      const text = (Math.abs(amount) / 1e6).toLocaleString("en-US", {
        maximumFractionDigits: 1,
        minimumFractionDigits: 1,
      });
      expect([step, labels[picture.categories.indexOf(step)]]).toEqual([step, `${amount < 0 ? "−" : ""}${text}`]);
    }
    expect(picture.categories.filter((name, at) => name !== "" && !labels[at])).toEqual([]);
  });

  test("draws each step from the end of the last, above and below zero", () => {
    const { series, categories } = picture;
    const at = (name: string, step: number) => Number(series.find((each) => each.name === name)!.values[step]);
    const ends = { EBIT: categories.indexOf("EBIT"), DPM: categories.indexOf("DPM") };
    const overhead = categories.indexOf("Overhead");
    expect(at("Gap", overhead)).toBeCloseTo(at("Total", ends.EBIT), 6);
    expect(at("Gap", overhead) + at("Worse below zero", overhead)).toBeCloseTo(at("Total", ends.DPM), 6);
  });
});

test("A bridge over five steps stands in the middle of its chart", async () => {
  const report = await openReport({ kind: "bridge", plan, inputs: { by: "Price, volume, mix" } });
  const [{ categories }] = readPictures(report) as [Picture];
  expect(categories.map((name) => name !== "")).toEqual([false, true, true, true, true, true, false]);
  report.workbook.close();
});

test("A statement's waterfall is of its scenario, or else of the base", async () => {
  const report = await openReport({ kind: "statement", plan, inputs: { scale: "Millions" } });
  const shown = () => {
    const [{ title, series }] = readPictures(report) as [Picture];
    return [title, series.find(({ name }) => name === "Total")!.values[0]];
  };
  const amounts = readRows(report, /^USD/).find(([label]) => label === "Gross sales")!;
  const inMillions = (amount: unknown) => expect.closeTo(Number(amount) / 1e6, 6);
  expect(shown()).toEqual([expect.stringContaining("Actual"), inMillions(amounts[1])]);
  await enterInput(report, "Scenario", "");
  expect(shown()).toEqual([expect.stringContaining("Committed Plan"), inMillions(amounts[2])]);
  report.workbook.close();
});

test("No step of a bridge has a name that is cut", async () => {
  const gaps = { missingInActuals: ["supplyChainCost", "storageAndHandling", "transport"] };
  const report = await openReport({ kind: "bridge", plan, gaps });
  expect(readPictures(report)[0]!.categories).toContain("Supply chain and other");
  report.workbook.close();
});

describe("The demand of actuals that end, and of items that come and go", () => {
  const choice = { kind: "demand", plan, gaps: { actualsTo: ACTUALS_TO, changingItems: true } } as const;
  const tableOf = (rows: readonly (readonly unknown[])[]) =>
    rows.slice(rows.findIndex(([first], row) => row > 7 && /^Units/.test(String(first))));
  let shown: ShownRows;
  beforeAll(async () => {
    shown = await calculateReport({ ...choice, inputs: { groupBy: "product" } });
  });

  test("shows no total and no quarter of which months are missing", async () => {
    const inputs = { groupBy: "product", period: "Full year", basis: "Period", interval: "Quarters" };
    const report = await openReport({ ...choice, inputs });
    const [headings, all] = readRows(report, /^Units/) as [unknown[], unknown[]];
    expect(headings.slice(8, 12)).toEqual(["Q1 Jan–Mar 26", "Q2 Apr–Jun 26", "Q3 Jul–Sep 26", "Q4 Oct–Dec 26"]);
    expect(all.slice(0, 2)).toEqual(["All", "#N/A"]);
    expect(all[2]).toEqual(expect.any(Number));
    expect(all.slice(8, 12)).toEqual([expect.any(Number), "", "", ""]);
    expect(named(readPictures(report)[0]!)).toEqual(["Q1 Jan–Mar 26"]);
    report.workbook.close();
  });

  test("compares the months that both sides have, from the first moment", () => {
    const [headings, all] = tableOf(shown) as [unknown[], unknown[]];
    expect(headings.slice(8, 13)).toEqual(["Jan 26", "Feb 26", "Mar 26", "Apr 26", ""]);
    expect(sum(all.slice(8, 12))).toBeCloseTo(Number(all[1]), 6);
    expect(shown.flat().filter((cell) => String(cell).startsWith("#"))).toEqual([]);
  });

  test("has a column for the rest of a quarter, so that columns add up to the total", async () => {
    const rows = await calculateReport({ ...choice, inputs: { groupBy: "product", interval: "Quarters" } });
    const [headings, all] = tableOf(rows) as [unknown[], unknown[]];
    expect(headings.slice(8, 11)).toEqual(["Q1 Jan–Mar 26", "Apr 26", ""]);
    expect(Number(all[8]) + Number(all[9])).toBeCloseTo(Number(all[1]), 6);
  });

  test("compares with the year before, and says so", async () => {
    const rows = await calculateReport({ ...choice, inputs: { groupBy: "product", basePeriod: "Prior year" } });
    const [base] = await calculateFormulas(
      { gaps: choice.gaps },
      'KPI("FY26 Plan","committed","demandVolume","2025-01:2025-04","product","Vitamins","USD")',
    );
    const [headings] = tableOf(rows) as [unknown[]];
    expect(headings[2]).toBe("Committed Plan, Jan–Apr 2025");
    expect(
      tableOf(rows)
        .find(([label]) => label === "Vitamins")!
        .slice(1, 3),
    ).toEqual([0, base]);
  });

  test("lists new and lost items with 0, so that rows add up to all", () => {
    const rows = tableOf(shown).slice(1, 15);
    const [all, ...others] = rows.filter(([label]) => label !== "");
    const items = new Map(others.map(([label, own, base]) => [label, [own, base]]));
    expect(items.get("Skin Care")).toEqual([expect.any(Number), 0]);
    expect(items.get("Vitamins")).toEqual([0, expect.any(Number)]);
    for (const column of [1, 2, 8, 9, 10, 11])
      expect(sum(others.map((row) => row[column]))).toBeCloseTo(Number(all![column]), 6);
    expect([...items.keys()]).not.toContain("Not listed");
  });

  test("names the scenario and the time above its columns", () => {
    const band = shown[shown.length - tableOf(shown).length - 1]!;
    expect([band[1], band[6], band[8]]).toEqual(["YTD: Jan–Apr 2026", "Actual", "Actual by month"]);
  });

  test("keeps the scenario's numbers if the base is misspelt", async () => {
    const rows = await calculateReport({ ...choice, inputs: { groupBy: "product", base: "comitted" } });
    const own = (each: ShownRows) =>
      tableOf(each)
        .slice(1, 4)
        .map((row) => row[1]);
    expect(own(rows)).toEqual(own(shown));
    expect(tableOf(rows)[1]![2]).toBe("#N/A");
  });
});

test("The chart of the one-pager shows months for a range, and for a year to date", async () => {
  const report = await openReport({ kind: "onePage", plan, inputs: { period: "2026-01:2026-06", basis: "Period" } });
  const months = () =>
    readPictures(report)[1]!.series.map(({ values }) => values.filter((value) => typeof value === "number").length);
  // Five months have ended: each has a number before its base's. The others are the base's alone.
  expect(months()).toEqual([5, 7, 5]);
  await enterInput(report, "Period", "2026-Q1");
  await enterInput(report, "Basis", "YTD");
  expect(months()).toEqual([5, 7, 5]);
  report.workbook.close();
});

test("The chart of months says its basis, and never calls running sums months", async () => {
  const report = await openReport({ kind: "months", plan, inputs: { basis: "YTD" } });
  const [{ title, categories }] = readPictures(report) as [Picture];
  expect(title).toContain("YTD");
  expect(title).not.toContain("by month");
  expect(categories).toContain("YTD Jun 26");
  report.workbook.close();
});
