/** Titles of all parts in all orders: each part is in the formula, or the user is asked. */
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import { argumentIn } from "../../../src/numbers/language/signatures";
import { fillFromHeadings } from "./fill";
import { DEFAULTS, KNOWN } from "./known";

type Part = readonly [name: "period" | "currency" | "plan" | "scenario", text: string, value: string];

const PERIODS: readonly Part[] = [
  ["period", "Feb 26", "2026-02"],
  ["period", "February 2026", "2026-02"],
  ["period", "3Q25", "2025-Q3"],
  ["period", "FY25", "2025"],
  ["period", "FY26", "2026"],
  ["period", "2025", "2025"],
];
const SCENARIOS: readonly Part[] = [
  ["scenario", "Plan", "committed"],
  ["scenario", "Actual", "actual"],
  ["scenario", "Optimistic", "Optimistic"],
];
const OTHERS: readonly Part[] = [
  ["currency", "EUR", "EUR"],
  ["plan", "FY25 Plan", "FY25 Plan"],
];
const SEPARATORS = [", ", " · ", " | ", " – ", " ("];

function ordersOf(parts: readonly Part[]): Part[][] {
  return parts.flatMap((part) => {
    const rest = parts.filter((each) => each !== part);
    return [[part], ...ordersOf(rest).map((order) => [part, ...order])];
  });
}

function lostParts(parts: readonly Part[], separator: string): string[] {
  const title = parts.map(([, text]) => text).join(separator);
  const values = [[title], ["EBIT"], [""]];
  const cells = { row: 0, column: 0, rows: 3, columns: 1, values, numberFormats: values.map(() => ["General"]) };
  const selected = { row: 2, column: 0, rows: 1, columns: 1 };
  const { formulas, questions, filling, ...filled } = fillFromHeadings(
    findHeadings(cells, selected, KNOWN),
    selected,
    {},
    DEFAULTS,
  );
  const [[cell]] = filled.cells as [[(typeof filled.cells)[number][number]]];
  if (formulas[0]?.[0] === "") return questions.some(({ assumed }) => assumed === undefined) ? [] : [`${title}: blank`];
  const call = callOfCell(cell, filling);
  return parts.flatMap(([name, text, value]) =>
    call && argumentIn(call, name) === value ? [] : [`${text} in ${title}: ${JSON.stringify(call)}`],
  );
}

test("titles of all parts in all orders lose none", () => {
  let titles = 0;
  const lost = PERIODS.flatMap((period) =>
    SCENARIOS.flatMap((scenario) =>
      ordersOf([period, scenario, ...OTHERS]).flatMap((order) =>
        SEPARATORS.flatMap((separator) => {
          titles += 1;
          return lostParts(order, separator);
        }),
      ),
    ),
  );
  expect(titles).toBeGreaterThan(4_125);
  expect(lost).toEqual([]);
});
