/** Which text speaks for which cells: sections, rows between headings and lines, titles, units and days. */
import { readKeptWords, withKeptWords } from "../../../src/reporting/headings/keptWords";
import { KNOWN } from "./known";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { filledRows, formulasOf, questionTexts } from "./shapes";

const kpi = (scenario: string, field: string, period: string) => `${scenario} ${field} ${period}`;

test("a section's line speaks for the lines below it", () => {
  const rows = [
    ["", "Oct 26", "FY26"],
    ["ACTUAL", "", ""],
    ["Net sales", "", ""],
    ["EBIT", "", ""],
    ["COMMITTED", "", ""],
    ["Net sales", "", ""],
    ["EBIT", "", ""],
  ];
  expect(formulasOf(rows, 1)).toEqual([
    ["", ""],
    [kpi("actual", "Net sales", "2026-10"), kpi("actual", "Net sales", "2026")],
    [kpi("actual", "EBIT", "2026-10"), kpi("actual", "EBIT", "2026")],
    ["", ""],
    [kpi("committed", "Net sales", "2026-10"), kpi("committed", "Net sales", "2026")],
    [kpi("committed", "EBIT", "2026-10"), kpi("committed", "EBIT", "2026")],
  ]);
});

test.each([["YTD Oct 26"], [""], ["P&L"]])("headings above a row that holds only %j are the table's", (between) => {
  const rows = [
    ["", "Actual", "Plan"],
    [between, "", ""],
    ["Net sales", "", ""],
  ];
  const time = between.startsWith("YTD") ? "2026-10 YTD" : "current YTD";
  expect(formulasOf(rows, 2)).toEqual([[kpi("actual", "Net sales", time), kpi("committed", "Net sales", time)]]);
});

test("vs PY beside a column of the year before begins with the later year", () => {
  const rows = [
    ["", "Actual Oct 26", "Actual Oct 25", "vs PY", "vs PY %"],
    ["Net sales", "", "", "", ""],
  ];
  const variance = (measure: string) => `actual Net sales 2026-10 PY ${measure}`;
  expect(formulasOf(rows, 1)).toEqual([
    [
      kpi("actual", "Net sales", "2026-10"),
      kpi("actual", "Net sales", "2025-10"),
      variance("amount"),
      variance("percent"),
    ],
  ]);
});

test.each(["USD'000", "in kUSD", "USD k", "USDk", "USD th.", "USD thousands", "kUSD", "p&l kusd", "in usd k"])(
  "%s divides amounts",
  (unit) => {
    expect(
      formulasOf(
        [
          [unit, "Actual Jul 26"],
          ["Net sales", ""],
        ],
        1,
      ),
    ).toEqual([["actual Net sales 2026-07 /1000"]]);
  },
);

test("a day at a month's end is the last month of columns to date", () => {
  const rows = [["P&L as at 31 Aug 2026"], ["", "QTD", "YTD"], ["Net sales", "", ""]];
  expect(formulasOf(rows, 2)).toEqual([["actual Net sales 2026-08 QTD", "actual Net sales 2026-08 YTD"]]);
});

test.each([
  ["As of 30 September 2026", "time", "2026-09 YTD"],
  ["YTD", "title", "2026-01 YTD"],
])("the title %s may count beside its columns, or not", (title, kind, time) => {
  const column = title === "YTD" ? "Actual Jan 26" : "Actual";
  const rows = [[title], ["", column], ["Net sales", ""]];
  expect(formulasOf(rows, 2)).toEqual([[""]]);
  expect(questionTexts(rows, 2)).toEqual([`${kind} ${title} may count`]);
  const id = kind === "time" ? "time A1" : "A1";
  expect(formulasOf(rows, 2, { [id]: "counts" })).toEqual([[`actual Net sales ${time}`]]);
  const alone = title === "YTD" ? "2026-01" : "current YTD";
  expect(formulasOf(rows, 2, { [id]: "ignored" })).toEqual([[`actual Net sales ${alone}`]]);
});

test.each([
  ["Budget 2026", ["Actual", "Optimistic"]],
  ["Variance report 2026", ["Actual", "Plan"]],
  ["Optimistic 2026", ["Actual", "Plan", "Δ"]],
  ["FY25 Plan against FY26 Plan 2026", ["Actual", "Plan"]],
  ["Actual vs Optimistic 2026", ["Actual", "Plan"]],
])("the title %s above %j is asked about, and may be left out", (title, columns) => {
  const rows = [[title], ["", ...columns], ["Net sales", ...columns.map(() => "")]];
  expect(formulasOf(rows, 2)).toEqual([columns.map(() => "")]);
  expect(questionTexts(rows, 2).some((text) => text.includes(title) && !text.endsWith("may count"))).toBe(true);
  expect(formulasOf(rows, 2, { A1: "ignored", period: "FY" })[0]?.every((each) => each !== "")).toBe(true);
});

test("an unknown line is asked about for itself alone, unless lines repeat below it", () => {
  const alone = [
    ["", "Actual FY26"],
    ["Net sales", ""],
    ["Zorblat", ""],
    ["EBIT", ""],
  ];
  expect(formulasOf(alone, 1)).toEqual([[kpi("actual", "Net sales", "2026")], [""], [kpi("actual", "EBIT", "2026")]]);
  const sections = [["", "Actual FY26"], ["North"], ["Net sales"], ["EBIT"], ["South"], ["Net sales"], ["EBIT"]];
  expect(formulasOf(sections, 1).flat().filter(Boolean)).toEqual([]);
});

