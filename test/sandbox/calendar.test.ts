import fc from "fast-check";
import { labelOf, USUAL_DIALECT } from "../../sandbox/dialect";
import { closingDays, dayOf, DAYS, isoOf, calendarOf, weekdayOf, wholeOf } from "../../sandbox/planning/calendar";

const interval = fc.constantFrom("D" as const, "W" as const, "M" as const, "FY" as const);
const range = fc
  .tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1))
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));

it("days and their ISO texts belong together, also outside the horizon", () => {
  fc.assert(fc.property(fc.integer({ min: -9999, max: 9999 }), (day) => dayOf(isoOf(day)) === day));
  expect([isoOf(0), isoOf(DAYS - 1)]).toEqual(["2024-01-01", "2026-12-31"]);
  expect(weekdayOf(dayOf("2026-11-23")!)).toBe(0);
});

it.each(["2026-02-29", "2026-13-01", "2026-1-1", "2026-01-01T00:00:00Z", "01/02/2026", "yesterday", ""])(
  "%p is not a day",
  (text) => {
    expect(dayOf(text)).toBeUndefined();
  },
);

it("every day of a range is in exactly one period, in order", () => {
  fc.assert(
    fc.property(interval, range, (by, { from, to }) => {
      const { periods, periodOf } = calendarOf(by, { from, to });
      const starts = [...periods.map(({ start }) => start), Infinity];
      periodOf.forEach((period, day) => {
        const within = day >= from && day <= to;
        if (within !== period >= 0) throw new Error(`${isoOf(day)} is in period ${period}`);
        if (within && !(starts[period]! <= day && day < starts[period + 1]!))
          throw new Error(`${isoOf(day)} is not in ${period}`);
      });
      expect(new Set(periodOf).size - (to - from + 1 < DAYS ? 1 : 0)).toBe(periods.length);
    }),
  );
});

it("an empty range has no periods", () => {
  expect(calendarOf("M", { from: 5, to: 4 }).periods).toEqual([]);
  expect(wholeOf({ from: 5, to: 4 }).periods).toEqual([]);
});

it("the closing day of a period is its last within the range", () => {
  const closing = closingDays(calendarOf("M", { from: 10, to: 40 }));
  expect([...closing.periodOf].flatMap((period, day) => (period < 0 ? [] : [isoOf(day)]))).toEqual([
    "2024-01-31",
    "2024-02-10",
  ]);
});

it.each([
  ["2025-12-28", "2025-W52"],
  ["2025-12-29", "2026-W01"],
  ["2026-01-04", "2026-W01"],
  ["2026-01-05", "2026-W02"],
  ["2026-12-31", "2026-W53"],
])("%s is in week %s", (iso, week) => {
  const day = dayOf(iso)!;
  const [period] = calendarOf("W", { from: day, to: day }).periods;
  expect(labelOf(period!, "demand", USUAL_DIALECT)).toBe(week);
});
