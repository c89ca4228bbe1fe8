/** What comes between the requests of a refresh, and an Excel that writes addresses in its own way. */
import { repairWorkbook } from "../../../../src/excel/workbook/repair";
import { refreshWorkbook } from "../../../../src/excel/workbook/refresh/refresh";
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
  expect(setup.ledger.entries().map(({ addresses }) => [...addresses])).toEqual([["Sheet1!A1", "'Other sheet'!A1"]]);
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({
    end: "done",
    changes: [{ address: "Sheet1!A1" }, { address: "'Other sheet'!A1" }],
  });
});

test("A number that a formula puts in place of an error is told to be none", async () => {
  await open({ A1: '=IFERROR(INSIGHTS.KPI("Plan","One","ebit"),0)' });
  setup.service.fail = ({ pathname }) => (pathname.endsWith("/pnl-summary") ? refusal(404, "No results") : undefined);
  expect(await refresh()).toMatchObject({
    end: "done",
    changes: [{ address: "Sheet1!A1", before: 100, after: 0 }],
    failures: [{ address: "Sheet1!A1", code: "#N/A", message: expect.stringMatching(/No results/), isCaught: true }],
  });
  expect(await refresh()).toMatchObject({ end: "done", changes: [], failures: [] });
});

test("Texts that only look like formulas are not counted, calculated or repaired", async () => {
  await open({ A1: ONE });
  const texts = ["='x.xla'!_xldudf_INSIGHTS_PNL()", "=INSIGHTS.PLANS()"];
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("B1:B2").values = texts.map((text) => [`'${text}`]);
    await context.sync();
  });
  expect(await refresh()).toMatchObject({ cells: 1 });
  expect(await repairWorkbook()).toEqual([]);
  expect(values("B1", "B2")).toEqual(texts);
});
