/** The list of changes, over Microsoft's real proxies. */
import { nameNumber } from "../../../../src/numbers/analysis/numberName";
import { findDrivers } from "../../../../src/numbers/analysis/findDrivers";
import type { NumberCall } from "../../../../src/numbers/analysis/numberCall";
import { writeChangeSheet } from "../../../../src/excel/workbook/changes/changeSheet";
import type { ListedChange } from "../../../../src/excel/workbook/changes/changeSummary";
import { numbersOfLedger } from "../../../../src/excel/workbook/changes/ledgerNumbers";
import { describeChanges } from "../../../../src/excel/workbook/changes/readChanges";
import { readSummary, saveSummary } from "../../../../src/excel/workbook/changes/savedSummary";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const AT = Date.UTC(2026, 4, 3, 10);

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

/** Names a number by the answers of the last refresh. */
function nameIt(call: NumberCall) {
  const { ledger, session } = setup;
  return nameNumber(call, {
    source: {
      invoke: (each, invocation) => ledger.invoke(each, invocation),
      generation: session.generation,
    },
    plans: session.generation?.peekPlans() ?? [],
    defaultPlan: undefined,
  });
}

/** A report of one's own, refreshed after the numbers have moved on. */
async function refreshed(ebit = 130) {
  setup = await setUpWorkbook({
    A2: "EBIT",
    B1: "One",
    C1: "Two",
    B2: '=INSIGHTS.KPI("Plan",B$1,"ebit")',
    C2: '=INSIGHTS.KPI("Plan",C$1,"ebit")/1000',
    A4: '=INSIGHTS.PNL("Plan",B1:C1)',
  });
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("B2").numberFormat = [["#,##0"]];
    sheet.getRange("C2").numberFormat = [["0.0"]];
    await context.sync();
  });
  const former = setup.session.generation;
  setup.service.ebit = ebit;
  const summary = await setup.refresh();
  const plans = setup.session.generation?.peekPlans() ?? [];
  const described = await describeChanges(summary.changes, { at: AT, plans, language: "en-US" });
  const at = (address: string) => described.listed.find((each) => each.address === `Sheet1!${address}`);
  return { summary, described, at, former };
}

test("names cells by labels, plan and scenario, in their number formats", async () => {
  const { described, at } = await refreshed();
  expect(described).toMatchObject({ at: AT, isSaved: false });
  expect(at("B2")).toMatchObject({
    labels: { row: "EBIT", column: "One" },
    plan: "Plan",
    scenario: "One",
    shown: { before: "100", after: "130", difference: "+30", percent: "+30.0 %" },
  });
  expect(at("C2")).toMatchObject({
    scenario: "Two",
    shown: { before: "0.2", after: "0.3", difference: "+0.1" },
    explained: { before: 200, after: 260, scale: 0.001 },
  });
  // The spilled table is labelled by its own headings.
  expect(at("C6")).toMatchObject({ labels: { row: "EBIT", column: "Two" }, scenario: "Two" });
});

test("counts a number that several cells show as one fact, without cells of hidden columns", async () => {
  setup = await setUpWorkbook({
    B2: '=INSIGHTS.KPI("Plan","One","ebit")',
    B3: '=INSIGHTS.KPI("p1","s1","EBIT")/1000',
    B4: '=INSIGHTS.VAR("Plan","One","Two","ebit")',
    S9: '=INSIGHTS.KPI("Plan","One","ebit")',
    A2: '=INSIGHTS.KPI("Plan","One","ebit")+INSIGHTS.PERIOD(,"2026-03","YTD","months")',
    "'Other sheet'!A1": '=INSIGHTS.PNL("Plan","One","ebit")',
  });
  setup.service.ebit = 130;
  const { changes } = await setup.refresh();
  const plans = setup.session.generation?.peekPlans() ?? [];
  const isHidden = ({ column }: { column: number }) => column === 18;
  const { cells, listed } = await describeChanges(changes, {
    at: AT,
    plans,
    language: "en-US",
    nameNumber: nameIt,
    isHidden,
  });
  expect(cells).toBe(5);
  expect(listed.map(({ shown, unit, places }) => [shown.before, shown.after, unit, places])).toEqual([
    [
      "100",
      "130",
      // The service of this test names no currency.
      "",
      [
        { sheet: "Sheet1", address: "Sheet1!B2", cells: 3 },
        { sheet: "Other sheet", address: "'Other sheet'!A1", cells: 1 },
      ],
    ],
    ["-100", "-130", "", [{ sheet: "Sheet1", address: "Sheet1!B4", cells: 1 }]],
  ]);
});

