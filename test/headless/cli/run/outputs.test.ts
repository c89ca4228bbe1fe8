import fc from "fast-check";
import { basename } from "node:path";
import { outputsIn } from "../../../../src/headless/cli/run/outputs";

const outputs = (place: string, ...items: string[]) =>
  outputsIn(
    "out",
    items.map((item) => ({ path: place, place, item })),
  );

test("A file is named by its workbook and item", () => {
  expect(outputs("eu/P&L.xlsm", "FY26 Europe")).toEqual(["out/eu/P&L - FY26 Europe.xlsm"]);
});

test("Items that differ only in what a file system ignores get names of their own", () => {
  const [slash, colon, upper, lower] = outputs("a.xlsx", "A/B", "A:B", "North", "NORTH");
  expect(slash).toMatch(/^out\/a - A_B [0-9a-f]{8}\.xlsx$/);
  expect(colon).toMatch(/^out\/a - A_B [0-9a-f]{8}\.xlsx$/);
  expect(new Set([slash, colon, upper?.toLowerCase(), lower?.toLowerCase()]).size).toBe(4);
});

test("An item keeps its name if the order of the items changes", () => {
  expect(outputs("a.xlsx", "A/B", "A:B")).toEqual(outputs("a.xlsx", "A:B", "A/B").reverse());
});

test("Names are safe on all systems and unlike one another, whatever the items are", () => {
  const item = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.stringMatching(/^[aA/:.\\ ]{1,4}$/));
  fc.assert(
    fc.property(fc.uniqueArray(item, { minLength: 1, maxLength: 8 }), (items) => {
      const names = outputs("book.xlsx", ...items).map((path) => path.slice("out/".length));
      expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(items.length);
      for (const name of names) {
        expect(name).toBe(basename(name));
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|[ .]\.xlsx$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(200);
      }
    }),
  );
});
