/** Edits as people make them, with what Excel shows afterwards. One workbook; each edit goes on from the one before. */
import { openWorkbook, type Workbook } from "./excel";

let workbook: Workbook;
/** The arguments of all calls. */
const asked: unknown[] = [];

beforeAll(() => {
  const sheets = {
    s: { id: "s", name: "Sheet1", rowCount: 60, columnCount: 12 },
    o: { id: "o", name: "Other", rowCount: 20, columnCount: 8 },
  };
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s", "o"], sheets } }, [
    {
      namespace: "INSIGHTS",
      metadata: { id: "KPI", name: "KPI", parameters: [{ name: "factor" }] },
      run: ([factor]) => {
        asked.push(factor);
        return Promise.resolve(100 * Number(factor));
      },
    },
  ]);
});
afterAll(() => workbook.close());

const inSheet = (name: string, act: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void) =>
  Excel.run(async (context) => {
    act(context.workbook.worksheets.getItem(name), context);
    await context.sync();
  });

const formulas = (address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("formulas");
    await context.sync();
    return range.formulas as unknown[][];
  });

const formats = (address: string): Promise<unknown> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("numberFormat");
    await context.sync();
    return (range.numberFormat as unknown[][])[0]![0];
  });

/** An edit and the cells that it leaves, by address; those of formulas begin with "f:". */
type Step = readonly [name: string, act: () => unknown, shown: Record<string, unknown>];

const enter = (cells: Record<string, string | number>) => () => {
  for (const [address, content] of Object.entries(cells)) workbook.enter(address, content);
};

