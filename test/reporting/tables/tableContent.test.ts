/** Tables of one's own: every number is the one that its headings name, and formulas can be filled. */
import fc from "fast-check";
import { axesOf, type TableEntry } from "../../../src/reporting/tables/axes";
import { nameTexts } from "../../../src/reporting/tables/labels";
import { contentOfTable } from "../../../src/reporting/tables/tableContent";
import {
  tableOfTemplate,
  type DefinedColumn,
  type TableDefinition,
  type TableLine,
} from "../../../src/reporting/tables/definition";
import type { TablePeriod } from "../../../src/reporting/tables/periods";
import { relativeKey } from "../../../src/spreadsheet/formulas/relative";
import { openSandbox, type Excel } from "../../numbers/functions/excel";
import { runs } from "../../propertyOptions";
import { calculateGrid } from "./calculateTable";

const FIRST = { row: 0, column: 0 };
const PLAN = {
  id: "fy26",
  name: "FY26 Plan",
  currency: "USD",
  scenarios: [
    { id: "a", name: "Base", flags: ["committed"] },
    { id: "b", name: "Actuals", flags: ["actual"] },
    { id: "c", name: "Optimistic", flags: [] },
  ],
};
const OPTIONS = { settings: {}, year: 2026 };

test("a table has a title, a folded head and codes that formulas read, and names for readers", () => {
  const { contents, folded } = contentOfTable(tableOfTemplate("scenarios", PLAN, OPTIONS), FIRST);
  const name = (cell: string) => `=UPPER(LEFT(${cell},1))&MID(${cell},2,255)`;
  expect(contents.slice(0, 10)).toEqual([
    ['=IFERROR(INSIGHTS.PERIOD($B$4,$B$6,,"label"),"?")', "", "", ""],
    ['=$B$4&" · "&$B$5&" thousands"', "", "", ""],
    ["", "", "", ""],
    ["Plan", "FY26 Plan", "", ""],
    ["Amounts in", "USD", "", ""],
    ["Period", 2026, "", ""],
    ["", "", "", ""],
    ["Scenario", "actual", "committed", "Optimistic"],
    ["", name("B$8"), name("C$8"), name("D$8")],
    [
      "Gross sales",
      "=INSIGHTS.KPI($B$4,B$8,$A10,$B$6,,,$B$5)",
      "=INSIGHTS.KPI($B$4,C$8,$A10,$B$6,,,$B$5)",
      "=INSIGHTS.KPI($B$4,D$8,$A10,$B$6,,,$B$5)",
    ],
  ]);
  expect(folded).toEqual({ row: 3, rows: 5 });
});

test("a table to date has each Δ and Δ % beside the columns that they compare", () => {
  const { contents, folded, body } = contentOfTable(tableOfTemplate("yearToDate", PLAN, OPTIONS), FIRST);
  expect(folded).toEqual({ row: 3, rows: 8 });
  expect(contents.slice(7, body.row).map((row) => row[0])).toEqual(["Scenario", "Year", "Against", "Variance", ""]);
  expect(contents[body.row - 1]!.slice(3)).toEqual(["Δ", "Δ %", "Prior year", "Δ PY", "Δ PY %"]);
  expect(contents.slice(8, 11).map((row) => row.slice(1))).toEqual([
    ["", "", "", "", "PY", "", ""],
    ["", "", "committed", "committed", "", "PY", "PY"],
    ["", "", "amount", "percent", "", "amount", "percent"],
  ]);
});

test("titles and notes say what all cells share, the units, and what a sign says", async () => {
  const shownOf = async (grid: TableDefinition) => {
    const cells = contentOfTable(grid, FIRST);
    const shown = await calculateGrid(cells.contents, FIRST, excel);
    return shown.slice(0, 2).map(([text]) => text);
  };
  const toDate = tableOfTemplate("yearToDate", PLAN, { ...OPTIONS, actualsTo: "2026-05" });
  expect(await shownOf(toDate)).toEqual(["Year to date, Jan–May 2026", "FY26 Plan · USD thousands · + is better"]);
  const rolling = tableOfTemplate("rolling", PLAN, { ...OPTIONS, actualsTo: "2026-05" });
  expect((await shownOf(rolling))[0]).toBe("Net sales, Actual");
  const two = tableOfTemplate("monthAndYear", PLAN, { ...OPTIONS, actualsTo: "2026-05" });
  expect((await shownOf(two))[0]).toBe("May 2026");
  const lines = [{ field: "demandVolume" }, { field: "ebit" }];
  const volumes = { ...MONTHLY, columns: [{ scenario: "a" }, { scenario: "b" }], lines };
  expect(await shownOf(volumes)).toEqual(["FY26 Plan", "volumes in units"]);
  const unnamed = { ...MONTHLY, lines: [{ field: "ebit" }], scale: "millions" } as const;
  expect(await shownOf(unnamed)).toEqual(["Actual", "FY26 Plan · amounts in millions"]);
});

