import fc from "fast-check";
import {
  findPlan,
  findScenario,
  hasFlag,
  listNames,
  nearestName,
  onePerId,
  quote,
  suggest,
} from "../../../src/numbers/language/names";
import {
  nameOrId,
  planNamed,
  plansNamed,
  scenarioInWords,
  scenarioNamed,
  scenarioText,
} from "../../../src/numbers/language/nameTexts";
import { isInsightsError, type Plan, type Scenario } from "../../../src/insights";

const scenario = (id: string, name: string, ...flags: string[]): Scenario => ({ id, name, flags });

const plan = (id: string, name: string, ...scenarios: Scenario[]): Plan => ({ id, name, currency: "USD", scenarios });

const PLAN = plan(
  "p1",
  "FY26 Plan",
  scenario("a", "Actual", "actual"),
  scenario("c", "Committed Plan", "committed"),
  scenario("Actual", "By id"),
  scenario("t1", "Twin"),
  scenario("t2", "twin "),
  scenario("f1", "First", "shared"),
  scenario("f2", "Second", "shared"),
);

function errorOf(run: () => unknown): { kind: string; message: string } {
  try {
    run();
  } catch (error) {
    if (isInsightsError(error)) return { kind: error.kind, message: error.message };
  }
  throw new Error("An InsightsError was expected.");
}

describe("a scenario is found", () => {
  test("by its id first, then by name, then by flag", () => {
    expect(findScenario("Actual", PLAN).id).toBe("Actual");
    expect(findScenario("actual", PLAN).id).toBe("a");
    expect(findScenario("COMMITTED", PLAN).id).toBe("c");
    expect(findScenario("  committed plan ", PLAN).id).toBe("c");
  });

  test("by its id in spite of a name that two have", () => {
    expect(findScenario("t2", PLAN).name).toBe("twin ");
  });

  test("by a name that a formula has with marks of direction, which the service's names lose", () => {
    expect(findScenario("\u202eCommitted\u202c plan", PLAN).id).toBe("c");
    expect(planNamed([PLAN], "FY26\u2067 Plan")).toBe(PLAN);
  });

  test("by a name that is another's flag", () => {
    const own = plan("p", "P", scenario("x", "committed"), scenario("y", "Other", "committed"));
    expect(findScenario("Committed", own).id).toBe("x");
  });
});

