/** What becomes of the sheets of reports, and what a new report is about. */
import { findSubject } from "../../../../src/excel/actions/reports/newReports";
import type { StoreContext } from "../../../../src/excel/actions/context";
import { createSandbox } from "../../../../sandbox/sandbox";
import {
  duplicateReport,
  insertReport,
  listReports,
  removeReport,
} from "../../../../src/excel/workbook/reports/report";
import { followPlans } from "../../../../src/excel/workbook/reports/reportTabs";
import { setUpReports, type ReportSetup } from "./reportWorkbook";
import { shortenReports } from "./shortReports";

shortenReports();

const SUBJECT = { plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "USD" };

async function rename(sheet: string, name: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem(sheet).name = name;
    await context.sync();
  });
}

test("A report's sheet is renamed with its plan, unless the user renamed it", async () => {
  const { workbook, plans } = await setUpReports();
  const kind = "bridge";
  for (let count = 0; count < 3; count += 1) await insertReport({ kind, ...SUBJECT, plans });
  await rename("Variance bridge FY26 Plan (2)", "Board");
  for (const sheet of ["Variance bridge FY26 Plan", "Board", "Variance bridge FY26 Plan (3)"])
    workbook.enter(`'${sheet}'!B5`, "FY26 Europe");
  // The context waits for the age of the numbers; the name does not.
  workbook.enter("'Variance bridge FY26 Plan'!B2", "=NA()");
  await workbook.settled();
  await followPlans();
  const names = async () => (await listReports()).map(({ sheet }) => sheet);
  expect(await names()).toEqual(["Variance bridge FY26 Europe", "Board", "Variance bridge FY26 Europe (2)"]);
  await followPlans();
  expect(await names()).toEqual(["Variance bridge FY26 Europe", "Board", "Variance bridge FY26 Europe (2)"]);
  expect(workbook.state.charts[0]!.title.formula).toContain("Variance bridge FY26 Europe");
  workbook.close();
});

test("Sheets of several reports about one plan keep its name whole within Excel's limit", async () => {
  const { workbook, plans } = await setUpReports();
  const insert = async () => (await insertReport({ kind: "onePage", ...SUBJECT, plans })).sheet;
  expect([await insert(), await insert()]).toEqual(["Executive one-pager FY26 Plan", "One-pager FY26 Plan (2)"]);
  const [, second] = await listReports();
  expect((await duplicateReport(second!.id)).sheet).toBe("One-pager FY26 Plan (3)");
  workbook.enter("'One-pager FY26 Plan (2)'!B5", "FY26 Asia Pacific");
  await workbook.settled();
  await followPlans();
  const names = (await listReports()).map(({ sheet }) => sheet);
  expect(names).toEqual(["Executive one-pager FY26 Plan", "One-pager FY26 Asia Pacific", "One-pager FY26 Plan (3)"]);
  await followPlans();
  expect((await listReports()).map(({ sheet }) => sheet)).toEqual(names);
  workbook.close();
});

describe("If another workbook comes to the front while a report is written,", () => {
  /** @param refusals Requests that Excel refuses before this workbook is back. */
  const leaveAfterAdding = ({ workbook }: ReportSetup, refusals: number) => {
    let [isAdded, left] = [false, refusals];
    workbook.onRequest = (_number, body) => {
      if (isAdded) workbook.host.inFront = left > 0 ? "otherWorkbook" : "worksheet";
      if (isAdded && JSON.stringify(body).includes('"Name":"Delete"')) left -= 1;
      isAdded ||= JSON.stringify(body).includes('"Name":"Add"');
    };
    // Excel refuses something that matters.
    workbook.host.fails = (action) => action === "Range.formulas";
  };
  const sheetNames = () =>
    Excel.run(async (context) => {
      const sheets = context.workbook.worksheets.load("items/name");
      await context.sync();
      return sheets.items.map(({ name }) => name);
    });

  test("a sheet that cannot be finished is deleted once this workbook is back", async () => {
    const setup = await setUpReports();
    leaveAfterAdding(setup, 1);
    await expect(insertReport({ kind: "bridge", ...SUBJECT, plans: setup.plans })).rejects.toThrow();
    expect(await sheetNames()).toEqual(["Sheet1"]);
    setup.workbook.close();
  });

  test("a sheet that cannot be deleted is named", async () => {
    const setup = await setUpReports();
    leaveAfterAdding(setup, Infinity);
    await expect(insertReport({ kind: "bridge", ...SUBJECT, plans: setup.plans })).rejects.toThrow(
      "refuses to remove the incomplete sheet “Variance bridge FY26 Plan”. Delete that sheet.",
    );
    setup.workbook.close();
  });

  test("no sheet is added, and the message says what to do", async () => {
    const setup = await setUpReports();
    setup.workbook.host.inFront = "otherWorkbook";
    await expect(insertReport({ kind: "bridge", ...SUBJECT, plans: setup.plans })).rejects.toThrow(
      "Excel does not answer while another workbook is in front. Click a cell of this workbook, then try again.",
    );
    expect(await sheetNames()).toEqual(["Sheet1"]);
    setup.workbook.close();
  });
});

