/** Whole tables as people type them: how little is asked, and that each filled cell shows a number. */
import fc from "fast-check";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { fillFromHeadings, sentencesOf, sentenceText } from "./fill";
import type { NumberOfCell } from "../../../src/reporting/headings/headingNumber";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import { readKeptWords, withKeptWords } from "../../../src/reporting/headings/keptWords";
import { SIGNATURES } from "../../../src/numbers/language/signatures";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { CALENDAR_YEAR, firstOfYear, fiscalYearOf, type FiscalYear } from "../../../src/numbers/language/fiscalYear";
import { monthsFrom } from "../../../src/numbers/language/months";
import { openSandbox } from "../../numbers/functions/excel";
import { runs } from "../../propertyOptions";
import { DEFAULTS, KNOWN } from "./known";
import { calculateGrid } from "../tables/calculateTable";

type Rows = readonly (readonly (string | number)[])[];

/** Fills what lies below `above` rows and right of `beside` columns. */
function fillTable(rows: Rows, above: number, answers: HeadingAnswers = {}, fiscalYear: FiscalYear = CALENDAR_YEAR) {
  const columns = Math.max(...rows.map(({ length }) => length));
  const values = rows.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ""));
  const numberFormats = values.map((row) => row.map(() => "General"));
  const selected = { row: above, column: 1, rows: rows.length - above, columns: columns - 1 };
  const cells = { row: 0, column: 0, rows: rows.length, columns, values, numberFormats };
  const found = findHeadings(cells, selected, KNOWN);
  const filled = fillFromHeadings(found, selected, { period: "FY", ...answers }, { ...DEFAULTS, fiscalYear });
  const asked = filled.questions.filter(({ assumed }) => assumed === undefined);
  return { ...filled, values, asked, selected };
}

const excel = openSandbox({}, { settings: { currentMonth: "2026-03" } });