test("two periods side by side are named by their basis", () => {
  const grid = tableOfTemplate("monthAndYear", PLAN, { ...OPTIONS, actualsTo: "2026-05" });
  const { contents, body } = contentOfTable(grid, FIRST);
  const names = contents[body.row - 1]!.slice(1);
  expect(names.map((name) => String(name).includes("$11"))).toEqual([
    ...Array<boolean>(4).fill(false),
    ...Array<boolean>(4).fill(true),
  ]);
  expect(names[2]).toBe("Δ");
  expect(nameTexts(axesOf(grid).columns.entries)).toEqual([
    "Actual",
    "Committed",
    "Δ",
    "Δ %",
    "YTD Actual",
    "YTD Committed",
    "YTD Δ",
    "YTD Δ %",
  ]);
});

test("variances from several bases name them", () => {
  const grid = tableOfTemplate("yearToDate", PLAN, OPTIONS);
  const variance = { scenario: "actual", measure: "amount" } as const;
  const columns = [
    { ...variance, base: "committed" },
    { ...variance, base: "Optimistic", measure: "percent" as const },
    { ...variance, base: "PY" },
    { scenario: "actual", isPriorYear: true },
    { scenario: "committed", isPriorYear: true },
  ];
  expect(nameTexts(axesOf({ ...grid, columns }).columns.entries)).toEqual([
    "Δ vs Committed",
    "Δ % vs Optimistic",
    "Δ PY",
    "Actual, prior year",
    "Committed, prior year",
  ]);
});

test("variances of several scenarios name them", () => {
  const grid = tableOfTemplate("yearToDate", PLAN, OPTIONS);
  const columns = ["actual", "Optimistic"].map((scenario) => ({
    scenario,
    base: "committed",
    measure: "amount" as const,
  }));
  expect(nameTexts(axesOf({ ...grid, columns }).columns.entries)).toEqual(["Actual Δ", "Optimistic Δ"]);
});

test("months down follow the first, and the prior year reads the same heading", () => {
  const grid = tableOfTemplate("rolling", PLAN, { ...OPTIONS, actualsTo: "2026-05" });
  const { contents, body } = contentOfTable(grid, { row: 1, column: 1 });
  expect(contents[body.row]).toEqual([
    '=INSIGHTS.PERIOD($C$5,"current-11",,"start")',
    expect.stringContaining('IF(C$10="PY",EDATE($B14,-12),$B14)'),
    expect.stringContaining('IF(D$10="PY"'),
    "=INSIGHTS.VAR($C$5,$C$8,,$C$7,$B14,,,$C$6,,E$12,E$11)",
    "=INSIGHTS.VAR($C$5,$C$8,,$C$7,$B14,,,$C$6,,F$12,F$11)",
  ]);
  expect(contents.slice(body.row + 1).map(([first]) => first)).toEqual(
    Array.from({ length: 11 }, (_, at) => `=EDATE(B${14 + at},1)`),
  );
});

const MONTHLY: TableDefinition = {
  plan: "FY26 Plan",
  currency: "",
  lines: [{ field: "ebit" }, { field: "demandVolume" }],
  columns: [{ scenario: "actual" }],
  periods: [
    { period: "2026-01", basis: "" },
    { period: "2026-02", basis: "" },
    { period: "2026", basis: "" },
  ],
  periodPlace: "outside",
};

