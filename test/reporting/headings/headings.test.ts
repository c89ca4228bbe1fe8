/** Headings that stand in a sheet already, read as people write them. */
import fc from "fast-check";
import { contentOfTable } from "../../../src/reporting/tables/tableContent";
import type { TableDefinition } from "../../../src/reporting/tables/definition";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { fillFromHeadings } from "./fill";
import { codeBefore } from "../../../src/reporting/tables/periods";
import { readHeading, type HeadingMeaning } from "../../../src/reporting/headings/headingMeaning";
import { NO_YEAR } from "../../../src/reporting/headings/timeParts";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { headingId, type FoundHeadings } from "../../../src/reporting/headings/heading";
import type { Area } from "../../../src/spreadsheet/cells/area";
import { openSandbox } from "../../numbers/functions/excel";
import { runs } from "../../propertyOptions";
import { DEFAULTS, KNOWN } from "./known";
import { calculateGrid } from "../tables/calculateTable";

/** Reads the headings of a block in a sheet whose cells are these, from A1 on. */
function fill(values: unknown[][], selected: Area, answers: HeadingAnswers = {}, format = "General") {
  const columns = Math.max(...values.map((row) => row.length), selected.column + selected.columns);
  const rows = Math.max(values.length, selected.row + selected.rows);
  const full = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => values[row]?.[column] ?? ""),
  );
  const numberFormats = full.map((row) =>
    row.map((value) => (typeof value === "number" && value > 40_000 && value < 100_000 ? "mmm yy" : format)),
  );
  const found = findHeadings({ row: 0, column: 0, rows, columns, values: full, numberFormats }, selected, KNOWN);
  const filled = fillFromHeadings(found, selected, answers, DEFAULTS);
  const formulas = filled.formulas.map((row) => row.map(unguarded));
  const questions = filled.questions.filter(({ kind }) => !OFFERED.includes(kind));
  return { found, ...filled, questions, formulas, guarded: filled.formulas };
}

/** What every table offers to change. */
const OFFERED = ["compared", "measure", "plan", "currency", "scale"];

