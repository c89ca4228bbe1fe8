/** What comes between the requests of a refresh, and an Excel that writes addresses in its own way. */
import { refreshWorkbook } from "../../../src/workbook/refresh/refresh";
import { settle } from "../../../src/workbook/refresh/settling";
import { refusal, setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';

let setup: WorkbookSetup;
const open = async (cells: Record<string, string | number>) => (setup = await setUpWorkbook(cells));
afterEach(() => setup.workbook.close());

const values = (...addresses: string[]) => addresses.map((address) => setup.workbook.value(address));
const settled = () => setup.workbook.settled();
const refresh = () => refreshWorkbook({ session: setup.session, ledger: setup.ledger, now: () => 0, wait: settled });

test("Cells are known by their addresses where Excel quotes every sheet's name", async () => {
  await open({});
  setup.workbook.host.quoteSheets = true;
  setup.workbook.enter("A1", ONE);
  setup.workbook.enter("'Other sheet'!A1", ONE);
  await settled();
  expect(setup.ledger.calls().map(({ addresses }) => [...addresses])).toEqual([["Sheet1!A1", "'Other sheet'!A1"]]);
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ address: "Sheet1!A1" }, { address: "'Other sheet'!A1" }] }); // prettier-ignore
});

test("A formula is never entered again in a cell that holds another by now", async () => {
  const other = '=1+"x"';
  await open({ A1: other });
  await settle({ ledger: setup.ledger, wait: settled }, [{ sheet: "Sheet1", row: 0, column: 0, formula: ONE }]);
  expect(setup.workbook.save().data.sheets?.s?.cellData?.[0]?.[0]?.f).toBe(other);
});

test("A service that fails after the commit brings cells back also where the workbook cannot be written any more", async () => {
  await open({ A1: ONE, A2: '=INSIGHTS.PNL("Plan",IF(A1>100,"Two","One"),"ebit")' });
  setup.service.ebit = 130;
  const { state } = setup.workbook;
  setup.service.fail = (url) => {
    if (url.searchParams.get("scenarioIds") !== "s2") return undefined;
    state.parts = Object.freeze({ ...state.parts });
    return refusal(500);
  };
  expect(await refresh()).toMatchObject({ end: "failed" });
  await settled();
  expect(values("A1", "A2")).toEqual([100, 100]);
});
