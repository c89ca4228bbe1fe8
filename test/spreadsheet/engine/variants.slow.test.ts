/** One value in many ways: this needs no other program that knows the value. */
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import {
  calculateFormulas,
  calculatePlaces,
  isSame,
  operandsGivenOtherwise,
  steadyFormulas,
  type Copies,
  type Shown,
} from "./variants";

const formulas = steadyFormulas();

/** Formulas that are calculated together. */
const PART = 500;

function textOf(shown: Shown): string {
  const codeOf = (value: Value) => (isCellError(value) ? value.code : value);
  return "problem" in shown ? shown.problem : JSON.stringify(codeOf(shown.value));
}

/** A difference close to zero is zero at the end of a formula, as in Excel, and not within LET or LAMBDA. */
function isCancelled(one: Value, other: Value): boolean {
  return one === 0 && typeof other === "number" && Math.abs(other) < 1e-15;
}

test("A formula has one value in cells, on sheets and where it is shared", async () => {
  const shown = await calculatePlaces(formulas);
  const differing = formulas.flatMap((formula, at) => {
    const texts = new Set(shown[at]!.map(textOf));
    return texts.size > 1 ? [`${formula} is ${[...texts].join(" and ")}`] : [];
  });
  expect(differing).toEqual([]);
});

test("A formula has one value however its operands are given, or is named", async () => {
  const copies: Copies = new Map();
  const groups = formulas.map((formula) => [formula, ...operandsGivenOtherwise(formula, copies)]);
  const differing: string[] = [];
  const count = { variants: 0, named: 0 };
  for (let from = 0; from < groups.length; from += PART) {
    const part = groups.slice(from, from + PART);
    const shown = await calculateFormulas(part.flat(), copies);
    for (const group of part) {
      const [first, ...others] = shown.splice(0, group.length) as [Shown, ...Shown[]];
      if ("problem" in first) continue;
      for (const [at, other] of others.entries()) {
        count.variants++;
        if ("problem" in other) count.named++;
        else if (!isSame(first.value, other.value) && !isCancelled(first.value, other.value))
          differing.push(`${group[0]} is ${textOf(first)}, ${group[at + 1]} is ${textOf(other)}`);
      }
    }
  }
  expect(differing).toEqual([]);
  expect(count.variants).toBeGreaterThan(20 * formulas.length);
  // Few, so that a change which names most of them is seen.
  expect(count.named).toBeLessThan(0.001 * count.variants + 5);
});
