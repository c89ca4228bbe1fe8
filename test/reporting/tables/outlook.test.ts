/** Outlooks in tables of one's own: actual months to the current one, then a plan's. */
import { axesOf } from "../../../src/reporting/tables/axes";
import { contentOfTable } from "../../../src/reporting/tables/tableContent";
import type { DefinedColumn, TableDefinition } from "../../../src/reporting/tables/definition";
import { nameTexts } from "../../../src/reporting/tables/labels";
import { monthsOfPeriod } from "../../../src/reporting/tables/periods";
import { previewOfTable } from "../../../src/reporting/tables/preview";
import { openSandbox, type Excel } from "../../numbers/functions/excel";
import { calculateGrid } from "./calculateTable";

const FIRST = { row: 0, column: 0 };
const OUTLOOK = { scenario: "", isOutlook: true } as const;
const GRID: TableDefinition = {
  plan: "FY26 Plan",
  currency: "USD",
  lines: [{ field: "netFIESales" }, { field: "cogs" }, { field: "ebit" }],
  columns: [
    OUTLOOK,
    { scenario: "committed" },
    { ...OUTLOOK, base: "committed", measure: "amount" },
    { ...OUTLOOK, base: "committed", measure: "percent" },
    { scenario: "actual", isPriorYear: true },
    { ...OUTLOOK, base: "PY", measure: "amount" },
  ],
  outlook: "committed",
  periods: [{ period: "2026", basis: "" }],
  periodPlace: "outside",
};
const IN_MAY = { settings: { currentMonth: "2026-05" } };
const MONTHS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
const ENDED = 5;

const bodyOf = async (grid: TableDefinition, excel: Excel) => {
  const cells = contentOfTable(grid, FIRST);
  const shown = await calculateGrid(cells.contents, FIRST, excel);
  return shown.slice(cells.body.row).map((row) => row.slice(cells.body.column));
};

/** Each month by itself, without an outlook. */
async function monthly(excel: Excel, scenario: string, field: string, months: readonly string[]): Promise<number> {
  const shared = { plan: "FY26 Plan", currency: "USD", scenario, field };
  const numbers = await Promise.all(months.map((period) => excel.call("KPI", { ...shared, period })));
  return numbers.reduce<number>((sum, each) => sum + Number(each), 0);
}

test("an outlook's column is the months added one by one, its variances the differences", async () => {
  const excel = openSandbox({}, IN_MAY);
  const rows = await bodyOf(GRID, excel);
  for (const [at, { field }] of GRID.lines.entries()) {
    const ended = await monthly(excel, "actual", field, MONTHS.slice(0, ENDED));
    const own = ended + (await monthly(excel, "committed", field, MONTHS.slice(ENDED)));
    const plan = await monthly(excel, "committed", field, MONTHS);
    const before = await monthly(
      excel,
      "actual",
      field,
      MONTHS.map((month) => month.replace("2026", "2025")),
    );
    const sign = field === "cogs" ? -1 : 1;
    const [outlook, planned, delta, percent, prior, againstPrior] = rows[at]!.map(Number);
    expect(outlook).toBeCloseTo(own, 4);
    expect(planned).toBeCloseTo(plan, 4);
    expect(delta).toBeCloseTo(sign * (own - plan), 4);
    expect(percent).toBeCloseTo((sign * (own - plan)) / plan, 8);
    expect(prior).toBeCloseTo(before, 4);
    expect(againstPrior).toBeCloseTo(sign * (own - before), 4);
    expect(own).not.toBeCloseTo(plan, 0);
  }
});

test("the formulas read the codes, so another last month of actuals changes the numbers", async () => {
  const excel = openSandbox({}, IN_MAY);
  const grid = { ...GRID, columns: GRID.columns.slice(0, 2), lines: GRID.lines.slice(0, 1) };
  const { contents, body } = contentOfTable(grid, FIRST);
  expect(contents.slice(7, body.row).map((row) => row.slice(0, 3))).toEqual([
    ["Scenario", "committed", "committed"],
    ["Actuals to", "current", ""],
    ["", expect.stringMatching(/^=IF\(B\$9="",.*,"Outlook"\)$/), expect.not.stringContaining("Outlook")],
  ]);
  expect(contents[body.row]).toEqual([
    "Net sales",
    "=INSIGHTS.KPI($B$4,B$8,$A11,$B$6,,,$B$5,,B$9)",
    "=INSIGHTS.KPI($B$4,C$8,$A11,$B$6,,,$B$5,,C$9)",
  ]);
  const typed = (code: string) => contents.map((row) => row.map((cell) => (cell === "current" ? code : cell)));
  const shown = async (code: string) => (await calculateGrid(typed(code), FIRST, excel)).slice(body.row - 1);
  const march = await monthly(excel, "actual", "netFIESales", MONTHS.slice(0, 3));
  const later = await monthly(excel, "committed", "netFIESales", MONTHS.slice(3));
  const [names, numbers] = await shown("2026-03");
  expect(names![1]).toBe("Outlook");
  expect(numbers![1]).toBeCloseTo(march + later, 4);
  const [cleared, planned] = await shown("");
  expect(cleared![1]).toBe("Committed");
  expect(planned![1]).toBe(planned![2]);
});

