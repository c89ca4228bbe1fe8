import fc from "fast-check";
import { BASES, monthsBack, monthsOfBasis } from "../../../src/numbers/language/bases";
import { CALENDAR_YEAR, firstOfYear } from "../../../src/numbers/language/fiscalYear";
import { monthsBetween, monthsFrom, shiftMonth } from "../../../src/numbers/language/months";
import { parsePeriod } from "../../../src/numbers/language/periods";

const APRIL = { firstMonth: 4, namedBy: "end" } as const;
const month = fc
  .record({ year: fc.integer({ min: 1900, max: 2199 }), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, month: inYear }) => `${year}-${String(inYear).padStart(2, "0")}`);
const fiscalYear = fc.record({
  firstMonth: fc.integer({ min: 1, max: 12 }),
  namedBy: fc.constantFrom("end" as const, "begin" as const),
});
const ends = (months: readonly string[]) => [months[0], months.at(-1), months.length];

describe("months", () => {
  test("go on over the end of a year, and back over its begin", () => {
    expect(shiftMonth("2026-12", 1)).toBe("2027-01");
    expect(shiftMonth("2026-01", -1)).toBe("2025-12");
    expect(monthsBetween("2025-11", "2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsBetween("2026-02", "2026-01")).toEqual([]);
  });

  test("shifted there and back are the same", () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -500, max: 500 }), (from, by) => {
        expect(shiftMonth(shiftMonth(from, by), -by)).toBe(from);
      }),
    );
  });
});

describe("a basis by its last month", () => {
  test.each([
    ["QTD", "2026-05", "2026-04", "2026-05", 2],
    ["QTD", "2026-06", "2026-04", "2026-06", 3],
    ["YTD", "2026-05", "2026-01", "2026-05", 5],
    ["YTG", "2026-05", "2026-06", "2026-12", 7],
    ["YTG", "2026-12", undefined, undefined, 0],
    ["R3", "2026-02", "2025-12", "2026-02", 3],
    ["R12", "2026-02", "2025-03", "2026-02", 12],
    ["LTM", "2026-02", "2025-03", "2026-02", 12],
    ["TTM", "2026-02", "2025-03", "2026-02", 12],
    ["QTG", "2026-04", "2026-05", "2026-06", 2],
    ["QTG", "2026-06", undefined, undefined, 0],
  ] as const)("%s of %s runs from %s to %s", (basis, last, ...expected) => {
    expect(ends(monthsOfBasis(basis, last, CALENDAR_YEAR))).toEqual(expected);
  });

  test.each([
    ["QTD", "2026-05", "2026-04", "2026-05", 2],
    ["QTD", "2026-03", "2026-01", "2026-03", 3],
    ["YTD", "2026-03", "2025-04", "2026-03", 12],
    ["YTD", "2026-04", "2026-04", "2026-04", 1],
    ["YTG", "2026-02", "2026-03", "2026-03", 1],
    ["YTG", "2026-03", undefined, undefined, 0],
  ] as const)("%s of %s runs from %s to %s in a fiscal year from April", (basis, last, ...expected) => {
    expect(ends(monthsOfBasis(basis, last, APRIL))).toEqual(expected);
  });

  test("to date and to go make the year, for any fiscal year", () => {
    fc.assert(
      fc.property(month, fiscalYear, (last, by) => {
        const [toDate, toGo] = [monthsOfBasis("YTD", last, by), monthsOfBasis("YTG", last, by)];
        expect([...toDate, ...toGo]).toEqual(monthsFrom(toDate[0] ?? "", 12));
        const quarter = [...monthsOfBasis("QTD", last, by), ...monthsOfBasis("QTG", last, by)];
        expect(quarter).toEqual(monthsFrom(quarter[0] ?? "", 3));
        expect(toDate.indexOf(quarter[0] ?? "") % 3).toBe(0);
        expect(Number(toDate[0]?.slice(5))).toBe(by.firstMonth);
      }),
    );
  });

  test("each but to go ends with the month, for any fiscal year", () => {
    fc.assert(
      fc.property(month, fiscalYear, fc.constantFrom(...BASES), (last, by, basis) => {
        const months = monthsOfBasis(basis, last, by);
        expect(basis.endsWith("TG") ? shiftMonth(months[0] ?? shiftMonth(last, 1), -1) : months.at(-1)).toBe(last);
      }),
    );
  });
});

describe("a fiscal year", () => {
  test.each([
    [2026, APRIL, "2025-04"],
    [2026, { firstMonth: 4, namedBy: "begin" }, "2026-04"],
    [2026, CALENDAR_YEAR, "2026-01"],
    [2026, { firstMonth: 1, namedBy: "begin" }, "2026-01"],
    [2026, { firstMonth: 12, namedBy: "end" }, "2025-12"],
  ] as const)("%p, %p begins in %s", (name, by, first) => {
    expect(firstOfYear(name, by)).toBe(first);
  });

  test.each([
    ["2026", "2025-04-01", "2026-03-31"],
    ["FY26", "2025-04-01", "2026-03-31"],
    [2026, "2025-04-01", "2026-03-31"],
    ["2026-Q1", "2025-04-01", "2025-06-30"],
    ["2026-Q4", "2026-01-01", "2026-03-31"],
    ["H2 2026", "2025-10-01", "2026-03-31"],
    ["2026-03", "2026-03-01", "2026-03-31"],
    ["2026-03-15", "2026-03-15", "2026-03-15"],
    [46_096, "2026-03-15", "2026-03-15"],
  ])("from April says that %p runs from %s to %s", (typed, first, last) => {
    expect(parsePeriod(typed, 1900, APRIL)).toMatchObject({ first, last });
  });
});

test.each([
  ["PY", undefined, 3, 12],
  [" pp ", undefined, 3, 3],
  ["PP", "QTD", 2, 3],
  ["PP", "YTD", 2, 12],
  ["2025-01", "YTD", 2, undefined],
] as const)("The base %s of basis %s and %d months lies %s months back", (base, basis, length, back) => {
  expect(monthsBack(base, basis, length)).toBe(back);
});