test("a word that the user explains means the same within other headings", () => {
  const rows = [
    ["", "Actual FY26", "Bud", "Δ vs Bud", "vs Bud %"],
    ["Net sales", "", "", "", ""],
  ];
  const answers = { C1: "scenario=committed", period: "FY" };
  expect(questionTexts(rows, 1, answers)).toEqual(["heading Bud", "period"]);
  const [line = []] = formulasOf(rows, 1, answers);
  expect(line.slice(2)).toEqual(["actual Net sales 2026 committed amount", "actual Net sales 2026 committed percent"]);
});

test("the workbook keeps what a word means, shows it, changes it, and forgets it", () => {
  const rows = [
    ["", "Bud", "Growth"],
    ["Net sales", "", ""],
  ];
  const first = filledRows(rows, 1, {});
  const kept = withKeptWords(["sales=netFIESales"], first.questions, {
    B1: "scenario=committed",
    C1: "measure=percent",
  });
  expect(kept).toEqual(["sales=netFIESales", "bud=scenario=committed", "growth=measure=percent"]);
  const words = readKeptWords(kept);
  const other = [["", "Actual FY26", "Δ vs Bud"], ["EBIT"]];
  expect(formulasOf(other, 1, {}, words)[0]?.[1]).toBe("actual EBIT 2026 committed amount");
  expect(questionTexts(other, 1, {}, words)).toEqual([]);
  const { questions } = filledRows(other, 1, {}, words);
  expect(questions[0]).toEqual({ kind: "word", id: "word bud", text: "bud", assumed: "scenario=committed" });
  const changed = { "word bud": "scenario=Optimistic" };
  expect(formulasOf(other, 1, changed, words)[0]?.[1]).toBe("actual EBIT 2026 Optimistic amount");
  expect(withKeptWords(kept, questions, changed)?.[1]).toBe("bud=scenario=Optimistic");
  const forgotten = { "word bud": "forgotten" };
  expect(questionTexts(other, 1, forgotten, words)).toContain("heading Δ vs Bud");
  expect(withKeptWords(kept, questions, forgotten)).toEqual(["sales=netFIESales", "growth=measure=percent"]);
});

test("a kept scenario that the plan lacks is asked about again", () => {
  const rows = [["", "Bud FY26"], ["EBIT"]];
  expect(questionTexts(rows, 1, {}, { bud: "scenario=Budget v7" })).toEqual(["heading Bud"]);
});

test.each([
  [[["", "Target", "Committed"], ["EBIT"]], "Target", { B1: "scenario=Optimistic", period: "FY" }],
  [[["", "Actual FY26"], ["EBIT"], [""], ["EBIT"]], "EBIT", { A2: "field=EBIT" }],
])("what shows a number twice is asked about, and filled once it is answered", (rows, asked, answers) => {
  expect(questionTexts(rows, 1)).toContain(`heading ${asked}`);
  expect(formulasOf(rows, 1).flat().filter(Boolean).length).toBeLessThan(2);
  expect(formulasOf(rows, 1, answers).flat().filter(Boolean)).toHaveLength(2);
});

test("a heading that may stand in the middle of its columns is asked about", () => {
  const rows = [
    ["", "", "Actual", "", "", "Plan", ""],
    ["", "Jan 26", "Feb 26", "Mar 26", "Jan 26", "Feb 26", "Mar 26"],
    ["EBIT", "", "", "", "", "", ""],
  ];
  expect(questionTexts(rows, 2)).toEqual(["gap Actual"]);
  expect(formulasOf(rows, 2)).toEqual([["", "actual EBIT 2026-02", "", "", "committed EBIT 2026-02", ""]]);
  const of = (scenario: string) => ["01", "02", "03"].map((month) => `${scenario} EBIT 2026-${month}`);
  expect(formulasOf(rows, 2, { "above 0": "centred" })).toEqual([[...of("actual"), ...of("committed")]]);
});

test("a column before the first group that says its own scenario leaves nothing to ask", () => {
  const rows = [
    ["", "", "Plan", "", ""],
    ["", "Actual FY26", "Jan 26", "Feb 26", "Mar 26"],
    ["EBIT", "", "", "", ""],
  ];
  expect(questionTexts(rows, 2)).toEqual([]);
});

test("YTD after each month is to that month, and asked about after other columns", () => {
  const rows = [["Actual"], ["", "Jan 26", "YTD", "Feb 26", "YTD"], ["EBIT"]];
  const ofMonth = (month: string) => [`actual EBIT ${month}`, `actual EBIT ${month} YTD`];
  expect(formulasOf(rows, 2)).toEqual([[...ofMonth("2026-01"), ...ofMonth("2026-02")]]);
  expect(questionTexts(rows, 2)).toEqual([]);
  const quarters = [["Actual"], ["", "Q1 26", "YTD", "Q2 26", "YTD"], ["EBIT"]];
  expect(formulasOf(quarters, 2)).toEqual([["actual EBIT 2026-Q1", "", "actual EBIT 2026-Q2", ""]]);
  expect(questionTexts(quarters, 2)).toEqual(["heading YTD"]);
});

