/** Titles whose time is not sure: one that cannot be read, a day, and a part of the year without its number. */
import { partsCalled } from "../../../src/numbers/language/languages";
import { filledRows, formulasOf, questionTexts } from "./shapes";

type Rows = readonly (readonly (string | number)[])[];
const COLUMNS = ["", "Actual", "Plan"];
const table = (title: string, columns: readonly string[] = COLUMNS): Rows => [[title], columns, ["EBIT"]];
const said = (time: string) => [[`actual EBIT ${time}`, `committed EBIT ${time}`]];

describe.each([
  "H1-ish 2026",
  "10+2 view",
  "As of 12 Oct 2026 flash",
  "Half-year report 2026",
  "Half-yearly report 2026",
  "Half year report 2026",
  "P&L 2026 half",
  "Halbjahresbericht 2026",
  "Semi-annual review 2026",
  "Interim report 2026",
  "Mid-year review 2026",
  "Six-month report 2026",
  "9-month report 2026",
  "Quarterly review 2026",
  "Quartalsbericht 2026",
  "Quarter-end report 2026",
  "Monthly report 2026",
  "Month-end report 2026",
  "Monatsbericht 2026",
  "Bi-monthly review 2026",
  "Weekly report 2026",
  "Wochenbericht 2026",
  "Daily flash 2026",
  "2026 by quarter",
  "2026 by month",
  "2026 annualised",
  "Rapport semestriel 2026",
  "Informe trimestral 2026",
])("The title %s", (title) => {
  test("is asked for its time, and holds what the user says", () => {
    expect(formulasOf(table(title), 2)).toEqual([["", ""]]);
    expect(questionTexts(table(title), 2)).toEqual([`time ${title}`]);
    expect(formulasOf(table(title), 2, { "time A1": "H1 2026" })).toEqual(said("2026-H1"));
    expect(formulasOf(table(title), 2, { "time A1": "YTD Aug 2026" })).toEqual(said("2026-08 YTD"));
    expect(formulasOf(table(title), 2, { "time A1": "ignored", period: "FY" })).toEqual(said("2026"));
  });

  test("guards the formulas with its words", () => {
    const { formulas } = filledRows(table(title), 2, { "time A1": "H1 2026" });
    expect(formulas[0]![0]).toContain(`$A$1="${title}"`);
  });
});

test.each([
  ["Half-year report 2026", ["", "H1", "H2"]],
  ["Half-year report 2026", ["", "H1 26", "FY26"]],
  ["Half-year report 2026", ["", "Jan", "Feb"]],
  ["Half-year report H1 2026", COLUMNS],
  ["Half-year report 2026 YTD", COLUMNS],
  ["First half-year report 2026", COLUMNS],
  ["Quarterly review 2026", ["", "Q1", "Q2"]],
  ["Quarterly review 2026", ["", "Jan", "Feb"]],
  ["Quarterly review 2026", ["", "2025", "2026"]],
  ["Quarterly review Q1 2026", COLUMNS],
  ["Monthly report 2026", ["", "Actual YTD", "Plan YTD"]],
  ["Monthly report March 2026", COLUMNS],
  ["Monthly report Q1 2026", COLUMNS],
  ["P&L by month", ["", "Jan 26", "Feb 26"]],
  ["As of 12 Oct 2026 flash", ["", "Jan 26", "Feb 26"]],
])("the title %s above %j says nothing more", (title, columns) => {
  expect(questionTexts(table(title, columns), 2)).toEqual([]);
  expect(formulasOf(table(title, columns), 2)[0]).not.toContain("");
});

test("a part of the year in one title is named in another", () => {
  const rows = [["Quarterly review"], ["Q2 2026"], COLUMNS, ["EBIT"]];
  expect(formulasOf(rows, 3)).toEqual(said("2026-Q2"));
  expect(questionTexts([["Half-year report"], ["June 2026"], COLUMNS, ["EBIT"]], 3)).toEqual(["time Half-year report"]);
});

test.each([["Half-year report 2026"], ["Half-year report"]])(
  "%s above years is of a half that is asked for",
  (title) => {
    const rows = table(title, ["", "2025", "2026"]);
    expect(formulasOf(rows, 2)).toEqual([["", ""]]);
    expect(questionTexts(rows, 2)).toContain(`time ${title}`);
    expect(formulasOf(rows, 2, { "time A1": "H1" })).toEqual([["actual EBIT 2025-H1", "actual EBIT 2026-H1"]]);
  },
);

/** "6 month" beside a year counts from its begin. */
const WORDS = partsCalled().flatMap(({ words }) => words.filter((word) => !/^\d/.test(word)));

test.each(WORDS.map((word) => word.replace("*", "")))(
  "a title with %s, in any language, fills no year in silence",
  (word) => {
    for (const title of [`P&L ${word} report 2026`, `${word} 2026`, `2026 P&L, ${word}`, `${word} report`]) {
      expect([title, ...formulasOf(table(title), 2)]).toEqual([title, ["", ""]]);
      expect(questionTexts(table(title), 2)).toEqual([`time ${title}`]);
    }
  },
);

test("only columns without a time of their own wait for the title's", () => {
  const rows = table("Monthly report 2026", ["", "Mar", "Plan"]);
  expect(formulasOf(rows, 2)).toEqual([["actual EBIT 2026-03", ""]]);
});

test("without any period, a part of the year is asked for before months are assumed", () => {
  expect(questionTexts(table("Half-year report"), 2)).toEqual(["time Half-year report"]);
  expect(formulasOf(table("Half-year report"), 2, { "time A1": "ignored" })).toEqual(said("current YTD"));
});

test("what else a title says stays, whatever its time is", () => {
  const rows = table("H1-ish 2026, FY25 Plan, EUR k", ["", "Actual"]);
  expect(questionTexts(rows, 2)).toEqual(["time H1-ish 2026, FY25 Plan, EUR k"]);
  const cell = (time: string) => [[`actual EBIT ${time} /1000 FY25 Plan, EUR`]];
  expect(formulasOf(rows, 2, { "time A1": "H1 2026" })).toEqual(cell("2026-H1"));
  expect(questionTexts(rows, 2, { "time A1": "ignored" })).toContain("period");
  expect(formulasOf(rows, 2, { "time A1": "ignored", period: "YTD" })).toEqual(cell("current YTD"));
});

test("10+2 may be an outlook", () => {
  const rows = table("10+2 view, FY26", ["", "Mar 26"]);
  expect(formulasOf(rows, 2, { "time A1": "outlook=committed" })).toEqual([["committed EBIT 2026-03"]]);
  const { formulas } = filledRows(rows, 2, { "time A1": "outlook=committed" });
  expect(formulas[0]![0]).toContain('"current"');
});

test("an answer that is no time is asked for again", () => {
  const { questions, formulas } = filledRows(table("H1-ish 2026"), 2, { "time A1": "soon" });
  expect(formulas).toEqual([["", ""]]);
  expect(questions).toContainEqual({ kind: "time", id: "time A1", text: "H1-ish 2026", isUnread: true });
});

test("a title of the sheet is first asked if it holds", () => {
  const rows = [["Half-year report 2026"], [""], [""], COLUMNS, ["EBIT"]];
  expect(questionTexts(rows, 4)).toEqual(["holds Half-year report 2026"]);
  expect(questionTexts(rows, 4, { A1: "counts" }).at(-1)).toBe("time Half-year report 2026");
  expect(questionTexts(rows, 4, { A1: "ignored" })).toEqual(["holds Half-year report 2026"]);
});
