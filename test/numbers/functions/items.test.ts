/** The argument item: names, lists and criteria. */
import fc from "fast-check";
import { failure, open } from "./excel";
import { resultsOf, serve } from "./service";

const NAMES = ["North", "North Sea", "NORTH WEST", "South", "A*"] as const;

/** Volumes are powers of two, so each sum tells its items. */
const volumeOf = (name: string) => 2 ** NAMES.indexOf(name as (typeof NAMES)[number]);
const sumOf = (...names: readonly string[]) => names.reduce((sum, name) => sum + volumeOf(name), 0);
const row = (region: string, period = "2026-01") => ({ period, region, demandVolume: volumeOf(region) });

const served = (rows: readonly object[]) =>
  open(serve((asked) => asked.path === "/demand-forecast" && resultsOf(asked, { series: rows })));
const excel = served(NAMES.map((name) => row(name)));
const GIVEN = { plan: "p1", scenario: "s1", field: "demandVolume", period: "2026-01", groupBy: "region" };
const kpi = (item: unknown) => excel.call("KPI", { ...GIVEN, item });

test.each<[string, unknown, readonly string[]]>([
  ["the exact name", "North", ["North"]],
  ["another case of a name", "north", ["North"]],
  ["a name with wildcards of its own", "A*", ["A*"]],
  ["a name with wildcards, in another case", "a*", ["A*"]],
  ["a beginning", "north*", ["North", "North Sea", "NORTH WEST"]],
  ["one character each", "?outh", ["South"]],
  ["an escaped wildcard", "=A~*", ["A*"]],
  ["an equation", "=north", ["North"]],
  ["an equation with a wildcard", "=*sea", ["North Sea"]],
  ["an exclusion", "<>North", ["North Sea", "NORTH WEST", "South", "A*"]],
  ["an exclusion with a wildcard", "<>North*", ["South", "A*"]],
  ["an exclusion of what is not there", "<>Atlantis", NAMES],
  ["a list", [["North", "South"]], ["North", "South"]],
  ["a list with blanks", [["North"], [""], [0], [null], ["South"]], ["North", "South"]],
  ["a list that names an item twice", [["North"], ["north"], ["North*"]], ["North", "North Sea", "NORTH WEST"]],
  ["a list with an exclusion", [["North*"], ["<>North Sea"]], ["North", "NORTH WEST"]],
  ["a list of exclusions", [["<>North*"], ["<>South"]], ["A*"]],
  ["a blank range", [["", 0]], NAMES],
])("An item is %s", async (_what, item, names) => {
  expect(await kpi(item)).toBe(sumOf(...names));
});

test.each<[string, unknown, string]>([
  ["a name", "Nroth", "Item 'Nroth' is not in the answer. Did you mean 'North'?"],
  ["one name of a list", [["North"], ["Soth"]], "Item 'Soth' is not in the answer. Did you mean 'South'?"],
  ["a wildcard", "East*", "Item 'East*' is not in the answer. There are 'North',"],
  ["a comparison that criteria do not have", ">North", "Item '>North' is not in the answer."],
  ["an exclusion of all", "<>*", "No item is left of '<>*'. There are 'North',"],
])("What stands for no item is #N/A: %s", async (_what, item, message) => {
  const error = await failure(kpi(item));
  expect(error.code).toBe("#N/A");
  expect(error.message).toContain(message);
});

test("Criteria measure each side of a variance by its own items", async () => {
  const two = open(
    serve(
      (asked) =>
        asked.path === "/demand-forecast" && {
          meta: { planId: "p1" },
          scenarios: asked.scenarioIds.map((scenarioId) => ({
            scenarioId,
            series: scenarioId === "s1" ? [row("North"), row("South")] : [row("North Sea"), row("South")],
          })),
        },
    ),
  );
  const given = { ...GIVEN, base: "s2", item: "North*", measure: "difference" };
  expect(await two.call("VAR", given)).toBe(volumeOf("North") - volumeOf("North Sea"));
});

test("A pattern that would take a regular expression hours is answered at once", async () => {
  const long = served([{ period: "2026-01", region: "a".repeat(5000), demandVolume: 1 }]);
  const error = await failure(long.call("KPI", { ...GIVEN, item: `${"*a".repeat(60)}b` }));
  expect(error.code).toBe("#N/A");
});

test("Any list of names is the sum of its different items", async () => {
  const lists = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(await kpi(list.map((name) => [name]))).toBe(sumOf(...new Set(list)));
    }),
  );
});

describe("A forecast accuracy", () => {
  const accuracy = (region: string, period: string) => ({ ...row(region, period), forecastAccuracy: 0.9 });
  const own = served([accuracy("North", "2026-01"), accuracy("South", "2026-01"), accuracy("South", "2026-02")]);
  const ask = (item: unknown, period: string) => own.call("KPI", { ...GIVEN, field: "forecastAccuracy", item, period });

  test("of one item in one month is the service's", async () => {
    expect(await ask("North", "2026-01")).toBe(0.9);
  });

  test.each([
    ["two months, if the item has a row in one of them alone", "North", "2026-01:2026-02"],
    ["two items, if one of them has a row in this month alone", [["North", "South"]], "2026-02"],
  ])("is #N/A over %s", async (_what, item, period) => {
    const error = await failure(ask(item, period));
    expect(error).toMatchObject({ code: "#N/A" });
    expect(error.message).toContain("cannot be added up or averaged");
  });
});