/** Returns the formulas without the tests of their headings. */
function unguarded(formulas: readonly (readonly string[])[]): string[][] {
  return formulas.map((row) => row.map((each) => each.replace(/^=IF\(.*?,(INSIGHTS\..*|LET\(.*),NA\(\)\)$/, "=$1")));
}

/** The numbers that the table shows after its questions were answered. */
async function numbersOf(rows: Rows, above: number, answers: HeadingAnswers = {}): Promise<unknown[][]> {
  const { values, formulas } = fillTable(rows, above, answers);
  const contents = values.map((row, at) => (at < above ? row : [row[0]!, ...formulas[at - above]!]));
  const shown = await calculateGrid(contents, { row: 0, column: 0 }, excel);
  return shown.slice(above).map((row) => row.slice(1));
}

const kpi = (given: Record<string, unknown>): Promise<unknown> =>
  excel.call("KPI", { plan: "FY26 Plan", scenario: "actual", field: "EBIT", currency: "USD", ...given });
const variance = (given: Record<string, unknown>): Promise<unknown> =>
  excel.call("VAR", { plan: "FY26 Plan", scenario: "actual", field: "EBIT", currency: "USD", ...given });

const LINES = [
  "Revenue",
  "Trade spend",
  "Net sales",
  "COGS",
  "Gross margin",
  "Gross margin %",
  "Logistics",
  "EBIT",
  "EBIT %",
];
const lines = (names: readonly string[]) => names.map((name) => [name]);

const STATEMENT: Rows = [
  ["P&L 2026"],
  ["EUR", "Actual", "Plan", "PY", "Δ", "Δ %", "% of net sales", "vs PY", "vs PY %", "YTD"],
  ...lines(LINES),
  ["EBITDA"],
];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const BY_MONTH: Rows = [[2026, ...MONTHS, "YTD", "PY"], ...lines(LINES)];
const SIDE_BY_SIDE: Rows = [
  ["", "Mar 26", "", "", "", "YTD", "", "", "", ""],
  ["", "Actual", "Budget", "Δ", "Δ %", "Actual", "Optimistic", "Forecast", "Var", "PY"],
  ...lines(LINES),
];

describe.each<[string, Rows, number, HeadingAnswers, readonly string[]]>([
  ["a statement", STATEMENT, 2, { base: "committed" }, ["heading", "base"]],
  ["months", BY_MONTH, 1, {}, []],
  [
    "scenarios side by side",
    SIDE_BY_SIDE,
    2,
    { outlook: "scenario=Conservative", base: "committed" },
    ["outlook", "base"],
  ],
])("A table of %s", (_name, rows, above, answers, kinds) => {
  test("asks about each word that has no one meaning, and fills the other cells", () => {
    const before = fillTable(rows, above);
    const after = fillTable(rows, above, answers);
    expect(before.formulas.flat().filter(Boolean).length).toBeGreaterThan(0);
    expect(after.asked.map(({ kind }) => kind)).toEqual(kinds);
    expect(after.formulas.flat().filter(Boolean).length).toBeGreaterThan(0);
  });

  test("shows a number or #N/A in each cell that is filled", async () => {
    const { formulas } = fillTable(rows, above, answers);
    const shown = await numbersOf(rows, above, answers);
    formulas.forEach((row, down) =>
      row.forEach((formula, right) => {
        const value = shown[down]![right];
        if (formula !== "" && value !== "#N/A") expect([formula, typeof value]).toEqual([formula, "number"]);
      }),
    );
    expect(shown.flat().filter((value) => typeof value === "number").length).toBeGreaterThan(20);
  });
});

test("A word of several fields is assumed only if the others stand in lines of their own", async () => {
  const { questions, formulas } = fillTable(STATEMENT, 2, { base: "committed" });
  const fields = ["Gross sales", "Net sales"];
  expect(questions).toContainEqual({
    kind: "heading",
    id: "A3",
    text: "Revenue",
    fields,
    assumed: "field=Gross sales",
  });
  expect(questions).toContainEqual(expect.objectContaining({ text: "Gross margin", assumed: "field=Gross profit" }));
  expect(formulas.at(-1)).toEqual(Array(9).fill(""));
  const table: Rows = [["", "actual"], ["Trade spend"], ["Gross margin"], ["COGS"]];
  expect(unguarded(fillTable(table, 1).formulas)[1]).toEqual([""]);
  const shown = await numbersOf(table, 1, { A3: "field=Gross profit" });
  for (const [at, field] of ["tradeExpenses", "grossProfit", "cogs"].entries())
    expect(shown[at]![0]).toBeCloseTo((await kpi({ field })) as number, 6);
});

test("A word of fields that are no parts of one another is asked about, once", () => {
  const { asked } = fillTable([["", "actual", "committed"], ["Opex"], ["EBIT"], ["OPEX"]], 1);
  expect(asked).toEqual([
    { kind: "heading", id: "A2", text: "Opex", fields: ["Supply chain costs", "Other costs", "Overhead"] },
  ]);
  const { formulas } = fillTable([["", "actual"], ["Opex"], ["EBIT"], ["OPEX"]], 1, { A2: "field=Other costs" });
  expect(unguarded(formulas)[2]).toEqual(['=INSIGHTS.KPI("FY26 Plan",B$1,"Other costs",2026,,,"USD")']);
});

test.each<[string, Rows[number], HeadingAnswers, (string | undefined)[]]>([
  ["the column before it", ["", "Actual", "Plan", "Δ"], {}, ["B$1,C$1", ""]],
  ["the plan, whichever comes first", ["", "Plan", "Actual", "Var"], {}, ["C$1,B$1", ""]],
  ["the prior year before it", ["", "Actual", "Plan", "Δ", "PY", "Δ"], {}, ["B$1,", '"PY"']],
  ["what its words say", ["", "Actual", "Plan", "PY", "vs Plan"], {}, ['B$1,"committed"', ""]],
  ["what the user says", ["", "Actual", "Plan", "PY", "Δ"], { base: "PY" }, ["B$1,", '"PY"']],
])("A variance compares with %s", (_name, headings, answers, [scenarios, basePeriod]) => {
  const { formulas } = fillTable([headings, ["EBIT"]], 1, answers);
  const measure = unguarded(formulas)[0]!.at(-1)!;
  expect(measure).toBe(
    `=INSIGHTS.VAR("FY26 Plan",${scenarios},$A2,2026,,,"USD",,"amount"${basePeriod ? `,${basePeriod}` : ""})`,
  );
});

test("What a variance is compared with is not what it begins with", () => {
  const table: Rows = [["", "Optimistic", "Conservative", "Δ"], ["EBIT"]];
  expect(fillTable(table, 1).asked.map(({ kind }) => kind)).toEqual(["base"]);
  const last = (base: string) => fillTable(table, 1, { base }).formulas[0]!.at(-1);
  expect(last("Conservative")).toContain('VAR("FY26 Plan",B$1,"Conservative"');
  expect(last("Optimistic")).toContain('VAR("FY26 Plan",C$1,"Optimistic"');
});

test("Variances from one of several columns are asked about once", () => {
  const { asked } = fillTable([["", "Actual", "Plan", "PY", "Δ", "Δ %"], ["EBIT"]], 1);
  expect(asked).toEqual([{ kind: "base", id: "base" }]);
});

test("A variance takes the time of what it compares", async () => {
  const table: Rows = [["", "Actual YTD", "Plan YTD", "Δ", "PY"], ["EBIT"]];
  const [shown] = await numbersOf(table, 1);
  const time = { period: "current", basis: "YTD" };
  expect(shown![2]).toBeCloseTo((await variance({ base: "committed", ...time })) as number, 6);
  expect(shown![3]).toBeCloseTo((await kpi({ period: "current-12", basis: "YTD" })) as number, 6);
});

test.each([
  ["Actual 2025", "Actual 2026"],
  ["Actual 2026", "Actual 2025"],
])("A variance of %s and %s compares the later with the earlier", async (one, other) => {
  const { values } = fillTable([["", one, other, "Δ"], ["EBIT"]], 1);
  const [shown] = await numbersOf(values, 1);
  const [first, second, delta] = shown as number[];
  expect(delta).toBeCloseTo(one < other ? second! - first! : first! - second!, 6);
});

test("A variance of two months of no scenario compares them, and asks for nothing", async () => {
  const table: Rows = [[2026, "Jan", "Feb", "Δ"], ["EBIT"]];
  expect(fillTable(table, 1).asked).toEqual([]);
  const [[january, february, delta]] = (await numbersOf(table, 1)) as [number[]];
  expect(delta).toBeCloseTo(february! - january!, 6);
});

test("A variance from the prior year keeps the base that a heading names", () => {
  const { formulas } = fillTable([["", "Optimistic", "PY", "vs PY"], ["Base", "", "", "committed"], ["EBIT"]], 2);
  expect(formulas[0]!.at(-1)).toContain('VAR("FY26 Plan",B$1,D$2,');
});

test("A share of net sales divides the number before it, above and beside", async () => {
  const [[, gross], [, net], [, share]] = (await numbersOf(
    [["", "Actual", "% of net sales"], ["Gross sales"], ["Net sales"], ["EBIT"]],
    1,
  )) as number[][] as [number[], number[], number[]];
  expect(gross).toBeCloseTo(
    ((await kpi({ field: "Gross sales" })) as number) / ((await kpi({ field: "Net sales" })) as number),
    9,
  );
  expect(net).toBe(1);
  expect(share).toBeCloseTo((await kpi({ field: "EBIT %" })) as number, 9);
  const below = await numbersOf([["", "Actual"], ["EBIT"], ["% of net sales"]], 1);
  expect(below[1]![0]).toBeCloseTo(share!, 9);
});

test.each<[string, Rows, number, Record<string, unknown>]>([
  ["one heading", [["", "Actual YTD"], ["EBIT"]], 1, { period: "2026-03" }],
  ["two rows", [["", "Actual"], ["", "YTD"], ["EBIT"]], 2, { period: "2026-03" }],
  ["a year in the heading", [["", "YTD 2025"], ["EBIT"]], 1, { period: "2025-03" }],
  ["a year in the corner", [[2025, "Year to date"], ["EBIT"]], 1, { period: "2025-03" }],
  ["a year in the title", [["Results of 2025"], [], ["", "YTD Actual"], ["EBIT"]], 3, { period: "2025-03" }],
  ["a month", [["", "YTD Feb 26"], ["EBIT"]], 1, { period: "2026-02" }],
])("To date means to the current month, or to that of %s", async (_name, rows, above, given) => {
  const shown = await numbersOf(rows, above);
  expect(shown.at(-1)![0]).toBeCloseTo((await kpi({ ...given, basis: "YTD" })) as number, 6);
});

test("A prior year to date is that of the year before", async () => {
  const [shown] = await numbersOf([["2026", "YTD", "YTD PY"], ["EBIT"]], 1);
  expect(shown![1]).toBeCloseTo((await kpi({ period: "2025-03", basis: "YTD" })) as number, 6);
});

test.each([{ fiscalMonth: 1 }, { fiscalMonth: 4 }, { fiscalMonth: 3 }, { fiscalMonth: 4, fiscalNameByBegin: true }])(
  "The current month lies in the fiscal year that is named, whatever it is when the cell is filled: %j",
  async (own) => {
    const { values, formulas } = fillTable([[2026, "YTD", "YTD PY"], ["EBIT"]], 1);
    const other = openSandbox({}, { settings: { currentMonth: "2026-03", ...own } });
    const contents = [values[0]!, [values[1]![0]!, ...formulas[0]!]];
    const [, [, ...shown]] = (await calculateGrid(contents, { row: 0, column: 0 }, other)) as [unknown, unknown[]];
    const march = (year: number) =>
      monthsFrom(firstOfYear(year, fiscalYearOf(own)), 12).find((each) => /-03$/.test(each));
    const given = { plan: "FY26 Plan", scenario: "actual", field: "EBIT", currency: "USD", basis: "YTD" };
    const expected = [2026, 2025].map((year) =>
      other.call("KPI", { ...given, period: march(year) }).catch(({ code }: { code: unknown }) => code),
    );
    expect(shown).toEqual(await Promise.all(expected));
  },
);

test.each<[string, Rows, number]>([
  ["the corner", [["2026", "Jan", "Feb"], ["EBIT"]], 1],
  ["the title above", [["P&L 2026"], ["", "Jan", "Feb"], ["EBIT"]], 2],
  ["the row of scenarios", [[2026, "actual", "actual"], ["", "Jan", "Feb"], ["EBIT"]], 2],
])("Months without a year are those of %s", (_name, rows, above) => {
  const { formulas, questions } = fillTable(rows, above);
  expect(unguarded(formulas)[0]!.map((formula) => formula.split(",")[3])).toEqual(['"2026-01"', '"2026-02"']);
  expect(questions.some(({ kind }) => kind === "year")).toBe(false);
});

test("A blank column or row between others stays blank", () => {
  const { formulas } = fillTable([["", "Actual", "", "Plan"], ["EBIT"], [], ["Net sales"]], 1);
  expect(formulas.map((row) => row.map(Boolean))).toEqual([
    [true, false, true],
    [false, false, false],
    [true, false, true],
  ]);
});

test("An item of a region has no EBIT, and stays blank", () => {
  const { formulas } = fillTable([["", "EBIT", "Demand value"], ["North"]], 1, { lines: "region" });
  expect(formulas[0]!.map(Boolean)).toEqual([false, true]);
});

test("Each unknown word is asked about once, and its columns stay blank", () => {
  const headings = ["", "Actual", ...Array.from({ length: 8 }, (_, at) => `Word ${at % 4}`)];
  const { asked, formulas } = fillTable([headings, ["EBIT"]], 1);
  expect(asked.map(({ id }) => id)).toEqual(["C1", "D1", "E1", "F1"]);
  expect(formulas[0]!.map(Boolean)).toEqual([true, ...Array<boolean>(8).fill(false)]);
});

const COLUMNS = [
  ...[
    "Actual",
    "Plan",
    "Optimistic",
    "PY",
    "Plan PY",
    "Δ",
    "Δ %",
    "vs Plan",
    "vs PY %",
    "Budget variance",
    "Actual 2025",
  ],
  ...[
    "% of net sales",
    "YTD",
    "YTD PY",
    "Actual YTD",
    "R3",
    "YTG",
    "2026",
    "Q1",
    "Jan",
    "Feb 26",
    "Full year",
    "QTD",
    "",
  ],
] as const;

const anyLines = fc.uniqueArray(
  fc.constantFrom(...LINES, "Demand", "Closing stock", "Forecast accuracy", "Volume", "% of net sales", "EBITDA"),
  { minLength: 2, maxLength: 3 },
);
const anyColumns = (most: number) =>
  fc.array(fc.constantFrom(...COLUMNS), { minLength: 1, maxLength: most }).filter((each) => each.some(Boolean));

/** The number that the pane shows for a cell before it is filled. */
async function shownBefore({ id, args, divisor = 1 }: NumberOfCell): Promise<unknown> {
  const result = (call: Pick<NumberOfCell, "id" | "args">) =>
    excel
      .call(call.id, Object.fromEntries(SIGNATURES[call.id].map((name, at) => [name, call.args[at]])))
      .catch(() => "#N/A");
  const [value, by] = [await result({ id, args }), typeof divisor === "number" ? divisor : await result(divisor)];
  return typeof value === "number" && typeof by === "number" && by !== 0 ? value / by : "#N/A";
}

test("No cell is filled with #VALUE!, or with another number than was shown, whatever stands above and beside", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("", "2026", "P&L 2025"),
      anyColumns(9),
      anyColumns(9),
      anyLines,
      async (...table) => {
        const [corner, upper, lower, names] = table;
        const rows = [[corner, ...upper], ["", ...lower], ...lines(names)];
        const { questions, formulas, cells, filling } = fillTable(rows, 2, answersTo(rows, 2));
        expect(questions.every(({ assumed, id }) => assumed !== undefined || id in answersTo(rows, 2))).toBe(true);
        const shown = await numbersOf(rows, 2, answersTo(rows, 2));
        formulas.forEach((row, down) =>
          row.forEach((formula, right) => {
            const value = formula === "" ? 0 : shown[down]![right];
            if (value !== "#N/A") expect([formula, value]).toEqual([formula, expect.any(Number)]);
          }),
        );
        for (const [down, row] of formulas.entries())
          for (const [right, formula] of row.entries()) {
            const call = callOfCell(cells[down]![right]!, filling);
            if (formula === "") expect(call).toBeUndefined();
            else if (call) {
              const before = await shownBefore(call);
              const same = typeof before === "number" ? expect.closeTo(before, 6) : before;
              expect([formula, shown[down]![right]]).toEqual([formula, same]);
            }
          }
      },
    ),
    { numRuns: runs(15) },
  );
});

