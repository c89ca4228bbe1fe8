/** The rows of a drill-down by size, and their shares. */
import { rankRows, withShares, type DrillRow } from "../../src/analysis/shares";

const row = (label: string, value: number | undefined): DrillRow => ({
  label,
  value,
  share: undefined,
  call: undefined,
  sign: 1,
});
const shared = (whole: number, rows: readonly DrillRow[]) =>
  withShares(whole, rows, "Other").map(({ label, value, share }) => [label, value, share]);

test("The largest rows come first, whatever their sign, and those without a value last", () => {
  const rows = [row("none", undefined), row("zero", 0), row("small", 0.5), row("cost", -9), row("sales", 5)];
  expect(rankRows(rows).map(({ label }) => label)).toEqual(["cost", "sales", "small", "zero", "none"]);
});

test("Shares are those of the whole; a row without a value has none", () => {
  expect(shared(-10, [row("cost", -15), row("sales", 5), row("none", undefined)])).toEqual([
    ["cost", -15, 1.5],
    ["sales", 5, -0.5],
    ["none", undefined, undefined],
  ]);
});

test("A whole of 0 has no shares, and one of 1 has", () => {
  expect(shared(0, [row("sales", 5), row("cost", -5)]).map(([, , share]) => share)).toEqual([undefined, undefined]);
  expect(shared(1, [row("sales", 1)])).toEqual([["sales", 1, 1]]);
  expect(shared(0, [row("sales", 5)])).toEqual([
    ["sales", 5, undefined],
    ["Other", -5, undefined],
  ]);
});

test.each([
  ["nothing is left", 10, [10], 1],
  ["floating point leaves a little", 0.3, [0.1, 0.2], 2],
  ["a little is left of large numbers that cancel out", 1, [1e10, -1e10, 2], 3],
  ["a little is left of small numbers", 1e-10, [0.5e-10], 2],
  ["rows without a value leave it all", 10, [undefined], 2],
  ["there are no rows", 10, [], 1],
])("A last row shows what rows leave: %s", (_what, whole, values, rows) => {
  expect(
    shared(
      whole,
      values.map((value, at) => row(`Row ${at}`, value)),
    ),
  ).toHaveLength(rows);
});
