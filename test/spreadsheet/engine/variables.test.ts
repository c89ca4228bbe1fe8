/** The variables of LET and LAMBDA, as Excel's files mark them. */
import { markVariables } from "../../../src/spreadsheet/engine/variables";

it.each([
  ["LET(rate,2,rate*rate)", "LET(_xlpm.rate,2,_xlpm.rate*_xlpm.rate)"],
  ["LET(a,1,LAMBDA(b,a+b)(2))", "LET(_xlpm.a,1,LAMBDA(_xlpm.b,_xlpm.a+_xlpm.b)(2))"],
  ["LET(double,LAMBDA(x,x*2),double(3))", "LET(_xlpm.double,LAMBDA(_xlpm.x,_xlpm.x*2),_xlpm.double(3))"],
  ["SUM(1,LET(a,{1,2},a))", "SUM(1,LET(_xlpm.a,{1,2},_xlpm.a))"],
])("marks the variables of %s", (text, marked) => {
  expect(markVariables(text, () => true)).toBe(marked);
});

it("marks names that the workbook does not have, and leaves its own", () => {
  expect(markVariables("Sales+Costs", (name) => name === "sales")).toBe("Sales+_xlpm.Costs");
});
