/** Months without a year: of the fiscal year, or of the calendar's if their order can mean no other. */
import fc from "fast-check";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import { argumentIn } from "../../../src/numbers/language/signatures";
import { firstOfYear, type FiscalYear } from "../../../src/numbers/language/fiscalYear";
import { monthsFrom } from "../../../src/numbers/language/months";
import { monthName } from "../../../src/numbers/language/monthsLabel";
import { fillFromHeadings } from "./fill";
import { DEFAULTS, KNOWN } from "./known";

/** Returns the months that columns show below such names, with "2026" in the corner or without a year. */
function monthsShown(names: readonly string[], corner: string, fiscalYear: FiscalYear): unknown[] {
  const values = [
    [corner, ...names],
    ["EBIT", ...names.map(() => "")],
  ];
  const cells = { row: 0, column: 0, rows: 2, columns: names.length + 1, values, numberFormats: values };
  const selected = { row: 1, column: 1, rows: 1, columns: names.length };
  const { cells: read, filling } = fillFromHeadings(
    findHeadings(cells, selected, KNOWN),
    selected,
    {},
    {
      ...DEFAULTS,
      fiscalYear,
    },
  );
  return read[0]!.map((cell) => argumentIn(callOfCell(cell, filling)!, "period"));
}

const nameOf = (month: string) => monthName(month);
const fiscalYears = fc.record({
  firstMonth: fc.integer({ min: 1, max: 12 }),
  namedBy: fc.constantFrom("begin" as const, "end" as const),
});

test("months in the order of the calendar are of one calendar year, in fiscal order of the fiscal year", () => {
  const runs = fc.record({
    fiscalYear: fiscalYears,
    first: fc.integer({ min: 1, max: 12 }),
    count: fc.integer({ min: 1, max: 12 }),
    corner: fc.constantFrom("2026", ""),
  });
  fc.assert(
    fc.property(runs, ({ fiscalYear, first, count, corner }) => {
      const fiscal = monthsFrom(firstOfYear(2026, fiscalYear), 12).slice(0, count);
      expect(monthsShown(fiscal.map(nameOf), corner, fiscalYear)).toEqual(fiscal);
      const calendar = monthsFrom("2026-01", 12).slice(first - 1, first - 1 + count);
      const isAcross = first < fiscalYear.firstMonth && fiscalYear.firstMonth <= first - 1 + calendar.length;
      if (isAcross) expect(monthsShown(calendar.map(nameOf), corner, fiscalYear)).toEqual(calendar);
    }),
  );
});

test("below FY26, months are of the fiscal year in any order", () => {
  const shown = monthsShown(["Jan", "Feb", "Mar", "Apr"], "FY26", { firstMonth: 4, namedBy: "end" });
  expect(shown).toEqual(["2026-01", "2026-02", "2026-03", "2025-04"]);
});
