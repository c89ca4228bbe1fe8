/** Formulas over a table whose names change. Excel would change the formulas too; here they say that the name is gone. */
import { openWorkbook, type Workbook } from "./excel";

let workbook: Workbook;
beforeEach(async () => {
  const sheets = { s: { id: "s", name: "Sheet1", rowCount: 20, columnCount: 8 } };
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets } });
  for (const [address, content] of Object.entries({ A1: "Product", B1: "Amount", A2: "Bolts", B2: 5, B3: 7 }))
    workbook.enter(address, content);
  await change((table) => table.load("name"), true);
  for (const [address, text] of Object.entries({ E1: "=SUM(Table1[Amount])", C2: "=[@Amount]*2", F1: "=Table1" }))
    workbook.enter(address, text);
  await workbook.settled();
});
afterEach(() => workbook.close());

/** Changes the table, and first adds it. */
const change = (act: (table: Excel.Table) => void, isAdded = false) =>
  Excel.run(async (context) => {
    const { tables } = context.workbook.worksheets.getItem("Sheet1");
    act(isAdded ? tables.add("A1:C3", true) : tables.getItem("Table1"));
    await context.sync();
  });

const shown = async () => {
  await workbook.settled();
  return ["E1", "C2", "F1", "G2"].map((address) => workbook.value(address));
};

test("a reference means the table's cells", async () => {
  expect(await shown()).toEqual([12, 10, "Bolts", 7]);
});

test("a heading that changes takes its references along when it comes back", async () => {
  workbook.enter("B1", "Net");
  expect(await shown()).toEqual(["#REF!", "#REF!", "Bolts", 7]);
  workbook.enter("B1", "AMOUNT");
  expect(await shown()).toEqual([12, 10, "Bolts", 7]);
});

test("a table with another name keeps the references of its own cells", async () => {
  await change((table) => (table.name = "Sales"));
  expect(await shown()).toEqual(["#REF!", 10, "#NAME?", null]);
  workbook.enter("E1", "=SUM(sales[amount])");
  expect((await shown())[0]).toBe(12);
});

test("a table that becomes a range has no references any more", async () => {
  await change((table) => void table.convertToRange());
  expect(await shown()).toEqual(["#REF!", "#REF!", "#NAME?", null]);
});
