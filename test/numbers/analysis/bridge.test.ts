/** The parts of a number by size, and their shares. */
import { withShares } from "../../../src/numbers/analysis/bridge";
import { bySize, type Part } from "../../../src/numbers/analysis/division";

const part = (label: string, amount: number | undefined): Part => ({ label, amount });
const shared = (whole: number, parts: readonly Part[]) =>
  withShares(parts, whole).map(({ label, amount, share }) => [label, amount, share]);

test("The largest parts come first, whatever their sign, and those without an amount last", () => {
  const parts = [part("none", undefined), part("zero", 0), part("small", 0.5), part("cost", -9), part("sales", 5)];
  expect(bySize(parts).map(({ label }) => label)).toEqual(["cost", "sales", "small", "zero", "none"]);
});

test("Shares are those of the whole; a part without an amount has none", () => {
  expect(shared(-10, [part("cost", -15), part("sales", 5), part("none", undefined)])).toEqual([
    ["cost", -15, 1.5],
    ["sales", 5, -0.5],
    ["none", undefined, undefined],
  ]);
});

test("A whole of 0 has no shares, and one of 1 has", () => {
  expect(shared(0, [part("sales", 5), part("cost", -5)]).map(([, , share]) => share)).toEqual([undefined, undefined]);
  expect(shared(1, [part("sales", 1)])).toEqual([["sales", 1, 1]]);
  expect(shared(0, [part("sales", 5)])).toEqual([
    ["sales", 5, undefined],
    ["Other", -5, undefined],
  ]);
});

test.each([
  ["nothing is left", 10, [10], 1],
  ["floating point leaves a little", 0.3, [0.1, 0.2], 2],
  ["a little is left of large numbers that cancel out", 1, [1e10, -1e10, 2], 3],
  ["a little is left of small numbers", 1e-10, [0.5e-10], 2],
  ["parts without an amount leave it all", 10, [undefined], 2],
  ["there are no parts", 10, [], 1],
])("A last part shows what parts leave: %s", (_what, whole, values, rows) => {
  expect(
    shared(
      whole,
      values.map((value, at) => part(`Row ${at}`, value)),
    ),
  ).toHaveLength(rows);
});
