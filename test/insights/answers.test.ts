import fc from "fast-check";
import { decodePlans, decodeResults as decode, type Results } from "../../src/insights/answers";
import type { FieldKind } from "../../src/insights/askedRows";
import { fieldsOf } from "../../src/insights";
import { plainRows, type PlainRow } from "./plainRows";
import { runs } from "../propertyOptions";

const PNL = new Set(fieldsOf("pnl").map(({ name }) => name));
const DEMAND = new Set(fieldsOf("demand").map(({ name }) => name));
const RATIOS: readonly FieldKind[] = [
  {
    name: "cogsPercent",
    label: "Cost of goods sold %",
    unit: "ratio",
    total: { by: "ratio", numerator: "cogs", denominator: "netFIESales" },
  },
  {
    name: "ebitPercent",
    label: "EBIT %",
    unit: "ratio",
    total: { by: "ratio", numerator: "ebit", denominator: "netFIESales" },
  },
  { name: "fillRate", label: "Fill rate", unit: "ratio", total: { by: "none" } },
  { name: "forecastAccuracy", label: "Forecast accuracy", unit: "ratio", total: { by: "none" } },
];

/** A row in the words of these tests. */
const plain = ({ period, groups, values }: PlainRow) => ({
  period,
  groups: Object.fromEntries(groups),
  values: Object.fromEntries(values),
});

/** Bodies of a few rows are decoded at once. */
function decodeResults(...given: Parameters<typeof decode>): Results {
  const results = decode(...given);
  if (results instanceof Promise) throw new Error("It was decoded in slices.");
  return results;
}

function rowsOf(element: object, fields = DEMAND) {
  const body = { meta: {}, scenarios: [{ scenarioId: "s", ...element }] };
  const { scenarios } = decodeResults(body, "/path", fields, { fields: RATIOS });
  return scenarios[0] && plainRows(scenarios[0].rows).map(plain);
}

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toMatchObject({ name: "InsightsError", kind: "malformed" });
    return (error as Error).message;
  }
  throw new Error("Nothing was wrong.");
}

describe("the plans (§4.3)", () => {
  const decode = (plans: unknown) => decodePlans({ plans }, "/plans");

  test("are read as the specification shows them", () => {
    const scenario = { id: "s", name: "Committed", flags: ["committed"] };
    const plan = { id: "p", name: "FY26", currency: "EUR", scenarios: [scenario] };
    expect(decode([{ ...plan, horizon: 12 }])).toEqual([plan]);
  });

  test("have names without marks that reverse a text, and ids as they are", () => {
    const [plan] = decode([
      {
        id: "p\u202e1",
        name: "FY26\u202e nalP\u202c \u2067x\u2069",
        scenarios: [{ id: "s", name: "\u202aOne", flags: ["\u202dactual"] }],
      },
    ]);
    expect(plan).toMatchObject({ id: "p\u202e1", name: "FY26 nalP x" });
    expect(plan?.scenarios).toEqual([{ id: "s", name: "One", flags: ["actual"] }]);
    // A mark of one direction may be part of a Hebrew or Arabic name.
    expect(decode([{ id: "p", name: "a\u200fb" }])[0]?.name).toBe("a\u200fb");
  });

  test("may leave out all but the ids", () => {
    expect(
      decode([
        { id: 7, scenarios: [{ id: 1, name: null, flags: null }] },
        { id: "q", scenarios: null },
      ]),
    ).toEqual([
      { id: "7", name: "7", currency: "", scenarios: [{ id: "1", name: "1", flags: [] }] },
      { id: "q", name: "q", currency: "", scenarios: [] },
    ]);
  });

  test.each<[unknown, string]>([
    [null, "at the body, an object was expected and nothing found"],
    ["text", "at the body, an object was expected and a text found"],
    [{}, "at plans, a value was expected and nothing found"],
    [{ plans: {} }, "at plans, a list was expected and an object found"],
    [{ plans: [{ name: "x" }] }, "at plans.0.id, a value was expected and nothing found"],
    [{ plans: [{ id: true }] }, "at plans.0.id, a text was expected and true or false found"],
    [{ plans: [{ id: "p", scenarios: "s" }] }, "at plans.0.scenarios, a list was expected and a text found"],
    [
      { plans: [{ id: "p", scenarios: [{ id: [] }] }] },
      "at plans.0.scenarios.0.id, a text was expected and a list found",
    ],
  ])("of another shape are an error that names endpoint, place and expectation: %j", (body, told) => {
    expect(messageOf(() => decodePlans(body, "/plans"))).toBe(
      `The service's answer to /plans could not be read: ${told}.`,
    );
  });
});

