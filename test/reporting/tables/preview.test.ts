/** The first numbers of a table, asked as its formulas will ask. */
import type { TableDefinition } from "../../../src/reporting/tables/definition";
import { previewOfTable } from "../../../src/reporting/tables/preview";

const GRID: TableDefinition = {
  plan: "Plan",
  currency: "EUR",
  lines: [{ field: "ebit" }],
  columns: [{ scenario: "actual" }],
  periods: [{ period: "2026-03", basis: "" }],
  periodPlace: "outside",
};

/** Answers each call with its own text. */
const asText = (id: string, args: readonly unknown[]) =>
  Promise.resolve(`${id}(${args.map((each) => (typeof each === "string" ? each : "")).join(",")})`);

const rowsOf = async (grid: Partial<TableDefinition>, invoke = asText) =>
  (await previewOfTable({ ...GRID, ...grid }, invoke)).rows;

test("A number is asked with plan, scenario, field, period and currency", async () => {
  expect(await rowsOf({})).toEqual([
    ["", "Actual"],
    ["EBIT", "KPI(Plan,actual,EBIT,2026-03,,,EUR,,)"],
  ]);
});

test("A basis, an item and no currency are asked as they are", async () => {
  const lines = [{ field: "demandValue", groupBy: "region", item: "North" }] as const;
  const [, row] = await rowsOf({ lines, currency: "", periods: [{ period: "2026-03", basis: "YTD" }] });
  expect(row?.[1]).toMatch(/^KPI\(Plan,actual,[^,]+,2026-03,region,North,,YTD,\)$/);
});

test("The prior year is asked a year before, a variance from it by its base period", async () => {
  const columns = [
    { scenario: "actual", isPriorYear: true },
    { scenario: "actual", base: "PY", measure: "amount" },
    { scenario: "actual", base: "committed", measure: "percent" },
  ] as const;
  const rows = await rowsOf({ columns });
  expect(rows).toEqual([
    ["", "Prior year", "Δ PY", "Δ %"],
    [
      "EBIT",
      "KPI(Plan,actual,EBIT,2025-03,,,EUR,,)",
      "VAR(Plan,actual,,EBIT,2026-03,,,EUR,,amount,PY,,)",
      "VAR(Plan,actual,committed,EBIT,2026-03,,,EUR,,percent,,,)",
    ],
  ]);
});

test("A percentage of a ratio is blank, and is not asked", async () => {
  const invoke = jest.fn(asText);
  const columns = [{ scenario: "actual", base: "committed", measure: "percent" }] as const;
  const rows = await rowsOf({ lines: [{ field: "ebitPercent" }], columns }, invoke);
  expect(rows.at(-1)?.at(-1)).toBe("");
  expect(invoke).not.toHaveBeenCalled();
});

const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  period: `2026-${String(at + 1).padStart(2, "0")}`,
  basis: "",
}));

test("At most three lines are shown, each with all of its columns, months as people read them", async () => {
  const down = await rowsOf({ periods: MONTHS, periodPlace: "down" });
  expect([down.length, down[1]?.slice(0, 1), down.at(-1)?.slice(0, 1)]).toEqual([4, ["Jan 26"], ["Mar 26"]]);
  const across = await rowsOf({ periods: MONTHS });
  expect(across[0]?.slice(0, 3)).toEqual(["Period", "Jan 26", "Feb 26"]);
  expect(across.map(({ length }) => length)).toEqual([13, 13]);
});

test("The current month and those around it are named as the functions know them", async () => {
  const periods = ["current-1", "current"].map((period) => ({ period, basis: "" }));
  const answered = (id: string, args: readonly unknown[]) =>
    id === "PERIOD" ? Promise.resolve(args.includes("current") ? "2026-01" : "2025-12") : asText(id, args);
  expect((await rowsOf({ periods }, answered))[0]).toEqual(["Period", "Dec 25", "Jan 26"]);
  const failed = () => Promise.reject(new Error());
  expect((await rowsOf({ periods }, failed))[0]).toEqual(["Period", "current-1", "current"]);
});

test("An absent number is #N/A, any other failure #VALUE!", async () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }));
  const shown = async (code: string) => (await rowsOf({}, failing(code))).at(-1)?.at(-1);
  expect([await shown("#N/A"), await shown("#REF!")]).toEqual(["#N/A", "#VALUE!"]);
});

test("Looks are placed from the first row of headings on, those of sums and variances too", async () => {
  const columns = [{ scenario: "actual" }, { scenario: "actual", base: "committed", measure: "amount" }] as const;
  const lines = [{ field: "cogs" }, { field: "ebit" }];
  const { formats } = await previewOfTable({ ...GRID, lines, columns }, asText);
  expect(formats.every(({ row }) => row >= 0)).toBe(true);
  expect(formats.find(({ isHeading }) => isHeading)).toMatchObject({ row: 0, column: 0, rows: 1, columns: 3 });
  expect(formats.find(({ role }) => role)).toMatchObject({ row: 0, column: 1, rows: 1, columns: 1, role: "own" });
  expect(formats.find(({ isSum }) => isSum)).toMatchObject({ row: 2, column: 0, rows: 1, columns: 3 });
  expect(formats.find(({ isVariance }) => isVariance)).toMatchObject({ row: 1, column: 2, rows: 2, columns: 1 });
});
