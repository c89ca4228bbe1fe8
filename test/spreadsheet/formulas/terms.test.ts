import fc from "fast-check";
import { termsOf } from "../../../src/spreadsheet/formulas/terms";

const written = (formula: string) =>
  termsOf(formula).map(({ sign, start, end }) => `${sign === 1 ? "+" : "-"}${formula.slice(start, end)}`);

test.each<[string, string[]]>([
  ["=A1", ["+A1"]],
  ["=A1 + SUM(B1,-2+3) - 5%*-2", ["+A1", "+SUM(B1,-2+3)", "-5%*-2"]],
  ["=-A1+B1", ["-A1", "+B1"]],
  ["=+A1--B1", ["+A1", "+B1"]],
  ["=A1*-B1/2", ["+A1*-B1/2"]],
  ["=(A1+B1)-{1,2}+C1#", ["+(A1+B1)", "-{1,2}", "+C1#"]],
  ['="a+b"&A1+1', []],
  ["=A1+1>B1", []],
  ["=", []],
])("the terms of %s are %j", (formula, terms) => {
  expect(written(formula)).toEqual(terms);
});

const term = fc.constantFrom("A1", "F(1,2+3)", "2*B1", "-(1-A1)^2", "Sheet1!C3", "5%", '"a+b"', "(A1&B1)");

test("a sum of random terms is read as these", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("+", "-"), term), { minLength: 1 }), (terms) => {
      const positive = terms.map(([sign, text]) => [sign, text.replace(/^-/, "")] as const);
      const formula = `=${positive.map(([sign, text], at) => `${at === 0 && sign === "+" ? "" : ` ${sign} `}${text}`).join("")}`;
      expect(written(formula)).toEqual(positive.map(([sign, text]) => `${sign}${text}`));
    }),
  ));