/** Number formats of a table, as areas from its first row of headings on. */
const formatsOf = (grid: TableDefinition) => {
  const { styles, folded } = contentOfTable(grid, { row: 5, column: 2 });
  const top = folded.row + folded.rows;
  return styles.flatMap(({ row, column, rows, columns, numberFormat }) =>
    numberFormat ? [[[row < top ? row : row - top, column, rows, columns].join(), numberFormat]] : [],
  );
};
const AMOUNT = '#,##0;"−"#,##0;"–"';

test("months across and their numbers are formatted, wherever the table stands", () => {
  expect(formatsOf(MONTHLY)).toEqual([
    ["0,1,1,1", "mmm yy"],
    ["0,2,1,1", "mmm yy"],
    ["1,1,1,3", AMOUNT],
    ["2,1,1,3", AMOUNT],
  ]);
});

test("months down are formatted, and each field over all of its months", () => {
  expect(formatsOf({ ...MONTHLY, periodPlace: "down" })).toEqual([
    ["1,1,1,1", "mmm yy"],
    ["2,1,1,1", "mmm yy"],
    ["4,1,1,1", "mmm yy"],
    ["5,1,1,1", "mmm yy"],
    ["1,2,3,1", AMOUNT],
    ["4,2,3,1", AMOUNT],
  ]);
});

test("amounts have the table's scale, volumes and prices have none, and variances have signs", () => {
  const lines = ["ebit", "ebitPercent", "demandVolume", "demandValuePerUnit"].map((field) => ({ field }));
  const variance = { scenario: "actual", base: "committed" } as const;
  const columns = [
    { scenario: "actual" },
    { ...variance, measure: "amount" as const },
    { ...variance, measure: "percent" as const },
  ];
  const grid = { ...MONTHLY, lines, columns, periods: MONTHLY.periods.slice(2), scale: "thousands" } as const;
  const change = '+0.0 %;"−"0.0 %;"–"';
  expect(formatsOf(grid).map(([, format]) => format)).toEqual([
    ...['#,##0,;"−"#,##0,;"–"', '+#,##0,;"−"#,##0,;"–"', change],
    ...['0.0 %;"−"0.0 %', '+0.0 %"-pts";"−"0.0 %"-pts";"–"', change],
    ...[AMOUNT, '+#,##0;"−"#,##0;"–"', change],
    ...['#,##0.00##;"−"#,##0.00##', '+#,##0.00##;"−"#,##0.00##;"–"', change],
  ]);
});

/** The looks with a property, as their areas from the first row of headings on. */
const areasOf = (grid: TableDefinition, property: "isSum" | "isVariance" | "role") => {
  const { styles, folded } = contentOfTable(grid, FIRST);
  return styles.flatMap(({ row, column, rows, columns, [property]: value }) =>
    value ? [[[row - folded.row - folded.rows, column, rows, columns].join(), value]] : [],
  );
};

test("a table has a report's rules below its headings, bold sums, and colours for variances", () => {
  const grid = tableOfTemplate("yearToDate", PLAN, OPTIONS);
  expect(areasOf(grid, "role")).toEqual([
    ["0,1,1,1", "own"],
    ["0,2,1,1", "base"],
    ["0,5,1,1", "prior"],
  ]);
  expect(areasOf(grid, "isVariance").map(([area]) => area)).toEqual(["1,3,6,2", "1,6,6,2"]);
  // Net sales, gross profit and EBIT sum up the lines above them.
  expect(areasOf(grid, "isSum").map(([area]) => area)).toEqual(["2,0,1,8", "3,0,1,8", "5,0,1,8"]);
});

test("plans alone are told apart by their rules; sums alone, and months of a sum, are not bold", () => {
  const columns = ["committed", "Optimistic", "Downside"].map((scenario) => ({ scenario }));
  const grid = { ...MONTHLY, lines: [{ field: "ebit" }], columns, periods: MONTHLY.periods.slice(2) };
  expect(areasOf(grid, "role").map(([, role]) => role)).toEqual(["own", "base", "second"]);
  const lines = [{ field: "cogs" }, { field: "ebit" }];
  const down = { ...MONTHLY, lines, periodPlace: "down" } as const;
  expect([areasOf(grid, "isSum"), areasOf(down, "isSum")]).toEqual([[], []]);
});

