/** Statistics, regression and distributions. */
import { calculate, type CellValues } from "../calculate";

const DOUBT = expect.stringMatching("^doubt");
const near = (value: number): unknown => expect.closeTo(value, 6);
const CELLS: CellValues = { "A1:A6": [[3], [1], [4], [1], ["text"], [true]], B1: { code: "#N/A", message: "" } };

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["STDEV.S(A1:A6)", 1.5],
  ["STDEV.P({1,3})", 1],
  ["STDEVA(A1:A6)", near(1.505545)],
  ["VAR.S({1})", "#DIV/0!"],
  ["MEDIAN(A1:A6)", 2],
  ["MEDIAN(A5)", "#NUM!"],
  ["MODE(A1:A6)", 1],
  ["MODE({1,2})", "#N/A"],
  ["MODE(1,1,2,3)", 1],
  ['MODE(1,"1",2,3)', "#VALUE!"],
  ["MODE(1,1,A9)", "#VALUE!"],
  ["MODE(1,1,A9:A10)", 1],
  ["MODE(1,1,A6)", DOUBT],
  ["MODE.MULT({1,2,2,1,3})", [[1], [2]]],
  ["LARGE(A1:A6,2)", 3],
  ["LARGE({10,20,30},2.5)", 10],
  ["SMALL({10,20,30},1.9)", 10],
  ["SMALL({10,20,30},3.1)", "#NUM!"],
  ["SMALL(B1:B2,1)", "#N/A"],
  ["PERCENTILE({1,2,3,4},0.3)", near(1.9)],
  ["PERCENTILE.EXC({1,2,3},0.1)", "#NUM!"],
  ["QUARTILE({6,7,15,36},0)", 6],
  ["QUARTILE({6,7,15,36},4.9)", 36],
  ["QUARTILE({6,7,15,36},5)", "#NUM!"],
  ["PERCENTILE({7},0.4)", 7],
  ["QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},1)", 15],
  ["PERCENTRANK.INC({13,12,11,8,4,3,2,1,1,1},2)", 0.333],
  ["PERCENTRANK.EXC({1,2,3},4)", "#N/A"],
  ["RANK(1,A1:A6)", 3],
  ["RANK(1,A1:A6,1)", 1],
  ["RANK.AVG(1,A1:A6)", 3.5],
  ["RANK(2,A1:A6)", "#N/A"],
  ['RANK(1,A1:A6,"0")', "#VALUE!"],
  ["GEOMEAN({4,9})", near(6)],
  ["HARMEAN({0,1})", "#NUM!"],
  ["GEOMEAN({0,1})", "#NUM!"],
  ["PERCENTRANK.INC({5},5)", 1],
  ["PERCENTRANK.INC({1,2,3},1)", 0],
  ["KURT({1,2,3,4})", near(-1.2)],
  ["KURT({1,2,3})", "#DIV/0!"],
  ["TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)", near(34 / 9)],
  ["SKEW({3,4,5,2,3,4,5,6,4,7})", near(0.359543)],
  ["KURT({3,4,5,2,3,4,5,6,4,7})", near(-0.1518)],
  ["FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89})", [[1], [2], [4], [2]]],
  ["FREQUENCY({1,2},{5,5})", [[2], [0], [0]]],
  ["PROB({0,1,2,3},{0.2,0.3,0.1,0.4},1,3)", near(0.8)],
  ['PROB({"a","b"},{"c","d"},1)', "#DIV/0!"],
  ["CORREL({1,2,3},{1,2,3,4})", "#N/A"],
  ["CORREL({1,1},{1,2})", "#DIV/0!"],
  ["RSQ({1,1},{1,2})", "#DIV/0!"],
  ["RSQ({1,2},{1,1})", "#DIV/0!"],
  ["RSQ({1,2,4},{1,2,3})", near(27 / 28)],
  ["FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})", near(10.607253)],
  ["INTERCEPT({2,3,9,1,8},{6,5,11,7,5})", near(0.048387)],
  ["COVARIANCE.S({2,4,8},{5,11,12})", near(29 / 3)],
  ["LINEST({1,9,5,7},{0,4,2,3})", [[near(2), near(1)]]],
  ["LINEST({1,9,5,7},{0,4,2,3},TRUE,TRUE)", DOUBT],
  ["LINEST({1,2,3},{1,1,1})", DOUBT],
  ["LINEST({1;2;3},{1;2}^{1,2})", "#REF!"],
  ['TREND({"a";2;3},{1;2}^{1,2})', "#REF!"],
  ["LOGEST({2;4;8})", [[near(2), near(1)]]],
  ["TREND({1,2,3},,{4,5})", [[near(4), near(5)]]],
  ["TREND({2;4;6},{1;2;3},4,FALSE)", near(8)],
  ["GROWTH({1,-1})", "#NUM!"],
  ["LOGEST({1,2,-4})", "#NUM!"],
  ["INDEX(LINEST({1,3,2,5},{1,2,3,4},TRUE,TRUE),4,2)", 2],
  ["INDEX(LINEST({1,3,2,5},{1,2,3,4},FALSE,TRUE),4,2)", 3],
  ["NORM.DIST(42,40,1.5,TRUE)", near(0.908789)],
  ["NORM.S.INV(0.908789)", near(1.333335)],
  ["NORM.INV(1,0,1)", "#NUM!"],
  ["LOGNORM.DIST(4,3.5,1.2,TRUE)", near(0.039084)],
  ["LOGNORM.DIST(4,3.5,1.2,FALSE)", near(0.017618)],
  ["LOGNORM.DIST(0,0,1,TRUE)", "#NUM!"],
  ["LOGNORM.DIST(1,0,0,TRUE)", "#NUM!"],
  ["LOGNORMDIST(4,3.5,1.2)", near(0.039084)],
  ["LOGNORM.INV(0.039084,3.5,1.2)", expect.closeTo(4.000025, 5)],
  ["LOGINV(0.5,0,1)", 1],
  ["LOGNORM.INV(1,0,1)", "#NUM!"],
  ["BINOM.DIST(6,10,0.5,FALSE)", near(0.205078)],
  ["BINOM.DIST(6,10,1,TRUE)", 0],
  ["BINOM.DIST(10,10,1,FALSE)", 1],
  ["BINOM.DIST(0,10,0,FALSE)", 1],
  ["BINOM.DIST(1,10,0,FALSE)", 0],
  ["BINOM.DIST(1,10,0,TRUE)", 1],
  ["POISSON.DIST(2,5,TRUE)", near(0.124652)],
  ["POISSON.DIST(-0.000001,5,TRUE)", "#NUM!"],
  ["EXPON.DIST(0.2,10,TRUE)", near(0.864665)],
  ["CONFIDENCE(0.05,2.5,50)", near(0.692952)],
];

