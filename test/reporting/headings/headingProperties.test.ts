/** Random tables made from meanings: what is filled shows the number that is meant, and what is read is said. */
import fc from "fast-check";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { fillFromHeadings } from "./fill";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import { argumentIn } from "../../../src/numbers/language/signatures";
import { openSandbox } from "../../numbers/functions/excel";
import { runs } from "../../propertyOptions";
import { calculateGrid } from "../tables/calculateTable";
import { DEFAULTS, KNOWN } from "./known";
import { numberOf, type Meaning } from "./oracle";

const excel = openSandbox({}, { settings: { currentMonth: "2026-03" } });

type Said<T> = readonly [text: string, meaning: T];
type Part = Partial<Meaning>;

const ofScenario = (scenario: string, ...texts: string[]) => texts.map((text): Said<Part> => [text, { scenario }]);
const SCENARIOS = [
  ...ofScenario("actual", "Actual", "actual", "Actuals", "AC", "Act"),
  ...ofScenario("committed", "Plan", "Budget", "committed", "Committed Plan", "Target"),
  ...ofScenario("Optimistic", "Optimistic"),
];
const ofTime = (meaning: Part, ...texts: string[]) => texts.map((text): Said<Part> => [text, meaning]);
const TIMES = [
  ...ofTime({ period: "2026-02" }, "Feb 26", "Feb-26", "February 2026", "2026-02", "Feb'26", "2/2026"),
  ...ofTime({ period: "2025-11" }, "Nov 25", "Nov 2025", "11/2025"),
  ...ofTime({ period: "2026-Q1" }, "Q1 26", "1Q26", "Q1 2026", "2026-Q1", "first quarter 2026"),
  ...ofTime({ period: "2026-H1" }, "H1 26", "1H26", "H1 2026", "First half 2026"),
  ...ofTime({ period: "2025" }, "FY25", "FY 2025", "Full year 2025"),
  ...ofTime({ period: "2026-01:2026-04" }, "Jan–Apr 2026", "Jan-Apr 26", "January to April 2026"),
  ...ofTime({ period: "2026-01:2026-09" }, "Q1–Q3 2026", "9M 2026", "9 months 2026"),
  ...ofTime({ period: "2026-02", basis: "YTD" }, "YTD Feb 26", "YTD to Feb 2026", "Year to date Feb 26"),
  ...ofTime({ period: "2026-02", basis: "R12" }, "R12 Feb 26", "Rolling 12 months to Feb 26"),
  ...ofTime({ period: "current", basis: "YTD" }, "YTD", "Year to date"),
];
const FIELDS: readonly Said<Part>[] = [
  ["EBIT", { field: "ebit" }],
  ["Operating profit", { field: "ebit" }],
  ["Overheads", { field: "overhead" }],
  ["Net revenue", { field: "netFIESales" }],
  ["Trade spend %", { field: "tradeExpensesPercent" }],
  ["EBIT %", { field: "ebitPercent" }],
  ["Volume", { field: "demandVolume" }],
];
const UNITS: readonly Said<Part>[] = [
  ["EUR", { currency: "EUR" }],
  ["in GBP", { currency: "GBP" }],
  ["", {}],
];

/** What a block of columns shows: a scenario, another one, and their variance, at one time. */
const block = fc.record({
  own: fc.constantFrom(...SCENARIOS),
  base: fc.constantFrom(...SCENARIOS),
  time: fc.constantFrom(...TIMES),
  hasPriorYear: fc.boolean(),
  delta: fc.constantFrom("Δ", "Δ %", "Var", "Variance %"),
});
type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

type Column = readonly [upper: string, lower: string, meaning: Part];

function columnsOf({ own, base, time, hasPriorYear, delta }: Block, isApart: boolean): Column[] {
  const [[ownText, ownScenario], [baseText, baseScenario], [timeText, period]] = [own, base, time];
  const place = (text: string): readonly [string, string] => (isApart ? [timeText, text] : ["", `${text} ${timeText}`]);
  const measure = delta.includes("%") ? "percent" : "amount";
  const number: Column = [...place(ownText), { ...ownScenario, ...period }];
  // The prior year is the actuals' wherever they stand.
  if (hasPriorYear && ownScenario.scenario === "actual")
    return [
      number,
      [...place("PY"), { ...ownScenario, ...period, isPriorYear: true }],
      [isApart ? timeText : "", delta, { ...ownScenario, ...period, measure, basePeriod: "PY" }],
    ];
  if (ownScenario.scenario === baseScenario.scenario) return [number];
  const isTurned =
    baseScenario.scenario === "actual" || (ownScenario.scenario === "committed" && baseScenario.scenario !== "actual");
  const [first, last] = isTurned ? [baseScenario, ownScenario] : [ownScenario, baseScenario];
  return [
    number,
    [...place(baseText), { ...baseScenario, ...period }],
    [isApart ? timeText : "", delta, { ...first, base: last.scenario ?? "", ...period, measure }],
  ];
}

function fill(values: (string | number)[][], above: number, beside: number, answers: HeadingAnswers = {}) {
  const [rows, columns] = [values.length, values[0]!.length];
  const selected = { row: above, column: beside, rows: rows - above, columns: columns - beside };
  const cells = {
    row: 0,
    column: 0,
    rows,
    columns,
    values,
    numberFormats: values.map((row) => row.map(() => "General")),
  };
  return fillFromHeadings(findHeadings(cells, selected, KNOWN), selected, answers, DEFAULTS);
}