/** Returns the formula without the test of its headings. */
function unguarded(formula: string): string {
  return formula.replace(/^=IF\(.*?,(INSIGHTS\..*|LET\(.*),NA\(\)\)$/, "=$1");
}

/** The months of cells without a period are assumed. */
const PERIOD = { kind: "period", id: "period", assumed: "YTD" };

test.each([
  ["EBIT", [["field", "EBIT"]]],
  ["netFIESales", [["field", "Net sales"]]],
  ["Committed", [["scenario", "committed"]]],
  ["Actuals", [["scenario", "actual"]]],
  ["Jan 26", [["period", "2026-01"]]],
  ["Jan-26", [["period", "2026-01"]]],
  ["Mar 2026", [["period", "2026-03"]]],
  ["2026-Q1", [["period", "2026-Q1"]]],
  ["Q1 2026", [["period", "2026-Q1"]]],
  ["FY26", [["period", "2026"]]],
  ["FY", [["period", "?"]]],
  ["May", [["period", "?-05"]]],
  ["YTD", [["basis", "YTD"]]],
  ["PY", [["year", "PY"]]],
  ["Var", [["measure", "amount"]]],
  ["Var %", [["measure", "percent"]]],
  [
    "Actual YTD Mar 26",
    [
      ["scenario", "actual"],
      ["basis", "YTD"],
      ["period", "2026-03"],
    ],
  ],
  [
    "Actual vs committed %",
    [
      ["scenario", "actual"],
      ["measure", "percent"],
      ["base", "committed"],
    ],
  ],
  [
    "Var % vs PY",
    [
      ["measure", "percent"],
      ["year", "PY"],
    ],
  ],
  ["Budget", [["scenario", "committed"]]],
  ["Outlook", [["scenario", "?outlook"]]],
  ["Prognose", [["scenario", "?outlook"]]],
  ["Mar 26 Apr 26", undefined],
  ["13/2026", undefined],
])("the heading %s is read as it is meant", (text, meant) => {
  const meanings = readHeading(text, "General", KNOWN);
  expect(meanings?.map(({ dimension, value }) => [dimension, value])).toEqual(meant);
});

test("a date, a year and a month's number are periods, any other number is not", () => {
  const read = (value: number, format: string) => readHeading(value, format, KNOWN)?.[0]?.value;
  expect(read(46_023, "mmm yy")).toBe("date");
  expect(read(2026, "General")).toBe("2026");
  expect(read(202_603, "0")).toBe("2026-03");
  expect(read(202_613, "0")).toBeUndefined();
  expect(read(46_023, "General")).toBeUndefined();
});

test("formulas read headings that functions understand, and name the others", () => {
  const { formulas, questions } = fill(
    [
      ["Plan", "FY26 Plan"],
      [],
      ["", "actual", "actual", "PY"],
      ["", 46_023, "Feb 26", 46_023],
      ["EBIT"],
      ["Gross sales"],
    ],
    { row: 4, column: 1, rows: 2, columns: 3 },
  );
  expect(questions).toEqual([]);
  expect(formulas).toEqual([
    [
      '=INSIGHTS.KPI($B$1,B$3,$A5,B$4,,,"USD")',
      '=INSIGHTS.KPI($B$1,C$3,$A5,C$4,,,"USD")',
      '=INSIGHTS.KPI($B$1,C$3,$A5,EDATE(D$4,-12),,,"USD")',
    ],
    [
      '=INSIGHTS.KPI($B$1,B$3,$A6,B$4,,,"USD")',
      '=INSIGHTS.KPI($B$1,C$3,$A6,C$4,,,"USD")',
      '=INSIGHTS.KPI($B$1,C$3,$A6,EDATE(D$4,-12),,,"USD")',
    ],
  ]);
});

test("a formula shows no number once a heading says something else than it holds", async () => {
  const values = [["", "actual", "Var % vs Plan"], ["", "YTD Feb 26", "YTD Feb 26"], ["Turnover"]];
  const answers = { A3: "field=Net sales" };
  const { guarded } = fill(values, { row: 2, column: 1, rows: 1, columns: 2 }, answers);
  expect(guarded[0]![0]).toBe(
    '=IF(AND(B$2="YTD Feb 26",$A3="Turnover"),INSIGHTS.KPI("FY26 Plan",B$1,"Net sales","2026-02",,,"USD","YTD"),NA())',
  );
  const excel = openSandbox();
  const shown = async (period: string, line = "Turnover") => {
    const typed = [values[0]!, ["", period, period], [line, ...guarded[0]!]];
    return (await calculateGrid(typed, { row: 0, column: 0 }, excel))[2]!.slice(1);
  };
  expect(await shown("YTD Feb 26")).toEqual([expect.any(Number), expect.any(Number)]);
  expect(await shown("YTD Mar 26")).toEqual(["#N/A", "#N/A"]);
  expect(await shown("YTD Feb 26", "EBIT")).toEqual(["#N/A", "#N/A"]);
});

test("a heading that is not understood is asked about, and its cells stay blank before", () => {
  const values = [["", "actual", "Outlook", "Var"], ["EBIT"]];
  const selected = { row: 1, column: 1, rows: 1, columns: 3 };
  const open = fill(values, selected);
  expect(open.questions).toContainEqual({ kind: "outlook", id: "outlook", text: "Outlook" });
  expect(open.formulas[0]!.map(Boolean)).toEqual([true, false, false]);
  const { formulas } = fill(values, selected, { outlook: "scenario=committed", period: "YTD" });
  expect(formulas[0]!.slice(1)).toEqual([
    '=INSIGHTS.KPI("FY26 Plan","committed",$A2,"current",,,"USD","YTD")',
    '=INSIGHTS.VAR("FY26 Plan",B$1,"committed",$A2,"current",,,"USD","YTD","amount")',
  ]);
});

test("a scenario over several columns is continued; for a basis right above the numbers the user is asked", () => {
  const values = [["", "actual"], ["", "Jan 26", "Feb 26"], ["", "YTD"], ["EBIT"]];
  const selected = { row: 3, column: 1, rows: 1, columns: 2 };
  expect(fill(values, selected).formulas[0]!.map(Boolean)).toEqual([true, false]);
  expect(fill(values, selected).questions).toEqual([{ kind: "gap", id: "above 2", text: "YTD" }]);
  expect(fill(values, selected, { "above 2": "yes" }).formulas[0]![1]).toBe(
    '=INSIGHTS.KPI("FY26 Plan",$B$1,$A4,C$2,,,"USD",$B$3)',
  );
  expect(fill(values, selected, { "above 2": "no" }).formulas[0]![1]).toBe(
    '=INSIGHTS.KPI("FY26 Plan",$B$1,$A4,C$2,,,"USD")',
  );
});

test("months and quarters without a year take the year above, or else the plan's", () => {
  const selected = { row: 2, column: 1, rows: 1, columns: 2 };
  const rows = [["", "Jan", "Q2"], ["EBIT"]];
  expect(fill([["", 2026, ""], ...rows], selected, { scenario: "actual" }).formulas[0]).toEqual([
    '=INSIGHTS.KPI("FY26 Plan","actual",$A3,"2026-01",,,"USD")',
    '=INSIGHTS.KPI("FY26 Plan","actual",$A3,"2026-Q2",,,"USD")',
  ]);
  const open = fill([["", "actual", "actual"], ...rows], selected);
  expect(open.questions).toEqual([{ kind: "year", id: "year", assumed: "2026" }]);
});

test("the head of another table above or beside is not read", () => {
  const values = [
    ["Basis", "YTD", "", "Basis", "YTD"],
    [],
    ["", "", "", "Year to date"],
    ["Basis", "YTD", "", "Plan", "FY26 Plan"],
    [],
    ["", "", "", "", "actual"],
    ["", "", "", "EBIT"],
  ];
  const { formulas } = fill(values, { row: 6, column: 4, rows: 1, columns: 1 });
  expect(formulas).toEqual([['=INSIGHTS.KPI($E$4,E$6,$D7,"current",,,"USD","YTD")']]);
});

test("lines that are not understood are items once their kind is known", () => {
  const values = [["Field", "Demand value"], [], ["", "actual"], ["North"], ["South"]];
  const selected = { row: 3, column: 1, rows: 2, columns: 1 };
  expect(fill(values, selected).questions).toEqual([{ kind: "lines", id: "lines", texts: ["North", "South"] }]);
  expect(fill(values, selected, { lines: "region" }).formulas[1]).toEqual([
    '=INSIGHTS.KPI("FY26 Plan",B$3,$B$1,"current","region",$A5,"USD","YTD")',
  ]);
});

const ONE_ROW = { row: 1, column: 1, rows: 1, columns: 2 };

test("Cells without a field ask for one, and stay blank if it is left out", () => {
  const values = [["", "EBIT", "YTD"], ["committed"]];
  expect(fill(values, ONE_ROW).questions.map(({ kind }) => kind)).toEqual(["field", "period"]);
  const filled = fill(values, ONE_ROW, { field: "ignored", period: "FY" });
  expect(filled.formulas).toEqual([['=INSIGHTS.KPI("FY26 Plan",$A2,B$1,2026,,,"USD")', ""]]);
  expect(filled.formats).toEqual([
    { row: 0, column: 0, rows: 1, columns: 1, numberFormat: expect.stringContaining("#,##0") as string },
  ]);
  expect(fill(values, ONE_ROW, { field: "Gross sales" }).formulas[0]?.[1]).toBe(
    '=INSIGHTS.KPI("FY26 Plan",$A2,"Gross sales","current",,,"USD",C$1)',
  );
});

test("Headings and lines that are left out have no meaning", () => {
  const values = [["", "actual", "Outlook"], ["EBIT"], ["Remark"]];
  const selected = { ...ONE_ROW, rows: 2 };
  const answers = { outlook: "ignored", lines: "ignored", scenario: "committed", field: "ignored" };
  expect(fill(values, selected, answers).formulas).toEqual([
    ['=INSIGHTS.KPI("FY26 Plan",B$1,$A2,"current",,,"USD","YTD")', ""],
    ["", ""],
  ]);
});

test("Blank cells take the nearest heading before them, above and beside", () => {
  const above = [["", "actual", "committed", ""], ["", "Jan 26", "Jan 26", "Feb 26"], ["EBIT"]];
  expect(fill(above, { row: 2, column: 1, rows: 1, columns: 3 }).formulas[0]?.[2]).toBe(
    '=INSIGHTS.KPI("FY26 Plan",$C$1,$A3,D$2,,,"USD")',
  );
  const beside = [[], ["actual", "EBIT"], ["committed", "EBIT"], ["", "Gross sales"]];
  expect(fill(beside, { row: 1, column: 2, rows: 3, columns: 1 }).formulas.at(-1)).toEqual([
    '=INSIGHTS.KPI("FY26 Plan",$A$3,$B4,"current",,,"USD","YTD")',
  ]);
});

test("A percentage of a ratio stays blank", () => {
  const values = [["", "Var vs committed %", "Var vs committed"], ["EBIT %"]];
  const answers = { scenario: "actual" };
  expect(fill(values, ONE_ROW, answers).formulas[0]?.map((formula) => formula.slice(0, 13))).toEqual([
    "",
    "=INSIGHTS.VAR",
  ]);
  expect(fill([values[0]!, ["EBIT"]], ONE_ROW, answers).formulas[0]).toEqual([
    '=INSIGHTS.VAR("FY26 Plan","actual","committed",$A2,"current",,,"USD","YTD","percent")',
    '=INSIGHTS.VAR("FY26 Plan","actual","committed",$A2,"current",,,"USD","YTD","amount")',
  ]);
});

test("A variance from the prior year has a base period, and asks for no base", () => {
  const values = [["", "Var vs PY", "actual"], ["", 2026, 2026], ["EBIT"]];
  const { questions, formulas } = fill(values, { ...ONE_ROW, row: 2 });
  expect(questions).toEqual([]);
  expect(formulas[0]?.[0]).toBe('=INSIGHTS.VAR("FY26 Plan",C$1,,$A3,B$2,,,"USD",,"amount","PY")');
});

test("A variance from the prior year has the base scenario that another heading names", () => {
  const values = [["", "Var vs PY"], ["", 2026], ["Base", "committed"], ["EBIT"]];
  const selected = { row: 3, column: 1, rows: 1, columns: 1 };
  expect(fill(values, selected, { scenario: "actual" }).formulas[0]?.[0]).toBe(
    '=INSIGHTS.VAR("FY26 Plan","actual",B$3,$A4,B$2,,,"USD",,"amount","PY")',
  );
});

test("A prior year without a period takes the plan's year, and compares whole years", () => {
  const values = [["", "Actual", "Prior year", "Actual PY"], ["EBIT"]];
  const selected = { row: 1, column: 1, rows: 1, columns: 3 };
  const { questions, formulas } = fill(values, selected, { period: "FY" });
  expect(questions).toEqual([PERIOD]);
  expect(formulas).toEqual([
    [
      '=INSIGHTS.KPI("FY26 Plan",B$1,$A2,2026,,,"USD")',
      '=INSIGHTS.KPI("FY26 Plan",B$1,$A2,2025,,,"USD")',
      '=INSIGHTS.KPI("FY26 Plan","actual",$A2,2025,,,"USD")',
    ],
  ]);
});

test("Two headings that contradict each other are asked about", () => {
  const between = [
    ["", "", "actual"],
    ["committed", "EBIT"],
  ];
  const selected = { row: 1, column: 2, rows: 1, columns: 1 };
  const open = fill(between, selected);
  expect(open.questions).toEqual([{ kind: "heading", id: "C1", text: "actual" }, PERIOD]);
  expect(open.formulas).toEqual([[""]]);
  const { formulas, questions } = fill(between, selected, { C1: "nothing" });
  expect(formulas).toEqual([['=INSIGHTS.KPI("FY26 Plan",$A2,$B2,"current",,,"USD","YTD")']]);
  expect(questions).toHaveLength(2);
});

test("A value in the head gives way to a nearer heading, and is not listed as understood", () => {
  const values = [["Scenario", "committed"], [], ["", "actual"], ["EBIT"]];
  const selected = { row: 3, column: 1, rows: 1, columns: 1 };
  const { formulas, questions, used, found } = fill(values, selected);
  expect([formulas, questions]).toEqual([[['=INSIGHTS.KPI("FY26 Plan",B$3,$A4,"current",,,"USD","YTD")']], [PERIOD]]);
  const listed = found.headings.filter((heading) => used.has(headingId(heading)));
  expect(listed.map(({ text }) => text)).toEqual(["actual", "EBIT"]);
});

/** The period in the formula below one heading, or below two. */
function periodOf(...lines: (string | number)[]): string | undefined {
  const row = lines.length;
  const block = [...lines.map((line) => ["", line]), ["EBIT"]];
  const { formulas } = fill(block, { row, column: 1, rows: 1, columns: 1 }, { scenario: "actual", year: "2025" });
  return formulas[0]?.[0]?.split(",")[3];
}

test.each([
  [["Jan"], '"2025-01"'],
  [["Full year"], "2025"],
  [[2026, "Jan"], '"2026-01"'],
  [["Jan", 2026], '"2026-01"'],
  [[2026], "B$1"],
  [["this month"], '"current"'],
  [[2026, "Jan", "PY"], '"2025-01"'],
])("Below the headings %j the period is %s", (lines, period) => {
  expect(periodOf(...lines)).toBe(period);
});

/** Headings with a cell's worth of each meaning, and the text or reference that its formula must have for it. */
const PERIODS: readonly (string | number)[] = [
  2026,
  "2026",
  "FY26",
  "Q1 2026",
  "2026-Q2",
  "H1 2026",
  202_603,
  46_082,
  "2026-03",
  "Feb 26",
  "current",
];
const SCENARIOS = ["actual", "committed", "Actuals"] as const;
const COMPARISONS = [
  "PY",
  "Prior year",
  "Var",
  "Var %",
  "Var vs committed",
  "Var vs PY",
  "",
  "Actual vs committed %",
] as const;

const blocks = fc.record({
  above: fc.array(
    fc.record({
      scenario: fc.constantFrom("", ...SCENARIOS),
      period: fc.constantFrom("", "Jan", "Q2", ...PERIODS),
      comparison: fc.constantFrom(...COMPARISONS),
      basis: fc.constantFrom("", "", "YTD", "R3"),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  lines: fc.shuffledSubarray(["EBIT", "Gross sales", "cogsPercent", "demandVolume"], { minLength: 1 }),
  head: fc.subarray([
    ["Base", "committed"],
    ["Scenario", "Optimistic"],
    ["Period", "2025"],
  ]),
});

test("every meaning that is listed as understood is in a formula, or the user is asked", () => {
  fc.assert(
    fc.property(blocks, ({ above, lines, head }) => {
      const rows = (["scenario", "period", "comparison", "basis"] as const)
        .map((name) => ["", ...above.map((column) => column[name])])
        .filter((row) => row.some((cell) => cell !== ""));
      const values = [...head, ...(head.length > 0 ? [[]] : []), ...rows, ...lines.map((line) => [line])];
      const selected = { row: values.length - lines.length, column: 1, rows: lines.length, columns: above.length };
      const { found, cells, formulas, questions } = fill(values, selected);
      if (questions.some(({ assumed }) => assumed === undefined)) return true;
      const all = formulas.flat();
      for (const { meanings } of cells.flat().filter((_, at) => all[at] !== ""))
        for (const meaning of meanings.values()) {
          if (meaning.dimension === "base" && !meanings.has("measure")) continue;
          const [column, row] = [String.fromCharCode(65 + meaning.heading.column), meaning.heading.row + 1];
          const own = [new RegExp(`\\$?${column}\\$?${row}\\b`), ...textsFor(meaning, found)];
          if (!all.some((formula) => own.some((text) => text.test(formula)))) return false;
        }
      return true;
    }),
    { numRuns: runs(300) },
  );
});

/** Texts, one of which is in the formula of a meaning whose heading no formula can read. */
function textsFor({ dimension, value }: HeadingMeaning, { headings }: FoundHeadings): RegExp[] {
  if (dimension === "year") return [/"PY"/, /-12\)/, /"current-12"/, /-1&|-1,/, /2025/, /2024/];
  if (dimension !== "period") return [new RegExp(`"${value}"`)];
  const years = headings.flatMap(({ meanings = [] }) => meanings.map((each) => each.value.slice(0, 4)));
  const codes = years.filter((year) => /^\d{4}$/.test(year)).map((year) => value.replace(NO_YEAR, year));
  return [DEFAULTS.year, ...codes].flatMap((code) => [new RegExp(code), new RegExp(codeBefore(code))]);
}

/** Readable headings with the period a year before them. The sandbox's current month is March 2026. */
const YEAR_BEFORE = new Map<string | number, string>([
  [2026, "2025"],
  ["2026", "2025"],
  ["FY26", "2025"],
  ["Q1 2026", "2025-Q1"],
  ["2026-Q2", "2025-Q2"],
  ["H1 2026", "2025-H1"],
  [202_603, "2025-03"],
  [46_082, "2025-03"],
  ["2026-03", "2025-03"],
]);

describe("a prior year reads its heading", () => {
  const excel = openSandbox();
  /** Fills below one heading, then shows the numbers below another that is typed over it. */
  const fillAndShow = async (heading: string | number, typed: string | number) => {
    const rowsWith = (period: string | number) => [
      ["", "committed", "committed"],
      ["", "", "PY"],
      ["", period, period],
    ];
    const { formulas } = fill([...rowsWith(heading), ["EBIT"]], { row: 3, column: 1, rows: 1, columns: 2 });
    const cells = [...rowsWith(typed), ["EBIT", ...formulas[0]!]];
    return (await calculateGrid(cells, { row: 0, column: 0 }, excel))[3]!.slice(1);
  };
  const committed = (period: string | number) =>
    excel.call("KPI", { plan: "FY26 Plan", scenario: "committed", field: "EBIT", period, currency: "USD" });

  test.each([...YEAR_BEFORE])("%j shows %s", async (heading, before) => {
    const [own, prior] = await fillAndShow(heading, heading);
    expect(own).toBeCloseTo(await committed(heading), 6);
    expect(prior).toBeCloseTo(await committed(before), 6);
  });

  test.each([...YEAR_BEFORE.keys()])("%j, and any heading that is typed over it, or is an error", async (heading) => {
    for (const [typed, before] of YEAR_BEFORE) {
      // The engine names a cell that it cannot calculate as Excel does.
      const [, prior] = await fillAndShow(heading, typed).catch(() => ["", "#N/A"]);
      if (typeof prior === "number") expect(prior).toBeCloseTo(await committed(before), 6);
      else expect(["#N/A", "#VALUE!", "#NUM!"]).toContain(prior);
    }
  });
});

const definitions: fc.Arbitrary<TableDefinition> = fc.record({
  plan: fc.constant("FY26 Plan"),
  currency: fc.constantFrom("USD", "EUR"),
  lines: fc.shuffledSubarray([{ field: "ebit" }, { field: "cogs" }, { field: "demandVolume" }], { minLength: 1 }),
  columns: fc.shuffledSubarray(
    [
      { scenario: "actual" },
      { scenario: "committed" },
      { scenario: "actual", isPriorYear: true },
      { scenario: "actual", base: "committed", measure: "amount" as const },
      { scenario: "actual", base: "PY", measure: "percent" as const },
      { scenario: "", isOutlook: true },
      { scenario: "", isOutlook: true, base: "committed", measure: "amount" as const },
      { scenario: "", isOutlook: true, base: "PY", measure: "percent" as const },
    ],
    { minLength: 1, maxLength: 3 },
  ),
  outlook: fc.constantFrom("committed", "Optimistic"),
  periods: fc.shuffledSubarray(
    [
      { period: "2026-02", basis: "" },
      { period: "2026-03", basis: "YTD" },
      { period: "2026-Q2", basis: "" },
      { period: "2026", basis: "" },
    ],
    { minLength: 1, maxLength: 3 },
  ),
  periodPlace: fc.constantFrom("outside", "inside", "down"),
});

test("a table of ours, filled from its own headings, shows the same numbers", async () => {
  const excel = openSandbox();
  await fc.assert(
    fc.asyncProperty(definitions, async (definition) => {
      const first = { row: 0, column: 0 };
      const { contents, body } = contentOfTable(definition, first);
      const shown = await calculateGrid(contents, first, excel);
      const selected = { ...body, rows: contents.length - body.row, columns: contents[0]!.length - body.column };
      const trimmed = {
        ...selected,
        columns: contents[body.row]!.filter((cell, at) => at >= body.column && cell !== "").length,
      };
      const asked = fill(shown, trimmed).questions;
      // A basis beside some lines only could go on over the blanks below it.
      expect(asked.filter(({ kind }) => kind !== "gap")).toEqual([]);
      expect(fill(shown, trimmed).unread).toEqual([]);
      const { formulas } = fill(shown, trimmed, Object.fromEntries(asked.map(({ id }) => [id, "no"])));
      const filled = contents.map((row, at) =>
        at < body.row ? row : [...row.slice(0, body.column), ...formulas[at - body.row]!],
      );
      expect(await calculateGrid(filled, first, excel)).toEqual(
        shown.map((row, at) => row.slice(0, filled[at]!.length)),
      );
    }),
    { numRuns: runs(20) },
  );
});

describe("an outlook", () => {
  const selected = { row: 1, column: 1, rows: 1, columns: 3 };
  const outlookOf = (above: readonly string[], answers: HeadingAnswers, line = "EBIT") =>
    fill([["", ...above], [line]], selected, answers);
  const answers = { outlook: "outlook=committed" };

  test("and the plan after it are compared, each name in its place", () => {
    const { formulas, guarded, questions } = outlookOf(["Outlook FY26", "Plan FY26", "Δ"], answers);
    expect(guarded[0]![0]).toMatch(/^=IF\(B\$1="Outlook FY26",/);
    expect(questions).toEqual([{ kind: "outlook", id: "outlook", text: "Outlook FY26" }]);
    expect(formulas[0]).toEqual([
      '=INSIGHTS.KPI("FY26 Plan","committed",$A2,2026,,,"USD",,"current")',
      '=INSIGHTS.KPI("FY26 Plan","committed",$A2,2026,,,"USD")',
      expect.stringMatching(
        /INSIGHTS\.VAR\("FY26 Plan","committed","committed",\$A2,2026,,,"USD",,"amount",,,"current"\)/,
      ),
    ]);
  });

  test("without a period is of the full year if no column is of actuals, else the user is asked", () => {
    const assumed = (above: readonly string[]) =>
      outlookOf(above, answers).questions.find(({ kind }) => kind === "period")?.assumed;
    expect(assumed(["LE", "Budget", "Δ %"])).toBe("FY");
    expect(assumed(["FC", "Budget", "PY"])).toBe("FY");
    expect(assumed(["Actual", "LE", "Budget"])).toBeUndefined();
    expect(outlookOf(["Actual", "LE", "Budget"], answers).formulas[0]).toEqual(["", "", ""]);
  });

  test("is compared with the actuals of the year before", () => {
    const { formulas } = outlookOf(["Outlook FY26", "Outlook FY26 vs PY", "Outlook FY26 vs PY %"], answers);
    expect(formulas[0]![1]).toContain('"committed","actual",$A2,2026,,,"USD",,"amount","PY",,"current")');
  });

  test("is never the base of a variance: the user is asked what the heading means", () => {
    const { formulas, questions } = outlookOf(["Actual 2026", "Outlook 2026", "Δ"], answers);
    expect(questions).toContainEqual({ kind: "heading", id: "D1", text: "Δ" });
    expect(formulas[0]![2]).toBe("");
  });

  test("of a scenario alone is that scenario, and one that is left out stays blank", () => {
    const above = ["FC Mar 26", "Actual Mar 26", "Δ"];
    const alone = outlookOf(above, { outlook: "scenario=Optimistic" }).formulas[0]!;
    expect(alone[0]).toContain('KPI("FY26 Plan","Optimistic",$A2,"2026-03",,,"USD")');
    expect(outlookOf(above, { outlook: "ignored" }).formulas[0]![0]).toBe("");
  });

  test("of codes is what they say, in the columns beside it too", () => {
    const rows = [
      ["Scenario", "committed", "committed", ""],
      ["Actuals to", "2026-03", "", ""],
      ["Period", "2026", "2026", "2026"],
      ["", "Outlook", "Plan", "Δ"],
      ["EBIT"],
    ];
    const { formulas, questions } = fill(rows, { row: 4, column: 1, rows: 1, columns: 3 });
    expect(questions).toEqual([]);
    expect(formulas[0]).toEqual([
      '=INSIGHTS.KPI("FY26 Plan",B$1,$A5,B$3,,,"USD",,B$2)',
      '=INSIGHTS.KPI("FY26 Plan",C$4,$A5,C$3,,,"USD")',
      expect.stringContaining('VAR("FY26 Plan",B$1,C$4,$A5,D$3,,,"USD",,"amount",,,B$2)'),
    ]);
  });

  test("is assumed to end with the plan's only other scenario", () => {
    const found = findHeadings(
      {
        row: 0,
        column: 0,
        rows: 2,
        columns: 2,
        values: [
          ["", "LE"],
          ["EBIT", ""],
        ],
        numberFormats: [[], []],
      },
      { ...selected, columns: 1 },
      { ...KNOWN, scenarios: KNOWN.scenarios.slice(0, 2) },
    );
    const [question] = fillFromHeadings(found, { ...selected, columns: 1 }, {}, DEFAULTS).questions;
    expect(question).toMatchObject({ kind: "outlook", assumed: "outlook=committed" });
  });
});