/** Answers of a user who leaves out what contradicts or is not understood. */
function answersTo(rows: Rows, above: number): HeadingAnswers {
  const usual = { base: "committed", scenario: "actual", period: "YTD", year: "2026", field: "EBIT", lines: "ignored" };
  const answers: Record<string, string> = {};
  for (let asked = fillTable(rows, above).asked; asked.some(({ id }) => !(id in answers));) {
    for (const { id, kind } of asked)
      answers[id] = kind === "gap" ? "yes" : id in usual ? usual[id as keyof typeof usual] : "ignored";
    ({ asked } = fillTable(rows, above, answers));
  }
  return answers;
}

/** Tables that showed wrong numbers without a word, each with the calls that its first line means. */
test.each<[string, Rows, number, HeadingAnswers, Record<string, unknown>[]]>([
  [
    "a variance beside the year to date",
    [["", "Jan 26", "Feb 26", "YTD", "PY", "Δ", "Δ %"], ["EBIT"]],
    1,
    { scenario: "actual" },
    [
      { period: "2026-01" },
      { period: "2026-02" },
      { period: "current", basis: "YTD" },
      { period: "current-12", basis: "YTD" },
      { period: "current", basis: "YTD", basePeriod: "PY", measure: "amount" },
      { period: "current", basis: "YTD", basePeriod: "PY", measure: "percent" },
    ],
  ],
  [
    "a variance of the plan to date",
    [["", "Jan 26", "Feb 26", "YTD", "Plan YTD", "Δ %"], ["EBIT"]],
    1,
    { scenario: "actual" },
    [
      { period: "2026-01" },
      { period: "2026-02" },
      { period: "current", basis: "YTD" },
      { scenario: "committed", period: "current", basis: "YTD" },
      { base: "committed", period: "current", basis: "YTD", measure: "percent" },
    ],
  ],
  [
    "months in the title",
    [["Jan–Feb 2026"], ["", "Actual", "Optimistic"], ["EBIT"]],
    2,
    {},
    [{ period: "2026-01:2026-02" }, { scenario: "Optimistic", period: "2026-01:2026-02" }],
  ],
  [
    "a plan and a currency in the title",
    [["Committed Plan, EUR"], ["", "Jan 26", "Feb 26"], ["EBIT"]],
    2,
    {},
    [
      { scenario: "committed", currency: "EUR", period: "2026-01" },
      { scenario: "committed", currency: "EUR", period: "2026-02" },
    ],
  ],
  [
    "no period anywhere",
    [["", "Actual", "Budget"], ["EBIT"]],
    1,
    { period: "YTD" },
    [
      { period: "current", basis: "YTD" },
      { scenario: "committed", period: "current", basis: "YTD" },
    ],
  ],
])("A table with %s shows what its headings say", async (_name, rows, above, answers, calls) => {
  const [shown] = await numbersOf(rows, above, answers);
  for (const [at, given] of calls.entries()) {
    const expected = await ("measure" in given ? variance({ base: "actual", ...given }) : kpi(given));
    expect([at, shown![at]]).toEqual([at, expect.closeTo(expected as number, 6)]);
  }
});

