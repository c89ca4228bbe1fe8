import { findListedPlan, orderPlans, searchPlans } from "../../../src/excel/taskpane/planSearch";
import { NO_MARKS, openMarkedPlans, withFavourite, withRecent } from "../../../src/excel/actions/connection/planMarks";

function plan(id: string, name: string, currency: string, ...scenarios: string[]) {
  return { id, name, currency, scenarios: scenarios.map((each) => ({ id: `${id}-${each}`, name: each, flags: [] })) };
}

const PLANS = [
  plan("p1", "FY25 Latin America Budget", "USD", "Actual", "Downside"),
  plan("p2", "FY25 Bénélux", "EUR", "Actual", "Recovery"),
  plan("p3", "Recovery FY26", "EUR", "Base"),
];
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

test.each([
  ["", ["p1", "p2", "p3"]],
  ["budget latin", ["p1"]],
  ["benelux fy25", ["p2"]],
  ["downside", ["p1"]],
  ["eur actual", ["p2"]],
  ["recovery", ["p3", "p2"]],
  ["p2", ["p2"]],
  ["fy25 fy26", []],
])("The words “%s” find the plans %j", (text, ids) => {
  expect(idsOf(searchPlans(PLANS, text))).toEqual(ids);
});

test("The chosen plan comes first, then favourites, then the plans used last", () => {
  const more = [...PLANS, plan("p4", "Four", "EUR"), plan("p5", "Five", "EUR")];
  expect(idsOf(orderPlans(more, { favourites: ["p4", "gone"], recent: ["p3", "p4"] }, "p5"))).toEqual([
    "p5",
    "p4",
    "p3",
    "p1",
    "p2",
  ]);
  expect(orderPlans(more, NO_MARKS)).toEqual(more);
});

test("A plan is found by its id before a plan of that name", () => {
  const plans = [plan("a", "b", "EUR"), plan("b", "Name", "EUR")];
  expect([findListedPlan(plans, "b")?.name, findListedPlan(plans, "name")?.id, findListedPlan(plans, "c")]).toEqual([
    "Name",
    "b",
    undefined,
  ]);
});

describe("The device", () => {
  const storageOf = (kept: Map<string, string>) =>
    ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    }) as Storage;

  test("keeps the marks of each service apart, under Office's partition", () => {
    const kept = new Map<string, string>();
    const marks = withRecent(withFavourite(NO_MARKS, "p1"), "p2");
    openMarkedPlans(storageOf(kept), "part").write("https://one", marks);
    const again = openMarkedPlans(storageOf(kept), "part");
    expect([again.read("https://one"), again.read("https://two")]).toEqual([marks, NO_MARKS]);
    expect([...kept.keys()]).toEqual(["part.scenario-insights.plans"]);
  });

  test.each(["not JSON", "null", "[]", '{"https://one":{"favourites":"p1","recent":[1]}}'])(
    "reads no marks from %s",
    (text) => {
      const kept = new Map([["scenario-insights.plans", text]]);
      expect(openMarkedPlans(storageOf(kept), undefined).read("https://one")).toEqual(NO_MARKS);
    },
  );

  test("keeps marks while the page is open if it has no storage", () => {
    const marked = openMarkedPlans(undefined, undefined);
    marked.write("https://one", withFavourite(NO_MARKS, "p1"));
    expect(marked.read("https://one").favourites).toEqual(["p1"]);
  });

  test("removes a mark that is set again, and keeps eight plans used last, each once", () => {
    expect(withFavourite(withFavourite(NO_MARKS, "p1"), "p1")).toEqual(NO_MARKS);
    const used = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "8"].reduce(withRecent, NO_MARKS);
    expect(used.recent).toEqual(["8", "9", "7", "6", "5", "4", "3", "2"]);
  });
});
