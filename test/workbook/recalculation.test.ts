import { recalculate, recalculateFailed } from "../../src/workbook/recalculation";
import { openDesk, type Desk } from "./desk";

let desk: Desk;
afterEach(() => desk.workbook.close());

const PLAN = '=INSIGHTS.PNL("Plan","One","ebit")';

test("a recalculation asks our functions again, and only them", async () => {
  desk = await openDesk({ A1: PLAN, A2: "=1+1", "'Other sheet'!B3": PLAN });
  desk.ledger.clear();
  desk.session.disconnect();
  await recalculate();
  await desk.workbook.settled();
  expect(["A1", "A2", "'Other sheet'!B3"].map((address) => desk.workbook.value(address))).toEqual([
    "#VALUE!",
    2,
    "#VALUE!",
  ]);
});

describe("after connecting", () => {
  test("only cells whose call failed ask again", async () => {
    desk = await openDesk({ A1: PLAN });
    desk.session.disconnect();
    desk.workbook.enter("A2", '=INSIGHTS.PNL("Plan","Two","ebit")');
    await desk.workbook.settled();
    expect(desk.workbook.value("A2")).toBe("#VALUE!");
    desk.session.connect({ appUrl: "https://app.example", credentials: { apiKey: "key" } });
    const renew = jest.spyOn(desk.workbook.calls, "renew");
    await recalculateFailed(desk.ledger);
    await desk.workbook.settled();
    expect(renew.mock.calls.flatMap(([cells]) => cells?.map(({ row, column }) => [row, column]))).toEqual([[1, 0]]);
    expect(["A1", "A2"].map((address) => desk.workbook.value(address))).toEqual([100, 200]);
  });

  test("all do where nothing is known of them", async () => {
    desk = await openDesk({ A1: PLAN });
    desk.ledger.clear();
    desk.service.ebit = 130;
    await desk.session.refresh();
    await recalculateFailed(desk.ledger);
    await desk.workbook.settled();
    expect(desk.workbook.value("A1")).toBe(130);
  });

  test("a sheet that has been deleted is passed over", async () => {
    desk = await openDesk({ A1: PLAN });
    await recalculate([{ sheet: "Gone", row: 0, column: 0 }]);
    expect(desk.workbook.value("A1")).toBe(100);
  });
});
