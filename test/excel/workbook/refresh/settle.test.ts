/** How long a refresh waits for Excel, and what it takes for shown. Time is counted in looks at the ledger, ten a second. */
import { getEventListeners } from "node:events";
import { refreshWorkbook, type RefreshOptions } from "../../../../src/excel/workbook/refresh/refresh";
import { isShown } from "../../../../src/excel/workbook/refresh/lateCells";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';

let setup: WorkbookSetup;
/** How often the refresh has looked. */
let looks: number;
/** Called at each look. */
let onLook: (look: number) => void;

const open = async (cells: Record<string, string>) => {
  setup = await setUpWorkbook(cells);
  [looks, onLook] = [0, () => {}];
};
afterEach(() => setup.workbook.close());

const refresh = (options: Partial<RefreshOptions> = {}) =>
  refreshWorkbook({
    session: setup.session,
    ledger: setup.ledger,
    now: Date.now,
    async wait(milliseconds) {
      if (milliseconds === 100) onLook((looks += 1));
      await new Promise(setImmediate);
    },
    ...options,
  });

// Fails if a call is always taken to be running, or cells are read again that all show their calls.
test("Cells that show their calls at once are waited for a second or two", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }] });
  expect(looks).toBeLessThan(20);
});

// Fails if running calls are not waited for.
test("A call that appears, and is answered after nine seconds, is waited for", async () => {
  await open({ A1: ONE, A2: '=INSIGHTS.PNL("Plan",IF(A1>100,"Two","One"),"netFIESales")' });
  setup.service.ebit = 130;
  const held = new Promise<undefined>((resolve) => {
    onLook = (look) => look === 90 && resolve(undefined);
  });
  setup.service.fail = ({ searchParams }) => (searchParams.get("scenarioIds") === "s2" ? held : undefined);
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(setup.workbook.value("A2")).toBe(1000);
});

// Fails if an address without a cell stays with its call: cells seem to have moved at every refresh.
test("After a deletion a refresh calculates only the cells whose number has changed", async () => {
  const TWO = '=INSIGHTS.PNL("Plan","One","grossSales")';
  await open({ A1: ONE, A2: TWO, A3: '=INSIGHTS.PNL("Plan","One","cogs")', A4: ONE });
  await refresh();
  setup.workbook.enter("A4", "");
  setup.service.ebit = 130;
  await refresh();
  const renew = jest.spyOn(setup.workbook.calls, "renew");
  setup.service.ebit = 140;
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ after: 140 }] });
  expect(new Set(renew.mock.calls.flat(2).map((cell) => cell?.row))).toEqual(new Set([0]));
  expect(setup.ledger.entries().flatMap(({ addresses }) => [...addresses])).not.toContain("Sheet1!A4");
});

// Fails if it is not kept that a cell makes no call.
test("A cell that was seen to make no call is not calculated at every refresh", async () => {
  await open({ A1: ONE, A2: '=INSIGHTS.PNL("Plan",1/0,"ebit")' });
  await refresh();
  const renew = jest.spyOn(setup.workbook.calls, "renew");
  expect(await refresh()).toMatchObject({ end: "done", changes: [] });
  expect(renew).not.toHaveBeenCalled();
});

// Fails if every cell that was calculated is taken for one without calls.
test("A cell that called before, and of whose calls nothing is known any more, is calculated", async () => {
  await open({ A1: `${ONE}+0` });
  setup.service.ebit = 130;
  await refresh();
  setup.ledger.detach(["Sheet1!A1"]);
  setup.service.ebit = 150;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(setup.workbook.value("A1")).toBe(150);
});

test("A refresh leaves no listener behind", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 130;
  let listeners = 0;
  const { subscribe } = setup.ledger;
  jest.spyOn(setup.ledger, "subscribe").mockImplementation((listener) => {
    listeners += 1;
    const stop = subscribe(listener);
    return () => ((listeners -= 1), stop());
  });
  const { signal } = new AbortController();
  await refresh({ signal });
  expect([getEventListeners(signal, "abort"), listeners]).toEqual([[], 0]);
});

test.each(["#NAME?", "#AD?", "#SPILL!"])("%s is Excel's own, and what the cell shows", (value) => {
  const call = { key: "", id: "PNL", args: [], settings: {}, addresses: new Set<string>(), state: "done", result: 1 };
  expect(isShown({ sheet: "Sheet1", row: 0, column: 0, formula: ONE, value }, [call as never])).toBe(true);
});