describe("a P&L (§2.5)", () => {
  test("of the full year is one row without a period", () => {
    expect(rowsOf({ pnl: { ebit: 5, ebitPercent: 0.1 } }, PNL)).toEqual([
      { period: "", groups: {}, values: { ebit: 5, ebitPercent: 0.1 } },
    ]);
  });

  test.each([
    ["flat", { period: "2026-01", ebit: 5, dpm: 2 }],
    ["nested", { period: "2026-01", pnl: { ebit: 5, dpm: 2 } }],
  ])("of months is read %s", (_shape, month) => {
    expect(rowsOf({ series: [month] }, PNL)).toEqual([{ period: "2026-01", groups: {}, values: { ebit: 5, dpm: 2 } }]);
  });

  test("keeps zero, negative numbers and new fields, and leaves out what is null", () => {
    expect(rowsOf({ pnl: { ebit: 0, dpm: -3.5, cogs: null, otherCosts: 7 } }, PNL)?.[0]?.values).toEqual({
      ebit: 0,
      dpm: -3.5,
      otherCosts: 7,
    });
  });

  test.each([{ pnl: null }, { series: null }, { series: [] }])("without data is no rows: %j", (element) => {
    expect(rowsOf(element, PNL)).toEqual([]);
  });
});

describe("a demand forecast (§2.4)", () => {
  const north = { period: "2026-01", groups: { region: "North" }, values: { demandVolume: 5 } };
  const south = { period: "2026-01", groups: { region: "South" }, values: { demandVolume: 7 } };

  test("may show its groups as extra keys", () => {
    const series = [
      { period: "2026-01", region: "North", demandVolume: 5 },
      { period: "2026-01", region: "South", demandVolume: 7 },
    ];
    expect(rowsOf({ series })).toEqual([north, south]);
  });

  test("may repeat the scenario for each group", () => {
    const body = {
      scenarios: [
        { scenarioId: "s", area: "North", series: [{ period: "2026-01", demandVolume: 5 }] },
        { scenarioId: "t", series: [{ period: "2026-01", demandVolume: 1 }] },
        { scenarioId: "s", area: "South", series: [{ period: "2026-01", demandVolume: 7 }] },
      ],
    };
    const { scenarios } = decodeResults(body, "/demand-forecast", DEMAND);
    expect(scenarios.map(({ id }) => id)).toEqual(["s", "t"]);
    expect(plainRows(scenarios[0]!.rows).map(plain)).toEqual([
      { ...north, groups: { area: "North" } },
      { ...south, groups: { area: "South" } },
    ]);
  });

  test("may put a group beside the series also where there is only one", () => {
    const series = [{ period: "2026-01", demandVolume: 5 }];
    expect(rowsOf({ region: "North", series })).toEqual([north]);
  });

  test.each(["product", "sku", "region", "channel", "group"])("may give numbers as codes of a %s", (key) => {
    const expected = [{ period: "2026-01", groups: { [key]: "1001" }, values: { demandVolume: 5 } }];
    expect(rowsOf({ series: [{ period: "2026-01", [key]: 1001, demandVolume: 5 }] })).toEqual(expected);
    expect(rowsOf({ [key]: 1001, series: [{ period: "2026-01", demandVolume: 5 }] })).toEqual(expected);
  });

  test("says nothing with texts beside a series that is not repeated", () => {
    expect(rowsOf({ note: "preliminary", series: [{ period: "2026-01", demandVolume: 5 }] })?.[0]?.groups).toEqual({});
  });

  test.each(["2026-W05", "Jan 2026", "FY26", 2026])("may label its periods in any way: %s", (period) => {
    expect(rowsOf({ series: [{ period, demandVolume: 5 }] })?.[0]?.period).toBe(String(period));
  });

  test.each([
    ["12.50", 12.5],
    ["-3", -3],
    ["0", 0],
    ["1e3", 1000],
  ])("may give a known field as the text '%s', which is a number", (text, value) => {
    expect(rowsOf({ series: [{ period: "P", demandValue: text }] })?.[0]?.values).toEqual({ demandValue: value });
  });

  test.each<[unknown, string]>([
    ["1,234", "a text"],
    ["", "a text"],
    ["0x10", "a text"],
    ["n/a", "a text"],
    ["Infinity", "a text"],
    [true, "true or false"],
    [[1], "a list"],
    [Infinity, "one that is too large"],
  ])("never takes %j for a number", (value, found) => {
    const message = messageOf(() => rowsOf({ series: [{ period: "P", demandValue: value }] }));
    expect(message).toContain(`at scenario s, series element 1, demandValue, a number was expected and ${found} found`);
  });

  test.each<[object, string]>([
    [{}, "at scenario s, pnl or series was expected"],
    [{ series: {} }, "at scenarios.0.series, a list was expected and an object found"],
    [{ series: [7] }, "at scenarios.0.series.0, an object was expected and a number found"],
    [{ pnl: [] }, "at scenarios.0.pnl, an object was expected and a list found"],
    [{ series: [{ period: "P" }, { demandVolume: 5 }] }, "at scenario s, series element 2, a period was expected"],
    [{ series: [{ period: ["P"] }] }, "at scenario s, series element 1, period, a text was expected and a list found"],
  ])("of another shape is an error that says where: %j", (element, told) => {
    expect(messageOf(() => rowsOf(element))).toContain(`The service's answer to /path could not be read: ${told}`);
  });
});