test("only a month in the head is formatted as one", () => {
  const lines = [{ field: "ebit" }];
  const inHead = (period: string) => {
    const formats = formatsOf({ ...MONTHLY, lines, periods: [{ period, basis: "" }] });
    return formats.filter(([, format]) => format === "mmm yy");
  };
  expect(inHead("2026-01")).toEqual([["4,1,1,1", "mmm yy"]]);
  expect(inHead("current")).toEqual([["4,1,1,1", "mmm yy"]]);
  expect(inHead("2026-Q1")).toEqual([]);
  expect(inHead("2026")).toEqual([]);
});

test("columns are wide enough for labels, numbers, and names in two lines", () => {
  const lines = [{ field: "ebit" }, { field: "supplyChainCost" }];
  const columns = [{ scenario: "actual" }, { scenario: "A scenario with a very long name" }];
  const { contents, widths, tallRow, body } = contentOfTable({ ...MONTHLY, lines, columns }, FIRST);
  expect(widths).toHaveLength(contents[0]!.length);
  expect(widths.slice(0, 3)).toEqual([String(contents.at(-1)![0]).length, 13, "a very long name".length + 2]);
  const scaled = contentOfTable({ ...MONTHLY, lines, columns, scale: "thousands" }, FIRST);
  expect(scaled.widths[1]).toBe(10);
  expect([tallRow, contentOfTable({ ...MONTHLY, lines }, FIRST).tallRow]).toEqual([body.row - 1, undefined]);
});

test("the current month in the head is computed for the plan beside it", () => {
  const grid: TableDefinition = {
    ...MONTHLY,
    lines: [{ field: "ebit" }],
    periods: [{ period: "current", basis: "YTD" }],
  };
  expect(contentOfTable(grid, { row: 2, column: 1 }).contents.slice(3, 6)).toEqual([
    ["Plan", "FY26 Plan"],
    ["Period", '=INSIGHTS.PERIOD($C$6,"current",,"start")'],
    ["Basis", "YTD"],
  ]);
});

test("volumes name their unit in the head, and a single line keeps its heading", () => {
  const grid = { ...MONTHLY, lines: [{ field: "demandVolume" }], periods: MONTHLY.periods.slice(2) };
  const { contents } = contentOfTable(grid, FIRST);
  expect(contents.slice(3).map((row) => row.slice(0, 2))).toEqual([
    ["Plan", "FY26 Plan"],
    ["Volumes in", "units"],
    ["Period", 2026],
    ["", ""],
    ["Scenario", "actual"],
    ["", expect.any(String)],
    [expect.any(String), "=INSIGHTS.KPI($B$4,B$8,$A10,$B$6)"],
  ]);
});

test("months within each scenario repeat the first scenario's", () => {
  const columns = [{ scenario: "actual" }, { scenario: "committed" }];
  const periods = [...MONTHLY.periods.slice(0, 2), { period: "2026-Q1", basis: "" }];
  const { contents, body } = contentOfTable(
    { ...MONTHLY, columns, periods, periodPlace: "inside" },
    { row: 1, column: 3 },
  );
  expect(contents.slice(body.row - 3, body.row)).toEqual([
    ["Scenario", "actual", "actual", "actual", "committed", "committed", "committed"],
    ["", ...["E$8", "F$8", "G$8", "H$8", "I$8", "J$8"].map((cell): unknown => expect.stringContaining(`(${cell},`))],
    ["Period", "=DATE(2026,1,1)", "=EDATE(E10,1)", "2026-Q1", "=E10", "=F10", "=G10"],
  ]);
});

