/** The bar for all reports, over Microsoft's real proxies. */
import type { BarState } from "../../../../src/excel/actions/reportBar/barState";
import type { BarActions } from "../../../../src/excel/actions/reportBar/reportBar";
import { insertReport } from "../../../../src/excel/workbook/reports/report";
import { shortenReports } from "../../workbook/reports/shortReports";
import { inputCell } from "../../workbook/reports/reportWorkbook";
import { APP, KEY, setUpStore, type StoreSetup } from "../storeSetup";

shortenReports();

const [STATEMENT, BRIDGE] = ["P&L statement Plan", "Variance bridge Plan"];

const INPUTS = { period: "Full year", basis: "Period" };

let setup: StoreSetup;
let bar: BarActions;
let stop: () => void;

beforeEach(async () => {
  setup = await setUpStore();
  const { store, until } = setup;
  await store.connect(APP, KEY, false);
  await until(({ plans }) => plans !== undefined);
  const plans = store.state().plans!;
  for (const kind of ["statement", "bridge"] as const)
    await insertReport({ kind, plan: "Plan", scenarios: ["One", "Two"], currency: "EUR", plans, inputs: INPUTS });
  await setup.workbook.settled();
  bar = await store.loadBar();
  stop = bar.follow();
  await until(({ reportBar }) => reportBar?.numbers !== undefined);
  setup.asked();
});

afterEach(async () => {
  stop();
  await setup.workbook.settled();
  setup.close();
});

const shown = (): BarState => {
  const { reportBar } = setup.store.state();
  if (!reportBar) throw new Error("There is no bar.");
  return reportBar;
};
const input = (sheet: string, label: string) => setup.workbook.value(inputCell(setup.workbook, sheet, label));
const counted = () => setup.until(({ reportBar }) => reportBar?.effect?.tables !== undefined);

test("shows what all reports have, and offers the plan's scenarios and months", () => {
  const rowOf = (role: string) => shown().rows.find((row) => row.role === role);
  expect(shown().rows.map(({ role, shown: text }) => [role, text])).toEqual([
    ["plan", "Plan"],
    ["scenario", "Two"],
    ["base", "One"],
    ["period", "Full year"],
    ["basis", "Period"],
    ["currency", "EUR"],
  ]);
  expect(rowOf("scenario")!.options).toEqual([
    { text: "One", name: "One" },
    { text: "Two", name: "Two" },
  ]);
  expect(rowOf("period")!.options).toHaveLength(14);
  expect(shown()).toMatchObject({ effect: undefined, written: undefined });
});

test("says what a choice changes, changes it, and goes back", async () => {
  setup.workbook.enter("Sheet1!B1", `='${STATEMENT}'!$E$5`);
  bar.choose("period", "2026-03");
  await counted();
  expect(shown().effect).toMatchObject({
    reports: [
      { sheet: STATEMENT, labels: ["Period"] },
      { sheet: BRIDGE, labels: ["Period"] },
    ],
    tables: 1,
  });
  expect(input(STATEMENT, "Period")).toBe("Full year");
  await bar.apply();
  expect([STATEMENT, BRIDGE].map((sheet) => input(sheet, "Period"))).toEqual(["2026-03", "2026-03"]);
  expect(setup.store.state().result).toEqual({ action: "inputs", reports: 2, isOneStep: true });
  expect(shown()).toMatchObject({ choice: {}, effect: undefined, written: [{ after: "2026-03" }, {}] });
  await bar.goBack();
  expect([STATEMENT, BRIDGE].map((sheet) => input(sheet, "Period"))).toEqual(["Full year", "Full year"]);
  expect(setup.store.state().result).toEqual({ action: "inputsBack", reports: 2, removed: [] });
  expect(shown().written).toBeUndefined();
});

test("calculates what reads an input in a workbook that calculates by hand", async () => {
  const { workbook } = setup;
  workbook.enter("Sheet1!B1", `='${STATEMENT}'!$E$5`);
  await workbook.settled();
  workbook.state.calculationMode = "Manual";
  bar.choose("period", "2026-03");
  await bar.apply();
  await setup.until(() => workbook.value("Sheet1!B1") === "2026-03");
  await bar.goBack();
  await setup.until(() => workbook.value("Sheet1!B1") === "Full year");
});

test("reads the own tables once for all choices, and again after an edit", async () => {
  const { workbook } = setup;
  const requestsOf = async (month: string): Promise<number> => {
    const before = workbook.requests();
    bar.choose("period", month);
    await counted();
    return workbook.requests() - before;
  };
  workbook.enter("Sheet1!B1", `='${STATEMENT}'!$E$5`);
  await setup.workbook.settled();
  const [first, second] = [await requestsOf("2026-03"), await requestsOf("2026-04")];
  expect(first).toBeGreaterThan(0);
  expect([second, shown().effect?.tables]).toEqual([0, 1]);
  workbook.enter("Sheet1!F1", `='${BRIDGE}'!$E$5`);
  await setup.workbook.settled();
  expect(await requestsOf("2026-05")).toBeGreaterThan(0);
  expect(shown().effect?.tables).toBe(2);
});

test("keeps Back after a failure, and shows what stands there", async () => {
  bar.choose("period", "2026-03");
  await bar.apply();
  setup.workbook.enter(inputCell(setup.workbook, BRIDGE, "Period"), "2026-Q2");
  await bar.goBack();
  expect(setup.store.state().failure?.message).toContain(`In “${BRIDGE}” someone has changed Period meanwhile`);
  expect([STATEMENT, BRIDGE].map((sheet) => input(sheet, "Period"))).toEqual(["2026-03", "2026-Q2"]);
  expect(shown().written).toHaveLength(2);
  expect(shown().rows.find(({ role }) => role === "period")!.now).toHaveLength(2);
});