test("A line of the P&L in percent is its share of net sales", async () => {
  const [[share]] = (await numbersOf([["", "YTD Actual"], ["Overheads %"]], 1)) as [number[]];
  const numberOf = (field: string) => kpi({ field, period: "current", basis: "YTD" }) as Promise<number>;
  expect(share).toBeCloseTo((await numberOf("overhead")) / (await numberOf("Net sales")), 9);
});

test("A title that is scaled divides the amounts, and leaves percentages as they are", async () => {
  const [[amount, percent]] = (await numbersOf([["FY26, EUR k"], ["", "Actual", "vs Plan %"], ["EBIT"]], 2)) as [
    number[],
  ];
  expect(amount).toBeCloseTo(((await kpi({ period: "2026", currency: "EUR" })) as number) / 1000, 6);
  const given = { base: "committed", period: "2026", currency: "EUR", measure: "percent" };
  expect(percent).toBeCloseTo((await variance(given)) as number, 9);
});

test("Volumes stay blank below a scale that may be theirs", () => {
  const filledBelow = (title: string) =>
    fillTable([[title], ["", "Actual"], ["EBIT"], ["Volume"]], 2).formulas.map(([formula]) => formula !== "");
  expect(filledBelow("FY26 in thousands")).toEqual([true, false]);
  expect(filledBelow("FY26, EUR k")).toEqual([true, true]);
});