const lines: readonly TableLine[] = [
  { field: "ebit" },
  { field: "netFIESales" },
  { field: "ebitPercent" },
  { field: "demandVolume" },
  { field: "fillRate" },
  { field: "demandValue", groupBy: "region", item: "North" },
  { field: "demandVolume", groupBy: "region", item: "South" },
];
const columns: readonly DefinedColumn[] = [
  { scenario: "actual" },
  { scenario: "committed" },
  { scenario: "actual", isPriorYear: true },
  { scenario: "actual", base: "committed", measure: "amount" },
  { scenario: "actual", base: "committed", measure: "percent" },
  { scenario: "actual", base: "PY", measure: "percent" },
  { scenario: "", isOutlook: true },
  { scenario: "", isOutlook: true, base: "committed", measure: "amount" },
  { scenario: "", isOutlook: true, base: "PY", measure: "amount" },
];
const periods: readonly TablePeriod[] = [
  { period: "2026-01", basis: "" },
  { period: "2026-02", basis: "YTD" },
  { period: "2026-02", basis: "" },
  { period: "2026-Q1", basis: "" },
  { period: "2026-H1", basis: "" },
  { period: "2026", basis: "" },
  { period: "current", basis: "YTD" },
  { period: "current-1", basis: "" },
];
const some = <T>(all: readonly T[], maxLength: number) => fc.shuffledSubarray([...all], { minLength: 1, maxLength });
const grids: fc.Arbitrary<TableDefinition> = fc.record({
  plan: fc.constant("FY26 Plan"),
  currency: fc.constantFrom("", "USD", "EUR"),
  lines: some(lines, 3),
  columns: some(columns, 4),
  outlook: fc.constantFrom("committed", "Optimistic"),
  periods: some(periods, 3),
  periodPlace: fc.constantFrom("outside", "inside", "down"),
});

/** What the headings of a cell ask for, put together without the formulas. */
async function asked(entry: TableEntry, { plan, currency }: TableDefinition, excel: Excel): Promise<unknown> {
  const { field, groupBy, item, scenario, actualsTo, base, measure, year, period = "", basis } = entry;
  const given = { plan, currency, field, groupBy, item, scenario, basis, actualsTo };
  const shownPeriod = period.length === 4 ? Number(period) : period;
  try {
    if (measure) {
      const against = base === "PY" ? { basePeriod: "PY", ...(actualsTo && { base: "actual" }) } : { base };
      return await excel.call("VAR", { ...given, ...against, measure, period: shownPeriod });
    }
    return await excel.call("KPI", { ...given, period: year ? yearEarlier(period) : shownPeriod });
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function yearEarlier(period: string): string | number {
  if (period.startsWith("current")) return `current${Number(period.slice(7) || 0) - 12}`;
  const year = Number(period.slice(0, 4)) - 1;
  return period.length === 4 ? year : year + period.slice(4);
}

const excel = openSandbox({}, { settings: { currentMonth: "2026-05" } });
const kindOf = ({ measure, base, actualsTo }: TableEntry) => {
  if (!measure) return "own";
  if (base !== "PY") return "against";
  // The year before of an outlook is the actuals', which the formula names.
  return actualsTo ? "an outlook against the prior year" : "against the prior year";
};

test("each formula is the number of its headings, wherever the table stands", async () => {
  await fc.assert(
    fc.asyncProperty(grids, fc.nat(40), fc.nat(30), async (grid, row, column) => {
      const first = { row, column: Math.min(column, 3) };
      const cells = contentOfTable(grid, first);
      const shown = await calculateGrid(cells.contents, first, excel);
      const { head, rows, columns: across } = axesOf(grid);
      for (const [down, line] of rows.entries.entries()) {
        for (const [right, each] of across.entries.entries()) {
          const entry = { ...head, ...line, ...each };
          const value = shown[cells.body.row + down]![cells.body.column + right];
          if (cells.contents[cells.body.row + down]![cells.body.column + right] === "") {
            expect(entry.measure).toBe("percent");
            expect(entry.field).toMatch(/%|rate/);
          } else {
            expect(value).toEqual(await asked(entry, grid, excel));
          }
        }
      }
    }),
    { numRuns: runs(25) },
  );
});

test("formulas of one kind are copies of each other, so filling keeps their meaning", () => {
  fc.assert(
    fc.property(grids, (grid) => {
      const { contents, body } = contentOfTable(grid, FIRST);
      const { columns: across } = axesOf(grid);
      const keys = new Map<string, Set<string | undefined>>();
      contents.slice(body.row).forEach((row, down) =>
        row.slice(body.column, body.column + across.entries.length).forEach((content, right) => {
          if (content === "") return;
          const kind = kindOf(across.entries[right]!);
          const key = relativeKey(String(content), { row: body.row + down, column: body.column + right });
          keys.set(kind, (keys.get(kind) ?? new Set()).add(key));
        }),
      );
      for (const same of keys.values()) {
        expect(same.size).toBe(1);
        expect([...same][0]).toBeDefined();
      }
    }),
  );
});