describe("nothing ambiguous becomes a number: two rows for the same period and groups", () => {
  const answering = (scenarios: object[]) => decodeResults({ scenarios }, "/pnl-summary", PNL);
  const month = { period: "2026-01", ebit: 100 };

  test.each<[string, object[], string]>([
    ["a scenario element twice", [{ pnl: { ebit: 100 } }, { pnl: { ebit: 100 } }], "the full year"],
    ["a scenario element twice, with different numbers", [{ pnl: { ebit: 1 } }, { pnl: { ebit: 2 } }], "the full year"],
    ["a month twice", [{ series: [month, month] }], "2026-01"],
    ["a month twice, flat and wrapped", [{ series: [month, { period: "2026-01", pnl: { dpm: 1 } }] }], "2026-01"],
    ["a month in each of two elements", [{ series: [month] }, { series: [month] }], "2026-01"],
    ["a row without a region and one with an empty one", [{ series: [month, { ...month, region: " " }] }], "2026-01"],
    ["a month with another space", [{ series: [month, { ...month, period: "2026-01 " }] }], "2026-01 "],
    [
      "a group twice",
      [{ series: ["North", "North"].map((region) => ({ ...month, region })) }],
      "2026-01, region North",
    ],
    [
      "a group twice, its keys in another order",
      [
        {
          series: [
            { ...month, region: "North", channel: "Shop" },
            { ...month, channel: "Shop", region: "North" },
          ],
        },
      ],
      "2026-01, region North, channel Shop",
    ],
    ["an element's group twice", ["N", "N"].map((area) => ({ area, series: [month] })), "2026-01, area N"],
    [
      "a group composed of other characters",
      [{ series: ["\u00e9", "e\u0301"].map((region) => ({ ...month, region })) }],
      "2026-01, region e\u0301",
    ],
  ])("%s is an error that says where", (_what, elements, told) => {
    const scenarios = elements.map((element) => ({ scenarioId: "s", ...element }));
    expect(messageOf(() => answering(scenarios))).toBe(
      `The service returned several rows for ${told} (scenario s of /pnl-summary), so none of them is shown. Report this to the operator of the service.`,
    );
  });

  test("are told apart by any group, and by a text of a repeated element", () => {
    const series = ["North", "South"].map((region) => ({ ...month, region }));
    expect(answering([{ scenarioId: "s", series }]).scenarios[0]?.rows.length).toBe(2);
    const elements = ["N", "S"].map((area) => ({ scenarioId: "s", area, pnl: { ebit: 1 } }));
    expect(answering(elements).scenarios[0]?.rows.length).toBe(2);
  });

  test("a year for each repetition of an element is its period", () => {
    const elements = ["2025", "2026"].map((period) => ({ scenarioId: "s", period, pnl: { ebit: 1 } }));
    expect(answering(elements).scenarios[0]?.rows.periods.texts).toEqual(["2025", "2026"]);
  });
});