test.each<[string, Rows, number]>([
  ["a title of two times", [["Q1 and Q3 2026"], ["", "Actual"], ["EBIT"]], 2],
  ["a forecast in the title", [["Forecast 2026"], ["", "Jan", "Feb"], ["EBIT"]], 2],
  ["a variance of several columns", [["", "Actual", "Plan", "PY", "Δ"], ["EBIT"]], 1],
  ["a variance beside a column that is asked about", [["", "Actual", "Forecast", "Δ"], ["EBIT"]], 1],
  ["titles that contradict each other", [["FY25"], ["FY26"], ["", "Actual"], ["EBIT"]], 3],
])("Cells of %s stay blank, and the user is asked", (_name, rows, above) => {
  const { asked, formulas } = fillTable(rows, above);
  expect(asked.length).toBeGreaterThan(0);
  expect(formulas[0]!.at(-1)).toBe("");
});

test("A column that is left out stays blank, also if it is the only one", () => {
  expect(fillTable([["", "Remark"], ["EBIT"]], 1, { B1: "ignored", scenario: "actual" }).formulas).toEqual([[""]]);
});

test.each<[string, Rows, number, HeadingAnswers, string[]]>([
  [
    "no period",
    [["", "Actual", "Budget", "Δ", "Δ %", "Forecast"], ["EBIT"]],
    1,
    { period: "YTD" },
    [
      "B Actual · YTD to the current month",
      "C Committed · YTD to the current month",
      "D Variance of Actual from Committed, + is better · YTD to the current month",
      "E Variance in % of Actual from Committed, + is better · YTD to the current month",
      "F ",
      "2 EBIT",
    ],
  ],
  [
    "a title",
    [["Jan–Apr 2026, EUR k"], ["", "Actual", "PY", "vs PY %"], ["Overheads %"]],
    2,
    {},
    [" FY26 Plan · EUR", "B Actual · Jan–Apr 2026", "C Actual · Jan–Apr 2025", "3 Overhead %"],
  ],
  [
    "a scale and ratios",
    [["2026, EUR k"], ["", "Actual", "Plan", "Var"], ["EBIT"], ["EBIT %"]],
    2,
    {},
    [
      " FY26 Plan · EUR · amounts divided by 1,000",
      "D Variance of Actual from Committed, + is better · Jan–Dec 2026 · lines in % in pp",
    ],
  ],
  [
    "a budget without a time",
    [["", "YTD Actual", "Budget", "Δ"], ["EBIT"]],
    1,
    { period: "YTD" },
    [
      "C Committed · YTD to the current month",
      "D Variance of Actual from Committed, + is better · YTD to the current month",
    ],
  ],
  [
    "a prior year to a current month that is not known",
    [["", "YTD", "YTD PY", "YTD 2025"], ["EBIT"]],
    1,
    { scenario: "actual" },
    [
      "B Actual · YTD to the current month",
      "C Actual · YTD to the current month of the year before",
      "D Actual · YTD to the current month of 2025",
    ],
  ],
  [
    "ratios alone",
    [["", "Actual", "Plan", "Var"], ["EBIT %"]],
    1,
    {},
    ["D Variance of Actual from Committed, in pp, + is better · Jan–Dec 2026"],
  ],
  [
    "scenarios in lines",
    [["2026"], ["", "EBIT", "Net sales"], ["Actual"], ["Plan"], ["Δ"]],
    2,
    {},
    [
      "B EBIT · Jan–Dec 2026",
      "C Net sales · Jan–Dec 2026",
      "3 Actual",
      "5 Variance of Actual from Committed, + is better",
    ],
  ],
  [
    "two months",
    [["", "Actual Jan 26", "Actual Feb 26", "Δ"], ["EBIT"]],
    1,
    {},
    [
      "B Actual · Jan 2026",
      "C Actual · Feb 2026",
      "D Variance of Actual from Jan 2026, + is better · Feb 2026",
      "2 EBIT",
    ],
  ],
])("A table with %s says what its columns and lines show", (_name, rows, above, answers, sentences) => {
  const { selected, ...filled } = fillTable(rows, above, answers);
  const said = sentencesOf(filled, selected).map((each) => `${each.address} ${sentenceText(each)}`);
  expect(said).toEqual(expect.arrayContaining(sentences));
});

