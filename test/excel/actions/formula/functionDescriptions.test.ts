import { functionDescriptions } from "../../../../src/excel/actions/formula/functionDescriptions";
import metadata from "../../../../src/numbers/functions/functions.json";
import { ENDPOINTS, FAMILIES } from "../../../../src/insights";

const described = (id: string) => functionDescriptions.find((each) => each.id === id);
const parameter = (id: string, name: string) => described(id)?.parameters.find((each) => each.name === name);

test("Functions and parameters are those of Excel's metadata, in their order", () => {
  expect(functionDescriptions.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)])).toEqual(
    metadata.functions.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)]),
  );
});

test("Functions that Excel does not suggest are announced", () => {
  expect(functionDescriptions.filter(({ isAnnounced }) => isAnnounced).map(({ id }) => id)).toEqual([
    "SUPPLY",
    "SUSTAINABILITY",
  ]);
});

test("A parameter with an enumeration offers its members, with Excel's tooltips", () => {
  expect(parameter("PNL", "interval")?.choices).toEqual([
    { value: "FY", description: "The full year (default)" },
    { value: "M", description: "Months" },
  ]);
  expect(parameter("DEMAND", "groupBy")?.choices?.map(({ value }) => value)).toEqual([
    "product",
    "sku",
    "region",
    "channel",
  ]);
  expect(parameter("PNL", "currency")?.choices).toBeUndefined();
});

test("A parameter takes several values where Excel may hand it a range", () => {
  expect([parameter("PNL", "field")?.isList, parameter("KPI", "field")?.isList]).toEqual([true, false]);
});

describe.each(FAMILIES)("The function of the family %s", (family) => {
  const { functionId, intervals, defaultInterval, defaultLayout, groupings } = ENDPOINTS[family];

  test("takes what its endpoint takes, and by default what its endpoint says", () => {
    expect(described(functionId)?.family).toBe(family);
    const interval = parameter(functionId, "interval");
    expect(interval?.choices?.map(({ value }) => value).sort()).toEqual([...intervals].sort());
    expect(interval?.defaultChoice).toBe(defaultInterval);
    expect(parameter(functionId, "layout")?.defaultChoice).toBe(defaultLayout);
    expect(parameter(functionId, "groupBy")?.choices?.map(({ value }) => value) ?? []).toEqual(groupings);
  });
});

test("A function of no family has no defaults of one", () => {
  expect([described("KPI")?.family, parameter("KPI", "groupBy")?.defaultChoice]).toEqual([undefined, undefined]);
});
