/** Random tables in all fiscal years: sentences speak of the figures that the formulas ask the functions for. */
import fc from "fast-check";
import type { HeadingDefaults } from "../../../src/reporting/headings/cellNumbers";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { wordsOfFigure, type Figure } from "../../../src/numbers/language/figure";
import { fiscalYearOf } from "../../../src/numbers/language/fiscalYear";
import { monthsLabel } from "../../../src/numbers/language/monthsLabel";
import { openSandbox, type Excel } from "../../numbers/functions/excel";
import { runs } from "../../propertyOptions";
import { calculateGrid } from "../tables/calculateTable";
import { fillFromHeadings, sentencesOf, sentenceText } from "./fill";
import { DEFAULTS, KNOWN } from "./known";

const CURRENT_MONTH = "2026-03";

const FISCAL_YEARS = [
  { fiscalMonth: 1 },
  { fiscalMonth: 4 },
  { fiscalMonth: 3 },
  { fiscalMonth: 10, fiscalNameByBegin: true },
] as const;
const WORKBOOKS = FISCAL_YEARS.map((fiscal) => ({
  excel: openSandbox({}, { settings: { currentMonth: CURRENT_MONTH, ...fiscal } }),
  defaults: {
    ...DEFAULTS,
    fiscalYear: fiscalYearOf(fiscal),
    actualsTo: CURRENT_MONTH,
  } satisfies HeadingDefaults,
}));

const TITLES = ["", "2025", "FY26", "YTD", "Jan–Apr 2026", "Q1 2026", "H1 2025", "YTD Feb 26", "R12", "2025 YTD"];
const COLUMNS = [
  ...["Actual", "Plan", "Optimistic", "PY", "Δ", "Δ %", "Var", "Outlook", "Actual Jan", "Actual Feb 26", "Plan Feb 26"],
  ...["Actual Q1", "Plan FY25", "Actual YTD", "Plan YTD Feb 26", "Actual 2025", "Actual YTG Feb 26", "Δ YTD", "46054"],
];
const LINES = ["EBIT", "Trade spend", "Overheads", "EBIT %", "Volume"];

const table = fc.record({
  workbook: fc.constantFrom(...WORKBOOKS),
  title: fc.constantFrom(...TITLES),
  columns: fc.array(fc.constantFrom(...COLUMNS), {
    minLength: 1,
    maxLength: 5,
  }),
  line: fc.constantFrom(...LINES),
  answers: fc.record({
    period: fc.constantFrom("FY", "YTD", "current"),
    year: fc.constantFrom("2025", "2026"),
    base: fc.constantFrom("committed", "PY", "Optimistic"),
    outlook: fc.constantFrom("outlook=committed", "ignored"),
    scenario: fc.constantFrom("actual", "committed"),
    calendar: fc.constantFrom("fiscal", "calendar"),
  }),
});

/** Returns what the functions are asked for while the formula is calculated among its headings. */
async function figuresOf(formula: string, values: readonly (readonly string[])[], { call }: Excel, column: number) {
  const figures: Figure[] = [];
  const onFigure = (figure: Figure) => void figures.push(figure);
  const asking = {
    call: (...[name, given]: Parameters<Excel["call"]>) => call(name, given, { onFigure }),
  } as Excel;
  const contents = values.map((row, down) =>
    row.map((text, right) => (down === values.length - 1 && right === column ? formula : numberIfYear(text))),
  );
  await calculateGrid(contents, { row: 0, column: 0 }, asking);
  return figures;
}

/** Excel makes a number of a year, and of a date such as 1 February 2026. */
function numberIfYear(text: string): string | number {
  return /^\d{4,5}$/.test(text) ? Number(text) : text;
}

test("a column's sentence says measure, months and base of the figure that its formula asks for", async () => {
  const said = { own: 0, base: 0 };
  await fc.assert(
    fc.asyncProperty(table, async ({ workbook: { excel, defaults }, title, columns, line, answers }) => {
      const values = [
        [title, ...columns.map(() => "")],
        ["", ...columns],
        [line, ...columns.map(() => "")],
      ];
      const selected = {
        row: 2,
        column: 1,
        rows: 1,
        columns: columns.length,
      };
      const cells = {
        row: 0,
        column: 0,
        rows: 3,
        columns: columns.length + 1,
        values: values.map((row) => row.map(numberIfYear)),
        numberFormats: values.map((row) => row.map((text) => (text === "46054" ? "mmm yy" : "General"))),
      };
      const filled = fillFromHeadings(findHeadings(cells, selected, KNOWN), selected, answers, defaults);
      const sentences = sentencesOf(filled, selected);
      for (const [right, formula] of filled.formulas[0]!.entries()) {
        if (formula === "") continue;
        const sentence = sentences.find(({ address }) => address === "BCDEF"[right])!;
        const text = sentenceText(sentence);
        for (const figure of await figuresOf(formula, values, excel, right + 1)) {
          const { months, measure } = wordsOfFigure(figure);
          const times = text.split(" · ").filter((part) => part === months || part.startsWith(`${months} (`));
          expect([formula, text, months, times.length]).toEqual([formula, text, months, 1]);
          said.own += 1;
          if (!figure.base) continue;
          said.base += 1;
          expect([formula, text]).toEqual([formula, expect.stringContaining(`${measure} of `)]);
          const [, base = ""] = text.split(" from ");
          expect([formula, base]).toEqual([formula, expect.stringContaining(baseTime(figure))]);
        }
        expect(sentence.numberLine).toBe(sentenceText(sentences.at(-1)!));
      }
    }),
    { numRuns: runs(60) },
  );
  expect([said.own > 40, said.base > 8]).toEqual([true, true]);
});

/** Returns the end of the base's words that says its time; "" if that is the number's own. */
function baseTime({ own, base, said }: Figure): string {
  const baseMonths = base?.months ?? [];
  if (said.against === "PY") return "the prior year";
  return own.months?.join() === baseMonths.join() ? "" : monthsLabel(baseMonths);
}
