import fc from "fast-check";
import { freeSheetName } from "../../../../src/excel/workbook/cells/sheetName";

test("what Excel does not take in a sheet's name is replaced", () => {
  expect(freeSheetName("P&L: 2026/27 [a]*?", [])).toBe("P&L- 2026-27 -a---");
  expect(freeSheetName("'x'", [])).toBe("x");
  expect(freeSheetName("History", [])).toBe("History report");
  expect(freeSheetName("''", [])).toBe("Report");
});

test("a name that is taken gets a number, upper and lower case alike", () => {
  expect(freeSheetName("Plan", ["PLAN", "plan (2)"])).toBe("Plan (3)");
  expect(freeSheetName("a".repeat(40), [`${"a".repeat(30)}…`])).toBe(`${"a".repeat(26)}… (2)`);
});

test("a shorter name is taken if the wanted one does not fit with its ending", () => {
  const names = ["Executive one-pager FY26 Plan", "One-pager FY26 Plan"];
  expect(freeSheetName(names, [])).toBe("Executive one-pager FY26 Plan");
  expect(freeSheetName(names, ["Executive one-pager FY26 Plan"])).toBe("One-pager FY26 Plan (2)");
  expect(freeSheetName(names, [], " 2026-06-15")).toBe("One-pager FY26 Plan 2026-06-15");
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
