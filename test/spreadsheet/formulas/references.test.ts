import {
  findReferences,
  makeAbsolute,
  moveReferences,
  nameSheet,
  turnReference,
} from "../../../src/spreadsheet/formulas/references";

test("The cells of a formula are found, each on its sheet, however fixed it is written", () => {
  expect(
    findReferences("=INSIGHTS.PNL(B2,'My Plan'!$C$3:D$4)+SUM(A:A)").map(({ sheet, place, text }) => [
      sheet,
      place,
      text,
    ]),
  ).toEqual([
    ["", "$B$2", "B2"],
    ["My Plan", "$C$3:$D$4", "$C$3:D$4"],
    ["", "$A:$A", "A:A"],
  ]);
});

test.each(['="B2"&B2x', "=Scenario", "=Sales[Net]", "=[1]Sheet1!A1", "=1+1"])(
  "%s refers to no cell that could move",
  (formula) => {
    expect(findReferences(formula)).toEqual([]);
  },
);

test("Moved references keep their $ and name a sheet if necessary", () => {
  const formula = "=F(B2,$B3:C$4,Data!A1,Z9)";
  const moved = moveReferences(formula, "Plan", ["Plan!$B$5", "Plan!$D$3:$E$4", "'New data'!$A$2", undefined]);
  expect(moved).toBe("=F(B5,$D3:E$4,'New data'!A2,Z9)");
  expect(moveReferences("=F(B2)", "Plan", ["Other!$B$2"])).toBe("=F(Other!B2)");
});

test("A reference that names its own sheet goes on naming it", () => {
  expect(moveReferences("=F(Plan!B2,B2)", "Plan", ["Plan!$B$5", "plan!$B$5"])).toBe("=F(Plan!B5,B5)");
});

test("A reference to deleted cells is #REF!, as Excel makes it", () => {
  expect(moveReferences("=F(B2)", "Plan", ["#REF!"])).toBe("=F(#REF!)");
});

test.each([
  ["A1", ["$A$1", "A$1", "$A1", "A1"]],
  ["'P&L'!B$2:C$3", ["'P&L'!$B2:$C3", "'P&L'!B2:C3"]],
  ["A:C", ["$A:$C", "A:C"]],
  ["2:3", ["$2:$3", "2:3"]],
  ["Rate", ["Rate"]],
  ["[Book.xlsx]Data!A1", ["[Book.xlsx]Data!A1"]],
])("F4 turns %s into %j", (reference, turns) => {
  expect(turns.map((_, at) => turnReference(turns[at - 1] ?? reference))).toEqual(turns);
});

test("A picked address becomes absolute, with its sheet", () => {
  expect(["B4", "'P&L'!B4:$D5"].map(makeAbsolute)).toEqual(["$B$4", "'P&L'!$B$4:$D$5"]);
});

test("References without a sheet name the sheet that they come from", () => {
  expect(nameSheet('=A$1&Lists!B2&"C3"&Rate', "P&L")).toBe("='P&L'!A$1&Lists!B2&\"C3\"&Rate");
});
