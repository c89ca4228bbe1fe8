import fc from "fast-check";
import { readSavedChanges, writeSavedChanges, type SavedChange, type SavedChanges } from "../../src/saved/changes";
import { createSaved } from "../../src/saved/document";
import { xmldom } from "./dom";

const change = (row: number, text = "EBIT"): SavedChange => ({
  sheet: "P&L <1>",
  row,
  column: 2,
  labels: { row: text, column: "Actual" },
  plan: "FY26 Plan",
  scenario: "Actual",
  before: 1,
  after: "#N/A",
  numberFormat: "#,##0",
  explained: {
    call: { id: "KPI", args: ["p1", null, "ebit"], settings: { currency: "EUR" } },
    before: 1,
    after: 2,
    scale: 1000,
  },
});

const summary = (at: number, listed: readonly SavedChange[]): SavedChanges => ({ at, cells: 900, unseen: 3, listed });

function written(saved: SavedChanges): Element {
  const root = createSaved(xmldom, "changes");
  writeSavedChanges(root, saved);
  return xmldom.parse(xmldom.serialize(root)).documentElement;
}

test("A summary is read as it was written", () => {
  const saved = summary(5, [change(1), { ...change(2), before: null, after: true, explained: undefined }]);
  expect(readSavedChanges([written(saved)])).toEqual(saved);
  expect(readSavedChanges([])).toBeUndefined();
});

test("Of several summaries the latest counts", () => {
  const parts = [5, 9, 7].map((at) => written(summary(at, [change(at)])));
  expect(readSavedChanges(parts)?.at).toBe(9);
});

test("A long list is cut to its largest changes", () => {
  const many = Array.from({ length: 2_000 }, (_, row) => change(row, "x".repeat(290)));
  const root = written(summary(1, many));
  const { listed = [] } = readSavedChanges([root]) ?? {};
  expect(listed.length).toBeGreaterThan(300);
  expect(listed.length).toBeLessThanOrEqual(500);
  expect(xmldom.serialize(root).length).toBeLessThan(450_000);
  expect(listed[0]?.row).toBe(0);
});

test("What another program has written never becomes a change by mistake", () => {
  const content = fc.oneof(fc.anything(), fc.array(fc.anything(), { minLength: 10, maxLength: 11 }));
  fc.assert(
    fc.property(fc.array(content), (list) => {
      const root = written(summary(1, []));
      const element = root.getElementsByTagNameNS("*", "changes")[0];
      if (!element) throw new Error("The element is missing.");
      element.textContent = JSON.stringify(list) ?? "";
      for (const { sheet, row, before } of readSavedChanges([root])?.listed ?? []) {
        expect(typeof sheet).toBe("string");
        expect(Number.isInteger(row)).toBe(true);
        expect(["number", "string", "boolean", "object"]).toContain(typeof before);
      }
    }),
  );
});

test.each([
  ["-1", undefined],
  ["Infinity", undefined],
  ["many", undefined],
  ["0", 0],
])("A summary that counts %s cells is read with %s", (count, cells) => {
  const root = written(summary(1, []));
  root.getElementsByTagNameNS("*", "changes")[0]?.setAttribute("cells", count);
  expect(readSavedChanges([root])?.cells).toBe(cells);
});

test("A text is cut only if it is longer than 300 characters", () => {
  const listed = [change(1, "x".repeat(300)), change(2, "x".repeat(301))];
  const read = readSavedChanges([written(summary(1, listed))]);
  expect(read?.listed.map(({ labels }) => labels.row)).toEqual(["x".repeat(300), `${"x".repeat(299)}…`]);
});
