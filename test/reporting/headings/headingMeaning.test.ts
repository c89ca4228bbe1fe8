/** The words, numbers and labels that headings are made of. */
import { labelledDimension, readHeading, type HeadingDimension } from "../../../src/reporting/headings/headingMeaning";
import { readTitle } from "../../../src/reporting/headings/titleMeaning";
import { KNOWN } from "./known";

const read = (value: unknown, labelled?: HeadingDimension) => readHeading(value, "General", KNOWN, labelled);

test.each([
  ["ACTUAL", "scenario", "actual", true],
  ["actuals", "scenario", "actual", true],
  ["ebit", "field", "EBIT", true],
  ["ytd", "basis", "YTD", true],
  ["Year to date", "basis", "YTD", false],
  ["Last year", "year", "PY", false],
  ["percent", "measure", "percent", true],
  ["Delta %", "measure", "percent", false],
  ["amount", "measure", "amount", true],
  ["Delta", "measure", "amount", false],
  ["fy26 plan", "plan", "FY26 Plan", true],
  ["Current", "period", "current", true],
  ["current-11", "period", "current-11", true],
  ["current month", "period", "current", false],
  ["This month", "period", "current", false],
  ["Full year", "period", "?", false],
  ["2026-03", "period", "2026-03", true],
  ["2026-12", "period", "2026-12", true],
  ["2026-01", "period", "2026-01", true],
  ["Q3 2026", "period", "2026-Q3", true],
  ["2026-H2", "period", "2026-H2", true],
  ["1900", "period", "1900", true],
  ["2199", "period", "2199", true],
  ["q4", "period", "?-Q4", false],
  ["H2", "period", "?-H2", false],
  ["Sept.", "period", "?-09", false],
  ["december 26", "period", "2026-12", true],
])("The heading %s means the %s %s; functions read it as it stands: %s", (text, dimension, value, isReadable) => {
  expect(read(text)).toEqual([{ dimension, value, isReadable }]);
});

