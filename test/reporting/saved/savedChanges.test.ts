import fc from "fast-check";
import {
  readSavedChanges,
  writeSavedChanges,
  type SavedChange,
  type SavedChanges,
} from "../../../src/reporting/saved/savedChanges";
import { createSaved } from "../../../src/reporting/saved/document";
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
  const placed = {
    ...change(1),
    unit: "EUR",
    places: [{ sheet: "A", address: "A!B1", cells: 2 }],
    period: "Jan 2026",
  };
  expect(readSavedChanges([written(summary(5, [placed]))])?.listed).toEqual([placed]);
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

/** A change as it stands in the list. */
const TUPLE = ["P&L", 3, 2, "EBIT", "Actual", "Plan", "One", 1, "#N/A", "#,##0", ["KPI", ["p1"], {}, 1, 2, 1000]];

/** Reads a list that another program may have written. */
function readList(content: string): readonly SavedChange[] | undefined {
  const root = written(summary(1, []));
  const element = root.getElementsByTagNameNS("*", "changes")[0];
  if (element) element.textContent = content;
  return readSavedChanges([root])?.listed;
}

const readTuple = (changes: Record<number, unknown>) =>
  readList(JSON.stringify([Object.assign([...TUPLE], changes)]))?.[0];

test("A listed change is read by the places of its values", () => {
  expect(readTuple({})).toEqual({
    sheet: "P&L",
    row: 3,
    column: 2,
    labels: { row: "EBIT", column: "Actual" },
    plan: "Plan",
    scenario: "One",
    before: 1,
    after: "#N/A",
    numberFormat: "#,##0",
    explained: { call: { id: "KPI", args: ["p1"], settings: {} }, before: 1, after: 2, scale: 1000 },
  });
});

test.each<[string, number, unknown]>([
  ["a sheet", 0, 5],
  ["a sheet of a sensible length", 0, "x".repeat(301)],
  ["a row of a sheet", 1, 1_048_576],
  ["a whole row", 1, 1.5],
  ["a positive row", 1, -1],
  ["a row that is a number", 1, "1"],
  ["a column of a sheet", 2, 16_384],
  ["a label of the row", 3, null],
  ["a label of the column", 4, null],
  ["a plan", 5, null],
  ["a scenario", 6, null],
  ["a value before", 7, [1]],
  ["a value after", 8, { a: 1 }],
  ["a number format", 9, 0],
])("A change without %s is not read", (_what, at, value) => {
  expect(readTuple({ [at]: value })).toBeUndefined();
});

test.each<[string, Record<number, unknown>]>([
  ["the first row and column", { 1: 0, 2: 0 }],
  ["the last row and column", { 1: 1_048_575, 2: 16_383 }],
  ["blank values", { 7: null, 8: null }],
  ["truth values", { 7: true, 8: false }],
])("A change with %s is read", (_what, values) => {
  expect(readTuple(values)).toBeDefined();
});

test.each<[string, unknown]>([
  ["no list", "KPI"],
  ["no text as its id", [1, ["p1"], {}, 1, 2, 1]],
  ["no arguments", ["KPI", "p1", {}, 1, 2, 1]],
  ["no settings", ["KPI", ["p1"], null, 1, 2, 1]],
  ["a text as its settings", ["KPI", ["p1"], "EUR", 1, 2, 1]],
  ["no number before", ["KPI", ["p1"], {}, "1", 2, 1]],
  ["no number after", ["KPI", ["p1"], {}, 1, null, 1]],
  ["no scale", ["KPI", ["p1"], {}, 1, 2]],
])("A change whose call has %s is read without its call", (_what, call) => {
  expect(readTuple({ 10: call })).toMatchObject({ sheet: "P&L", explained: undefined });
});

test("A list that is too long is not read at all", () => {
  expect(readList(`[${" ".repeat(599_998)}]`)).toEqual([]);
  expect(readList(`[${" ".repeat(599_999)}]`)).toBeUndefined();
});

test.each(["at", "cells", "unseen"])("A summary without %s is none", (name) => {
  const root = written(summary(1, []));
  root.getElementsByTagNameNS("*", "changes")[0]?.removeAttribute(name);
  expect(readSavedChanges([root])).toBeUndefined();
});

test("Of two summaries of the same time the first counts", () => {
  const [one, other] = [1, 2].map((row) => written(summary(5, [change(row)])));
  expect(readSavedChanges([one!, other!])?.listed[0]?.row).toBe(1);
});

test("At most 500 changes are read and written", () => {
  const many = Array.from({ length: 501 }, (_, row) => ({ ...change(row), explained: undefined }));
  expect(readSavedChanges([written(summary(1, many))])?.listed).toHaveLength(500);
  expect(readList(JSON.stringify(Array<unknown>(501).fill(TUPLE.slice(0, 10))))).toHaveLength(500);
});
