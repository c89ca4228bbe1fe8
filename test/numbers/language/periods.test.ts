import fc from "fast-check";
import {
  codeOfMonths,
  monthsOf,
  monthsOfCode,
  monthStretches,
  parsePeriod,
  periodCode,
} from "../../../src/numbers/language/periods";
import { monthOfLabel } from "../../../src/insights";
import { runs } from "../../propertyOptions";

const DAY = 86_400_000;
const day = fc
  .integer({ min: Date.UTC(1900, 2, 1) / DAY, max: Date.UTC(2199, 11, 31) / DAY })
  .map((number) => new Date(number * DAY).toISOString().slice(0, 10));
const month = fc.record({ year: fc.integer({ min: 1900, max: 2199 }), month: fc.integer({ min: 1, max: 12 }) });
const two = (number: number) => String(number).padStart(2, "0");

describe("a period that somebody types", () => {
  test.each([
    ["2026-03-31", "2026-03-31", "2026-03-31"],
    ["2026-03-31T14:30:00Z", "2026-03-31", "2026-03-31"],
    ["2026-03", "2026-03-01", "2026-03-31"],
    ["2026-3", "2026-03-01", "2026-03-31"],
    ["2026/03", "2026-03-01", "2026-03-31"],
    ["2026M03", "2026-03-01", "2026-03-31"],
    ["202603", "2026-03-01", "2026-03-31"],
    ["03/2026", "2026-03-01", "2026-03-31"],
    ["3/2026", "2026-03-01", "2026-03-31"],
    ["Mar 2026", "2026-03-01", "2026-03-31"],
    ["march 2026", "2026-03-01", "2026-03-31"],
    ["Sept. 2026", "2026-09-01", "2026-09-30"],
    ["2026-Mar", "2026-03-01", "2026-03-31"],
    ["2026-Q2", "2026-04-01", "2026-06-30"],
    ["2026Q2", "2026-04-01", "2026-06-30"],
    ["Q4 2026", "2026-10-01", "2026-12-31"],
    ["2026-H1", "2026-01-01", "2026-06-30"],
    ["2026H2", "2026-07-01", "2026-12-31"],
    ["h2 2026", "2026-07-01", "2026-12-31"],
    ["2026", "2026-01-01", "2026-12-31"],
    [" fy2026 ", "2026-01-01", "2026-12-31"],
    ["FY26", "2026-01-01", "2026-12-31"],
    [2026, "2026-01-01", "2026-12-31"],
    ["2028-02", "2028-02-01", "2028-02-29"],
    ["2026-02", "2026-02-01", "2026-02-28"],
    ["2100-02", "2100-02-01", "2100-02-28"],
  ])("%p runs from %s to %s", (typed, first, last) => {
    expect(parsePeriod(typed, 1900)).toMatchObject({ first, last });
  });

  test.each([
    "",
    "soon",
    "2026-13",
    "2026-00",
    "2026-02-29",
    "2026-04-31",
    "2026-Q5",
    "2026-Q0",
    "2026-H0",
    "2026-H3",
    "31.03.2026",
    "3/31/2026",
    "26",
    "1899",
    "2200",
    "20260331",
    "Marvellous 2026",
    "Ma 2026",
    "decaf 2026",
    "Mar 2026 or so",
    "2026-03 2026-04",
    "9".repeat(10_000),
    `mar${"a".repeat(10_000)}`,
    true,
    -1,
    0.5,
    2026.5,
    202_613,
    202_603.5,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])("%p is none", (typed) => {
    expect(parsePeriod(typed, 1900)).toBeUndefined();
  });

  test("is the same day as text and as an Excel date, in either date system", () => {
    fc.assert(
      fc.property(day, (text) => {
        const time = Date.parse(text);
        const serials = { 1900: (time - Date.UTC(1899, 11, 30)) / DAY, 1904: (time - Date.UTC(1904, 0, 1)) / DAY };
        const expected = { first: text, last: text, unit: "day" };
        expect(parsePeriod(text, 1900)).toEqual(expected);
        for (const system of [1900, 1904] as const) {
          const serial = serials[system];
          // Numbers that look like a year are one: as a date they would lie before 1911.
          if (serial < 1 || (serial >= 1900 && serial < 2200)) continue;
          expect(parsePeriod(serial, system)).toEqual(expected);
          expect(parsePeriod(serial + 0.999, system)).toEqual(expected);
        }
      }),
    );
  });

  test("is the same month in every way of writing it", () => {
    fc.assert(
      fc.property(month, ({ year, month: number }) => {
        const name = new Date(Date.UTC(year, number - 1)).toLocaleString("en-US", { month: "long", timeZone: "UTC" });
        const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
        const expected = { first: `${year}-${two(number)}-01`, last, unit: "month" };
        const texts = [`${year}-${two(number)}`, `${number}/${year}`, `${name} ${year}`, `${year} ${name.slice(0, 3)}`];
        for (const text of texts) expect(parsePeriod(text, 1904)).toEqual(expected);
      }),
    );
  });

  test("is never anything but real days in order, whatever is typed", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[0-9qfymar/ -]{0,12}$/)), (typed) => {
        const period = parsePeriod(typed, 1900);
        if (!period) return;
        for (const end of [period.first, period.last]) {
          expect(new Date(`${end}T00:00:00Z`).toISOString().slice(0, 10)).toBe(end);
        }
        expect(period.first <= period.last).toBe(true);
      }),
    );
  });
});