describe("a ratio in percent is refused (§2.5)", () => {
  const of = (pnl: object) => () => rowsOf({ pnl }, PNL);
  const demand = (row: object) => () => rowsOf({ series: [{ period: "2026-01", demandVolume: 10, ...row }] });

  test.each([
    ["Cost of goods sold %", of({ netFIESales: 1000, cogs: 484, cogsPercent: 48.4 })],
    ["EBIT %", of({ netFIESales: 1000, ebit: -50, ebitPercent: -5 })],
    ["Fill rate", demand({ fillRate: 95.3 })],
    ["Forecast accuracy", demand({ forecastAccuracy: 82 })],
  ])("such as %s", (label, read) => {
    expect(messageOf(read)).toMatch(
      `The service returned ${label} in percent instead of as a ratio (scenario s of /path)`,
    );
  });

  test.each([
    ["as the specification has it", of({ netFIESales: 1000, cogs: 484, cogsPercent: 0.484 })],
    ["of costs that are fifty times the sales", of({ netFIESales: 10, cogs: 500, cogsPercent: 50 })],
    ["without its amounts", of({ cogsPercent: 48.4 })],
    ["of no sales", of({ netFIESales: 0, cogs: 500, cogsPercent: 1 })],
    ["of next to nothing", of({ netFIESales: 1_000_000, cogs: 4, cogsPercent: 0.0004 })],
    ["of deliveries made up for", demand({ fillRate: 1.2 })],
  ])("but not one %s", (_what, read) => {
    expect(read).not.toThrow();
  });
});

describe("only the wrapping that the specification shows is looked into", () => {
  test.each<[string, object]>([
    ["an object in pnl", { pnl: { ebit: 100, budget: { ebit: 999 } } }],
    ["pnl in pnl", { pnl: { ebit: 100, pnl: { ebit: 999, dpm: 5 } } }],
    ["an object beside pnl", { pnl: { ebit: 100 }, budget: { ebit: 999, region: "North" } }],
    ["groups in an object", { groups: { region: "North" }, pnl: { ebit: 100 } }],
  ])("%s is passed over", (_what, element) => {
    expect(rowsOf(element, PNL)).toEqual([{ period: "", groups: {}, values: { ebit: 100 } }]);
  });

  test.each<[string, object]>([
    ["flat", { period: "2026-01", ebit: 5, previousYear: { period: "2025-01", ebit: 10, region: "x" } }],
    ["wrapped", { period: "2026-01", pnl: { ebit: 5 }, previousYear: { period: "2025-01", ebit: 10 } }],
    ["with a list", { period: "2026-01", ebit: 5, history: [{ ebit: 7 }] }],
  ])("an object in a month is passed over, %s", (_what, month) => {
    expect(rowsOf({ series: [month] }, PNL)).toEqual([{ period: "2026-01", groups: {}, values: { ebit: 5 } }]);
  });

  test("rows that only such an object tells apart are two for the same place", () => {
    const series = ["North", "South"].map((region) => ({ period: "2026-01", groups: { region }, demandVolume: 5 }));
    expect(messageOf(() => rowsOf({ series }))).toContain("several rows for 2026-01");
  });

  test.each<[object, string]>([
    [{ series: [{ period: "P", pnl: { period: "Q" } }] }, "series element 1, period, one value was expected"],
    [{ series: [{ period: "P", ebit: 1, pnl: { ebit: 1 } }] }, "series element 1, ebit, one value was expected"],
    [{ series: [{ period: "P", area: "N", pnl: { area: "S" } }] }, "series element 1, area, one value was expected"],
    [{ ebit: 1, pnl: { ebit: 2 } }, "pnl, ebit, one value was expected and one beside pnl and one in it found"],
    [{ series: [{ period: "P", pnl: 7 }] }, "series element 1, pnl, an object was expected and a number found"],
    [{ region: "N", series: [{ period: "P", region: "S" }] }, "series element 1, region, the group of its scenario"],
    [{ series: [{ period: "P", ebit: { value: 1 } }] }, "series element 1, ebit, a number was expected"],
    [{ series: [{ period: "P", newField: Infinity }] }, "series element 1, newField, a number was expected"],
    [{ series: [{ period: "P", scenarioId: "t" }] }, 'scenarioId, "s" was expected and another scenario found'],
    [{ series: [{ period: "P", scenarioId: 7 }] }, 'element 1, scenarioId, "s" was expected'],
    [{ pnl: { scenarioId: "t", ebit: 1 } }, 'scenario s, pnl, scenarioId, "s" was expected'],
  ])("any conflict is an error that says where: %j", (element, told) => {
    expect(messageOf(() => rowsOf(element, PNL))).toContain(told);
  });

  test("what names the scenario of a row does not divide it from others", () => {
    const names = { scenarioId: "s", scenarioName: "Base", scenarioColor: "#123456" };
    expect(rowsOf({ series: [{ period: "P", ...names, ebit: 1 }] }, PNL)?.[0]).toMatchObject({
      groups: {},
      values: { ebit: 1 },
    });
    const series = ["Base", "Upside"].map((scenarioName) => ({ period: "P", scenarioName, ebit: 1 }));
    expect(messageOf(() => rowsOf({ series }, PNL))).toContain("several rows for P");
  });

  test("what is left out on one side is no conflict", () => {
    const series = [{ period: "P", ebit: null, pnl: { ebit: 1, period: null } }];
    expect(rowsOf({ series }, PNL)?.[0]?.values).toEqual({ ebit: 1 });
  });
});