test("offers an input that the user changes in one report for the others", async () => {
  setup.workbook.enter(inputCell(setup.workbook, STATEMENT, "Period"), "2026-04");
  await setup.until(({ reportBar }) => reportBar?.editedIn === STATEMENT);
  expect(shown()).toMatchObject({ choice: { period: "2026-04" }, effect: { reports: [{ sheet: BRIDGE }] } });
  setup.workbook.enter(inputCell(setup.workbook, STATEMENT, "Currency"), "USD");
  await setup.until(({ reportBar }) => reportBar?.choice.currency === "USD");
  expect(shown().effect!.reports).toEqual([{ sheet: BRIDGE, labels: ["Period", "Currency"] }]);
  await bar.apply();
  await setup.workbook.settled();
  expect([input(BRIDGE, "Period"), input(BRIDGE, "Currency")]).toEqual(["2026-04", "USD"]);
  // What the bar has written is no edit of the user.
  expect(shown()).toMatchObject({ choice: {}, editedIn: undefined });
});

test("takes the offer back if the user changes the input back", async () => {
  const cell = inputCell(setup.workbook, STATEMENT, "Period");
  setup.workbook.enter(cell, "2026-04");
  await setup.until(({ reportBar }) => reportBar?.editedIn === STATEMENT);
  setup.workbook.enter(cell, "Full year");
  await setup.until(({ reportBar }) => reportBar?.editedIn === undefined);
  expect(shown().choice).toEqual({});
});

test("leaves out a report that keeps its own inputs", async () => {
  await setup.store.linkReport(shown().reports[0]!.id, false);
  await setup.until(({ reportBar }) => reportBar?.reports[0]?.isUnlinked === true);
  expect(setup.store.state().inventory!.reports.map(({ isUnlinked }) => isUnlinked)).toEqual([true, false]);
  bar.choose("period", "2026-03");
  expect(shown().effect!.reports).toEqual([{ sheet: BRIDGE, labels: ["Period"] }]);
  await bar.apply();
  expect([STATEMENT, BRIDGE].map((sheet) => input(sheet, "Period"))).toEqual(["Full year", "2026-03"]);
});

test("asks nothing for the scenarios' numbers unless the user says so, and gives them to no cell", async () => {
  const { ledger, session } = setup;
  expect(shown().numbers).toMatchObject({ scenarios: [{ value: undefined }, { value: undefined }], isOpen: true });
  expect(setup.asked()).toEqual([]);
  const before = [ledger.entries().length, session.activity.held];
  await bar.showOthers();
  expect(shown().numbers).toMatchObject({
    scenarios: [{ value: 100 }, { value: 200 }],
    isOpen: false,
    isAsking: false,
  });
  expect(setup.asked()).toHaveLength(1);
  expect([ledger.entries().length, session.activity.held]).toEqual(before);
  bar.choose("period", "2026-03");
  await setup.until(({ reportBar }) => reportBar?.numbers?.isOpen === true);
  expect(shown().numbers!.scenarios).toMatchObject([{ value: undefined }, { value: undefined }]);
});

test("shows the numbers that cells have asked for, and drops those of a look after a refresh", async () => {
  setup.workbook.enter("Sheet1!A1", '=INSIGHTS.KPI("Plan","One","ebit",,,,"EUR")');
  await setup.workbook.settled();
  bar.choose("period", "Full year");
  await setup.until(({ reportBar }) => reportBar?.numbers?.scenarios[0]?.value === 100);
  await bar.showOthers();
  expect(shown().numbers!.scenarios.map(({ value }) => value)).toEqual([100, 200]);
  setup.service.ebit = 120;
  await setup.store.refresh();
  await setup.until(({ reportBar }) => reportBar?.numbers?.scenarios[0]?.value === 120);
  expect(shown().numbers!.scenarios.map(({ value }) => value)).toEqual([120, undefined]);
});

test("asks and shows numbers in the workbook's currency if the reports leave it blank", async () => {
  for (const sheet of [STATEMENT, BRIDGE]) setup.workbook.enter(inputCell(setup.workbook, sheet, "Currency"), "");
  await setup.store.changeSettings({ currency: "USD" });
  await setup.until(({ reportBar }) => reportBar?.numbers?.currency === "USD");
  await setup.workbook.settled();
  setup.asked();
  await bar.showOthers();
  expect(setup.asked()).toEqual([expect.stringContaining("currency=USD")]);
});

test("does not ask again for a number that the service has said it lacks", async () => {
  setup.service.fail = ({ searchParams }) =>
    searchParams.get("scenarioIds") === "s2"
      ? Response.json({ meta: { planId: "p1" }, scenarios: [{ scenarioId: "s2", series: [] }] })
      : undefined;
  setup.workbook.enter("Sheet1!A1", '=INSIGHTS.KPI("Plan","Two","ebit",,,,"EUR")');
  await setup.workbook.settled();
  bar.choose("period", "Full year");
  await setup.until(({ reportBar }) => reportBar?.numbers?.scenarios[1]?.reason !== undefined);
  setup.asked();
  await bar.showOthers();
  expect(setup.asked()).toEqual([expect.stringMatching(/scenarioIds=s1(&|$)/)]);
});

test("says why the service has no number", async () => {
  setup.service.fail = () => new Response("{}", { status: 500 });
  await bar.showOthers();
  expect(shown().numbers!.scenarios[0]!.reason).toBeTruthy();
  expect(shown().numbers!.isAsking).toBe(false);
});
