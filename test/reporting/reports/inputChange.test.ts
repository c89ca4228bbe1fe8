/** What one choice for all reports changes in each of them. */
import fc from "fast-check";
import { planChange, type ChoiceFacts, type InputChoice } from "../../../src/reporting/reports/inputChange";
import { roleOf, type InputRole, type ReportInputs } from "../../../src/reporting/reports/inputRoles";
import { nameInReports, sharedTexts } from "../../../src/reporting/reports/sharedTexts";
import { CALENDAR_YEAR } from "../../../src/numbers/language/fiscalYear";

const scenario = (id: string, name: string, ...flags: string[]) => ({ id, name, flags });
const FY26 = {
  id: "p26",
  name: "FY26 Plan",
  currency: "USD",
  scenarios: [
    scenario("c", "Committed Plan", "committed"),
    scenario("a", "Actual", "actual"),
    scenario("o", "Optimistic"),
  ],
};
const EUROPE = {
  id: "eu",
  name: "FY26 Europe",
  currency: "EUR",
  scenarios: [scenario("ec", "Budget v2", "committed"), scenario("ea", "Ist", "actual"), scenario("eu", "Upside")],
};

const FACTS: ChoiceFacts = {
  plans: [FY26, EUROPE],
  defaultPlan: undefined,
  fiscalYear: CALENDAR_YEAR,
  substitutes: {},
};

function report(sheet: string, texts: Partial<Record<InputRole, string>>, isUnlinked = false): ReportInputs {
  const inputs = (Object.entries(texts) as [InputRole, string][]).map(([role, text]) => ({
    role,
    label: role,
    text,
    isFormula: false,
  }));
  return { id: sheet, sheet, isUnlinked, inputs };
}

const PNL = report("P&L", {
  plan: "FY26 Plan",
  scenario: "actual",
  base: "committed",
  period: "current",
  basis: "YTD",
  currency: "USD",
  basePlan: "",
});
const MONTHS = report("Months", {
  plan: "FY26 Plan",
  actuals: "actual",
  planned: "committed",
  year: "Full year",
  basis: "Period",
  through: "current",
  currency: "USD",
});
const COMPARISON = report("Comparison", {
  plan: "FY26 Plan",
  scenario: "actual",
  base: "committed",
  other: "Optimistic",
  period: "current",
});

const change = (choice: InputChoice, facts: Partial<ChoiceFacts> = {}, reports = [PNL, MONTHS, COMPARISON]) => {
  const { inputs, missing, unknownPlans, formulas } = planChange(reports, choice, { ...FACTS, ...facts });
  const written: Record<string, Record<string, string>> = {};
  for (const {
    report: { sheet },
    input,
    to,
  } of inputs)
    (written[sheet] ??= {})[input.role] = to;
  return { written, missing: missing.map(({ text }) => text), unknownPlans, formulas: formulas.length };
};

test("A month moves the year and the cut-off of P&L by month too", () => {
  expect(change({ period: "2027-03" }).written).toEqual({
    "P&L": { period: "2027-03" },
    Months: { year: "2027", through: "2027-03" },
    Comparison: { period: "2027-03" },
  });
});

describe("The year and the cut-off of P&L by month follow", () => {
  const fiscalYear = { firstMonth: 4, namedBy: "end" } as const;
  test.each([
    ["a quarter by its last month", "2026-Q2", { year: "2026", through: "2026-06" }, {}],
    ["a range of months by its last one", "2026-01:2026-05", { year: "2026", through: "2026-05" }, {}],
    ["a month of another fiscal year by that year", "2026-03", { through: "2026-03", year: "2026" }, { fiscalYear }],
    ["a year by its last month", "2025", { year: "2025", through: "2025-12" }, {}],
    ["a month counted from the current one", "current-1", { through: "current-1" }, {}],
    ["no text that is no period", "soon", undefined, {}],
  ])("%s", (_, period, expected, facts) => {
    expect(change({ period }, facts).written.Months).toEqual(expected);
  });

  test("a full year by the current month", () => {
    const moved = report("Months", { plan: "FY26 Plan", year: "2026", through: "2026-03" });
    expect(change({ period: "Full year" }, {}, [moved]).written).toEqual({
      Months: { year: "Full year", through: "current" },
    });
  });

  test("no period if no actuals are shown", () => {
    const none = report("Months", { plan: "FY26 Plan", year: "Full year", through: "" });
    expect(change({ period: "2026-03" }, {}, [none]).written).toEqual({ Months: { year: "2026" } });
  });
});