describe("what surrounds the rows", () => {
  test("may leave out everything but the scenario's id", () => {
    expect(decodeResults({ scenarios: [{ scenarioId: 5, series: [] }] }, "/path", PNL)).toEqual({
      planId: undefined,
      interval: undefined,
      currency: undefined,
      generatedAt: undefined,
      scenarios: [{ id: "5", name: "5", rows: expect.objectContaining({ length: 0 }) }],
    });
  });

  test.each([null, "yesterday", ""])("takes a generatedAt of %j for none", (generatedAt) => {
    expect(decodeResults({ meta: { generatedAt }, scenarios: [] }, "/path", PNL).generatedAt).toBeUndefined();
  });

  test("is read as the specification shows it", () => {
    const meta = { planId: "p", interval: "M", currency: "EUR", generatedAt: "2026-03-01T10:00:00Z", version: 2 };
    const element = { scenarioId: "s", scenarioName: "Base", scenarioColor: "#112233", pnl: {} };
    expect(decodeResults({ meta, scenarios: [element] }, "/path", PNL)).toMatchObject({
      planId: "p",
      interval: "M",
      currency: "EUR",
      generatedAt: Date.UTC(2026, 2, 1, 10),
      scenarios: [{ id: "s", name: "Base" }],
    });
  });
});

describe("names that mean something to JavaScript", () => {
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("are names like others: %s", (name) => {
    const body: unknown = JSON.parse(
      `{"meta":{"${name}":{}},"scenarios":[{"scenarioId":"${name}","${name}":"x","series":[{"period":"P","${name}":4,"ebit":5}]}]}`,
    );
    const { scenarios } = decodeResults(body, "/path", PNL);
    expect(scenarios[0]?.id).toBe(name);
    expect([...plainRows(scenarios[0]!.rows)[0]!.values]).toEqual([
      [name, 4],
      ["ebit", 5],
    ]);
    expect({}).not.toHaveProperty("x");
  });

  test("change no prototype", () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"bad":1},"scenarios":[{"scenarioId":"s","pnl":{"__proto__":{"bad":1}}}]}',
    );
    decodeResults(body, "/path", PNL);
    decodePlans(JSON.parse('{"plans":[{"id":"p","__proto__":{"bad":1}}]}'), "/plans");
    expect({}).not.toHaveProperty("bad");
  });
});

test("any JSON at all is read or refused with an error that names the endpoint", () => {
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.record({ meta: fc.jsonValue(), scenarios: fc.array(fc.jsonValue()) }, { requiredKeys: ["scenarios"] }),
    fc.record({ scenarios: fc.array(fc.record({ scenarioId: fc.string(), series: fc.array(fc.jsonValue()) })) }),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      for (const decode of [() => decodePlans(body, "/path"), () => decodeResults(body, "/path", PNL)]) {
        try {
          decode();
        } catch (error) {
          expect(error).toMatchObject({ kind: "malformed", message: expect.stringContaining("/path") });
        }
      }
    }),
    { numRuns: runs(500) },
  );
});

describe("groups with marks that reverse a text", () => {
  test("lose them", () => {
    const series = [{ period: "2026-01", region: "\u202eNorth", demandVolume: 1 }];
    expect(rowsOf({ series })).toMatchObject([{ groups: { region: "North" } }]);
  });

  test("that name the same group twice are an error, not a sum", () => {
    const series = ["North", "N\u202eorth"].map((region) => ({ period: "2026-01", region, demandVolume: 1 }));
    expect(messageOf(() => rowsOf({ series }))).toContain("North");
  });
});
