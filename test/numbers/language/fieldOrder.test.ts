import { DERIVED_FIELDS, FAMILIES, FIELDS } from "../../../src/insights";
import { orderedFields } from "../../../src/numbers/language/fieldOrder";

test("Readers see each field once: implied lines above their sums, ratios below their amounts", () => {
  const order = FAMILIES.flatMap(orderedFields).map(({ name }) => name);
  expect([...order].sort()).toEqual([...FIELDS, ...DERIVED_FIELDS].map(({ name }) => name).sort());
  expect(order.slice(order.indexOf("transportPercent"), order.indexOf("ebitPercent"))).toEqual([
    "transportPercent",
    "otherCosts",
    "otherCostsPercent",
    "ebit",
  ]);
});
