/** How many months the service's own full year has, by the answers in memory. */
import {
  fullYearsBehind,
  fullYearsInWords,
  monthTablesBehind,
  namedYearsOf,
} from "../../../src/numbers/analysis/fullYear";
import { questionKey, type Answer, type Plan } from "../../../src/insights";
import { ebitAnswer, sourceOf } from "./answersInMemory";
import { monthsFrom } from "../../../src/numbers/language/months";

const PLAN: Plan = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "Actual", flags: ["actual"] },
    { id: "s2", name: "Budget", flags: [] },
  ],
};

const YEAR = ebitAnswer("FY", ["2026"], [60]);
const MONTHS = ebitAnswer("M", ["2026-01", "2026-02", "2026-03"], [10, 20, 30.001]);

function wordsFor(answers: readonly Answer[]): string | undefined {
  const keys = answers.map(({ question }) => questionKey(question));
  return fullYearsInWords(fullYearsBehind(sourceOf(answers), keys, [PLAN]));
}

const KNOWN = "The full year of Actual has 3 months, 2026-01 to 2026-03.";
const UNKNOWN = "How many months the full year of Actual has is not known: name a period to be sure.";

test.each<[string, readonly Answer[], string | undefined]>([
  ["known by months that add up to it", [YEAR, MONTHS], KNOWN],
  ["not known without its months", [YEAR], UNKNOWN],
  ["not known if its months do not add up to it", [ebitAnswer("FY", ["2026"], [70]), MONTHS], UNKNOWN],
  [
    "not known by the months of another scenario",
    [YEAR, { ...MONTHS, question: { ...MONTHS.question, scenario: "s2" } }],
    UNKNOWN,
  ],
  ["not known by months of another currency", [YEAR, ebitAnswer("M", ["2026-01"], [60], { currency: "USD" })], UNKNOWN],
  [
    "not known by months between dates",
    [YEAR, ebitAnswer("M", ["2026-01"], [60], { dateFrom: "2026-01-01" })],
    UNKNOWN,
  ],
  ["not known by labels that name no month", [YEAR, ebitAnswer("M", ["2026-01", "Rest"], [50, 10])], UNKNOWN],
  ["no matter of months", [MONTHS], undefined],
  [
    "no matter of a year between dates",
    [ebitAnswer("FY", ["2026"], [60], { dateFrom: "2026-01-01" }), MONTHS],
    undefined,
  ],
])("how many months a full year has is %s", (_what, answers, words) => {
  expect(wordsFor(answers)).toBe(words);
});

test("scenarios with other months are told apart", () => {
  const budget = { scenario: "s2" };
  const year = ebitAnswer("FY", ["2026"], [100], budget);
  const months = ebitAnswer("M", ["2026-01", "2026-02", "2026-05", "2026-06"], [25, 25, 25, 25], budget);
  const other = "The full year of Budget has 4 months, 2026-01 to 2026-02, 2026-05 to 2026-06.";
  expect(wordsFor([YEAR, MONTHS, year, months])).toBe(`${KNOWN} ${other}`);
});

test("of a named year, the months of each scenario are known that were asked for", () => {
  const budget = ebitAnswer("M", ["2025-12", "2026-01"], [25, 25], { scenario: "s2" });
  const wordsOf = (...answers: Answer[]) =>
    fullYearsInWords(namedYearsOf(sourceOf(answers), PLAN, monthsFrom("2026-01", 12)));
  expect(wordsOf(MONTHS, budget)).toBe(`${KNOWN} The full year of Budget has 1 month, 2026-01.`);
  expect(wordsOf(MONTHS)).toBe(KNOWN);
  expect(wordsOf(YEAR)).toBeUndefined();
});

test("the months behind a full year are asked for by its own ids", () => {
  const year = ebitAnswer("FY", ["2026"], [60], { currency: "USD" });
  expect(
    monthTablesBehind(
      sourceOf([year, MONTHS]),
      [year, MONTHS].map(({ question }) => questionKey(question)),
    ),
  ).toEqual([{ id: "PNL", args: ["p1", "s1", null, "M", null, null, "USD", "table"] }]);
});