describe("the months of a period", () => {
  test("are those that it touches, in order", () => {
    expect(monthsOf({ first: "2025-11-15", last: "2026-02-01" })).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  });

  test("follow one another without a gap", () => {
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 2, maxLength: 2 }), (days) => {
        const [first = "", last = ""] = days.sort();
        const months = monthsOf({ first, last });
        expect([months[0], months.at(-1)]).toEqual([first.slice(0, 7), last.slice(0, 7)]);
        const numbers = months.map((label) => Number(label.slice(0, 4)) * 12 + Number(label.slice(5)));
        expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("a service's label", () => {
  test.each(["2026-03", "Mar 2026", "2026-03-01", "2026-03-01T00:00:00Z", "March 2026"])("%s is March", (label) => {
    expect(monthOfLabel(label)).toBe("2026-03");
  });

  test.each(["2026", "FY26", "2026-Q1", "2026-W05", "", "M3"])("'%s' names no month", (label) => {
    expect(monthOfLabel(label)).toBeUndefined();
  });
});

test("A code of months is read as the months that it is of", () => {
  expect(monthsOfCode("2025-11:2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect(monthsOfCode("2026-03")).toEqual(["2026-03"]);
  for (const months of [["2026-03"], ["2025-12", "2026-01", "2026-02"], []])
    expect(monthsOfCode(codeOfMonths(months))).toEqual(months);
  for (const other of ["2026", "2026-01:2026", "2026:2026-01", "2026-01:2026-02:2026-03", 202_601, null])
    expect(monthsOfCode(other)).toEqual([]);
});

test.each([
  ["FY26", "2026"],
  ["H2 2026", "2026-H2"],
  ["2026 q3", "2026-Q3"],
  ["Mar 2026", "2026-03"],
  ["2026-03-31", "2026-03"],
])("The period %s has the code %s", (text, code) => {
  const span = parsePeriod(text, 1900);
  expect(span && periodCode(span)).toBe(code);
});

test.each([
  [[], ""],
  [["2026-03"], "2026-03"],
  [["2026-02", "2025-12", "2026-01", "2026-02"], "2025-12 to 2026-02"],
  [["2026-01", "2026-02", "2026-05", "2026-07", "2026-08"], "2026-01 to 2026-02, 2026-05, 2026-07 to 2026-08"],
])("the months %j are put into words", (months, words) => {
  expect(monthStretches(months)).toBe(words);
});
