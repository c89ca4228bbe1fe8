/** Values of fields in a row: sent, or computed from others. */
import { rowValue } from "../../../src/numbers/language/rowValue";
import { rowOf } from "./rowOf";

test.each<[string, Record<string, number>, string, number | undefined]>([
  [
    "what the service sent, before all else",
    { tradeExpenses: 7, grossFIESales: 20, netFIESales: 15 },
    "tradeExpenses",
    7,
  ],
  ["the difference of its lines", { grossFIESales: 20, netFIESales: 15 }, "tradeExpenses", 5],
  ["the ratio of its amounts", { ebit: 3, netFIESales: 15 }, "ebitPercent", 0.2],
  ["none, if a line is missing", { grossFIESales: 20 }, "tradeExpenses", undefined],
  ["none, if it would be divided by 0", { ebit: 3, netFIESales: 0 }, "ebitPercent", undefined],
  ["none, if nothing implies the field", { cogs: 3 }, "ebit", undefined],
  ["none, if the service has no such field", { cogs: 3 }, "none", undefined],
])("The value is %s", (_what, values, field, value) => {
  expect(rowValue(rowOf(values), field)).toBe(value);
});
