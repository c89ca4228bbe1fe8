/** Functions that make arrays, and those that call a LAMBDA for parts of one. */
import { calculate, type CellValues } from "../calculate";

const CELLS: CellValues = {
  "A1:B3": [
    [3, "c"],
    [1, "a"],
    [2, "B"],
  ],
  "C1:C5": [["b"], [null], [true], [1], ["A"]],
};
const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  [
    "SEQUENCE(2,2,5,-1)",
    [
      [5, 4],
      [3, 2],
    ],
  ],
  ["SEQUENCE(,3)", [[1, 2, 3]]],
  ["SEQUENCE(,3,10)", [[10, 11, 12]]],
  ["SEQUENCE(0)", "#CALC!"],
  ["SEQUENCE(-1)", "#VALUE!"],
  ["SEQUENCE(2^20,2^14)", DOUBT],
  [
    "FILTER(A1:B3,A1:A3>1)",
    [
      [3, "c"],
      [2, "B"],
    ],
  ],
  ["FILTER(A1:B3,{0,1})", [["c"], ["a"], ["B"]]],
  ["FILTER(A1:B3,A1:A3>9)", "#CALC!"],
  ['FILTER(A1:B3,A1:A3>9,"none")', "none"],
  ["FILTER(A1:B3,A1:A2>0)", "#VALUE!"],
  [
    "SORT(A1:B3,2,-1)",
    [
      [3, "c"],
      [2, "B"],
      [1, "a"],
    ],
  ],
  ["SORT(C1:C5)", [[1], ["A"], ["b"], [true], [0]]],
  ["SORT(C1:C5,1,-1)", [[true], ["b"], ["A"], [1], [0]]],
  ['SORT({#N/A;"a";1})', [[1], ["a"], ["#N/A"]]],
  ['SORT({1;"a";#N/A},1,-1)', [["#N/A"], ["a"], [1]]],
  ["SORT(A1:B3,3)", "#VALUE!"],
  ["SORT({3,1,2},1,1,TRUE)", [[1, 2, 3]]],
  ["SORTBY(B1:B3,A1:A3,-1)", [["c"], ["B"], ["a"]]],
  ["SORTBY(B1:B3,A1:A2)", "#VALUE!"],
  ['UNIQUE({"a";"A";"b"})', [["a"], ["b"]]],
  ['UNIQUE({"a";"A";"b"},FALSE,TRUE)', "b"],
  ["TAKE(A1:A3,-2)", [[1], [2]]],
  ["TAKE(A1:B3,,-1)", [["c"], ["a"], ["B"]]],
  ["TAKE(A1:A3,0)", "#CALC!"],
  ["DROP(A1:A3,3)", "#CALC!"],
  ["CHOOSEROWS(A1:A3,-1,1)", [[2], [3]]],
  ["CHOOSECOLS(A1:B3,3)", "#VALUE!"],
  [
    "CHOOSECOLS(A1:B3,-1,1)",
    [
      ["c", 3],
      ["a", 1],
      ["B", 2],
    ],
  ],
  [
    "VSTACK({1,2},3)",
    [
      [1, 2],
      [3, "#N/A"],
    ],
  ],
  [
    "HSTACK({1;2},3)",
    [
      [1, 3],
      [2, "#N/A"],
    ],
  ],
  ["TOCOL(C1:C5,1)", [["b"], [true], [1], ["A"]]],
  ["TOROW({1,2;3,4},0,TRUE)", [[1, 3, 2, 4]]],
  ["TOCOL(C1:C5)", [["b"], [0], [true], [1], ["A"]]],
  ["TOCOL(VSTACK({1,2},3),2)", [[1], [2], [3]]],
  ["TOROW(VSTACK({1,2},C2:C3),3)", [[1, 2, true]]],
  [
    "WRAPROWS({1,2,3},2)",
    [
      [1, 2],
      [3, "#N/A"],
    ],
  ],
  [
    'WRAPCOLS({1,2,3},2,"")',
    [
      [1, 3],
      [2, ""],
    ],
  ],
  ["WRAPROWS({1,2},0)", "#NUM!"],
  ["WRAPROWS({1,2;3,4},2)", "#VALUE!"],
  [
    "EXPAND({1},2,2,0)",
    [
      [1, 0],
      [0, 0],
    ],
  ],
  ["EXPAND({1,2},1,1)", "#VALUE!"],
  ["EXPAND({1;2},1,1)", "#VALUE!"],
  ["MAP(A1:A3,LAMBDA(x,x*2))", [[6], [2], [4]]],
  ["MAP(A1:A3,LAMBDA(x,ROW(x)))", [[1], [2], [3]]],
  ["MAP(A1:A3,LAMBDA(x,{1,2}))", [["#CALC!"], ["#CALC!"], ["#CALC!"]]],
  ["MAP({1,2},{3},LAMBDA(x,y,x+y))", [[4, "#N/A"]]],
  ["MAP({1,2},LAMBDA(x,y,x+y))", "#VALUE!"],
  ["BYROW(A1:A3,LAMBDA(r,SUBTOTAL(9,r)))", [[3], [1], [2]]],
  ["BYCOL({1,2;3,4},LAMBDA(c,SUM(c)))", [[4, 6]]],
  ["REDUCE(0,A1:A3,LAMBDA(sum,x,sum+x))", 6],
  ["REDUCE(,A1:A3,LAMBDA(sum,x,sum+x))", DOUBT],
  ["SCAN(0,A1:A3,LAMBDA(sum,x,sum+x))", [[3], [4], [6]]],
  [
    "MAKEARRAY(2,2,LAMBDA(r,c,10*r+c))",
    [
      [11, 12],
      [21, 22],
    ],
  ],
  ["RANDARRAY(1,1,5,5,TRUE)", 5],
  [
    "RANDARRAY(2,2,5,5)",
    [
      [5, 5],
      [5, 5],
    ],
  ],
  ["COLUMNS(RANDARRAY(3))+ROWS(RANDARRAY(,3))", 2],
  ["LET(drawn,RANDARRAY(100),AND(drawn>=0,drawn<1,MAX(drawn)>0.5,MIN(drawn)<0.5))", true],
  ["LET(drawn,RANDARRAY(100,,5,9),AND(drawn>=5,drawn<9,MAX(drawn)>6))", true],
  ["LET(drawn,RANDARRAY(100,,5,9,TRUE),AND(MIN(drawn)=5,MAX(drawn)=9,INT(drawn)=drawn))", true],
  ["RANDARRAY(0)", "#CALC!"],
  ["RANDARRAY(1,0)", "#CALC!"],
  ["RANDARRAY(-1)", "#VALUE!"],
  ["RANDARRAY(1,-1)", "#VALUE!"],
  ["RANDARRAY(1,1,0.5,2,TRUE)", "#VALUE!"],
  ["RANDARRAY(1,1,2,1)", "#VALUE!"],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});
