/** What adding a field takes: rows are added in a copy of the sources, and the compiler asks for the rest. */
import { copySources } from "./sourcesCopy";

const copy = copySources();
afterAll(() => copy.remove());

test("a field of the service is a row that makes the compiler require its meaning and its number", () => {
  copy.insert("src/insights/fields.ts", "pnl: {", `\n    rebates: ["Rebates", "amount", sum, "less", "netFIESales"],`);
  expect(copy.errors().sort()).toEqual([
    "sandbox/planning/fields.ts: return {",
    "src/insights/meanings.ts: export const MEANINGS",
  ]);
});

test("no part of a row can be left out", () => {
  const rows = [
    `unlabelled: ["amount", sum, "less", "netFIESales"],`,
    `unitless: ["Unitless", sum, "less", "netFIESales"],`,
    `uncombined: ["Uncombined", "amount", "less", "netFIESales"],`,
    `undirected: ["Undirected", "amount", sum, "netFIESales"],`,
    `unplaced: ["Unplaced", "amount", sum, "less"],`,
  ];
  copy.insert("src/insights/fields.ts", "pnl: {", rows.map((row) => `\n    ${row}`).join(""));
  const asked = copy.errors();
  expect(rows.filter((row) => !asked.includes(`src/insights/fields.ts: ${row}`))).toEqual([]);
});

test("the parent of a field is a field", () => {
  const other = copySources();
  other.insert("src/insights/fields.ts", "pnl: {", `\n    lost: ["Lost", "amount", sum, "less", "nowhere"],`);
  const asked = other.errors();
  other.remove();
  expect(asked).toContain("src/insights/fields.ts: export const FIELDS");
});