describe("a name that cannot be resolved", () => {
  test("is told apart from a near one", () => {
    expect(errorOf(() => findScenario("comitted", PLAN))).toEqual({
      kind: "unknown",
      message: "Scenario 'comitted' is not in plan 'FY26 Plan'. Did you mean 'committed'?",
    });
  });

  test.each([
    ["ebti", "Did you mean 'ebit'?"],
    ["ebot", "Did you mean 'ebit'?"],
    ["exxt", "There are 'ebit'."],
  ])("is near a short one within one letter, or two that are swapped: '%s'", (text, hint) => {
    expect(suggest(text, ["ebit"])).toBe(hint);
  });

  test("begins several: all of them are listed, and none is guessed", () => {
    const hint = "There are 'FY26 Plan', 'FY26 Europe'.";
    expect(suggest("FY26", ["FY26 Plan", "FY26 Europe", "FY25"], ["fy26"])).toBe(hint);
  });

  test("is near a long one within a third of its letters", () => {
    const name = "storageAndHandling";
    expect(suggest(`${name.slice(0, -6)}xxxxxx`, [name])).toBe(`Did you mean '${name}'?`);
    expect(suggest(`${name.slice(0, -7)}xxxxxxx`, [name])).toBe(`There are '${name}'.`);
  });

  test.each([
    ["FY25 Plan", "FY26 Plan"],
    ["FY26 Plan", "FY26 Plan 2"],
    ["fy25", "fy26"],
    ["Forecast 2", "Forecast 3"],
    ["Forecast B", "Forecast A"],
    ["Phase III", "Phase II"],
    ["2025-03", "2026-03"],
    ["Q3", "Q4"],
    ["R6", "R3"],
    ["West", "East"],
    ["North", "South"],
  ])("is not corrected into another year, plan, period or region: '%s'", (text, other) => {
    expect(suggest(text, [other])).toBe(`There are '${other}'.`);
    expect(suggest(other, [text])).toBe(`There are '${text}'.`);
  });

  test("is never corrected into a name with other numbers", () => {
    const name = fc.tuple(fc.constantFrom("FY", "Plan ", "Budget v", "R"), fc.nat(99), fc.constantFrom("", " Plan"));
    fc.assert(
      fc.property(name, name, ([one, first, end], [other, second, rest]) => {
        fc.pre(first !== second);
        expect(nearestName(`${one}${first}${end}`, [`${other}${second}${rest}`])).toBeUndefined();
      }),
    );
  });

  test("with its numbers right is still corrected", () => {
    expect(suggest("B1 Budget", ["V1 Budget"])).toBe("Did you mean 'V1 Budget'?");
    expect(suggest("FY26 Pln", ["FY25 Plan", "FY26 Plan"])).toBe("Did you mean 'FY26 Plan'?");
    expect(suggest("Nroth", ["South", "North"])).toBe("Did you mean 'North'?");
  });

  test("is answered with what there is, where nothing is near", () => {
    const { message } = errorOf(() => findPlan("Zanzibar", [PLAN, plan("p2", "FY27 Plan")]));
    expect(message).toBe("There is no plan 'Zanzibar'. There are 'FY26 Plan', 'FY27 Plan'.");
  });

  test("is compared with ids too", () => {
    const { message } = errorOf(() => findPlan("plan_eu_26", [plan("plan_eu26", "Europe"), PLAN]));
    expect(message).toContain("Did you mean 'plan_eu26'?");
  });

  test("lists the ids where it is ambiguous, as a mistake and not as a missing value", () => {
    expect(errorOf(() => findScenario("TWIN", PLAN))).toEqual({
      kind: "argument",
      message: "Scenario 'TWIN' is ambiguous in plan 'FY26 Plan'. Use one of these ids: 't1', 't2'.",
    });
    expect(errorOf(() => findScenario("shared", PLAN)).message).toContain("'f1', 'f2'");
  });

  test("says so where there is no plan at all", () => {
    expect(errorOf(() => findPlan("x", [])).message).toBe("There is no plan 'x'. There are none.");
  });

  test("gets a short message however long the names and however many", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.array(fc.string({ maxLength: 400 }), { maxLength: 60 }),
        (typed, names) => {
          const own = plan("p", "n".repeat(500), ...names.map((name, index) => scenario(`${index}${name}`, name)));
          fc.pre(names.every((name, index) => name.trim() !== typed.trim() && `${index}${name}` !== typed));
          fc.pre(names.every((name) => name.trim().toLowerCase() !== typed.trim().toLowerCase()));
          expect(errorOf(() => findScenario(typed, own)).message.length).toBeLessThanOrEqual(300);
        },
      ),
    );
  });
});

describe("what is shown of names", () => {
  test("is cut where it is very long, between letters", () => {
    expect(quote("x".repeat(61))).toBe(`'${"x".repeat(60)}…'`);
    expect(quote("🚀".repeat(61))).toBe(`'${"🚀".repeat(60)}…'`);
    expect(quote("x".repeat(60))).toBe(`'${"x".repeat(60)}'`);
  });

  test("is a few of many", () => {
    const names = Array.from({ length: 40 }, (_, index) => `Scenario ${index}`);
    expect(listNames(names)).toMatch(/^'Scenario 0', 'Scenario 1', .* and \d+ more$/);
    expect(listNames(names).length).toBeLessThan(140);
    expect(listNames(["x".repeat(500), "y"])).toMatch(/^'x{60}…', 'y'$/);
    expect(listNames([])).toBe("none");
  });

  test("has a hundred letters at most, but for the first", () => {
    const [ten, fifty] = ["x".repeat(8), "y".repeat(48)];
    expect(listNames([fifty, ten, "z".repeat(38)])).not.toContain("more");
    expect(listNames([fifty, ten, "z".repeat(39)])).toMatch(/ and 1 more$/);
  });

  test("is no suggestion that shares nothing with what was typed", () => {
    expect(suggest("xx", ["EU"])).toBe("There are 'EU'.");
    expect(suggest("ebti", ["ebit", "dpm"])).toBe("Did you mean 'ebit'?");
    expect(suggest("zzz", [])).toBe("There are none.");
  });

  test("is soon found among very long names", () => {
    const names = Array.from({ length: 200 }, (_, index) => `${index}${"n".repeat(10_000)}`);
    expect(suggest("n".repeat(10_000), names).length).toBeLessThan(300);
  });
});

