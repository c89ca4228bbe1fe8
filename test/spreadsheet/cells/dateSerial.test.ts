import fc from "fast-check";
import { fromSerial, toLocalSerial, toSerial } from "../../../src/spreadsheet/cells/dateSerial";

test("1 January 2000 is day 36526 of the 1900 system and day 35064 of the 1904 system", () => {
  expect(toSerial(Date.UTC(2000, 0, 1), 1900)).toBe(36526);
  expect(toSerial(Date.UTC(2000, 0, 1), 1904)).toBe(35064);
});

test("the time of day is a fraction", () => {
  expect(toSerial(Date.UTC(2026, 2, 31, 18), 1900)).toBe(46112.75);
});

test("a serial means the moment that it was made of", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 42 }), fc.constantFrom(1900 as const, 1904 as const), (time, system) => {
      expect(Math.round(fromSerial(toSerial(time, system), system))).toBe(time);
    }),
  );
});

describe("the Excel date-time of a moment", () => {
  test("is that of the clock on the wall", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }), (moment) => {
        const at = new Date(moment);
        const wall = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());
        expect(toLocalSerial(moment, 1900)).toBeCloseTo(toSerial(wall, 1900), 2);
        expect(toLocalSerial(moment, 1900) - toLocalSerial(moment, 1904)).toBeCloseTo(1462, 9);
      }),
    );
  });

  test("follows the time zone that holds at that moment", () => {
    const offset = jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-330);
    expect(toLocalSerial(Date.UTC(2026, 0, 1, 20, 0), 1900)).toBeCloseTo(46_024 + 1.5 / 24, 9);
    offset.mockRestore();
  });
});