describe("P&L by month shows as its plan", () => {
  test("a scenario that is no actual one, and keeps its actuals", () => {
    expect(change({ scenario: "Optimistic" }).written.Months).toEqual({ planned: "Optimistic" });
  });

  test("what an actual scenario is compared with", () => {
    const months = report("Months", { plan: "FY26 Plan", actuals: "actual", planned: "Optimistic" });
    const others = report("P&L", { plan: "FY26 Plan", scenario: "Optimistic", base: "committed" });
    expect(change({ scenario: "actual" }, {}, [months, others]).written.Months).toEqual({ planned: "committed" });
  });
});

test("The basis of P&L by month stays, since its columns are months", () => {
  expect(change({ basis: "QTD" }).written).toEqual({ "P&L": { basis: "QTD" } });
});

test("Contents that mean the same stay: a flag and its scenario's name, blank and Full year", () => {
  expect(change({ scenario: "Actual", base: "Committed Plan", plan: "p26" }).written).toEqual({});
  const blank = report("P&L", { plan: "FY26 Plan", period: "" });
  expect(change({ period: "Full year" }, {}, [blank]).written).toEqual({});
});

describe("If a plan does not have a scenario under that name,", () => {
  test("it is asked for, and flags find their own", () => {
    const { written, missing } = change({ plan: "FY26 Europe" });
    expect(missing).toEqual(["Optimistic"]);
    expect(written["P&L"]).toEqual({ plan: "FY26 Europe" });
  });

  test("the answer is written, as long as the plan has it", () => {
    const chosen = change({ plan: "FY26 Europe" }, { substitutes: { Optimistic: "Upside" } });
    expect(chosen).toMatchObject({ missing: [], written: { Comparison: { other: "Upside" } } });
    expect(change({ plan: "FY26 Europe" }, { substitutes: { Optimistic: "Downside" } }).missing).toEqual([
      "Optimistic",
    ]);
  });

  test("a second scenario may be left blank, a first one not", () => {
    const blank = { substitutes: { Optimistic: "" } };
    expect(change({ plan: "FY26 Europe" }, blank).written.Comparison).toEqual({ plan: "FY26 Europe", other: "" });
    expect(change({ plan: "FY26 Europe", scenario: "Optimistic" }, blank).missing).toEqual(["Optimistic"]);
  });

  test("a plan that is not listed is named, since nothing can be checked", () => {
    expect(change({ plan: "FY28" }).unknownPlans).toEqual(["FY28"]);
    expect(change({ scenario: "Optimistic" }, { plans: [] }).unknownPlans).toEqual(["FY26 Plan"]);
  });

  test("the workbook's plan is that of a report whose plan is blank", () => {
    const blank = report("P&L", { plan: "", scenario: "actual", base: "committed" });
    const ofWorkbook = { defaultPlan: "p26" };
    expect(change({ scenario: "Optimistic" }, ofWorkbook, [blank])).toMatchObject({
      written: { "P&L": { scenario: "Optimistic" } },
      unknownPlans: [],
    });
    expect(change({ scenario: "Upside" }, ofWorkbook, [blank]).missing).toEqual(["Upside"]);
    expect(change({ plan: "FY26 Plan" }, ofWorkbook, [blank]).written).toEqual({});
    expect(change({ plan: "FY26 Europe" }, ofWorkbook, [blank]).written).toEqual({ "P&L": { plan: "FY26 Europe" } });
    expect(change({ scenario: "Optimistic" }, {}, [blank]).unknownPlans).toEqual([""]);
    expect(sharedTexts([PNL, blank], "plan", { ...FACTS, ...ofWorkbook })).toHaveLength(1);
  });

  // Whatever is chosen, no scenario is written that the plan of the report does not have.
  test("it is never written", () => {
    const names = ["actual", "committed", "Optimistic", "Upside", "Budget v2", "none"];
    const text = fc.option(fc.constantFrom(...names), { nil: undefined });
    const plan = fc.option(fc.constantFrom("FY26 Plan", "FY26 Europe", "FY28"), { nil: undefined });
    const substitutes = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...names));
    fc.assert(
      fc.property(fc.record({ plan, scenario: text, base: text }), substitutes, (chosen, answers) => {
        const choice = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
        const { inputs, missing, unknownPlans } = planChange([PNL, MONTHS, COMPARISON], choice, {
          ...FACTS,
          substitutes: answers,
        });
        if (missing.length + unknownPlans.length > 0) return;
        for (const each of [PNL, MONTHS, COMPARISON]) {
          const after = (role: InputRole) =>
            inputs.find(({ report: own, input }) => own === each && input.role === role)?.to ??
            each.inputs.find((input) => input.role === role)?.text;
          const own = FACTS.plans.find(({ name }) => name === after("plan"))!;
          for (const role of ["scenario", "base", "other", "actuals", "planned"] as const) {
            const known = own.scenarios.flatMap(({ id, name, flags }) => [id, name, ...flags]);
            const written = after(role);
            if (written !== undefined && written !== "") expect(known).toContain(written);
          }
        }
      }),
    );
  });
});