describe("a name in a list as the service sent it", () => {
  const PLANS = [plan("p1", "P2"), plan("p2", "Plan "), plan("p3", "Twin"), plan("p4", "twin"), plan("p5", "")];

  test.each([
    ["p2", "p2"],
    [" p2 ", "p2"],
    ["P2", "p1"],
    ["PLAN", "p2"],
    ["P", undefined],
    ["TWIN", undefined],
    ["", undefined],
  ])("%p names the plan %p, by id before name", (text, id) => {
    expect(planNamed(PLANS, text)?.id).toBe(id);
  });

  test("can be that of several plans", () => {
    expect(plansNamed(PLANS, "TWIN").map(({ id }) => id)).toEqual(["p3", "p4"]);
  });

  test.each([
    ["c", "c"],
    ["committed", "c"],
    ["twin", undefined],
    ["none", undefined],
  ])("%p names the scenario %p", (text, id) => {
    expect(scenarioNamed(PLAN, text)?.id).toBe(id);
    expect(scenarioNamed(undefined, text)).toBeUndefined();
  });
});

describe("the text that finds a member of a list", () => {
  test("is its name, or its id if the name is blank, not unique, or another's id", () => {
    const listed = [plan("p1", "One"), plan("p2", "p3"), plan("p3", "Twin"), plan("p4", "twin "), plan("p5", " ")];
    expect(listed.map((each) => nameOrId(each, listed))).toEqual(["One", "p2", "p3", "p4", "p5"]);
  });

  test("is a scenario's own flag, unless another scenario has it as a flag or name", () => {
    const listed = [
      scenario("a", "Base", "actual"),
      scenario("b", "Plan", "committed"),
      scenario("c", "COMMITTED"),
      scenario("d", "Low", "shared", "low"),
      scenario("e", "High", "Shared"),
    ];
    expect(listed.map((each) => scenarioText(each, listed))).toEqual(["actual", "Plan", "COMMITTED", "low", "High"]);
  });

  test("finds it again, whatever the others are called", () => {
    const text = fc.constantFrom("a", "b", "A", "x", " ", "actual", "Actual");
    const members = fc.uniqueArray(
      fc.record({ id: fc.constantFrom("a", "b", "c"), name: text, flags: fc.array(text) }),
      {
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(members, (scenarios) => {
        for (const each of scenarios)
          expect(findScenario(scenarioText(each, scenarios).trim(), plan("p", "P", ...scenarios)).id).toBe(each.id);
      }),
    );
  });
});

describe("an id that the service lists twice", () => {
  const [first, same, other] = [scenario("s1", "One"), scenario("s1", "One"), scenario("s1", "Other")];

  test("is taken once if both have the same contents", () => {
    expect(onePerId([first, same, scenario("s2", "Two")]).map(({ id }) => id)).toEqual(["s1", "s2"]);
  });

  test("is an error if they differ, unless it is not meant", () => {
    expect(errorOf(() => onePerId([first, other])).kind).toBe("malformed");
    expect(onePerId([first, other, scenario("s2", "Two")], ({ id }) => id === "s2")).toHaveLength(1);
  });
});

test("A flag is read whatever its case, and a name that reads like one is none", () => {
  const scenario: Scenario = { id: "s", name: "committed", flags: ["Actual"] };
  expect([hasFlag(scenario, "actual"), hasFlag(scenario, "committed")]).toEqual([true, false]);
});

test("a scenario is called by its name, with the flag that found it, and a text that finds none or several by itself", () => {
  const { scenarios } = PLAN;
  expect(scenarioInWords("committed", scenarios)).toBe("Committed Plan (committed)");
  expect(scenarioInWords("Committed Plan", scenarios)).toBe("Committed Plan");
  expect(scenarioInWords("shared", scenarios)).toBe("Shared");
  expect(scenarioInWords("nobody", scenarios)).toBe("Nobody");
});
