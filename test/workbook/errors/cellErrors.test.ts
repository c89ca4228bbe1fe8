/** What is wrong with each cell in error, over Microsoft's real proxies: one workbook for all tests. */
import metadata from "../../../src/functions/functions.json";
import { findCellErrors } from "../../../src/workbook/errors/cellErrors";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = 'INSIGHTS.KPI("Plan","One","ebit")';

let setup: WorkbookSetup;
let found: Awaited<ReturnType<typeof findCellErrors>> = [];
beforeAll(async () => {
  setup = await setUpWorkbook({
    A1: '=INSIGHTS.KPI("Plan","Won","ebit")',
    A2: '=INSIGHTS.KPII("Plan")',
    A3: '=INSIGHTS.XQZWV("Plan")',
    A4: `=${ONE}+nosuchname`,
    A5: `=${ONE}/0`,
    A6: "=IF(TRUE,1/0,INSIGHTS.KPII())",
    A7: `=SQRT(-${ONE})`,
    A8: "=INSIGHTS.KPI",
    A9: `=${ONE}`,
    A10: "=1/0",
    A11: `=IF(TRUE,INSIGHTS.KPI("Plan","Won","ebit"),0)/0`,
    B1: `=CHOOSE(1,INSIGHTS.KPI("Plan","Won","ebit"),INSIGHTS.KPI("Plan","Too","ebit"))`,
  });
  const functionIds = metadata.functions.map(({ id }) => id);
  found = await findCellErrors({ ledger: setup.ledger, functionIds });
});
afterAll(() => setup.workbook.close());

const UNKNOWN_NAME = "Excel did not know a name when it last looked";

test.each<[string, string, string | undefined, string]>([
  ["A1", "#N/A", "argument", "Won"],
  ["A2", "#NAME?", "function", "There is no function INSIGHTS.KPII. Did you mean INSIGHTS.KPI?"],
  ["A3", "#NAME?", undefined, "There is no function INSIGHTS.XQZWV. The Formula section lists all functions."],
  ["A4", "#NAME?", "enter", UNKNOWN_NAME],
  ["A5", "#DIV/0!", undefined, "The formula divides by zero or by a blank cell."],
  ["A6", "#DIV/0!", undefined, "The formula divides by zero or by a blank cell."],
  ["A7", "#NUM!", undefined, "The formula fails in what it adds to our function, or in a cell that it reads."],
  ["A8", "#NAME?", undefined, "The add-in cannot read this formula"],
  ["A11", "#N/A", "argument", "Won"],
])("The cell %s shows %s, is mended by: %s, and is explained", (address, code, kind, message) => {
  const error = found.find((each) => each.address === `Sheet1!${address}`);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
  expect(error?.fix?.kind).toBe(kind);
});

test("Cells without an error, and those that do not call us, are not listed", () => {
  const addresses = found.map(({ address }) => address);
  expect(["A9", "A10"].filter((address) => addresses.includes(`Sheet1!${address}`))).toEqual([]);
});
