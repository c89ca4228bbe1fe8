import { readPosition } from "../../../src/spreadsheet/xlsx/positions";
import { createResolver } from "../../../src/spreadsheet/xlsx/resolve";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { createBook } from "./book";

async function resolver() {
  const book = await createBook({
    sheets: [
      { name: "Plan", cells: {} },
      { name: "S3", cells: {} },
      { name: "S4", cells: {} },
      {
        name: "It's",
        cells: {},
        tables: [{ name: "Sales", ref: "B2:D6", columns: ["Line", "Net", "a#b"], totals: true }],
      },
    ],
    names: {
      Scenario: "Plan!$B$1",
      Both: "Plan!$A$1:$A$2,Plan!$C$1",
      Left: "Plan!XFD1",
      Nested: 'Scenario&"!"',
      Ebit: "_xlfn.LAMBDA(_xlpm.s,_xldudf_INSIGHTS_KPI(Scenario,_xlpm.s))",
      Loop: "Loop2+1",
      Loop2: "Loop",
      Rate: "Plan!$B$1",
      Sum: "_xlfn.LAMBDA(_xlpm.x,0)",
      Tot: "Plan!$B$1:$B$3",
      Far: "[1]Sheet1!$A$1",
      "Plan!Local": "1",
      Local: "2",
    },
  });
  const resolve = createResolver(await loadWorkbook(book), (name) =>
    ["RATE", "SUM", "INDIRECT", "INDEX"].includes(name),
  );
  return (formula: string, address = "C3", sheet = 0) => resolve(formula, sheet, readPosition(address));
}

test.each([
  ["a name for a cell", "SUM(Scenario)+1", "SUM(Plan!$B$1)+1"],
  ["in any letters", "scenario", "Plan!$B$1"],
  ["a name for more", "Nested&1", '(Plan!$B$1&"!")&1'],
  ["a name of the formula's sheet before that of the workbook", "Local", "1"],
  ["a name of a given sheet", "Plan!Local+It!Local+'It''s'!Local", "1+2+2"],
  ["a name relative to its cell", "Left", "Plan!B3"],
  ["a name that is called", "Ebit(A1)", "LAMBDA(s,_xldudf_INSIGHTS_KPI(Plan!$B$1,s))(A1)"],
  ["newer functions", "_xlfn._xlws.SORT(_xlfn.XLOOKUP(1,A1,B1))", "SORT(XLOOKUP(1,A1,B1))"],
  ["LET", "_xlfn.LET(_xlpm.Scenario,1,_xlpm.Scenario+Scenario)", "LET(Scenario,1,Scenario+Plan!$B$1)"],
  [
    "a name that is called like a function, and the function",
    "Rate+RATE(1,2,3)+SUM(1)",
    "Plan!$B$1+RATE(1,2,3)+SUM(1)",
  ],
  [
    "a parameter that is called like a function",
    "_xlfn.LET(_xlpm.Rate,2,_xlpm.Rate*RATE(1,2,3))",
    "LET(Rate,2,Rate*RATE(1,2,3))",
  ],
  [
    "the same cells of several sheets",
    "SUM('Plan:It''s'!B1:B2,1)",
    "SUM('Plan'!B1:B2,'S3'!B1:B2,'S4'!B1:B2,'It''s'!B1:B2,1)",
  ],
  ["sheets that are called like cells", "SUM(S3:S4!B1:B2)", "SUM('S3'!B1:B2,'S4'!B1:B2)"],
  ["several sheets after a call", "SUM(MAX(B1),Plan:S3!A1)", "SUM(MAX(B1),'Plan'!A1,'S3'!A1)"],
  ["the text of a name in INDIRECT", 'INDIRECT("Tot")', 'INDIRECT("Plan!$B$1:$B$3")'],
  ["the text of a table in INDIRECT", 'SUM(INDIRECT("Sales[Net]",TRUE))', `SUM(INDIRECT("'It''s'!C3:C5",TRUE))`],
  ["the text of an address in INDIRECT", 'INDIRECT("A1")', 'INDIRECT("A1")'],
  ["a name of this workbook by its number", "[0]!Scenario", "Plan!$B$1"],
  ["text that looks like a name", '"Scenario"&_xldudf_INSIGHTS_PNL()', '"Scenario"&_xldudf_INSIGHTS_PNL()'],
  ["a sheet of this workbook", "'It''s'!A1+plan!B2", "'It''s'!A1+plan!B2"],
])("%s", async (_what, formula, expected) => {
  expect((await resolver())(formula)).toMatchObject({ text: expected });
});

test.each([
  ["a column", "Sales[Net]", "'It''s'!C3:C5"],
  ["a table's data", "Sales", "'It''s'!B3:D5"],
  ["columns", "Sales[[Line]:[Net]]", "'It''s'!B3:C5"],
  ["columns the other way round", "Sales[[Net]:[Line]]", "'It''s'!B3:C5"],
  ["all", "Sales[#All]", "'It''s'!B2:D6"],
  ["headers", "Sales[[#Headers],[Net]]", "'It''s'!C2"],
  ["totals", "Sales[#Totals]", "'It''s'!B6:D6"],
  ["headers and data", "Sales[[#Headers],[#Data],[Net]]", "'It''s'!C2:C5"],
  ["data and totals", "Sales[[#Data],[#Totals],[Net]]", "'It''s'!C3:C6"],
  ["this row", "Sales[[#This Row],[Net]]", "'It''s'!C4"],
  ["a column with a quoted sign", "Sales[a'#b]", "'It''s'!D3:D5"],
])("Of a table: %s", async (_what, formula, expected) => {
  expect((await resolver())(formula, "E4", 3)).toMatchObject({ text: expected });
});

test.each([
  ["another workbook", "[1]Sheet1!A1", "[1]Sheet1!A1 is in another workbook, of which this file keeps no values."],
  ["another workbook by a name", "Far", "[1]Sheet1!$A$1 is in another workbook, of which this file keeps no values."],
  [
    "a name of another workbook, though there is one here too",
    "[1]Sheet1!Local",
    "The name [1]Sheet1!Local is not in this workbook.",
  ],
  [
    "sheets that are not there",
    "SUM(Plan:Other!A1)",
    "Plan:Other!A1 is not a range of one worksheet of this workbook.",
  ],
  [
    "several sheets where one is meant",
    "INDEX(Plan:S3!A1,1)",
    "Plan:S3!A1 reads several sheets, which only works in SUM and similar functions here.",
  ],
  [
    "several sheets where one is meant, after a call that may have them",
    "INDEX(SUM(B1),Plan:S3!A1)",
    "Plan:S3!A1 reads several sheets, which only works in SUM and similar functions here.",
  ],
  [
    "a parameter that is called like a function",
    "_xlfn.LET(_xlpm.Sum,_xlfn.LAMBDA(_xlpm.x,_xlpm.x),_xlpm.Sum(1))",
    "The parameter Sum has the name of a function.",
  ],
  ["a name that is not there", "SUM(Nothing)", "The name Nothing is not in this workbook."],
  ["a name that refers to itself", "Loop", "The name Loop refers to itself."],
  ["a table that is not there", "Other[Net]", "The table of Other[Net] is not in this workbook."],
  ["a column that is not there", "Sales[Gross]", "Sales[Gross] is not part of its table."],
  ["this row of another row", "Sales[[#This Row],[Net]]", "Sales[[#This Row],[Net]] is not part of its table."],
])("What cannot be resolved is told: %s", async (_what, formula, problem) => {
  expect((await resolver())(formula, "E9", 3)).toMatchObject({ problem });
});
