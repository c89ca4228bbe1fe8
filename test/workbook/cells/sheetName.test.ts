import fc from "fast-check";
import { freeSheetName } from "../../../src/workbook/cells/sheetName";

test("what Excel does not take in a sheet's name is replaced", () => {
  expect(freeSheetName("P&L: 2026/27 [a]*?", [])).toBe("P&L- 2026-27 -a---");
  expect(freeSheetName("'x'", [])).toBe("x");
  expect(freeSheetName("History", [])).toBe("History report");
  expect(freeSheetName("''", [])).toBe("Report");
});

test("a name that is taken gets a number, upper and lower case alike", () => {
  expect(freeSheetName("Plan", ["PLAN", "plan (2)"])).toBe("Plan (3)");
  expect(freeSheetName("a".repeat(40), ["a".repeat(31)])).toBe(`${"a".repeat(27)} (2)`);
});

test("any text becomes a name that Excel takes and nobody has", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("'", " ", ":", "a", "😀") }));
  fc.assert(
    fc.property(text, (given) => {
      const first = freeSheetName(given, []);
      const name = freeSheetName(given, [first]);
      for (const each of [first, name]) {
        expect(each.length).toBeGreaterThan(0);
        expect(each.length).toBeLessThanOrEqual(31);
        expect(each).not.toMatch(/[:\\/?*[\]]|^'|'$|^history$/i);
        // No half of a character, which no file can hold.
        expect(each).not.toMatch(/\p{Cs}/u);
      }
      expect(name.toLowerCase()).not.toBe(first.toLowerCase());
    }),
  );
});