describe("a time to date after a month", () => {
  const rows = [["Actual"], ["", "Aug 26", "Sep 26", "YTD", "Plan YTD"], ["EBIT"]];
  const fill = (answers: HeadingAnswers, actualsTo?: string) => filledRows(rows, 2, answers, {}, 1, {}, { actualsTo });
  const asked = ({ questions }: ReturnType<typeof fill>) => questions.filter(({ kind }) => kind === "toDate");
  const question = { kind: "toDate", id: "to C2", text: "YTD", month: "Sep 26" };

  test("is to the current month, and shown as assumed, unless a later month stands before it", () => {
    expect(asked(fill({}, "2026-10"))).toEqual([{ ...question, assumed: "current" }]);
    const later = fill({}, "2026-03");
    expect(asked(later)).toEqual([question]);
    expect(later.formulas[0]?.[2]).toBe("");
  });

  test("is to that month if the user says so, and follows it", () => {
    expect(fill({ "to C2": "month" }, "2026-03").formulas[0]?.[2]).toBe(
      '=INSIGHTS.KPI("FY26 Plan",$A$1,$A3,C$2,,,"USD",D$2)',
    );
    expect(formulasOf(rows, 2, { "to C2": "month" })).toEqual([
      ["actual EBIT 2026-08", "actual EBIT 2026-09", "actual EBIT 2026-09 YTD", "committed EBIT 2026-09 YTD"],
    ]);
    const lines = [["", "Actual"], ["Aug 26"], ["Sep 26"], ["YTD"]];
    expect(formulasOf(lines, 1, { field: "EBIT", "to A3": "month" }).at(-1)).toEqual(["actual EBIT 2026-09 YTD"]);
  });

  test("is to the month of its group if that says one", () => {
    const grouped = [["Actual"], ["", "Oct 26", "YTD"], ["", "Sep 26", ""], ["EBIT"]];
    expect(questionTexts(grouped, 3)).not.toContain("toDate YTD");
  });
});

test("an answer is for the words of a heading that nobody knows, and the others keep their meaning", () => {
  const rows = [["Actual 2026"], ["", "Actual Q3", "Zx Q3", "Zx FY26"], ["EBIT"]];
  expect(questionTexts(rows, 2)).toEqual(["heading Zx"]);
  expect(formulasOf(rows, 2, { C2: "scenario=committed" })).toEqual([
    ["actual EBIT 2026-Q3", "committed EBIT 2026-Q3", "committed EBIT 2026"],
  ]);
  const { formulas } = filledRows(rows, 2, { C2: "outlook=committed" });
  expect(formulas[0]?.[1]).toContain('"2026-Q3",,,"USD",,"current")');
  const twice = [["Sep 2026"], ["", "Actual Zx Mar 26"], ["EBIT"]];
  expect(formulasOf(twice, 2, { B2: "scenario=committed" })).toEqual([[""]]);
});

