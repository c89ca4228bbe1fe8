/** What the explanation says of months without numbers. */
import { lastMonthOf } from "../../src/taskpane/explainNumbers";

const months = (...amounts: (number | undefined)[]) =>
  amounts.map((amount, at) => ({ label: ["Jan 2026", "Feb 2026", "Mar 2026"][at] ?? "", amount }));

test("Numbers end in the last month that has one", () => {
  expect(lastMonthOf(months(1, 2, undefined))).toBe("Feb 2026");
  expect(lastMonthOf(months(0, undefined, undefined))).toBe("Jan 2026");
});

test("Numbers with a gap, all numbers and none have no end", () => {
  expect(lastMonthOf(months(1, undefined, 3))).toBeUndefined();
  expect(lastMonthOf(months(undefined, 2, 3))).toBeUndefined();
  expect(lastMonthOf(months(1, 2, 3))).toBeUndefined();
  expect(lastMonthOf(months(undefined, undefined, undefined))).toBeUndefined();
  expect(lastMonthOf([])).toBeUndefined();
});
