import fc from "fast-check";
import { fromSerial, toSerial } from "../../src/grid/dateSerial";

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
