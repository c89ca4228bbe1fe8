/** The numbers of an explanation, and what it says of months without them. */
import { gapText, lastMonthOf, numberText, shareText } from "../../../src/excel/taskpane/explainNumbers";

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

test("A variance has its sign, and any other number only a minus", () => {
  Object.assign(globalThis, { Office: { context: { contentLanguage: "en-US" } } });
  const format = (value: number, isVariance?: boolean) => numberText(value, "amount", isVariance);
  expect([format(1234, true), format(-1234, true), format(0, true)]).toEqual(["+1,234", "−1,234", "0"]);
  expect([format(1234), format(-1234)]).toEqual(["1,234", "−1,234"]);
  expect(numberText(0.012, "points")).toBe("+1.2\u00a0pp");
  expect([numberText(-0.095, "percent"), shareText(2.06)]).toEqual(["−9.5\u00a0%", "206.0\u00a0%"]);
});

test("What lies between a number and the nearest one that is divided is a step whose parts are not known", () => {
  Object.assign(globalThis, { Office: { context: { contentLanguage: "en-US" } } });
  const nearest = { label: "Demand value", of: "Gross sales" };
  const sales = { label: "Gross sales", value: -12_900, kind: "amount" as const, nearest };
  const demand = { label: "Demand value", value: -8200, kind: "amount" as const };
  expect(gapText([sales, demand], true)).toMatch(
    /^From Gross sales \(−12,900\) to demand value: \+4,700\. The service does not tell/,
  );
  expect(gapText([sales], true)).toBeUndefined();
  expect(gapText([sales, { ...demand, label: "Net sales" }], true)).toBeUndefined();
  expect(gapText([{ ...sales, kind: "ratio" }, demand], true)).toBeUndefined();
  expect(gapText([{ ...sales, isNewer: true }, demand], true)).toBeUndefined();
  expect(gapText([{ ...sales, value: undefined }, demand], true)).toBeUndefined();
  expect(gapText([sales, demand, { ...demand, label: "North", value: 1 }], true)).toBeUndefined();
});
