/** Excel passes what its metadata says, which may be another release's: more arguments than the function takes, or fewer. */
import * as functions from "../../../src/numbers/functions/functions";
import { fitArguments } from "../../../src/numbers/functions/fitArguments";
import { SIGNATURES } from "../../../src/numbers/language/signatures";
import { setUpWorkbook, type WorkbookSetup } from "../../excel/workbook/setup";

let setup: WorkbookSetup;
beforeEach(async () => (setup = await setUpWorkbook({})));
afterEach(() => setup.workbook.close());

/** Calls KPI as Excel does for a cell, with these arguments. */
const callKpi = (...args: unknown[]) => {
  const kpi = setup.ledger.wrap("KPI", async (...values) =>
    (functions.KPI as (...given: unknown[]) => Promise<unknown>)(...fitArguments("KPI", values)),
  );
  return kpi(...args, { address: "Sheet1!A1" });
};

const ALL = ["Plan", "One", "ebit", null, null, null, null, null, null];

test("Arguments that older metadata lacks are left out", async () => {
  expect(await callKpi("Plan", "One", "ebit")).toBe(100);
});

test.each([null, 0, "", " ", [[null, ""]]])("A further argument that is blank (%j) is dropped", async (blank) => {
  expect(await callKpi(...ALL, blank)).toBe(100);
});

test.each(["committed", 7, [["", "x"]]])(
  "A further argument with a value (%j) is an error, never ignored",
  async (value) => {
    await expect(callKpi(...ALL, value)).rejects.toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("Reload the add-in"),
    });
  },
);

test("A further argument with a value is an error in a preview too", async () => {
  const kpi = setup.ledger.wrap("KPI", async (...values) => fitArguments("KPI", values).length);
  await expect(kpi(...ALL, 7, { address: "Sheet1!A1", isInValuePreview: true })).rejects.toThrow("Reload the add-in");
});

test("A call that an earlier version has kept finds its entry, whatever is blank behind it", async () => {
  await callKpi("Plan", "One", "ebit");
  setup.asked();
  await callKpi(...ALL, "");
  expect([setup.ledger.entries().length, setup.asked()]).toEqual([1, []]);
});

test.each(Object.keys(SIGNATURES))("%s gets its invocation where it reads it", (id) => {
  const invocation = {};
  const { length } = SIGNATURES[id as keyof typeof SIGNATURES];
  expect(fitArguments(id, [invocation]).indexOf(invocation)).toBe(length);
});