test("A base of another plan stays", () => {
  const own = report("P&L", { plan: "FY26 Plan", scenario: "actual", base: "Upside", basePlan: "FY26 Europe" });
  expect(change({ base: "Optimistic" }, {}, [own]).written).toEqual({});
  expect(change({ plan: "FY26 Europe" }, {}, [own])).toMatchObject({ missing: [] });
});

test("An unlinked report keeps its own, and counts for nothing", () => {
  const unlinked = report("Europe", { plan: "FY26 Europe", period: "2026-05" }, true);
  expect(change({ period: "2026-01" }, {}, [PNL, unlinked]).written).toEqual({ "P&L": { period: "2026-01" } });
  expect(sharedTexts([PNL, unlinked], "plan", FACTS)).toEqual([{ text: "FY26 Plan", reports: 1 }]);
});

test("An input that a formula fills is named, and not written", () => {
  const inputs = PNL.inputs.map((input) => ({ ...input, isFormula: input.role === "period" }));
  expect(change({ period: "2026-01" }, {}, [{ ...PNL, inputs }])).toMatchObject({ written: {}, formulas: 1 });
});

test("Contents are counted by what they mean, the most frequent first", () => {
  const other = report("Other", { plan: "p26", scenario: "Actual" });
  const europe = report("Europe", { plan: "FY26 Europe", scenario: "Upside" });
  expect(sharedTexts([europe, PNL, other], "plan", FACTS)).toEqual([
    { text: "FY26 Plan", reports: 2 },
    { text: "FY26 Europe", reports: 1 },
  ]);
  expect(sharedTexts([MONTHS], "scenario", FACTS)).toEqual([{ text: "actual", reports: 1 }]);
});

test("An input is known by what it is called now or was called before", () => {
  expect(roleOf(["Compared with", "Base scenario"])).toBe("base");
  expect(roleOf(["Year"])).toBe("year");
  expect(roleOf(["Zeitraum"])).toBeUndefined();
});

test("A flag and a name are one content only if they are so in the plan of each report", () => {
  const [europe, asia] = [
    { ...EUROPE, scenarios: [scenario("ea", "Optimistic", "actual"), scenario("eb", "Actual")] },
    { ...FY26, id: "ap", name: "FY26 Asia" },
  ];
  const facts = { ...FACTS, plans: [europe, asia] };
  const [named, flagged] = [
    report("One", { plan: "FY26 Asia", scenario: "Optimistic" }),
    report("Two", { plan: "FY26 Europe", scenario: "ea" }),
  ];
  for (const reports of [
    [named, flagged],
    [flagged, named],
  ])
    expect(sharedTexts(reports, "scenario", facts)).toHaveLength(2);
});

test("A flag is shown as the name that its scenario has in the plans of all reports", () => {
  const [own, europe] = [PNL, report("Europe", { plan: "FY26 Europe", scenario: "actual" })];
  expect(nameInReports([own], "actual", FACTS)).toBe("Actual");
  expect(nameInReports([own, europe], "actual", FACTS)).toBe("actual");
  expect(nameInReports([own, { ...europe, isUnlinked: true }], "actual", FACTS)).toBe("Actual");
  expect(nameInReports([own], "none", FACTS)).toBe("none");
});