test.each(["Q5", "H3", "Smarch", "current+12345", "1899", "2200", "2026-00", "2026-13", "constructor", "", "|"])(
  "The heading '%s' has no meaning",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test.each([true, null, undefined])("A cell that holds %s is no heading", (value) => {
  expect(read(value)).toBeUndefined();
});

test("A word for actuals means nothing without such a scenario", () => {
  expect(readHeading("Actuals", "General", { plans: [], scenarios: KNOWN.scenarios.slice(1) })).toBeUndefined();
});

test.each([
  [1900, "1900"],
  [2199, "2199"],
  [190_001, "1900-01"],
  [219_912, "2199-12"],
])("The number %d is the period %s", (number, value) => {
  expect(read(number)).toEqual([{ dimension: "period", value, isReadable: true }]);
});

test.each([1899, 2200, 2026.5, 189_912, 220_001, 202_600, 202_613, 202_603.5, 100])(
  "The number %d is no period",
  (number) => {
    expect(read(number)).toBeUndefined();
  },
);

test.each(["d.m.yyyy", "[$-407]mmm yy", "yyyy"])("A number with the format %s is a date", (format) => {
  expect(readHeading(46_023, format, KNOWN)).toEqual([{ dimension: "period", value: "date", isReadable: true }]);
});

test.each(["[Red]0", '0 "days"'])("A number with the format %s is no date", (format) => {
  expect(readHeading(46_023, format, KNOWN)).toBeUndefined();
});

test.each([
  ["Plan:", "plan"],
  [" Amounts in ", "currency"],
  ["Against", "base"],
  ["KPI", "field"],
] as const)("The label '%s' announces the %s", (label, dimension) => {
  expect(labelledDimension(label)).toBe(dimension);
});

test.each(["constructor", "", 2026, "EBIT"])("The cell %p is no label", (value) => {
  expect(labelledDimension(value)).toBeUndefined();
});

test.each([
  ["Next year", "plan", { dimension: "plan", value: "Next year", isReadable: true }],
  ["chf", "currency", { dimension: "currency", value: "chf", isReadable: true }],
  ["committed", "base", { dimension: "base", value: "committed", isReadable: true }],
  ["PY", "base", { dimension: "year", value: "PY", isReadable: false }],
  ["committed", "scenario", { dimension: "scenario", value: "committed", isReadable: true }],
] as const)("%s beside the label of the %s is read as that", (text, label, meaning) => {
  expect(read(text, label)).toEqual([meaning]);
});

test.each([
  ["EBIT", "base"],
  ["EBIT", "scenario"],
  ["Outlook", "scenario"],
] as const)("%s beside the label of the %s is not taken for one", (text, label) => {
  expect(read(text, label)?.find(({ dimension }) => dimension === label)).toBeUndefined();
});

const meant = (text: string) => read(text)?.map(({ dimension, value }) => `${dimension} ${value}`);

test.each([
  ["Actual vs PY", ["scenario actual", "measure amount", "year PY"]],
  ["Var vs committed", ["measure amount", "base committed"]],
  ["Var vs committed %", ["measure percent", "base committed"]],
  ["Actual versus committed", ["scenario actual", "measure amount", "base committed"]],
  ["Actual against PY %", ["scenario actual", "measure percent", "year PY"]],
  ["vs Plan", ["measure amount", "base committed"]],
  ["vs. PY %", ["measure percent", "year PY"]],
  ["Var.% vs Budget", ["measure percent", "base committed"]],
])("The comparison %s means a variance", (text, meanings) => {
  expect(meant(text)).toEqual(meanings);
  expect(read(text)?.filter(({ isReadable }) => isReadable)).toEqual([]);
});

test.each(["Actual vs Outlook", "Outlook PY", "Actual vs EBIT", "Actual vs"])(
  "The comparison %s is not understood",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test.each([
  ["Δ PY %", ["year PY", "measure percent"]],
  ["Δ Budget", ["measure amount", "base committed"]],
  ["Budget variance", ["base committed", "measure amount"]],
  ["Actual Δ", ["scenario actual", "measure amount"]],
  ["Actual (YTD)", ["scenario actual", "basis YTD"]],
  ["YTD - Actual", ["scenario actual", "basis YTD"]],
  ["YTD 2026", ["basis YTD", "period 2026"]],
  ["Year-to-date", ["basis YTD"]],
  ["% change", ["measure percent"]],
  ["% of net sales", ["measure share of net sales"]],
  ["in % of net revenue", ["measure share of net sales"]],
  ["Trade spend", ["field Trade expenses"]],
  ["Gross margin %", ["field Gross profit %"]],
  ["EBIT%", ["field EBIT %"]],
  ["Budget", ["scenario committed"]],
])("The words %s are read together", (text, meanings) => {
  expect(meant(text)).toEqual(meanings);
});

test.each(["% of EBIT", "% of", "% of revenue", "Gross margin", "EBITDA"])(
  "%s is no heading of one meaning",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

const titleOf = (value: unknown) => {
  const title = readTitle(value, "General", KNOWN);
  return title?.open.length
    ? "open"
    : title?.meanings.map(({ dimension, value: said }) => `${dimension} ${said}`).sort();
};

test.each(["Ventes mars 2026", "Ventas marzo 2026", "Vendite luglio 2026", "Sprzedaż październik 2026", "Elokuu 2026"])(
  "The title %s is asked about, not read as its year",
  (title) => {
    expect(titleOf(title)).toBe("open");
  },
);

test.each<[unknown, string[]]>([
  [2026, ["period 2026"]],
  ["2026", ["period 2026"]],
  ["P&L 2026, in EUR", ["currency EUR", "period 2026"]],
  ["FY26", ["period 2026"]],
  ["FY26 Plan", ["plan FY26 Plan"]],
  ["FY26 Plan, Jan–Apr", ["period ?-01:?-04", "plan FY26 Plan"]],
  ["Budget 2027 by month", ["period 2027", "scenario committed"]],
  ["Income statement YTD Mar 2026", ["basis YTD", "period 2026-03"]],
  ["Jan–Apr 2026", ["period 2026-01:2026-04"]],
  ["P&L January to April 2026", ["period 2026-01:2026-04"]],
  ["Nov 2025 – Feb 2026", ["period 2025-11:2026-02"]],
  ["Q1 and Q2 2026", ["period 2026-P01:2026-P06"]],
  ["Q1–Q3 2026", ["period 2026-P01:2026-P09"]],
  ["First half 2026", ["period 2026-H1"]],
  ["9 months 2026", ["period 2026-P01:2026-P09"]],
  ["9 months to Sep 2026", ["period 2026-01:2026-09"]],
  ["Rolling 12 months to March 2026", ["basis R12", "period 2026-03"]],
  ["FY26 Europe, EUR k", ["currency EUR", "period 2026", "scale 1000"]],
  ["EURm 2026", ["currency EUR", "period 2026", "scale 1000000"]],
  ["Sales in thousands", ["scale 1000"]],
  ["May", ["period ?-05"]],
  ["YTD", ["basis YTD"]],
])("The title %s says it as a whole", (title, meanings) => {
  expect(titleOf(title)).toEqual(meanings);
});

test.each([
  "Q1 and Q3 2026",
  "Jan and Apr 2026",
  "2025–2026",
  "12 Mar 2026",
  "Mar 2026 and after Apr",
  "Net sales to Mar 2026",
  "Jan–Apr YTD 2026",
  "Week 5 2026 7",
  "10 June 2026",
  "Forecast 2026",
  "FY26, $ k",
  "2026 in EUR and USD",
])("The title %s is open", (title) => {
  expect(titleOf(title)).toBe("open");
});

test.each(["P&L", "Management report", 12, 46_023, true])("The title %s says nothing", (title) => {
  expect(titleOf(title)).toBeUndefined();
});

test.each([
  ["As of 10 June 2026", "asAt "],
  ["As at 30 June 2026", "asAt 2026-06"],
  ["as of Sep 2026", "asAt 2026-09"],
  ["Stand: 31.10.2026", "asAt 2026-10"],
  ["as of 10/31/2026", "asAt 2026-10"],
  ["as of 02/2026", "asAt 2026-02"],
  ["As at 31 Feb 2026", "asAt "],
  ["as of yesterday", "asAt "],
])("The title %s says %s", (title, meaning) => {
  expect(titleOf(title)).toEqual([meaning]);
});

test.each([
  ["Sales", ["Sales"]],
  ["Top 10 customers", ["Top", "customers"]],
  ["P&L 2026, restated", ["restated"]],
  ["North region, Actual FY26, EUR k", ["North"]],
  ["Average", ["Average"]],
  ["Actual, half", ["half"]],
  ["Income statement FY26 – by month, in thousands", []],
])("The title %s has the unread words %j", (title, unread) => {
  expect(readTitle(title, "General", KNOWN)?.unread).toEqual(unread);
});

test.each([
  ["1Q26", ["period 2026-Q1"]],
  ["FY25A", ["scenario actual", "period 2025"]],
  ["Jan-26A", ["scenario actual", "period 2026-01"]],
  ["Nov-26F", ["scenario ?outlook", "period 2026-11"]],
  ["FY26F Net sales", ["scenario ?outlook", "field Net sales", "period 2026"]],
  ["Mar-26", ["period 2026-03"]],
  ["Actual Jan – Apr 26", ["scenario actual", "period 2026-01:2026-04"]],
  ["Plan 1H", ["scenario committed", "period ?-H1"]],
  ["Trade spend %", ["field Trade expenses %"]],
  ["Logistics Δ %", ["field Supply chain costs", "measure percent"]],
])("The heading %s is read as a whole", (text, meanings) => {
  expect(meant(text)).toEqual(meanings);
});

test.each(["Actual Jan Apr 26", "Actual to Mar 26", "%", "Q1 Q3", "Plan 26"])("The heading %s is open", (text) => {
  expect(read(text)).toBeUndefined();
});

test("A heading of eight words is understood, and no part refers to its cell", () => {
  expect(meant("Gross sales actual year to date Mar 26")).toEqual([
    "field Gross sales",
    "scenario actual",
    "basis YTD",
    "period 2026-03",
  ]);
  expect(read("actual YTD")?.map(({ isReadable }) => isReadable)).toEqual([false, false]);
  expect(read("Gross sales actual year to date Mar 26 and the words that follow")).toBeUndefined();
});

test("A heading that names two periods is not understood", () => {
  expect(read("Mar 26 Apr 26")).toBeUndefined();
});