test("an actual month that is missing makes the outlook #N/A, never the plan's number", async () => {
  const excel = openSandbox({ gaps: { actualsTo: "2026-03" } }, IN_MAY);
  const [[outlook, plan, delta] = []] = await bodyOf(GRID, excel);
  expect([outlook, typeof plan, delta]).toEqual(["#N/A", "number", "#N/A"]);
});

test("the note says how many months are actual, and whose the others are", async () => {
  const note = async (grid: Partial<TableDefinition>, excel = openSandbox({}, IN_MAY)) => {
    const shown = await calculateGrid(contentOfTable({ ...GRID, ...grid }, FIRST).contents, FIRST, excel);
    return String(shown[1]![0]).split(" · ").at(-1);
  };
  expect(await note({})).toBe("Outlook: 5 of 12 months actual, then Committed");
  expect(await note({ periods: [{ period: "current", basis: "YTD" }] })).toBe(
    "Outlook: 5 of 5 months actual, then Committed",
  );
  expect(await note({ periods: [{ period: "2026-H2", basis: "" }] })).toBe(
    "Outlook: 0 of 6 months actual, then Committed",
  );
  const months = MONTHS.slice(3, 7).map((period) => ({ period, basis: "" }));
  const several = "Outlook: actual to May 2026, then Committed";
  expect(await note({ periods: months })).toBe(several);
  expect(await note({ periods: months, periodPlace: "down" })).toBe(several);
  const bases = ["", "YTD"].map((basis) => ({ period: "current", basis }));
  expect(await note({ periods: bases })).toBe(several);
  expect(await note({ columns: GRID.columns.slice(1, 2) })).toBe("USD");
});

const namesOf = (columns: readonly DefinedColumn[]) => nameTexts(axesOf({ ...GRID, columns }).columns.entries);

test("an outlook is named, and its variances where actuals stand beside it", () => {
  expect(namesOf(GRID.columns)).toEqual(["Outlook", "Committed", "Δ", "Δ %", "Prior year", "Δ PY"]);
  const actual = { scenario: "actual" };
  const [outlook, plan, delta] = GRID.columns as [DefinedColumn, DefinedColumn, DefinedColumn];
  expect(namesOf([actual, outlook, plan, delta])).toEqual(["Actual", "Outlook", "Committed", "Outlook Δ"]);
  const ofActual = { ...actual, base: "committed", measure: "amount" } as const;
  expect(namesOf([actual, outlook, plan, ofActual])).toEqual(["Actual", "Outlook", "Committed", "Actual Δ"]);
});

test("an outlook alone is the table's title; beside its plan neither is", async () => {
  const title = async (columns: readonly DefinedColumn[]) => {
    const { contents } = contentOfTable({ ...GRID, columns }, FIRST);
    return (await calculateGrid(contents, FIRST, openSandbox({}, IN_MAY)))[0]![0];
  };
  expect(await title([GRID.columns[0]!, GRID.columns[2]!])).toBe("Outlook, Jan–Dec 2026");
  expect(await title(GRID.columns.slice(0, 2))).toBe("Jan–Dec 2026");
});

test("an outlook has the solid rule, and a plan beside it that of what is compared", () => {
  const roles = (columns: readonly DefinedColumn[]) =>
    contentOfTable({ ...GRID, columns }, FIRST).styles.flatMap(({ role }) => role ?? []);
  expect(roles(GRID.columns)).toEqual(["own", "base", "prior"]);
  expect(roles([{ scenario: "actual" }, ...GRID.columns.slice(0, 2)])).toEqual(["own", "base"]);
});

test("the preview asks as the formulas do", async () => {
  const asked = (id: string, args: readonly unknown[]) =>
    Promise.resolve(`${id}(${args.map((each) => (typeof each === "string" ? each : "")).join(",")})`);
  const { rows } = await previewOfTable({ ...GRID, lines: GRID.lines.slice(0, 1) }, asked);
  expect(rows.map((row) => [row[1], row[3], row[6]])).toEqual([
    ["Outlook", "Δ", "Δ PY"],
    [
      "KPI(FY26 Plan,committed,Net sales,2026,,,USD,,current)",
      "VAR(FY26 Plan,committed,committed,Net sales,2026,,,USD,,amount,,,current)",
      "VAR(FY26 Plan,committed,actual,Net sales,2026,,,USD,,amount,PY,,current)",
    ],
  ]);
});

test.each([
  ["2026", "", 12, "2026-12"],
  ["2026-Q2", "", 3, "2026-06"],
  ["2026-01:2026-04", "", 4, "2026-04"],
  ["2026-02", "YTD", 2, "2026-02"],
  ["current", "YTG", 7, "2026-12"],
  ["current-1", "R3", 3, "2026-04"],
])("the months of %s %s are known", (period, basis, count, last) => {
  const months = monthsOfPeriod(
    { period, basis },
    { current: "2026-05", fiscalYear: { firstMonth: 1, namedBy: "end" } },
  );
  expect([months.length, months.at(-1)]).toEqual([count, last]);
});

test("months around a current month that is not known are none", () => {
  const source = { fiscalYear: { firstMonth: 1, namedBy: "end" } } as const;
  expect(monthsOfPeriod({ period: "current", basis: "YTD" }, source)).toEqual([]);
});
