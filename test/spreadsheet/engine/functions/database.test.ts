/** DSUM and its like: which records meet the criteria. */
import { calculate, type CellValues } from "../calculate";

const TABLE: CellValues = {
  "A1:C5": [
    ["Fruit", "Region", "Sales"],
    ["Apple", "East", 100],
    ["Apple pie", "West", 200],
    ["Pear", "East", 50],
    ["Plum", "West", "none"],
  ],
};

const ANSWERS: readonly (readonly [formula: string, criteria: CellValues, result: unknown])[] = [
  ['DSUM(A1:C5,"sales",E1:E2)', { E1: "FRUIT", E2: "apple" }, 300],
  ["DSUM(A1:C5,3.9,E1:E2)", { E1: "Fruit", E2: "=apple" }, 100],
  ["DSUM(A1:C5,3,E1:E2)", { E1: "Fruit", E2: "*p*" }, 350],
  ["DSUM(A1:C5,3,E1:E3)", { E1: "Fruit", E2: "Pear" }, 350],
  ["DSUM(A1:C5,3,E1:F3)", { E1: "Fruit", F1: "Region", E2: "Apple", F2: "East", E3: "Pear" }, 150],
  ["DSUM(A1:C5,3,E1:F2)", { E1: "Sales", F1: "Sales", E2: ">50", F2: "<200" }, 100],
  ["DSUM(A1:C5,3,E1:E2)", { E1: "Animal", E2: "Cat" }, 0],
  ["DSUM(A1:C5,3,E1:E2)", { E1: "Animal", E2: true }, expect.stringMatching("^doubt")],
  ["DSUM(A1:C5,3,E1:E1)", { E1: "Fruit" }, "#VALUE!"],
  ["DSUM(A1:C1,3,E1:E2)", { E1: "Fruit" }, "#VALUE!"],
  ["DSUM(A1:C5,4,E1:E2)", { E1: "Fruit" }, "#VALUE!"],
  ['DSUM(A1:C5,"Price",E1:E2)', { E1: "Fruit" }, "#VALUE!"],
  ["DCOUNT(A1:C5,,E1:E2)", { E1: "Region", E2: "West" }, 2],
  ["DCOUNT(A1:C5,3,E1:E2)", { E1: "Region", E2: "West" }, 1],
  ["DCOUNTA(A1:C5,3,E1:E2)", { E1: "Region", E2: "West" }, 2],
  ["DGET(A1:C5,1,E1:E2)", { E1: "Sales", E2: 50 }, "Pear"],
  ["DGET(A1:C5,1,E1:E2)", { E1: "Region", E2: "East" }, "#NUM!"],
  ["DGET(A1:C5,1,E1:E2)", { E1: "Region", E2: "North" }, "#VALUE!"],
  ["DAVERAGE(A1:C5,3,E1:E2)", { E1: "Region", E2: "North" }, "#DIV/0!"],
  ["DMAX(A1:C5,3,E1:E2)", { E1: "Region", E2: "North" }, 0],
  ["DPRODUCT(A1:C5,3,E1:E2)", { E1: "Region", E2: "East" }, 5000],
  ["DSTDEV(A1:C5,3,E1:E2)", { E1: "Fruit", E2: "Pear" }, "#DIV/0!"],
  ["DMIN(A1:C5,3,E1:E2)", { E1: "Region", E2: "East" }, 50],
  ["DSTDEVP(A1:C5,3,E1:E2)", { E1: "Region", E2: "East" }, 25],
  ["DVAR(A1:C5,3,E1:E2)", { E1: "Region", E2: "East" }, 1250],
  ["DVARP(A1:C5,3,E1:E2)", { E1: "Region", E2: "East" }, 625],
];

it.each(ANSWERS)("%s with %j is as in Excel", async (formula, criteria, result) => {
  expect(await calculate(formula, { ...TABLE, ...criteria })).toEqual(result);
});
