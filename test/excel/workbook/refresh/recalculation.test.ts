import { recalculate, recalculateFailed } from "../../../../src/excel/workbook/refresh/recalculation";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
afterEach(() => setup.workbook.close());

const PLAN = '=INSIGHTS.PNL("Plan","One","ebit")';

test("a recalculation asks our functions again, and only them", async () => {
  setup = await setUpWorkbook({ A1: PLAN, A2: "=1+1", "'Other sheet'!B3": PLAN });
  setup.ledger.clear();
  setup.session.disconnect();
  await recalculate();
  await setup.workbook.settled();
  expect(["A1", "A2", "'Other sheet'!B3"].map((address) => setup.workbook.value(address))).toEqual([
    "#VALUE!",
    2,
    "#VALUE!",
  ]);
});

// In a workbook that calculates by hand, what is still to be calculated is the person's.
test("where no cell is to be calculated, no sheet is", async () => {
  setup = await setUpWorkbook({ A1: PLAN });
  const calculate = jest.spyOn(Excel.Worksheet.prototype, "calculate");
  await recalculate([]);
  expect(calculate).not.toHaveBeenCalled();
  await recalculate();
  expect(calculate).toHaveBeenCalledWith(false);
  await setup.workbook.settled();
});

describe("after connecting", () => {
  test("only cells whose call failed ask again", async () => {
    setup = await setUpWorkbook({ A1: PLAN });
    setup.session.disconnect();
    setup.workbook.enter("A2", '=INSIGHTS.PNL("Plan","Two","ebit")');
    await setup.workbook.settled();
    expect(setup.workbook.value("A2")).toBe("#VALUE!");
    setup.session.connect({ appUrl: "https://app.example", credentials: { apiKey: "key" } });
    const renew = jest.spyOn(setup.workbook.calls, "renew");
    await recalculateFailed(setup.ledger);
    await setup.workbook.settled();
    const renewed = renew.mock.calls.flatMap(([cells]) => cells?.map(({ row, column }) => `${row},${column}`));
    expect([...new Set(renewed)]).toEqual(["1,0"]);
    expect(["A1", "A2"].map((address) => setup.workbook.value(address))).toEqual([100, 200]);
  });

  test("all do where nothing is known of them", async () => {
    setup = await setUpWorkbook({ A1: PLAN });
    setup.ledger.clear();
    setup.service.ebit = 130;
    await setup.session.refresh();
    await recalculateFailed(setup.ledger);
    await setup.workbook.settled();
    expect(setup.workbook.value("A1")).toBe(130);
  });

  test("a sheet that has been deleted is passed over", async () => {
    setup = await setUpWorkbook({ A1: PLAN });
    await recalculate([{ sheet: "Gone", row: 0, column: 0 }]);
    expect(setup.workbook.value("A1")).toBe(100);
  });
});
