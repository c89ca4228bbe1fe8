/** Tables whose headings name another plan than the chosen one: their words are that plan's. */
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { fillFromHeadings, sentenceText, sentencesOf } from "./fill";
import { DEFAULTS, KNOWN } from "./known";
import { formulasOf, questionTexts } from "./shapes";

const scenario = (name: string, ...flags: string[]) => ({
  id: name.toLowerCase(),
  name,
  flags,
});
const FY25 = {
  id: "plan-7",
  name: "FY25 Plan",
  scenarios: [scenario("Actual", "actual"), scenario("Budget 25", "committed"), scenario("Stretch")],
};
const [FY26] = KNOWN.plans;
const known = {
  plans: [FY26!, FY25, { id: "empty", name: "FY24 Plan", scenarios: [] }],
};

type Rows = readonly (readonly (string | number)[])[];
const fill = (rows: Rows, above: number) => formulasOf(rows, above, {}, {}, rows.length - above, known);
const asked = (rows: Rows, above: number) => questionTexts(rows, above, {}, {}, rows.length - above, known);
const line = ["EBIT", "", ""];
const OF_25 = "FY25 Plan, no currency";

test.each<[string, Rows, number]>([
  ["title", [["FY25 Plan, 2025"], ["", "Actual", "Stretch"], line], 2],
  ["value in the head", [["Plan", "FY25 Plan"], ["Month", 2025], [], ["", "Actual", "Stretch"], line], 4],
  ["id in the head", [["Plan", "plan-7"], ["Month", 2025], [], ["", "Actual", "Stretch"], line], 4],
  ["group of columns", [["", "FY25 Plan", ""], ["", "Actual 2025", "Stretch 2025"], line], 2],
  ["column's own heading", [["", "FY25 Plan Actual 2025", "Stretch 2025 FY25 Plan"], line], 1],
  ["column between groups", [["", "FY25 Plan", "FY25 Plan"], ["", "Actual 2025", "Stretch 2025"], line], 2],
])("a scenario is the one of the plan that a %s names", (_place, rows, above) => {
  const plan = rows[0]![1] === "plan-7" ? "plan-7, no currency" : OF_25;
  expect(fill(rows, above)).toEqual([[`actual EBIT 2025 ${plan}`, `Stretch EBIT 2025 ${plan}`]]);
  expect(asked(rows, above)).toEqual([]);
});

test("a title's scenario is one of the plan that it names", () => {
  expect(fill([["FY25 Plan, Stretch 2025"], ["", "EBIT"], ["Gross sales"]], 2)).toEqual([[""]]);
  expect(fill([["FY25 Plan, Stretch 2025"], ["", ""], ["EBIT", ""]], 2)).toEqual([[`Stretch EBIT 2025 ${OF_25}`]]);
});

test("each group of columns has the scenarios of its own plan", () => {
  const rows = [
    ["", "FY26 Plan", "", "FY25 Plan", ""],
    ["", "Actual 2026", "Optimistic 2026", "Actual 2025", "Stretch 2025"],
    ["EBIT", "", "", "", ""],
  ];
  const own = ["actual EBIT 2026", "Optimistic EBIT 2026"];
  expect(fill(rows, 2)).toEqual([[...own, `actual EBIT 2025 ${OF_25}`, `Stretch EBIT 2025 ${OF_25}`]]);
  expect(asked(rows, 2)).toEqual([]);
});

test("lines of one plan have its scenarios, beside columns without a plan", () => {
  const rows = [["", "EBIT 2025"], ["Version 7"], ["Actual"], ["Stretch"]];
  const versions = { plans: [FY26!, { ...FY25, name: "Version 7" }] };
  expect(formulasOf(rows, 1, {}, {}, 3, versions).slice(1)).toEqual([
    ["actual EBIT 2025 Version 7, no currency"],
    ["Stretch EBIT 2025 Version 7, no currency"],
  ]);
});

test.each<[string, Rows, number, string]>([
  ["column below a title", [["FY25 Plan, 2025"], ["", "Actual", "Optimistic"], line], 2, "heading Optimistic"],
  [
    "column below a group",
    [["", "FY25 Plan", ""], ["", "Actual 2025", "Optimistic 2025"], line],
    2,
    "heading Optimistic 2025",
  ],
  [
    "column of its own plan",
    [["", "Actual 2026", "FY26 Plan Stretch 2026"], line],
    1,
    "heading FY26 Plan Stretch 2026",
  ],
  [
    "title of another plan",
    [["FY25 Plan, Optimistic 2025"], ["", ""], ["EBIT", ""]],
    2,
    "heading FY25 Plan, Optimistic 2025",
  ],
  [
    "title of the chosen plan",
    [["FY26 Plan, Stretch 2026"], ["", ""], ["EBIT", ""]],
    2,
    "heading FY26 Plan, Stretch 2026",
  ],
  ["title without a plan", [["Stretch 2026"], ["", ""], ["EBIT", ""]], 2, "heading Stretch 2026"],
  ["plan whose scenarios are not known", [["FY24 Plan, 2024"], ["", "FY24 Plan", "Actual"], line], 2, "heading Actual"],
])("a %s with a scenario that its plan lacks is asked about", (_place, rows, above, question) => {
  expect(fill(rows, above)[0]!.at(-1)).toBe("");
  expect(asked(rows, above)).toContain(question);
});

test("a line that only one of two plans has is asked about", () => {
  const rows = [["", "FY26 Plan 2026", "FY25 Plan 2025"], ["Actual"], ["Stretch"]];
  const titled = [["EBIT"], ...rows];
  expect(fill(titled, 2)).toEqual([
    ["actual EBIT 2026", `actual EBIT 2025 ${OF_25}`],
    ["", ""],
  ]);
  expect(asked(titled, 2)).toEqual(["lines"]);
});

test("answers name scenarios that all plans of the cells have", () => {
  const scenariosIn = (title: string, columns: readonly string[]) => {
    const values = [
      [title, ...columns.map(() => "")],
      ["", ...columns],
      ["EBIT", ...columns.map(() => "")],
    ];
    const selected = { row: 2, column: 1, rows: 1, columns: columns.length };
    const cells = {
      row: 0,
      column: 0,
      rows: 3,
      columns: 1 + columns.length,
      values,
      numberFormats: values,
    };
    return findHeadings(cells, selected, {
      ...KNOWN,
      ...known,
    }).known.scenarios.map(({ name }) => name);
  };
  expect(scenariosIn("FY25 Plan", ["Mar 25", "Apr 25"])).toEqual(["Actual", "Budget 25", "Stretch"]);
  expect(scenariosIn("", ["FY26 Plan", "FY25 Plan"])).toEqual(["Actual", "Committed Plan"]);
});

test("a sentence calls the scenario by its name in the cell's plan", () => {
  const values = [
    ["", "FY26 Plan", "FY25 Plan"],
    ["", "Committed 2026", "Committed 2025"],
    ["EBIT", "", ""],
  ];
  const selected = { row: 2, column: 1, rows: 1, columns: 2 };
  const found = findHeadings({ row: 0, column: 0, rows: 3, columns: 3, values, numberFormats: values }, selected, {
    ...KNOWN,
    ...known,
  });
  const filled = fillFromHeadings(found, selected, {}, { ...DEFAULTS, plans: known.plans });
  expect(sentencesOf(filled, selected).map(sentenceText)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("Committed Plan (committed)"),
      expect.stringContaining("Budget 25 (committed)"),
    ]),
  );
});