test("words that say nothing more leave the other words of their heading their meaning", () => {
  const rows = [["Actual"], ["", "Sep 26", "Zx Sep 26", "Zx FY26"], ["EBIT"]];
  expect(formulasOf(rows, 2, { C2: "nothing" })).toEqual([
    ["actual EBIT 2026-09", "actual EBIT 2026-09", "actual EBIT 2026"],
  ]);
  // The function knows no period "Zx Sep 26".
  const { formulas } = filledRows(rows, 2, { C2: "nothing" });
  expect(formulas[0]?.[1]).toMatch(/^=IF\(C\$2="Zx Sep 26",/);
});

test("the workbook keeps the words that were asked about, without the others of their heading", () => {
  const answers = { B1: "scenario=committed" };
  const { questions } = filledRows([["", "Zx Sep 26"], ["EBIT"]], 1, answers);
  expect(withKeptWords([], questions, answers)).toEqual(["zx=scenario=committed"]);
});

test.each(["scenario=committed", "nothing"])("the answer %s is shown beside the words that it is for", (answer) => {
  const rows = [["Actual"], ["", "Sep 26", "Zx Sep 26"], ["EBIT"]];
  expect(questionTexts(rows, 2, { C2: answer })).toEqual(["heading Zx"]);
});

test("cells of a heading that is left blank are blank, and one that says nothing more leaves its cells to the others", () => {
  const titled = [["Sep 2026"], ["", "Zx", "Sep 26"], ["", "Actual", "Plan"], ["EBIT"]];
  expect(formulasOf(titled, 3, { B2: "ignored" })).toEqual([["", "committed EBIT 2026-09"]]);
  expect(formulasOf(titled, 3, { B2: "nothing" })).toEqual([["actual EBIT 2026-09", "committed EBIT 2026-09"]]);
  const only = [["Sep 2026"], ["", "Zx"], ["EBIT"]];
  expect(formulasOf(only, 2, { B2: "nothing", scenario: "actual" })).toEqual([["actual EBIT 2026-09"]]);
});

test("a title's part of a year is not that of a year among columns that say their parts", () => {
  const mixed = [["Q3 flash"], ["", "Actual Q3", "Budget FY26"], ["EBIT"]];
  expect(formulasOf(mixed, 2)).toEqual([["actual EBIT 2026-Q3", "committed EBIT 2026"]]);
  const years = [["Q3 flash"], ["", "Actual 2025", "Actual 2026"], ["EBIT"]];
  expect(formulasOf(years, 2)).toEqual([["actual EBIT 2025-Q3", "actual EBIT 2026-Q3"]]);
});

test.each([
  ["2. YTD = Jan-Sep 2026", "2026-09"],
  ["YTD: January to October 2026", "2026-10"],
  ["1) YTD = Sep 2026", "2026-09"],
])("the note %s says to which month numbers are", (note, month) => {
  const rows = [["", "Sep-26", "YTD"], ["", "Actual", "Actual"], ["EBIT"], [""], [note]];
  expect(questionTexts(rows, 2, {}, {}, 1)).toEqual([]);
  expect(formulasOf(rows, 2, {}, {}, 1)).toEqual([["actual EBIT 2026-09", `actual EBIT ${month} YTD`]]);
});

test("a note of months that do not begin with the fiscal year is asked about", () => {
  const rows = [["", "YTD"], ["", "Actual"], ["EBIT"], [""], ["YTD = Apr-Sep 2026"]];
  expect(questionTexts(rows, 2, {}, {}, 1)).toEqual(["title YTD = Apr-Sep 2026"]);
});

test.each([[["FY25 Plan Actual", "FY26 Plan Budget", "Var"]], [["Actual", "FY25 Plan Optimistic", "vs Plan"]]])(
  "a variance beside numbers of two plans is asked about: %j",
  (columns) => {
    const rows = [["FY26"], ["", ...columns], ["EBIT"]];
    expect(questionTexts(rows, 2)).toContain(`heading ${columns[2] ?? ""}`);
    expect(formulasOf(rows, 2)[0]?.[2]).toBe("");
  },
);

test.each(["FY25 Plan?", "FY25 Plan*", "FY25 Plan!"])("the title %s names the plan", (title) => {
  const rows = [[title], ["", "Actual Q1 25"], ["EBIT"]];
  expect(formulasOf(rows, 2)).toEqual([["actual EBIT 2025-Q1 FY25 Plan, no currency"]]);
});

test.each(["FY25 Plan/Actual", "FY25 Plans"])("the title %s may name a plan, so it is asked about", (title) => {
  expect(questionTexts([[title], ["", "Actual Q1 25"], ["EBIT"]], 2)).toEqual([`heading ${title}`]);
});

test("a variance right after a column that is left blank is asked about, unless it names its base", () => {
  const rows = [["Sep 2026"], ["", "Actual", "Plan", "Zx", "Δ", "vs Plan"], ["EBIT"]];
  expect(questionTexts(rows, 2, { D2: "ignored" })).toEqual(["heading Zx", "base"]);
  expect(formulasOf(rows, 2, { D2: "ignored" })[0]?.slice(2)).toEqual(["", "", "actual EBIT 2026-09 committed amount"]);
});

test("a column without a heading in any row is a spacer, and nothing is asked about it", () => {
  const rows = [["", "Mar 26", "", "", "YTD"], ["", "Actual", "Δ PY", "", "Plan"], ["EBIT"]];
  expect(questionTexts(rows, 2)).toEqual([]);
  expect(formulasOf(rows, 2)[0]?.[2]).toBe("");
});

test("PY below a group's heading is of the group's time", () => {
  const rows = [
    ["", "YTD", "", "Full year", ""],
    ["", "Actual", "PY", "Plan", "PY"],
    ["EBIT", "", "", "", ""],
  ];
  expect(formulasOf(rows, 2)).toEqual([
    ["actual EBIT current YTD", "actual EBIT current-12 YTD", "committed EBIT 2026", "actual EBIT 2025"],
  ]);
});

test("a variance below a group's heading is of the group's time, also if its base stands in another group", () => {
  const rows = [
    ["", "Mar 26", "", "YTD", ""],
    ["", "Actual", "Plan", "Actual", "vs Plan"],
    ["EBIT", "", "", "", ""],
  ];
  expect(formulasOf(rows, 2)).toEqual([
    [
      "actual EBIT 2026-03",
      "committed EBIT 2026-03",
      "actual EBIT current YTD",
      "actual EBIT current YTD committed amount",
    ],
  ]);
});

test.each(["Compte à fin sept. 2026", "cumul 2026", "hasta Abr 2026"])("the title %s is asked about", (title) => {
  expect(questionTexts([[title], ["", "Actual"], ["EBIT"]], 2)).toEqual([`time ${title}`]);
});

test("the currency of another plan is its own", () => {
  const rows = [
    ["", "FY25 Plan"],
    ["Net sales", ""],
  ];
  expect(formulasOf(rows, 1, { scenario: "committed", period: "FY" })[0]?.[0]).toContain("FY25 Plan, no currency");
});

test("a variance that names its base begins with a number of the base's time, or is asked", () => {
  const outlook = [
    ["", "2026 Outlook", "2026 Plan", "2025 Actual", "vs Plan"],
    ["EBIT", "", "", "", ""],
  ];
  expect(formulasOf(outlook, 1)[0]?.[3]).toBe("");
  const early = [
    ["", "2026 Actual", "2026 Plan", "2025 Actual", "vs Plan"],
    ["EBIT", "", "", "", ""],
  ];
  expect(formulasOf(early, 1)[0]?.[3]).toBe("actual EBIT 2026 committed amount");
  const other = [
    ["", "2026 Plan", "2025 Actual", "vs Plan"],
    ["EBIT", "", "", ""],
  ];
  expect(formulasOf(other, 1)[0]?.[2]).toBe("");
});

test("a line that nobody understands can be the scenario of the lines below it", () => {
  const rows = [["", "Oct 26"], ["ACTUAL"], ["Net sales"], ["EBIT"], ["BUD"], ["Net sales"], ["EBIT"]];
  expect(formulasOf(rows, 1, { lines: "scenario=committed" })).toEqual([
    [""],
    [kpi("actual", "Net sales", "2026-10")],
    [kpi("actual", "EBIT", "2026-10")],
    [""],
    [kpi("committed", "Net sales", "2026-10")],
    [kpi("committed", "EBIT", "2026-10")],
  ]);
});

test.each([
  ["All figures in thousand EUR", ["actual EBIT 2026 /1000 FY26 Plan, EUR"], []],
  ["Amounts in kEUR, rounded", [""], ["holds Amounts in kEUR, rounded"]],
  ["YTD = September", ["actual EBIT 2026"], []],
  ["YTD: Jan to Feb", ["actual EBIT 2026"], []],
  ["Budget approved in March 2026", ["actual EBIT 2026"], []],
])("the note %s below a table is read, asked about, or listed", (note, line, asked) => {
  const rows = [["", "Actual FY26"], ["EBIT"], [], [note]];
  expect(formulasOf(rows, 1, {}, {}, 1)).toEqual([line]);
  expect(questionTexts(rows, 1, {}, {}, 1)).toEqual(asked);
});

test("a note that is asked about applies, or says nothing", () => {
  const rows = [["", "Actual FY26"], ["EBIT"], ["Amounts in kEUR, rounded"]];
  expect(formulasOf(rows, 1, { A3: "counts" }, {}, 1)).toEqual([["actual EBIT 2026 /1000 FY26 Plan, EUR"]]);
  expect(formulasOf(rows, 1, { A3: "ignored" }, {}, 1)).toEqual([["actual EBIT 2026"]]);
});

test("single texts above another table may be its titles, so they are asked about", () => {
  const other = [["in kEUR"], ["", "Plan"]];
  const rows = [["", "Actual FY26"], ["EBIT"], [], ...other];
  expect(questionTexts(rows, 1, {}, {}, 1)).toEqual(["holds in kEUR"]);
});

test("lines that nobody understands can each mean another scenario", () => {
  const rows = [["", "Oct 26"], ["BUD"], ["Net sales"], ["EBIT"], ["OPT"], ["Net sales"], ["EBIT"]];
  expect(questionTexts(rows, 1)).toEqual(["lines"]);
  expect(questionTexts(rows, 1, { lines: "each" })).toEqual(["lines", "heading BUD", "heading OPT"]);
  const answers = { lines: "each", A2: "scenario=committed", A5: "scenario=Optimistic" };
  const of = (scenario: string) => [[""], [kpi(scenario, "Net sales", "2026-10")], [kpi(scenario, "EBIT", "2026-10")]];
  expect(formulasOf(rows, 1, answers)).toEqual([...of("committed"), ...of("Optimistic")]);
});

test("lines above that have numbers are lines of the same table", () => {
  const rows = [
    ["", "Jan 26", "Feb 26"],
    ["ACTUAL", "", ""],
    ["Net sales", 100, 2026],
    ["COMMITTED", "", ""],
    ["Net sales", 100, 200],
    ["EBIT", "", ""],
  ];
  expect(formulasOf(rows, 5)).toEqual([[kpi("committed", "EBIT", "2026-01"), kpi("committed", "EBIT", "2026-02")]]);
});

test.each([
  [[["YTD as of Aug 2026"], ["", "YTD", "FY26"], ["EBIT"]], 2],
  [[["", "YTD", "FY26"], ["EBIT"], ["YTD figures as of Aug 2026"]], 1],
  [[["", "YTD", "FY26"], ["EBIT"], ["All figures YTD"]], 1],
])("what is to date in %j makes no full year another one in silence", (rows, above) => {
  const [line = []] = formulasOf(rows, above, {}, {}, 1);
  expect(line[1]).toBe("");
  expect(questionTexts(rows, above, {}, {}, 1)).toEqual([expect.stringContaining("may count")]);
});

test("a line with numbers of its own speaks for no other", () => {
  const rows = [
    ["", "Jan 26", "Feb 26"],
    ["Target", 100, 200],
    ["EBIT", "", ""],
  ];
  expect(questionTexts(rows, 2)).toEqual([]);
  expect(formulasOf(rows, 2)).toEqual([[kpi("actual", "EBIT", "2026-01"), kpi("actual", "EBIT", "2026-02")]]);
});

test.each(["Volumes in thousand units", "Net sales in kEUR"])("the note %s, of one line, divides no other", (note) => {
  const rows = [["", "Actual FY26"], ["EBIT"], ["Net sales"], [note]];
  expect(formulasOf(rows, 1, {}, {}, 2)).toEqual([["actual EBIT 2026"], ["actual Net sales 2026"]]);
  expect(filledRows(rows, 1, {}, {}, 2).unread).toEqual([note]);
});

test.each([
  ["P&L in EUR thousands", "actual EBIT 2026 /1000 FY26 Plan, EUR"],
  ["Budget", "actual EBIT 2026"],
  ["FY25 Plan", "actual EBIT 2026 FY25 Plan, no currency"],
])("the title %s of a sheet, blank rows above a table, is asked about", (title, held) => {
  for (const blanks of [
    [[], []],
    [[], [], []],
  ]) {
    const rows = [[title], ...blanks, ["", "Actual FY26"], ["EBIT"]];
    const above = rows.length - 1;
    expect(questionTexts(rows, above)).toEqual([`holds ${title}`]);
    expect(formulasOf(rows, above)).toEqual([[""]]);
    expect(formulasOf(rows, above, { A1: "ignored" })).toEqual([["actual EBIT 2026"]]);
    expect(formulasOf(rows, above, { A1: "counts" })).toEqual([[held]]);
  }
});

test.each([["10+2 outlook"], ["P&L in mEUR and kUSD"]])(
  "the title %s of a sheet, which has no one meaning, is asked about",
  (title) => {
    const rows = [[title], [], [], ["", "FY26"], ["EBIT"]];
    expect(formulasOf(rows, 4)).toEqual([[""]]);
    expect(questionTexts(rows, 4)).toEqual([`heading ${title}`]);
  },
);

test("a title of a sheet that says what each column says is not asked about, and its other words are listed", () => {
  const rows = [["Actual 2026, restated"], [], [], ["", "Actual Jan 26", "Actual FY26"], ["EBIT"]];
  expect(questionTexts(rows, 4)).toEqual([]);
  expect(formulasOf(rows, 4)).toEqual([["actual EBIT 2026-01", "actual EBIT 2026"]]);
  expect(filledRows(rows, 4, {}).unread).toEqual(["restated"]);
});

test("a title above another table is none of this one's", () => {
  const other = [["in EUR thousands"], [], ["", "Plan FY26"], ["EBIT", 1]];
  const rows = [...other, [], [], ["", "Actual FY26"], ["EBIT"]];
  expect(formulasOf(rows, 7)).toEqual([["actual EBIT 2026"]]);
});

test("words of a title that marks of punctuation divide are listed apart", () => {
  const rows = [["Zorblat, restated; Actual 2026 (in kUSD, draft)"], ["", "FY26"], ["EBIT"]];
  expect(filledRows(rows, 2, {}).unread).toEqual(["Zorblat", "restated", "draft"]);
});

test.each([
  ["FY26", "2026"],
  ["Q1 FY26", "2026-Q1"],
])("%s Plan beside the actuals is a scenario, also if a plan is called FY26 Plan", (time, period) => {
  const columns = [`${time} Actual`, `${time} Plan`, "Var"];
  const number = (scenario: string) => kpi(scenario, "EBIT", period);
  const meant = [number("actual"), number("committed"), `actual EBIT ${period} committed amount`];
  expect(formulasOf([["", ...columns], ["EBIT"]], 1)).toEqual([meant]);
  const down = [["", "EBIT"], ...columns.map((text) => [text])];
  expect(formulasOf(down, 1).flat()).toEqual(meant);
});

test("a plan's name keeps the time of its heading, and names its own plan", () => {
  const rows = [["", "Actual Mar 26", "FY26 Plan Mar 26", "FY25 Plan"], ["EBIT"]];
  expect(formulasOf(rows, 1)).toEqual([
    ["actual EBIT 2026-03", "committed EBIT 2026-03", "committed EBIT 2025 FY25 Plan, no currency"],
  ]);
});

test("a plan whose name says no scenario is asked for one beside the actuals", () => {
  const known = { plans: [{ id: "v7", name: "Version 7", scenarios: KNOWN.scenarios }] };
  const rows = [["", "Actual FY26", "Version 7 FY26"], ["EBIT"]];
  expect(formulasOf(rows, 1, {}, {}, 1, known)).toEqual([["actual EBIT 2026", ""]]);
  expect(questionTexts(rows, 1, {}, {}, 1, known)).toEqual(["scenario"]);
});

test("a labelled row that names a plan for each column is a row of headings", () => {
  const rows = [
    ["Plan", "FY26 Plan", "FY25 Plan"],
    ["Scenario", "Actual", "Committed"],
    ["Period", 2026, 2025],
    ["EBIT", "", ""],
  ];
  expect(formulasOf(rows, 3)).toEqual([["actual EBIT 2026", "committed EBIT 2025 FY25 Plan, no currency"]]);
  expect(questionTexts(rows, 3)).toEqual([]);
});

test.each(["Fill rate %", "Fill rate (%)", "Fill rate, percent", "EBIT margin %"])(
  "the ratio %s is a number with its unit, and no variance",
  (line) => {
    const rows = [["", "Actual FY26", "Plan FY26", "Δ"], [line]];
    const field = line.startsWith("Fill") ? "Fill rate" : "EBIT %";
    const meant = [`actual ${field} 2026`, `committed ${field} 2026`, `actual ${field} 2026 committed amount`];
    expect(formulasOf(rows, 1)).toEqual([meant]);
    expect(questionTexts(rows, 1)).toEqual([]);
  },
);

test.each(["Δ %", "Δ", "Variance"])("a row of units makes %s above a percent sign a percentage", (variance) => {
  const rows = [["", "Actual FY26", "Plan FY26", "Δ", variance], ["", "USD k", "USD k", "USD k", "%"], ["EBIT"]];
  const amounts = ["actual EBIT 2026 /1000", "committed EBIT 2026 /1000", "actual EBIT 2026 committed amount /1000"];
  expect(formulasOf(rows, 2)).toEqual([[...amounts, "actual EBIT 2026 committed percent"]]);
  expect(questionTexts(rows, 2)).toEqual([]);
});

test("a percent sign in a row of units that no heading explains is asked about", () => {
  const rows = [["", "Actual FY26", "Plan FY26"], ["", "USD k", "%"], ["EBIT"]];
  expect(questionTexts(rows, 2)).toEqual(["heading %"]);
  expect(formulasOf(rows, 2)).toEqual([["actual EBIT 2026 /1000", ""]]);
  const ratios = [["", "EBIT", "EBIT %"], ["", "USD k", "%"], ["Actual FY26"]];
  expect(formulasOf(ratios, 2)).toEqual([["actual EBIT 2026 /1000", "actual EBIT % 2026"]]);
});

test.each([
  ["Q1 review", "Q1 26", "Q1 25", ["2026-Q1", "2025-Q1"]],
  ["March", "Mar 26", "Mar 25", ["2026-03", "2025-03"]],
])("the title %s is of the columns %s and %s", (title, own, before, periods) => {
  const rows = [[title], ["", `Actual ${own}`, `Actual ${before}`], ["EBIT"]];
  expect(formulasOf(rows, 2)).toEqual([periods.map((period) => `actual EBIT ${period}`)]);
  expect(questionTexts(rows, 2)).toEqual([]);
  expect(questionTexts([[title], ["", "Actual Q2 26", "Actual Apr 26"], ["EBIT"]], 2)).toEqual([`title ${title}`]);
});

test("a line or a column of a ratio's variance in percent is named, since there is no such number", () => {
  const line = [["", "Actual FY26", "Plan FY26"], ["Fill rate Δ %"], ["EBIT"]];
  expect(formulasOf(line, 1)).toEqual([
    ["", ""],
    ["actual EBIT 2026", "committed EBIT 2026"],
  ]);
  expect(filledRows(line, 1, {}).unserved).toEqual(["Fill rate Δ %"]);
  const column = [["", "Fill rate", "Fill rate vs PY %"], ["Actual FY26"]];
  expect(formulasOf(column, 1)).toEqual([["actual Fill rate 2026", ""]]);
  expect(filledRows(column, 1, {}).unserved).toEqual(["Fill rate vs PY %"]);
});

test.each([
  [["", "Actual FY26", "vs Plan %"], "EBIT margin", "EBIT % (vs Plan %)"],
  [["", "Fill rate FY26", "% of net sales"], "Actual", "Fill rate (% of net sales)"],
])("a cell of %j beside %s that has no such number is named", (columns, line, named) => {
  expect(filledRows([columns, [line]], 1, {}).unserved).toEqual([named]);
});

test.each([
  ["(1000 USD)", "/1000"],
  ["USD x 1,000", "/1000"],
  ["FY26, in 1.000 EUR", "/1000 FY26 Plan, EUR"],
  ["USD 1,000,000", "/1000000"],
])("the unit %s divides amounts", (title, said) => {
  const rows = [[title], ["", "Actual FY26"], ["EBIT"]];
  expect(formulasOf(rows, 2)).toEqual([[`actual EBIT 2026 ${said}`]]);
});

test.each([[[["", "FY26 Plan", "FY25 Plan", "Δ"]]], [[["P&L FY26 Plan"], ["", "Q1 26", "Q2 26"]]]])(
  "cells below nothing but a plan's name that is a scenario too are asked for theirs",
  (headings) => {
    const rows = [...headings, ["EBIT"]];
    expect(questionTexts(rows, headings.length)).toContain("scenario");
    expect(formulasOf(rows, headings.length).flat().filter(Boolean)).toEqual([]);
  },
);

test.each(["pln", "Pln", "mars", "try"])("the heading %s is no currency", (text) => {
  expect(questionTexts([["Actual FY26"], ["", text], ["EBIT"]], 2)).toEqual([`heading ${text}`]);
});

test("a full year beside actual months and a forecast is asked for its scenario", () => {
  const rows = [["", "Actual Jan–Mar", "Forecast Apr–Dec", "Full year"], ["EBIT"]];
  expect(formulasOf(rows, 1)).toEqual([["actual EBIT 2026-01:2026-03", "", ""]]);
  expect(questionTexts(rows, 1)).toEqual(["outlook Forecast Apr–Dec", "scenario"]);
});

test.each(["Monthly average", "Half-year", "Without"])("the line %s may speak for the lines below it", (line) => {
  const rows = [["", "Actual FY26"], [line], ["Net sales"], ["EBIT"]];
  expect(formulasOf(rows, 1)).toEqual([[""], [""], [""]]);
  expect(questionTexts(rows, 1)).toEqual(["lines"]);
});

test("a note that makes numbers others is listed", () => {
  const rows = [["", "Actual FY26"], ["EBIT"], ["All figures are monthly averages"]];
  expect(filledRows(rows, 1, {}, {}, 1).unread).toEqual(["All figures are monthly averages"]);
});

test.each(["Last year's budget", "Half-year 2026"])("the title %s is asked about", (title) => {
  expect(formulasOf([[title], ["", "Actual"], ["EBIT"]], 2)).toEqual([[""]]);
});

test("a table right below another one has titles and headings of its own", () => {
  const rows = [["Actual 2026"], ["", "Jan", "Feb"], ["EBIT", 1, 2], ["Plan 2026"], ["", "Jan", "Feb"], ["EBIT"]];
  expect(formulasOf(rows, 5)).toEqual([["committed EBIT 2026-01", "committed EBIT 2026-02"]]);
  expect(questionTexts(rows, 5)).toEqual([]);
});

test.each([
  [["Jan 26", "Feb 26", "Mar 26"], "2026-01:2026-03"],
  [["Q1 26", "Q2 26", "Q3 26", "Q4 26"], "2026"],
  [["Jan 26", "Mar 26"], ""],
  [["Jan 26", "Q1 26"], ""],
  [["Jan 26"], ""],
])("Total after %j is all of them, or asked about", (times, total) => {
  const across = [["Actual"], ["", ...times, "Total"], ["EBIT"]];
  expect(formulasOf(across, 2)[0]?.at(-1)).toBe(total && `actual EBIT ${total}`);
  expect(questionTexts(across, 2)).toEqual(total === "" ? ["heading Total"] : []);
  const down = [["EBIT"], ["", "Actual"], ...times.map((time) => [time]), ["Total"]];
  expect(formulasOf(down, 2).at(-1)).toEqual([total && `actual EBIT ${total}`]);
});

test("a total of times shows no number once any of them is another, or deleted", () => {
  const total = (...rows: string[][]) => filledRows([...rows, ["EBIT"]], rows.length, {}).formulas[0]?.at(-1);
  expect(total(["Actual"], ["", "Jan 26", "Feb 26", "Mar 26", "Total"])).toContain(
    'AND(E$2="Total",$B$2="Jan 26",$C$2="Feb 26",$D$2="Mar 26")',
  );
  // Also where the year stands above them.
  expect(total(["Actual FY26"], ["", "Q1", "Q2", "Total"])).toContain('$B$2="Q1",$C$2="Q2"');
});

test.each([
  ["For the month ended March 31, 2026", "2026-03"],
  ["Month ended 31.03.2026", "2026-03"],
  ["3 months ended Mar 31, 2026", "2026-03 R3"],
  ["6 months ended June 30, 2026", "2026-01:2026-06"],
  ["For the year ended December 31, 2026", "2026-12 R12"],
  ["Month ended 15 March 2026", ""],
  ["Year to March 2026", ""],
  ["Three months ended March 31, 2026", ""],
])("the title %s is read as a whole, or asked about", (title, time) => {
  expect(formulasOf([[title], ["", "Actual"], ["EBIT"]], 2)).toEqual([[time && `actual EBIT ${time}`]]);
});

test("what a title says by quarter is no other quarter, and what it says without an item is asked about", () => {
  const rows = (title: string) => [[title], ["", "Q1 26"], ["Volume"]];
  expect(formulasOf(rows("By quarter, Committed plan"), 2)).toEqual([["committed Demand volume 2026-Q1"]]);
  expect(questionTexts(rows("Excl. Committed plan"), 2)).toEqual(["heading Excl. Committed plan"]);
});

test("a total that is not understood is asked about, also after one that is", () => {
  const rows = [["Actual FY26"], ["", "Q1", "Q2", "Total", "Q3", "Q4", "Total", "Total"], ["EBIT"]];
  expect(questionTexts(rows, 2)).toEqual(["heading Total"]);
  expect(formulasOf(rows, 2)[0]?.map((each) => each.split(" ")[2])).toEqual([
    ...["2026-Q1", "2026-Q2", "2026-01:2026-06", "2026-Q3", "2026-Q4", "2026-07:2026-12", undefined],
  ]);
});

test("months below a section have their own total", () => {
  const section = [["Jan 26"], ["Feb 26"], ["Total"]];
  const rows = [["", "EBIT"], ["Actual"], ...section, ["Plan"], ...section];
  const of = (scenario: string) => ["2026-01", "2026-02", "2026-01:2026-02"].map((time) => `${scenario} EBIT ${time}`);
  expect(formulasOf(rows, 1).flat()).toEqual(["", ...of("actual"), "", ...of("committed")]);
});

test("the plan after a variance is what the next variance compares the actuals with", () => {
  const rows = [["", "Actual FY26", "PY", "Var", "Plan FY26", "Var"], ["EBIT"]];
  expect(formulasOf(rows, 1)[0]?.slice(-3)).toEqual([
    "actual EBIT 2026 PY amount",
    "committed EBIT 2026",
    "actual EBIT 2026 committed amount",
  ]);
});

test.each(["QTD", "Year to go", "Half year"])("the title %s above columns to date is asked about", (title) => {
  const rows = [[title], ["", "Actual YTD Mar 26"], ["EBIT"]];
  expect(formulasOf(rows, 2)).toEqual([[""]]);
  expect(questionTexts(rows, 2)).toHaveLength(1);
});

test("a title by half year says nothing of the columns", () => {
  expect(formulasOf([["EBIT by half year"], ["", "Actual FY26"], ["EBIT"]], 2)).toEqual([["actual EBIT 2026"]]);
});
