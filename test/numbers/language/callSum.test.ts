import { readCallSum } from "../../../src/numbers/language/callSum";

const ONE = 'INSIGHTS.KPI("FY26 Plan")';

test.each<[string, number, string]>([
  [`=${ONE}`, 1, ""],
  [`=${ONE}+${ONE}`, 2, ""],
  [`=500+${ONE}-B7*2`, 1, "500-B7*2"],
  [`=-B7+${ONE}`, 1, "-B7"],
  [`=${ONE}-${ONE}`, 0, ""],
  [`=${ONE}+2*${ONE}`, 0, ""],
  [`=ABS(${ONE})`, 0, ""],
  ["=A1+B1", 0, "A1+B1"],
])("%s adds up %d calls and “%s”", (formula, calls, rest) => {
  expect(readCallSum(formula)).toEqual({ calls, rest });
});
