/** Checks in Excel, over Microsoft's real proxies: found by their names, made of the selected cell, and removed. */
import { nameCheck, removeCheckName } from "../../../../src/excel/workbook/checks/nameCheck";
import { readChecks } from "../../../../src/excel/workbook/checks/readChecks";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const EBIT = 'INSIGHTS.KPI("Plan","One","ebit")';
const EBIT_NUMBER = { of: "EBIT of One in Plan, full year", format: "#,##0;-#,##0" };

let setup: WorkbookSetup;
afterEach(() => setup.workbook.close());

const checks = (unsettled: readonly string[] = []) => readChecks({ ledger: setup.ledger, unsettled });

async function addNames(names: Record<string, string>): Promise<void> {
  await Excel.run(async (context) => {
    for (const [name, formula] of Object.entries(names)) {
      const [sheet, own = ""] = name.includes("!") ? name.split("!") : [undefined, name];
      const scope = sheet === undefined ? context.workbook : context.workbook.worksheets.getItem(sheet);
      scope.names.add(own, formula);
    }
    await context.sync();
  });
}

async function select(address: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getActiveWorksheet().getRange(address).select();
    await context.sync();
  });
}

test("Each check stands as its cell does, with what it reads, also after a refresh", async () => {
  setup = await setUpWorkbook({
    A1: `=${EBIT}`,
    A2: 95,
    B1: `=AND(${EBIT}>A2,SUM(A1:A2)>0)`,
    B2: "=A1<A2",
    B3: `=${EBIT}/0>1`,
    B4: "TRUE",
    B5: "=A1",
    B6: "=A1:A2>0",
    "'Other sheet'!A1": "=Sheet1!A1>0",
  });
  await addNames({
    Check_Good: "=Sheet1!$B$1",
    Check_Bad: "=Sheet1!$B$2",
    Check_Error: "=Sheet1!$B$3",
    Check_Constant: "=Sheet1!$B$4",
    Check_Number: "=Sheet1!$B$5",
    Check_Spill: "=Sheet1!$B$6",
    Check_Blank: "=Sheet1!$C$9",
    Check_Gone: "=Sheet1!#REF!",
    Check_Area: "=Sheet1!$B$1:$B$2",
    "Other sheet!Check_Good": "='Other sheet'!$A$1",
    Other: "=Sheet1!$B$1",
  });
  const found = await checks();
  const states = Object.fromEntries(found.map(({ name, scope = "", stands }) => [scope + name, stands]));
  expect(states).toEqual({
    Check_Good: "TRUE",
    "Other sheetCheck_Good": "TRUE",
    Check_Bad: "FALSE",
    Check_Error: "#DIV/0!",
    Check_Constant: "not a check: its cell holds a value, not a formula.",
    Check_Number: "not a check: its formula shows a number, neither TRUE nor FALSE.",
    Check_Spill: "not a check: its formula fills more than one cell.",
    Check_Blank: "not a check: its cell is blank.",
    Check_Gone: "not a check: its cell was deleted.",
    Check_Area: "not a check: its name means more than one cell.",
  });
  const numbersOf = (all: typeof found, wanted: string) => all.find(({ name }) => name === wanted)?.numbers;
  expect(numbersOf(found, "Check_Good")).toEqual([
    { ...EBIT_NUMBER, value: 100 },
    { of: "Sheet1!A2", value: 95 },
    { of: "SUM(Sheet1!A1:A2)", value: 195 },
  ]);
  setup.service.ebit = 90;
  await setup.refresh();
  const after = await checks();
  expect(after.find(({ name }) => name === "Check_Good")).toMatchObject({ state: "false", cell: "Sheet1!B1" });
  expect(numbersOf(after, "Check_Good")?.[0]).toEqual({ ...EBIT_NUMBER, value: 90 });
});

test("A check is not known if Excel has not updated it, or a cell that it reads", async () => {
  setup = await setUpWorkbook({ A1: `=${EBIT}`, B1: "=A1>0", B2: "=A2=0" });
  await addNames({ Check_Reads: "=Sheet1!$B$1", Check_Other: "=Sheet1!$B$2" });
  const states = async (...late: string[]) =>
    Object.fromEntries((await checks(late)).map((each) => [each.label, each.state]));
  expect(await states("Sheet1!A1")).toEqual({ Reads: "unknown", Other: "true" });
  expect(await states("Sheet1!B2")).toEqual({ Reads: "true", Other: "unknown" });
});

test("The selected cell becomes a check by its name alone, with the text beside it as its label", async () => {
  setup = await setUpWorkbook({ A1: "Fill rate ≥ 95 %", C1: "=1>0", A2: "Fill rate ≥ 95 %", C2: "=1<0", C3: "=1>0" });
  await select("C1");
  expect(await nameCheck("")).toBe("Fill rate 95");
  await select("C2");
  expect(await nameCheck("")).toBe("Fill rate 95 2");
  await select("C3");
  expect(await nameCheck("")).toBe("Sheet1 C3");
  expect(await checks()).toMatchObject([
    { name: "Check_Fill_rate_95", cell: "Sheet1!C1", state: "true" },
    { name: "Check_Fill_rate_95_2", cell: "Sheet1!C2", state: "false" },
    { name: "Check_Sheet1_C3", cell: "Sheet1!C3", state: "true" },
  ]);
  await expect(nameCheck("Mine")).rejects.toThrow("Sheet1!C3 is a check already: Sheet1 C3.");
});

test.each([
  ["A1", "Sheet1!A1 holds no formula."],
  ["A2", "The formula in Sheet1!A2 shows neither TRUE nor FALSE."],
  ["A3", "Sheet1!A3 holds no formula."],
])("The cell %s cannot become a check, and the pane says why", async (address, message) => {
  setup = await setUpWorkbook({ A1: "Text", A2: "=1" });
  await select(address);
  await expect(nameCheck("A label")).rejects.toThrow(message);
  expect(await checks()).toEqual([]);
});

test("A check that is removed leaves its cell, and a check of the same name on a sheet", async () => {
  setup = await setUpWorkbook({ A1: "=1>0", A2: "=1>0" });
  await addNames({ Check_A: "=Sheet1!$A$1", "Sheet1!Check_A": "=Sheet1!$A$2", Check_Gone: "=Sheet1!#REF!" });
  await removeCheckName({ name: "Check_A" });
  await removeCheckName({ name: "Check_Gone" });
  expect(await checks()).toMatchObject([{ name: "Check_A", scope: "Sheet1", cell: "Sheet1!A2" }]);
  expect(setup.workbook.value("A1")).toBe(true);
});

test("Checks are found once in an Excel whose sheets list the workbook's names too", async () => {
  setup = await setUpWorkbook({ A1: "=1>0" });
  setup.workbook.host.listAllNames = true;
  await addNames({ Check_A: "=Sheet1!$A$1" });
  expect(await checks()).toHaveLength(1);
});