describe("In a workbook", () => {
  let setup: ReportSetup;
  beforeEach(async () => (setup = await setUpReports()));
  afterEach(async () => {
    await setup.workbook.settled();
    setup.workbook.close();
  });

  const insert = async () => (await insertReport({ kind: "statement", ...SUBJECT, plans: setup.plans })).sheet;

  test("names that look like formulas stay texts", async () => {
    const inputs = { plan: "=1+1", base: "'x", scenario: "+5% price", other: "@SUM(1)" };
    const { sheet } = await insertReport({ kind: "statement", ...SUBJECT, plans: setup.plans, inputs });
    expect(setup.workbook.values(`'${sheet}'!B5:D5`).flat()).toEqual(["=1+1", "+5% price", "'x"]);
  });

  test("reports are known after their sheets are renamed, and not after those are deleted", async () => {
    const first = await insert();
    const second = await insert();
    expect(second).toBe("P&L statement FY26 Plan (2)");
    await rename(first, "Board");
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem(second).delete();
      await context.sync();
    });
    expect(await listReports()).toMatchObject([{ kind: "statement", sheet: "Board" }]);
  });

  test("reports stay as they are if its structure is protected, which is said", async () => {
    await insert();
    const [report] = await listReports();
    setup.workbook.host.protectStructure = true;
    const changes = [() => insert(), () => duplicateReport(report!.id), () => removeReport(report!.id)];
    for (const change of changes) await expect(change()).rejects.toThrow("The workbook's structure is protected");
    setup.workbook.host.protectStructure = false;
    expect(await listReports()).toEqual([report]);
  });

  test("reports are removed with their sheet, and the last sheet is replaced", async () => {
    const sheet = await insert();
    const [report] = await listReports();
    await removeReport(report!.id);
    expect(await listReports()).toEqual([]);
    expect(() => setup.workbook.values(`'${sheet}'!A1`)).toThrow();
    await expect(removeReport(report!.id)).rejects.toThrow("no longer in this workbook");
  });
});

describe("What a new report is about", () => {
  const { plans } = createSandbox().planning;
  const context = (state: object, error?: { code: string }): StoreContext => {
    const given = {
      state: { plans, settings: {}, appUrl: "https://app", ...state },
      findSandbox: async () => undefined,
      ledger: { invoke: () => (error ? Promise.reject(Object.assign(new Error(), error)) : Promise.resolve({})) },
    };
    return given as unknown as StoreContext;
  };

  test("are the committed and actual scenarios by flag, then others by name", async () => {
    const subject = await findSubject(context({ settings: { plan: "plan_ap26", currency: "JPY" } }));
    expect(subject).toMatchObject({
      plan: "FY26 Asia Pacific",
      currency: "JPY",
      scenarios: ["committed", "actual", "Upside"],
    });
  });

  describe("start with the current month and the year to date", () => {
    const [plan] = plans;
    const settings = { plan: plan!.id };
    const scenarios = plan!.scenarios.map((scenario) => ({ ...scenario, flags: [] }));
    const WHOLE_YEAR = { period: "Full year", basis: "Period", through: "" };
    const withoutFlags = { plans: [{ ...plan, scenarios }], settings };
    const isSet = { ...withoutFlags, settings: { ...settings, currentMonth: "2026-03" } };

    test.each([
      ["if a month of the actuals has ended", { plans: [plan], settings }, undefined, undefined],
      ["if the setting says the month", isSet, { code: "#N/A" }, undefined],
      ["if the service fails", { plans: [plan], settings }, { code: "#VALUE!" }, undefined],
      ["unless no month of the actuals has ended", { plans: [plan], settings }, { code: "#N/A" }, WHOLE_YEAR],
      ["unless no scenario is actual", withoutFlags, undefined, WHOLE_YEAR],
    ])("%s", async (_, state, error, inputs) => {
      expect((await findSubject(context(state, error))).inputs).toEqual(inputs);
    });
  });

  test("has to be chosen among several plans", async () => {
    await expect(findSubject(context({}))).rejects.toThrow("The report has no plan yet");
  });

  test("is the plan chosen for reports, with its own currency and scenarios", async () => {
    const settings = { plan: "plan_fy26", currency: "JPY", scenarios: ["none"] };
    const subject = await findSubject(context({ settings, reportPlan: "plan_ap26" }));
    const { currency } = plans.find(({ id }) => id === "plan_ap26")!;
    const scenarios = ["committed", "actual", "Upside"];
    expect(subject).toMatchObject({ plan: "FY26 Asia Pacific", currency, scenarios });
  });

  test("is named by ids where names and flags would not tell", async () => {
    const scenario = (id: string, name: string, flags: string[]) => ({ id, name, flags });
    const scenarios = [scenario("a", "Base", ["actual"]), scenario("b", "base", []), scenario("c", "Actual", [])];
    const twice = [
      { id: "p1", name: "Plan", currency: "EUR", scenarios },
      { id: "p2", name: "plan", currency: "EUR", scenarios: [] },
    ];
    const subject = await findSubject(context({ plans: twice, settings: { plan: "p1" } }));
    expect(subject).toMatchObject({ plan: "p1", scenarios: ["a", "b", "Actual"] });
  });
});