test("counts an error of one number as one fact, however it is asked for", async () => {
  setup = await setUpWorkbook({
    B2: '=INSIGHTS.KPI("Plan","One","ebit")',
    B3: '=INSIGHTS.KPI("p1","s1","EBIT")',
    B4: '=INSIGHTS.KPI("Plan","Two","ebit")',
  });
  setup.service.fail = ({ pathname }) =>
    pathname.endsWith("/pnl-summary")
      ? Response.json({
          meta: { planId: "p1" },
          scenarios: ["s1", "s2"].map((scenarioId) => ({
            scenarioId,
            pnl: {},
          })),
        })
      : undefined;
  const { changes } = await setup.refresh();
  const { listed } = await describeChanges(changes, {
    at: AT,
    plans: [],
    language: "en-US",
    nameNumber: nameIt,
  });
  expect(listed.map(({ after, places }) => [after, places.map(({ cells }) => cells)])).toEqual([
    ["#N/A", [2]],
    ["#N/A", [1]],
  ]);
});

test("leaves out changes below the shown digits", async () => {
  const { described, at } = await refreshed(100.1);
  expect(at("B2")).toBeUndefined();
  expect(at("C2")).toBeUndefined();
  expect(described.unseen).toBe(2);
});

test("lists changes without labels if Excel cannot be read", async () => {
  const { summary } = await refreshed();
  const run = jest.spyOn(Excel, "run").mockRejectedValue(new Error("edit mode"));
  const { listed } = await describeChanges(summary.changes, { at: AT, plans: [] });
  run.mockRestore();
  expect(listed).toHaveLength(summary.changes.length);
  expect(listed[0]).toMatchObject({ labels: { row: "", column: "" }, address: expect.any(String) as string });
});

test("finds drivers in the answers of two generations, without a request", async () => {
  const { at, former, summary } = await refreshed();
  const current = setup.session.generation;
  const explained = at("C2")?.explained;
  if (!former || !current || !explained) throw new Error("The cell is not explained.");
  setup.asked();
  const names = () => ({ plans: [], defaultPlan: undefined });
  const drivers = await findDrivers(explained, {
    invoke: (call, invocation) => setup.ledger.invoke(call, invocation),
    generations: { former, current },
    others: () => [],
    names,
  });
  const fromCells = await findDrivers(explained, {
    invoke: (call, invocation) => setup.ledger.invoke(call, invocation),
    generations: undefined,
    others: () => numbersOfLedger(setup.ledger, summary.outcomes),
    names,
  });
  expect(setup.asked()).toEqual([]);
  // The service returns net sales and EBIT alone: net sales has not moved, so the rest is one step.
  expect(drivers).toContainEqual({
    dimension: "lines",
    drivers: [{ label: "Other", amount: expect.closeTo(0.06) as number, share: 1 }],
  });
  expect(fromCells).toEqual(drivers);
});

test("keeps the summary in the workbook until a later one", async () => {
  const { described } = await refreshed();
  expect(await readSummary("en-US")).toBeUndefined();
  await saveSummary(described);
  await saveSummary({ ...described, at: AT - 1, listed: [] });
  const plain = (listed: readonly ListedChange[]) =>
    listed.map(({ address, labels, shown }) => ({ address, labels, shown }));
  const saved = await readSummary("en-US");
  expect(saved).toMatchObject({ at: AT, cells: described.cells, isSaved: true });
  expect(plain(saved?.listed ?? [])).toEqual(plain(described.listed));
});

test("writes no list into a workbook whose structure is protected, and says so", async () => {
  const { described } = await refreshed();
  setup.workbook.host.protectStructure = true;
  await expect(writeChangeSheet(described, "Changes")).rejects.toThrow(
    "The workbook's structure is protected, so Excel",
  );
});

test("writes the list as a sheet of values", async () => {
  const { described } = await refreshed();
  const { sheet: name, notes } = await writeChangeSheet(described, "Changes of today");
  expect([name, notes]).toEqual(["Changes", []]);
  expect(await writeChangeSheet({ ...described, cells: 2000 }, "=1+1")).toMatchObject({ sheet: "Changes (2)" });
  const [rows, formats, title] = await Excel.run(async (context) => {
    const [first, second] = [name, "Changes (2)"].map((each) => context.workbook.worksheets.getItem(each));
    const range = first?.getRange("A3:M4").load("values,numberFormat");
    const cell = second?.getRange("A1:A2").load("values");
    await context.sync();
    return [range?.values, range?.numberFormat, cell?.values] as const;
  });
  expect(rows?.[1]).toEqual(["Sheet1", "C6", "Plan", "Two", "EBIT", "Two", 200, 260, 60, 0.3, "", 1, "Sheet1"]);
  expect(formats?.[1]?.[9]).toBe("0.0%");
  const most = described.listed.length;
  expect(title).toEqual([["=1+1"], [expect.stringContaining(`The largest changes, of ${most} of 2,000 cells`)]]);
});