const STEPS: readonly Step[] = [
  ["numbers and a sum", enter({ A1: 1, A2: 2, A3: 3, B1: "=SUM(A1:A3)" }), { B1: 6 }],
  ["a reader of a reader", enter({ B2: "=B1*2", B3: '=B2&" pieces"' }), { B2: 12, B3: "12 pieces" }],
  ["a number changes", enter({ A1: 10 }), { B1: 15, B2: 30, B3: "30 pieces" }],
  ["a text among numbers", enter({ A2: "two" }), { B1: 13 }],
  ["a text where a number is wanted", enter({ C1: "=A2+1" }), { C1: "#VALUE!" }],
  ["an error that is caught", enter({ C2: '=IFERROR(C1,"none")' }), { C2: "none" }],
  ["the number comes back", enter({ A2: 2 }), { B1: 15, C1: 3, C2: 3 }],
  ["a division by nothing", enter({ C3: "=A1/D9" }), { C3: "#DIV/0!" }],
  ["a spill", enter({ D1: "=SEQUENCE(3,2)" }), { D1: 1, E1: 2, D3: 5, E3: 6 }],
  ["a formula over a spill", enter({ F1: "=SUM(D1#)", F2: "=ROWS(D1#)" }), { F1: 21, F2: 3 }],
  ["a spill is blocked", enter({ E2: "x" }), { D1: "#SPILL!", D2: null, E2: "x", F1: "#SPILL!" }],
  ["a spill is freed", () => inSheet("Sheet1", (sheet) => sheet.getRange("E2").clear("Contents")), { E2: 4, F1: 21 }],
  ["a spill shrinks", enter({ D1: "=SEQUENCE(A3-1,2)" }), { D2: 3, E2: 4, D3: null, F1: 10, F2: 2 }],
  ["a spill grows", enter({ A3: 5 }), { D4: 7, E4: 8, F1: 36, F2: 4 }],
  ["a formula in the place of a spill", enter({ D1: "=A1" }), { D1: 10, E1: null, D4: null, F2: 1 }],
  ["a cell of a spill is emptied", enter({ D1: "=SEQUENCE(2)", D2: "" }), { D1: 1, D2: 2 }],
  [
    "another sheet",
    enter({ "Other!A1": 7, G1: "=Other!A1*2", "Other!B1": "=Sheet1!G1+1" }),
    { G1: 14, "Other!B1": 15 },
  ],
  ["the other sheet changes", enter({ "Other!A1": 8 }), { G1: 16, "Other!B1": 17 }],
  [
    "the other sheet gets a name",
    () => inSheet("Other", (sheet) => (sheet.name = "Moved here")),
    { G1: 16, "f:G1": "='Moved here'!A1*2" },
  ],
  ["it changes under its new name", enter({ "'Moved here'!A1": 9 }), { G1: 18, "'Moved here'!B1": 19 }],
  [
    "rows are inserted above",
    () => inSheet("Sheet1", (sheet) => sheet.getRange("1:2").insert("Down")),
    { A3: 10, B3: 17, B4: 34, "f:B3": "=SUM(A3:A5)", "'Moved here'!B1": 19 },
  ],
  ["a number changes below them", enter({ A3: 1 }), { B3: 8, B4: 16 }],
  [
    "rows are removed",
    () => inSheet("Sheet1", (sheet) => sheet.getRange("1:2").delete("Up")),
    { A1: 1, B1: 8, "f:B1": "=SUM(A1:A3)" },
  ],
  [
    "a column is inserted",
    () => inSheet("Sheet1", (sheet) => sheet.getRange("B:B").insert("Right")),
    { C1: 8, "f:C1": "=SUM(A1:A3)", "f:C2": "=C1*2" },
  ],
  ["a column is removed", () => inSheet("Sheet1", (sheet) => sheet.getRange("B:B").delete("Left")), { B1: 8, B2: 16 }],
  ["a name", () => inSheet("Sheet1", (sheet, { workbook: { names } }) => names.add("Rate", sheet.getRange("A1"))), {}],
  ["a formula by the name", enter({ H1: "=Rate*100", H2: "=LET(rate,2,rate*3)" }), { H1: 100, H2: 6 }],
  ["the named cell changes", enter({ A1: 3 }), { H1: 300, B1: 10 }],
  ["an unknown name", enter({ H3: "=Ratte*2" }), { H3: "#NAME?" }],
  ["an unknown function", enter({ H4: "=SUMM(A1:A3)" }), { H4: "#NAME?" }],
  [
    "the name comes to be",
    () => inSheet("Sheet1", (sheet, { workbook: { names } }) => names.add("Ratte", sheet.getRange("A2"))),
    { H3: 4 },
  ],
  ["a circle", enter({ I1: "=I2", I2: "=I1" }), { I1: "#VALUE!", I2: "#VALUE!" }],
  ["the circle is broken", enter({ I2: 4 }), { I1: 4 }],
  ["the edit is undone", () => workbook.undo(), { I1: "#VALUE!" }],
  [
    "a table",
    async () => {
      enter({ A20: "Product", B20: "Amount", A21: "Bolts", B21: 5, A22: "Nuts", B22: 7 })();
      await inSheet("Sheet1", (sheet) => void sheet.tables.add("A20:C22", true));
    },
    { A20: "Product" },
  ],
  [
    "a column of the table",
    enter({ E20: "=SUM(Table1[Amount])", E21: "=ROWS(Table1)", E22: "=COUNTA(Table1[[#All],[Product]])" }),
    { E20: 12, E21: 2, E22: 3 },
  ],
  ["the table's headings", enter({ E23: "=INDEX(Table1[#Headers],2)" }), { E23: "Amount" }],
  ["cells of the formula's own row", enter({ C21: "=[@Amount]*2", C22: "=Table1[@Amount]*3" }), { C21: 10, C22: 21 }],
  ["a number of the table changes", enter({ B21: 6 }), { C21: 12, E20: 13 }],
  [
    "a row is inserted into the table",
    () => inSheet("Sheet1", (sheet) => sheet.getRange("22:22").insert("Down")),
    { E20: 13, E21: 3, C23: 21 },
  ],
  ["its number", enter({ B22: 100 }), { E20: 113 }],
  ["a column that the table lacks", enter({ E21: "=SUM(Table1[Price])" }), { E21: "#REF!" }],
  ["a call of the add-in", enter({ J1: 2, J2: "=INSIGHTS.KPI(J1)", J3: "=J2+1" }), { J2: 200, J3: 201 }],
  ["its argument changes", enter({ J1: 3 }), { J2: 300, J3: 301 }],
  ["a call by the result of a call", enter({ J4: "=INSIGHTS.KPI(J2/100)" }), { J4: 300 }],
  ["a volatile function beside a call", enter({ J5: "=INSIGHTS.KPI(1)+0*RAND()" }), { J5: 100 }],
  [
    "rows change places by sorting",
    () =>
      inSheet("Sheet1", (sheet) => {
        sheet.getRange("A1:A3").sort.apply([{ key: 0, ascending: false }]);
      }),
    { A1: 5, A2: 3, A3: 2, B1: 10, H1: 500 },
  ],
  [
    "a reference that is made",
    enter({ K1: "A", K2: '=INDIRECT(K1&"1")', K3: "=SUM(OFFSET(A1,0,0,K4,1))", K4: 2 }),
    { K2: 5, K3: 8 },
  ],
  ["what it is made of changes", enter({ K1: "B", K4: 3 }), { K2: 10, K3: 10 }],
  ["a date", enter({ L1: "=DATE(2026,3,1)", L2: "=L1+7" }), { L1: 46082, L2: 46089 }],
  ["a sheet is removed", () => inSheet("Moved here", (sheet) => sheet.delete()), { G1: "#REF!", A1: 5 }],
];

describe("A workbook shows what Excel shows after", () => {
  test.each(STEPS)("%s", async (_name, act, shown) => {
    await act();
    await workbook.settled();
    const found: Record<string, unknown> = {};
    for (const address of Object.keys(shown))
      found[address] = address.startsWith("f:") ? (await formulas(address.slice(2)))[0]![0] : workbook.value(address);
    expect(found).toEqual(shown);
  });

  test("one call for each argument, and none with a blank one while another call is pending", () => {
    expect(asked).toEqual([2, 3, 3, 1]);
  });

  test("dates with a date's format", async () => {
    expect([await formats("L1"), await formats("L2")]).toEqual(["m/d/yyyy", "m/d/yyyy"]);
  });
});
