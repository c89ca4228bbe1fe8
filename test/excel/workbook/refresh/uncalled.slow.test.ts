/** Errors that Excel shows by itself, without a call of ours or in place of its result, such as while it evaluates conditional formats. */
import metadata from "../../../../src/numbers/functions/functions.json";
import { findCellErrors } from "../../../../src/excel/workbook/errors/cellErrors";
import { refreshWorkbook } from "../../../../src/excel/workbook/refresh/refresh";
import { showUnshown } from "../../../../src/excel/workbook/refresh/unshown";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';
const CODES = "#CALC! #NUM! #REF! #NULL! #UNKNOWN! #FIELD! #BLOCKED! #DIV/0! #VALUE! #N/A".split(" ");

let setup: WorkbookSetup;
const open = async (cells: Record<string, string | number>) => (setup = await setUpWorkbook(cells));
afterEach(async () => {
  setup.workbook.onRequest = () => undefined;
  await setup.workbook.settled();
  setup.workbook.close();
});

const settled = () => setup.workbook.settled();
const value = (address: string) => setup.workbook.value(address);
const following = () => ({ session: setup.session, ledger: setup.ledger, now: Date.now, wait: settled });
const refresh = () => refreshWorkbook(following());
const findErrors = () => findCellErrors({ ledger: setup.ledger, functionIds: metadata.functions.map(({ id }) => id) });

/** Excel calculates, shows this code, and calls nothing. */
async function showCode(code: string): Promise<void> {
  setup.workbook.host.uncalledCode = code;
  setup.workbook.calls.renew();
  await settled();
}

/** Excel shows this code however often cells are made dirty. */
async function keepCode(code: string): Promise<void> {
  setup.workbook.onRequest = () => void (setup.workbook.host.uncalledCode = code);
  await showCode(code);
}

describe.each(CODES)("A plain call that shows %s without having returned it", (code) => {
  test("is calculated again by a refresh that brings nothing new", async () => {
    await open({ A1: ONE, A2: `${ONE}*2` });
    await refresh();
    await showCode(code);
    expect(value("A1")).toBe(code);
    expect(await refresh()).toMatchObject({ end: "done" });
    expect(value("A1")).toBe(100);
  });

  test("is named if Excel keeps it, and follows by the button", async () => {
    await open({ A1: ONE });
    await keepCode(code);
    expect(await refresh()).toMatchObject({ end: "unsettled", unsettled: ["Sheet1!A1"] });
    setup.workbook.onRequest = () => undefined;
    await showUnshown(following());
    expect([value("A1"), setup.ledger.late]).toEqual([100, []]);
  });

  test("is not blamed on the formula, and entering it again heals it", async () => {
    await open({ A1: ONE });
    await showCode(code);
    expect(await findErrors()).toMatchObject([
      { code, message: expect.stringContaining("nothing is wrong with the formula"), fix: { kind: "enter" } },
    ]);
  });
});

test("A formula that does more than call us is calculated again too, but an error of its own only once", async () => {
  await open({ A1: `${ONE}*2`, A2: `${ONE}/0` });
  await refresh();
  await refresh();
  const renew = jest.spyOn(setup.workbook.calls, "renew");
  await refresh();
  expect(renew).not.toHaveBeenCalled();
  await showCode("#CALC!");
  expect(await refresh()).toMatchObject({ end: "done" });
  expect([value("A1"), value("A2")]).toEqual([200, "#DIV/0!"]);
});

// Fails if an error counts as shown that the cell's call returned for an argument that it has no more.
test.each([["alone"], ["in a sum"]])("An error that a former call returned is calculated again, %s", async (where) => {
  const call = 'INSIGHTS.KPI("Plan",B1,"ebit")';
  await open({ A1: where === "alone" ? `=${call}` : `=${call}+0` });
  expect(value("A1")).toBe("#VALUE!");
  setup.workbook.enter("B1", "One");
  await settled();
  expect(value("A1")).toBe(100);
  await showCode("#VALUE!");
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(value("A1")).toBe(100);
});

// Fails if a call that was made is all that is looked for: with the argument in error Excel makes none.
test.each([
  ["a cell", "=INSIGHTS.KPI(B1,B2,B3)"],
  ["a range", '=INSIGHTS.PNL("Plan",B1:B3,"ebit")'],
  ["what only Excel computes", '=INSIGHTS.KPI("Plan",INDEX(B1:B3,5),"ebit")'],
  ["a call of ours", '=INSIGHTS.KPI("Plan",INDEX(INSIGHTS.SCENARIOS("Plan"),9,1),"ebit")'],
])("An error of %s among the arguments is the cell's own, and names nothing", async (_what, formula) => {
  await open({ A1: formula, B1: "=1/0", B2: "One", B3: "ebit" });
  expect(String(value("A1"))).toMatch(/^#/);
  expect(await refresh()).toMatchObject({ end: "done" });
  expect((await findErrors()).filter(({ message }) => message.includes("nothing is wrong"))).toEqual([]);
  const renew = jest.spyOn(setup.workbook.calls, "renew");
  expect(await refresh()).toMatchObject({ end: "done", changes: [] });
  expect(renew).not.toHaveBeenCalled();
});

test("A plain call whose argument is no longer in error is calculated, whatever it shows", async () => {
  await open({ A1: "=INSIGHTS.KPI(B1,B2,B3)", B1: "=1/0", B2: "One", B3: "ebit" });
  await refresh();
  setup.workbook.enter("B1", "Plan");
  await settled();
  expect(value("A1")).toBe(100);
  await showCode("#CALC!");
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(value("A1")).toBe(100);
});

test("An argument in error hides no code that Excel shows later in its place", async () => {
  await open({ A1: "=INSIGHTS.KPI(B1,B2,B3)", B1: "=1/0", B2: "One", B3: "ebit" });
  await refresh();
  await showCode("#CALC!");
  setup.workbook.host.uncalledCode = "#CALC!";
  setup.workbook.enter("B1", "Plan");
  await settled();
  expect(value("A1")).toBe("#CALC!");
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(value("A1")).toBe(100);
});

test.each(["#SPILL!", "#NAME?"])("%s is told as it is, and named by no refresh", async (code) => {
  await open({ A1: ONE });
  await keepCode(code);
  expect(await refresh()).toMatchObject({ end: "done" });
});

test("A call whose arguments have a branch with a call that is not made shows its number", async () => {
  const isKnown =
    '=INSIGHTS.PNL("Plan",IF(B1="","One",IF(ISNA(INSIGHTS.PNL("Plan","Two","ebit")),"One","Two")),"ebit")';
  await open({ A1: isKnown, A2: "=A1*2" });
  expect(await refresh()).toMatchObject({ end: "done" });
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect([value("A1"), value("A2")]).toEqual([130, 260]);
});
