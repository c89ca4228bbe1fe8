/** A language is a file of words: one that is made up here is read as English and German are. */
import type * as List from "../../../src/numbers/language/words/list";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { fillFromHeadings } from "./fill";
import { DEFAULTS, KNOWN } from "./known";
import type * as Language from "./madeUpWords";

jest.mock("../../../src/numbers/language/words/list", () => {
  const { LANGUAGES } = jest.requireActual<typeof List>("../../../src/numbers/language/words/list");
  const { MADE_UP } = jest.requireActual<typeof Language>("./madeUpWords");
  return { LANGUAGES: [...LANGUAGES, MADE_UP] };
});

/** Fills the cells right of the lines and below the headings. */
function fill(rows: readonly (readonly string[])[], lines: number, answers = {}) {
  const columns = Math.max(...rows.map(({ length }) => length));
  const values = rows.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ""));
  const selected = { row: rows.length - lines, column: 1, rows: lines, columns: columns - 1 };
  const numberFormats = values.map((row) => row.map(() => "General"));
  const found = findHeadings({ row: 0, column: 0, rows: rows.length, columns, values, numberFormats }, selected, KNOWN);
  const { formulas, questions } = fillFromHeadings(found, selected, answers, DEFAULTS);
  return {
    // The guards hold the headings' own words.
    calls: formulas.map((row) => row.map((formula) => /INSIGHTS\..*?\)(?=[,/)]|$)/.exec(formula)?.[0] ?? "")),
    formulas,
    open: questions.filter(({ assumed }) => assumed === undefined),
    questions,
  };
}

const kpi = (scenario: string, period: string) => `INSIGHTS.KPI("FY26 Plan","${scenario}",$A2,"${period}",,,"USD")`;

test("months across are read, by their names and by three letters", () => {
  const { calls, open } = fill([["", "Realo unuo 26", "Realo duu 26", "Buĝeto Triuo 2026"], ["EBIT"]], 1);
  expect(open).toEqual([]);
  expect(calls).toEqual([[kpi("actual", "2026-01"), kpi("actual", "2026-02"), kpi("committed", "2026-03")]]);
});

test("stretches of months, and variances between them, are read", () => {
  const stretch = "unuo ĝis triuo 2026";
  const { calls, open } = fill(
    [["", `Realo ${stretch}`, `Buĝeto ${stretch}`, "Ŝanĝo", "Ŝanĝo en %", "Realo ĉe Buĝeto"], ["EBIT"]],
    1,
  );
  const variance = (measure: string) =>
    `INSIGHTS.VAR("FY26 Plan","actual","committed",$A2,"2026-01:2026-03",,,"USD",,"${measure}")`;
  expect(open).toEqual([]);
  expect(calls[0]!.slice(0, 4)).toEqual([
    kpi("actual", "2026-01:2026-03"),
    kpi("committed", "2026-01:2026-03"),
    variance("amount"),
    variance("percent"),
  ]);
  expect(calls[0]![4]).toContain('"actual","committed"');
});

test("its times have the codes of all languages", () => {
  const { calls } = fill(
    [["", "Realo de jarkomenco", "Realo unua duono 2026", "Realo jaro 2026", "Realo 9 monatoj 2026"], ["EBIT"]],
    1,
  );
  expect(calls[0]).toEqual([
    'INSIGHTS.KPI("FY26 Plan","actual",$A2,"current",,,"USD","YTD")',
    kpi("actual", "2026-H1"),
    kpi("actual", "2026").replace('"2026"', "2026"),
    kpi("actual", "2026-01:2026-09"),
  ]);
});

test("titles say its currency and scale, labels its values, and lines its fields", () => {
  const { formulas } = fill([["Unuo 2026, EUR miloj"], ["", "Realo", "Antaŭjaro"], ["Vendoj"], ["Impostoj"]], 2);
  expect(formulas[0]![0]).toContain('"actual","Net sales","2026-01",,,"EUR")/1000');
  expect(formulas[0]![1]).toContain('"2025-01"');
  expect(formulas[1]).toEqual(["", ""]);
  const labelled = fill([["Scenejo", "realo", "buĝeto"], ["Gajno"]], 1);
  expect(labelled.calls[0]!.map((call) => call.split(",")[1])).toEqual(['"actual"', '"committed"']);
});

test("its outlook is asked about", () => {
  const rows = [["", "Prognozo 2026"], ["EBIT"]];
  expect(fill(rows, 1).questions).toContainEqual({ kind: "outlook", id: "outlook", text: "Prognozo 2026" });
  expect(fill(rows, 1, { outlook: "outlook=committed" }).calls[0]![0]).toContain('"current")');
});

test("a scenario that two languages call by one word is asked about", () => {
  const { formulas, open } = fill([["", "Soll 2026", "Ist 2026"], ["EBIT"]], 1);
  expect(open).toMatchObject([{ kind: "heading", text: "Soll" }]);
  expect(formulas[0]![0]).toBe("");
  expect(formulas[0]![1]).toContain('"actual"');
});
