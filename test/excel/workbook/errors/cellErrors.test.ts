/** What is wrong with each cell in error, over Microsoft's real proxies: one workbook for all tests. */
import metadata from "../../../../src/numbers/functions/functions.json";
import { findCellErrors } from "../../../../src/excel/workbook/errors/cellErrors";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = 'INSIGHTS.KPI("Plan","One","ebit")';

let setup: WorkbookSetup;
let found: Awaited<ReturnType<typeof findCellErrors>> = [];
beforeAll(async () => {
  setup = await setUpWorkbook({
    A1: '=INSIGHTS.KPI("Plan","Noe","ebit")',
    A2: '=INSIGHTS.KPII("Plan")',
    A3: '=INSIGHTS.XQZWV("Plan")',
    A4: `=${ONE}+nosuchname`,
    A5: `=${ONE}/0`,
    A6: "=IF(TRUE,1/0,INSIGHTS.KPII())",
    A7: `=SQRT(-${ONE})`,
    A8: "=INSIGHTS.KPI",
    A9: `=${ONE}`,
    A10: "=1/0",
    A11: `=IF(TRUE,INSIGHTS.KPI("Plan","Noe","ebit"),0)/0`,
    C1: '=INSIGHT.KPI("Plan","One","ebit")',
    C2: '=1+insigths.KPI("Plan","One","ebit")',
    C3: '=INSIGHT_PNLL("Plan")',
    C4: '=KPI("Plan","One","ebit")',
    C5: '="see INSIGHT.KPI("&nosuchname',
    C6: "=VAR(1,nosuchname)",
    C7: "=INSIGHT.MAGIC(1)",
    C8: "=INSIGHTSTEST.KPI(1)",
    B1: `=CHOOSE(1,INSIGHTS.KPI("Plan","Noe","ebit"),INSIGHTS.KPI("Plan","Too","ebit"))`,
  });
  const functionIds = metadata.functions.map(({ id }) => id);
  found = await findCellErrors({ ledger: setup.ledger, functionIds });
});
afterAll(() => setup.workbook.close());

const UNKNOWN_NAME = "Excel did not know a name when it last looked";

test.each<[string, string, string | undefined, string]>([
  ["A1", "#N/A", "argument", "Noe"],
  ["A2", "#NAME?", "function", "There is no function INSIGHTS.KPII. Did you mean INSIGHTS.KPI?"],
  ["A3", "#NAME?", undefined, "There is no function INSIGHTS.XQZWV. The Formula section lists all functions."],
  ["A4", "#NAME?", "enter", UNKNOWN_NAME],
  ["A5", "#DIV/0!", undefined, "The formula divides by zero or by a blank cell."],
  ["A6", "#DIV/0!", undefined, "The formula divides by zero or by a blank cell."],
  ["A7", "#NUM!", undefined, "Our function has a result. The rest of the formula fails, or a cell that it reads."],
  ["A8", "#NAME?", undefined, "The add-in cannot read this formula"],
  ["A11", "#N/A", "argument", "Noe"],
  [
    "C1",
    "#NAME?",
    "function",
    "Excel does not know INSIGHT.KPI: the add-in's functions begin with INSIGHTS and a point.",
  ],
  ["C2", "#NAME?", "function", "Did you mean INSIGHTS.KPI?"],
  ["C3", "#NAME?", "function", "Did you mean INSIGHTS.PNL?"],
  ["C4", "#NAME?", "function", "Did you mean INSIGHTS.KPI?"],
])("The cell %s shows %s, is mended by: %s, and is explained", (address, code, kind, message) => {
  const error = found.find((each) => each.address === `Sheet1!${address}`);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
  expect(error?.fix?.kind).toBe(kind);
});

test("Cells without an error, and those that do not call us, are not listed", () => {
  const addresses = found.map(({ address }) => address);
  expect(["A9", "A10", "C5", "C6", "C7", "C8"].filter((address) => addresses.includes(`Sheet1!${address}`))).toEqual(
    [],
  );
});
