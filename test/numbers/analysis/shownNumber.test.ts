/** The number that a title or a tile shows, among those that its formula reads. */
import { argumentsByName, callByNames } from "../../../src/numbers/analysis/numberCall";
import { numberCallOf, wholeOfBridge } from "../../../src/numbers/analysis/tableNumbers";
import { nearestDivided } from "../../../src/numbers/analysis/parts";
import { findShownNumber } from "../../../src/numbers/analysis/shownNumber";

const numberOf = (scenario: string, field: string, value: number) => {
  const args = { plan: "Plan", scenario, field, period: "2026" };
  return { call: callByNames("KPI", args, { settings: {} }), value };
};
const EBIT = [numberOf("actual", "ebit", 36_952_000), numberOf("committed", "ebit", 40_099_000)];
const SALES = [numberOf("actual", "netFIESales", 203_589_000), numberOf("committed", "netFIESales", 212_957_000)];

const found = (shown: unknown, numbers = [...SALES, ...EBIT]) => {
  const number = findShownNumber(shown, numbers, { isAll: false });
  const { scenario, base, field } = number ? argumentsByName(number.call) : {};
  return number && [number.call.id, scenario, base, field, Math.round(number.value)];
};

test.each([
  ["EBIT of 2026 3.1 m below Committed Plan (−7.8 %)", -3_147_000],
  ["EBIT von 2026 3,1 m unter dem Plan (−7,8 %)", -3_147_000],
])("a title is the variance whose size and share it says: %s", (title, value) => {
  expect(found(title)).toEqual(["VAR", "actual", "committed", "ebit", value]);
});

test("a tile is the number that it says, if only one is written so", () => {
  expect(found("37.0 m")).toEqual(["KPI", "actual", undefined, "ebit", 36_952_000]);
  expect(found(36_952_000)).toEqual(["KPI", "actual", undefined, "ebit", 36_952_000]);
  expect(found("No number", [...EBIT])).toBeUndefined();
  expect(found("37.0 m", [...EBIT, numberOf("other", "ebit", 36_952_001)])).toBeUndefined();
});

test("a tile with a sign is the variance of that sign", () => {
  expect(found("−3.1 m vs plan")).toEqual(["VAR", "actual", "committed", "ebit", -3_147_000]);
  expect(found("+3.1 m vs plan")).toEqual(["VAR", "committed", "actual", "ebit", 3_147_000]);
});

test("a number is the variance of the only two numbers that it is the difference of", () => {
  expect(found(-9_368_000)).toEqual(["VAR", "actual", "committed", "netFIESales", -9_368_000]);
  expect(found(-9_368_001)).toBeUndefined();
  const alike = [numberOf("x", "ebit", 5), numberOf("y", "ebit", 3), numberOf("z", "ebit", 1)];
  expect(found(2, alike)).toBeUndefined();
});

test("a text with the size of a variance and another share shows none", () => {
  expect(found("EBIT 3.1 m below (−9.9 %)")).toBeUndefined();
});

const BRIDGE = {
  id: "BRIDGE",
  args: ["Plan", "committed", "actual", null, "2026-01:2026-03"],
  settings: {},
};
const TABLE = [
  ["Label", "Amount", "Kind"],
  ["EBIT · Committed", 100, "start"],
  ["Gross sales", -30, "step"],
  ["Rounding", 1, "step"],
  ["EBIT · Actual", 71, "end"],
];
const rowOf = (row: number, call = BRIDGE) => {
  const own = numberCallOf(call, TABLE, { row, column: 1 });
  const { scenario, base, field, period } = own ? argumentsByName(own) : {};
  return own && [own.id, scenario, base, field, period];
};

test("a step of a bridge is the variance of its line, and its ends are the scenarios' numbers", () => {
  const period = "2026-01:2026-03";
  expect(rowOf(1)).toEqual(["KPI", "committed", undefined, "ebit", period]);
  expect(rowOf(2)).toEqual(["VAR", "actual", "committed", "grossFIESales", period]);
  expect(rowOf(4)).toEqual(["KPI", "actual", undefined, "ebit", period]);
});

test("a step that is no line leads to the variance that the bridge explains", () => {
  expect(rowOf(3)).toBeUndefined();
  expect(wholeOfBridge(BRIDGE, TABLE, { row: 3, column: 1 })).toMatchObject({ value: -29, part: "Rounding" });
  const mix = { ...BRIDGE, args: [...BRIDGE.args.slice(0, 3), "pvm"] };
  const whole = wholeOfBridge(mix, TABLE, { row: 2, column: 1 });
  expect(whole && argumentsByName(whole.call).field).toBe("demandValue");
  expect(wholeOfBridge(BRIDGE, TABLE, { row: 3, column: 0 })).toBeUndefined();
});

test("an end of a bridge over years without a period is no number of its own", () => {
  expect(rowOf(1, { ...BRIDGE, args: BRIDGE.args.slice(0, 3) })).toBeUndefined();
});

test("a line of the P&L leads to demand value, which the service divides; demand and shares do not", () => {
  const nearest = (id: "KPI" | "VAR", args: object) => {
    const own = nearestDivided(callByNames(id, args, { settings: {} }));
    return own && [own.id, argumentsByName(own).field, argumentsByName(own).scenario];
  };
  expect(nearest("KPI", { scenario: "s1", field: "netFIESales" })).toEqual(["KPI", "demandValue", "s1"]);
  expect(nearest("KPI", { scenario: "s1", field: "demandValue" })).toBeUndefined();
  expect(nearest("VAR", { scenario: "s1", field: "ebit", measure: "percent" })).toBeUndefined();
});