const CHOSEN: Rows = [["Jan–Apr 2026"], ["", "Actual", "Plan", "Δ"], ["EBIT"], ["Overhead"]];

test.each<[string, HeadingAnswers, Record<string, unknown>]>([
  ["another scenario", { "compared D2": "Optimistic" }, { base: "Optimistic" }],
  ["the prior year", { "compared D2": "PY" }, { basePeriod: "PY" }],
  ["what its columns say", { "compared D2": "found" }, { base: "committed" }],
  ["the plan in percent", { "measure D2": "percent" }, { base: "committed", measure: "percent" }],
  ["the plan by a bare difference", { "measure D2": "difference" }, { base: "committed", measure: "difference" }],
  ["the plan, divided", { scale: "1000" }, { base: "committed", divisor: 1000 }],
  ["the plan in another currency", { currency: "EUR" }, { base: "committed", currency: "EUR" }],
])("A Δ that the user compares with %s shows that number", async (_name, answers, { divisor = 1, ...given }) => {
  const numbers = (await numbersOf(CHOSEN, 2, answers)) as number[][];
  for (const [at, field] of ["EBIT", "Overhead"].entries()) {
    const expected = (await variance({ field, period: "2026-01:2026-04", ...given })) as number;
    expect(numbers[at]![2]).toBeCloseTo(expected / Number(divisor), 6);
  }
});

