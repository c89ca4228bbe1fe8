/** Formulas that the engine's library could take for one another: equal texts, and texts with one hash. */
import { hashAlgorithm, LRUMap } from "@univerjs/core";
import { createCalculator } from "../../src/engine/evaluate";
import { declare, failure } from "./declare";
import { calculate, type Specs } from "./workbook";

const FUNCTIONS = [declare("ONE", "", () => 1)];

async function evaluate(...formulas: string[]): Promise<unknown[]> {
  const calculator = createCalculator(FUNCTIONS);
  const results = await calculator.evaluate(formulas);
  calculator.dispose();
  return results.map((result) => ("value" in result ? result.value : result.error.code));
}

describe("Equal formulas have one value:", () => {
  const texts: [string, unknown][] = [
    ["LET(x,2,x+INSIGHTS.ONE())", 3],
    ["LET(x,A1,y,x+1,y*x+INSIGHTS.ONE())", 7],
    ["LAMBDA(a,b,a*b+INSIGHTS.ONE())(A1,5)", 11],
    ["IFERROR(LET(x,2,x+INSIGHTS.ONE()),0)", 3],
    ["(LET(x,SUM(A1:A2),x+INSIGHTS.ONE()))", 6],
    ["SUM(MAP(A1:A2,LAMBDA(x,x+INSIGHTS.ONE())))", 7],
    ["SUM(BYROW(A1:A2,LAMBDA(row,SUM(row)+INSIGHTS.ONE())))", 7],
  ];

  test.each(texts)("%s in cells and on sheets", async (f, value) => {
    const cells = ["C1", "C2", "D1", "Other!C1", "Other!C2"];
    const data: Specs = { A1: 2, A2: 3, "Other!A1": 2, "Other!A2": 3 };
    const shown = await calculate({ ...data, ...Object.fromEntries(cells.map((cell) => [cell, { f }])) }, FUNCTIONS);
    expect(shown).toEqual(Object.fromEntries(cells.map((cell) => [cell, value])));
  });

  test.each(["LET(x,2,x+1)", "LAMBDA(x,x+1)(2)", "IFERROR(LET(x,2,x+1),7)"])("%s on its own", async (formula) => {
    expect(await evaluate(formula, formula, formula)).toEqual([3, 3, 3]);
  });
});

describe("Two texts with one hash have each its own value:", () => {
  /** After whatever text these have one hash. Texts of up to 64 characters the library does not hash. */
  const pair = [112_704_577_790, 119_339_397_630];
  const LONG = "0+".repeat(40);

  beforeAll(() => {
    const hashes = pair.map((number) => hashAlgorithm(`=${LONG}${number}`));
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("formulas", async () => {
    expect(await evaluate(...pair.map((number) => `=${LONG}${number}`))).toEqual(pair);
  });

  test("errors", async () => {
    const messages = pair.map((number) => `${LONG}${number}`);
    const fail = declare("FAIL", "message:string", ([message]) => Promise.reject(failure("#N/A", String(message))));
    const calculator = createCalculator([fail]);
    const results = await calculator.evaluate(messages.map((message) => `IF(TRUE,INSIGHTS.FAIL("${message}"))`));
    calculator.dispose();
    expect(results.map((result) => ("error" in result ? result.error.message : ""))).toEqual(messages);
  });
});

test("A calculation uses one cache of texts only, whose keys are whole ranges", async () => {
  const set = jest.spyOn(LRUMap.prototype, "set");
  const formulas = [
    "LET(x,2,x+INSIGHTS.ONE())",
    `SUM(A1:A2)+${"0+".repeat(40)}INSIGHTS.ONE()`,
    'TEXT(INSIGHTS.ONE(),"0.00%")&"50%"',
    'IFERROR(VALUE("12.5%")+INSIGHTS.ONE()/0,2)',
    'SUM(INDIRECT("A1:A2"))+INSIGHTS.ONE()',
    "LOOKUP(INSIGHTS.ONE(),A1:A9,A1:A2)",
    "SUM(A10001:A10002)+INSIGHTS.ONE()",
    "NOSUCHFUNCTION(1)+INSIGHTS.ONE()",
  ];
  await calculate(Object.fromEntries(formulas.map((f, row) => [`B${row + 1}`, { f }])), FUNCTIONS);
  await evaluate(...formulas);
  const caches = new Set(set.mock.contexts);
  const keys = set.mock.calls.map(([key]) => String(key));
  set.mockRestore();
  expect(caches.size).toBe(1);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !/^formulas_(?:Plan|Other|Sheet1)_\d+_\d+_\d+_\d+$/.test(key))).toEqual([]);
});
