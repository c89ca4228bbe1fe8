/** The plan and scenarios of a new report. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import { findReportPlan, findSubject } from "../../../../src/excel/actions/reports/newReports";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { LocalSandbox } from "../../../../src/excel/actions/connection/page";
import type { Plan, Scenario } from "../../../../src/insights";

const SANDBOX = { appUrl: "https://sandbox.example", apiKey: "key" };

function planOf(id: string, name: string, scenarios: Partial<Scenario>[] = []): Plan {
  return { id, name, currency: "EUR", scenarios: scenarios.map((each) => ({ id: "", name: "", flags: [], ...each })) };
}

const [FIRST, SECOND] = [planOf("p1", "Plan"), planOf("p2", "Forecast")];

/** What PERIOD returns for the current month, or fails with. */
let currentMonth: () => Promise<unknown> = () => Promise.resolve("2026-03");

function contextOf(state: Partial<StoreState>, findSandbox: () => Promise<LocalSandbox | undefined>): StoreContext {
  const ledger = { invoke: () => currentMonth() };
  return { state: { settings: {}, appUrl: "", ...state }, findSandbox, ledger } as unknown as StoreContext;
}
const noSandbox = () => Promise.resolve(undefined);

const found = async (state: Partial<StoreState>, findSandbox = noSandbox as StoreContext["findSandbox"]) =>
  (await findReportPlan(contextOf(state, findSandbox)))?.id;

test("A report is for the plan that the user chose, else for the workbook's", async () => {
  const plans = [FIRST, SECOND];
  expect(await found({ plans, settings: { plan: "p1" }, reportPlan: "p2" })).toBe("p2");
  expect(await found({ plans, settings: { plan: "p2" }, reportPlan: "gone" })).toBe("p2");
});

test("A workbook's plan that is not listed is not replaced by another", async () => {
  expect(await found({ plans: [FIRST], settings: { plan: "gone" } })).toBeUndefined();
});

test("Without a choice only a single plan is taken, or the sandbox's first", async () => {
  const plans = [FIRST, SECOND];
  const sandbox = () => Promise.resolve(SANDBOX);
  expect(await found({ plans: [SECOND] })).toBe("p2");
  expect(await found({ plans })).toBeUndefined();
  expect(await found({ plans, appUrl: SANDBOX.appUrl }, sandbox)).toBe("p1");
  expect(await found({ plans, appUrl: "https://app.example" }, sandbox)).toBeUndefined();
  expect(await found({ plans, appUrl: "https://app.example" }, () => Promise.reject(new Error()))).toBeUndefined();
  expect(await found({})).toBeUndefined();
});

test("A report without a plan is refused with what to do", async () => {
  await expect(findSubject(contextOf({ plans: [FIRST, SECOND] }, noSandbox))).rejects.toThrow(/plan/i);
});

const subject = (state: Partial<StoreState>) => findSubject(contextOf(state, noSandbox));

test("A plan is written by its name, or by its id if another has that name", async () => {
  const settings = { plan: "p1" };
  expect((await subject({ plans: [FIRST, SECOND], settings })).plan).toBe("Plan");
  expect((await subject({ plans: [FIRST, planOf("p2", "PLAN")], settings })).plan).toBe("p1");
});

test("Scenarios and currency of the workbook hold for its own plan only", async () => {
  const plans = [
    planOf("p1", "Plan", [
      { id: "s1", name: "One" },
      { id: "s2", name: "Two" },
    ]),
    planOf("p2", "Forecast", [{ id: "s1", name: "Base" }]),
  ];
  const settings = { plan: "p1", scenarios: ["s2"], currency: "USD" };
  expect(await subject({ plans, settings })).toMatchObject({
    plan: "Plan",
    scenarios: ["Two"],
    currency: "USD",
    plans,
  });
  expect(await subject({ plans, settings, reportPlan: "p2" })).toMatchObject({ scenarios: ["Base"], currency: "EUR" });
  expect(await subject({ plans, settings: { plan: "p1" } })).toMatchObject({ scenarios: ["One", "Two"], currency: "" });
});

const scenariosOf = async (...scenarios: Partial<Scenario>[]) =>
  (await subject({ plans: [planOf("p1", "Plan", scenarios)] })).scenarios;

test("The committed scenario comes first, then the actual one", async () => {
  const [other, actual, committed] = [
    { id: "s1", name: "Upside" },
    { id: "s2", name: "Ledger", flags: ["actual"] },
    { id: "s3", name: "Base", flags: ["committed"] },
  ] as const;
  expect(await scenariosOf(other, actual, committed)).toEqual(["committed", "actual", "Upside"]);
  expect(await scenariosOf(actual, other)).toEqual(["actual", "Upside"]);
});

test("A flag that several scenarios have, or that names another, is not used", async () => {
  const flags = ["actual"] as const;
  expect(await scenariosOf({ id: "s1", name: "A", flags }, { id: "s2", name: "B", flags })).toEqual(["A", "B"]);
  expect(await scenariosOf({ id: "s1", name: "A", flags }, { id: "s2", name: "Actual" })).toEqual(["A", "Actual"]);
  expect(await scenariosOf({ id: "s1", name: "Actual", flags }, { id: "s2", name: "B" })).toEqual(["actual", "B"]);
});

test("A scenario whose name is taken is written by its id", async () => {
  expect(await scenariosOf({ id: "s1", name: "Same" }, { id: "s2", name: "SAME" })).toEqual(["s1", "s2"]);
});

test.each([
  ["the setting names one", { currentMonth: "2026-03" }, [], "#N/A", undefined],
  ["actuals have ended one", {}, ["actual"], undefined, undefined],
  ["there are no actuals", {}, [], undefined, "Full year"],
  ["no month of the actuals has ended", {}, ["Actual"], "#N/A", "Full year"],
  ["the service fails", {}, ["actual"], "#VALUE!", undefined],
])("If %s, a report's period follows", async (_why, settings, flags, code, period) => {
  const failure = Object.assign(new Error(), { code });
  currentMonth = () => (code === undefined ? Promise.resolve("2026-03") : Promise.reject(failure));
  const { inputs } = await subject({ plans: [planOf("p1", "Plan", [{ id: "s1", name: "A", flags }])], settings });
  expect(inputs?.period).toBe(period);
});