test("A bare difference has no colours of better and worse", () => {
  const styles = (answers: HeadingAnswers) => {
    const { values, selected } = fillTable(CHOSEN, 2, answers);
    const cells = { row: 0, column: 0, rows: 4, columns: 4, values, numberFormats: values };
    const defaults = { ...DEFAULTS, style: "reports" as const };
    return fillFromHeadings(findHeadings(cells, selected, KNOWN), selected, answers, defaults).formats;
  };
  const isVariance = (answers: HeadingAnswers) => styles(answers).find(({ column }) => column === 2)?.isVariance;
  expect([isVariance({}), isVariance({ "measure D2": "difference" })]).toEqual([true, false]);
});

test.each<[string, Rows, HeadingAnswers, string, string, string]>([
  ["a year that may be the calendar's", [["2026"], ["", "May"], ["EBIT"]], {}, "calendar", "calendar", "May 2026"],
  [
    "a year before YTD",
    [["", "2026", ""], ["", "Jan", "YTD"], ["EBIT"]],
    {},
    "above 0",
    "no",
    "YTD to the current month,",
  ],
])("%s is assumed, and its chip changes it", (_name, rows, given, id, answer, expected) => {
  const above = rows.length - 1;
  const said = (answers: HeadingAnswers) => {
    const { selected, ...filled } = fillTable(rows, above, { ...given, ...answers }, { firstMonth: 4, namedBy: "end" });
    return sentencesOf(filled, selected);
  };
  const chips = said({}).flatMap(({ parts }) => parts.map(({ question }) => question));
  expect(chips).toContain(id);
  expect(said({}).map(sentenceText).join()).not.toContain(expected);
  expect(
    said({ [id]: answer })
      .map(sentenceText)
      .join(),
  ).toContain(expected);
});

test("A word of several fields means what the workbook keeps, and the pane shows the word", () => {
  const rows: Rows = [["Jan 2026"], ["", "Actual"], ["Revenue"]];
  const { selected, values, ...open } = fillTable(rows, 2);
  expect(open.asked.map(({ id }) => id)).toEqual(["A3"]);
  const kept = withKeptWords(undefined, open.questions, { A3: "field=Net sales" });
  expect(kept).toEqual(["revenue=netFIESales"]);
  const cells = { row: 0, column: 0, rows: 3, columns: 2, values, numberFormats: values };
  const defaults = { ...DEFAULTS, words: readKeptWords(kept) };
  const filled = fillFromHeadings(findHeadings(cells, selected, KNOWN), selected, {}, defaults);
  const [, , line] = sentencesOf(filled, selected);
  expect(line && sentenceText(line)).toBe("Net sales");
  const word = { kind: "word", id: "word revenue", text: "revenue", assumed: "field=Net sales" };
  expect(filled.questions).toContainEqual(word);
  expect(filled.formulas[0]![0]).toContain('"Net sales"');
  expect(withKeptWords(kept, filled.questions, {})).toBeUndefined();
});