test.each(ANSWERS)("%s", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

test("LINEST has the statistics of Microsoft's example of office buildings", async () => {
  const offices = [
    [2310, 2, 2, 20, 142000],
    [2333, 2, 2, 12, 144000],
    [2356, 3, 1.5, 33, 151000],
    [2379, 3, 2, 43, 150000],
    [2402, 2, 3, 53, 139000],
    [2425, 4, 2, 23, 169000],
    [2448, 2, 1.5, 99, 126000],
    [2471, 2, 2, 34, 142900],
    [2494, 3, 3, 23, 163000],
    [2517, 4, 4, 55, 169000],
    [2540, 2, 3, 22, 149000],
  ];
  const [coefficients, errors, fit, test, sums] = (await calculate("LINEST(E1:E11,A1:D11,TRUE,TRUE)", {
    "A1:E11": offices,
  })) as number[][];
  expect(coefficients).toEqual([-234.2371645, 2553.21066, 12529.76817, 27.64138737, 52317.83051].map(near4));
  expect(errors).toEqual([13.26801148, 530.6691519, 400.0668382, 5.429374042, 12237.3616].map(near4));
  expect(fit).toEqual([near(0.996747993), near4(970.5784629), "#N/A", "#N/A", "#N/A"]);
  expect(test).toEqual([near4(459.7536742), 6, "#N/A", "#N/A", "#N/A"]);
  expect(sums?.[1]).toBeCloseTo(5652135.316, 2);
});

const near4 = (value: number): unknown => expect.closeTo(value, 4);