test("each cell of a table shows what it was made from, or is blank and asked about", async () => {
  const tables = fc.record({
    blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
    fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 3, selector: ([text]) => text }),
    unit: fc.constantFrom(...UNITS),
    hasGaps: fc.boolean(),
    isApart: fc.boolean(),
  });
  let filled = 0;
  let all = 0;
  await fc.assert(
    fc.asyncProperty(tables, async ({ blocks, fields, unit: [unitText, unit], hasGaps, isApart }) => {
      const gap: Column = ["", "", {}];
      const parts = blocks.map((each) => columnsOf(each, isApart));
      const columns = parts.flatMap((part, at) => (at > 0 && hasGaps ? [gap, ...part] : part));
      const above = [
        [unitText, ...columns.map(() => "")],
        ["", ...columns.map(([upper]) => upper)],
        ["", ...columns.map(([, lower]) => lower)],
      ];
      const values = [...above, ...fields.map(([text]) => [text, ...columns.map(() => "")])];
      const { formulas, questions } = fill(values, above.length, 1);
      const contents = values.map((row, at) => (at < 3 ? row : [row[0]!, ...formulas[at - 3]!]));
      const shown = await calculateGrid(contents, { row: 0, column: 0 }, excel);
      for (const [down, [, field]] of fields.entries())
        for (const [right, [, lower, meaning]] of columns.entries()) {
          all += lower === "" ? 0 : 1;
          const formula = formulas[down]![right]!;
          if (formula === "") continue;
          filled += 1;
          const meant = { plan: "FY26 Plan", currency: "USD", ...unit, ...field, ...meaning } as Meaning;
          const expected = await numberOf(meant, excel);
          const same = typeof expected === "number" ? expect.closeTo(expected, 6) : expected;
          expect([formula, shown[3 + down]![1 + right]]).toEqual([formula, same]);
        }
      if (formulas.flat().every((formula) => formula === "")) expect(questions).not.toEqual([]);
    }),
    { numRuns: runs(60) },
  );
  // Tables of one block have one meaning: most cells are filled.
  expect(filled / all).toBeGreaterThan(0.6);
});

const WORDS = {
  period: [
    ...ofTime({ period: "2026-02" }, "Feb 26", "February 2026"),
    ...ofTime({ period: "2025-Q3" }, "3Q25", "Q3 2025"),
    ...ofTime({ period: "2025" }, "FY25", "2025"),
  ],
  currency: [...ofTime({ currency: "EUR" }, "EUR", "€"), ...ofTime({ currency: "GBP" }, "GBP", "in £")],
  plan: ofTime({ plan: "FY25 Plan" }, "FY25 Plan"),
  scenario: SCENARIOS,
} as const;
const FILLERS = ["P&L", "Europe", "Results", "Management report", "by line", ""] as const;

const word = (name: keyof typeof WORDS) => fc.constantFrom(...(WORDS[name] as readonly Said<Part>[]));
const title = fc
  .record({ period: word("period"), currency: word("currency"), plan: word("plan"), scenario: word("scenario") })
  .chain((words) =>
    fc.record({
      words: fc.shuffledSubarray(Object.entries(words), { minLength: 1 }),
      filler: fc.constantFrom(...FILLERS),
      separator: fc.constantFrom(", ", " · ", " | ", " – ", " ("),
    }),
  );

test("a time, currency, plan or scenario in a title is in the formula, or the user is asked", () => {
  fc.assert(
    fc.property(title, fc.boolean(), ({ words, filler, separator }, isBelow) => {
      const text = [filler, ...words.map(([, [said]]) => said)].filter(Boolean).join(separator);
      const values = isBelow
        ? [
            [text, ""],
            ["", "EBIT"],
            ["Total", ""],
          ]
        : [[text], ["EBIT"], [""]];
      const beside = isBelow ? 1 : 0;
      const { formulas, questions, cells, filling } = fill(values, 2, beside, isBelow ? { lines: "ignored" } : {});
      const isAsked = questions.some(({ assumed, id }) => assumed === undefined && id !== "lines");
      if (formulas[0]![0] === "") return isBelow || isAsked;
      const call = callOfCell(cells[0]![0]!, filling)!;
      for (const [name, [, meaning]] of words)
        expect([text, argumentIn(call, name as "period")]).toEqual([text, meaning[name as "period"]]);
      return true;
    }),
    { numRuns: runs(300) },
  );
});

test.each(["period", "currency", "scenario"] as const)("a title that names two of a %s is asked about", (name) => {
  fc.assert(
    fc.property(
      word(name),
      word(name),
      fc.constantFrom(", ", " and ", " / ", " "),
      ([one, meant], [other, also], by) => {
        fc.pre(meant[name] !== also[name] && !/^20\d\d$/.test(one + other));
        const { formulas, questions } = fill([[[one, other].join(by)], ["EBIT"], [""]], 2, 0);
        expect([formulas[0]![0], questions.some(({ assumed }) => assumed === undefined)]).toEqual(["", true]);
      },
    ),
    { numRuns: runs(100) },
  );
});
