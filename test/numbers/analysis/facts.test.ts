/** The facts behind changed cells: none is lost, and none is counted twice. */
import fc from "fast-check";
import { callByNames, type NumberArguments } from "../../../src/numbers/analysis/numberCall";
import { cellsOfFact, factsOf, groupsOf, type NamedNumber } from "../../../src/numbers/analysis/facts";
import type { NumberName } from "../../../src/numbers/analysis/numberName";

interface Cell {
  readonly address: string;
  readonly number?: NamedNumber;
  readonly alike?: string;
}

const FIELDS = ["ebit", "netFIESales", "cogs", "overhead"] as const;
const nameOf = (field: string, scenario: string, period: string): NumberName => ({
  labels: { row: field, column: `${scenario} · ${period}` },
  plan: "Plan",
  scenario,
  period,
  unit: "EUR",
});

function numberOf(field: string, scenario: string, period: string, before: number, after: number): NamedNumber {
  const call = callByNames("KPI", { plan: "Plan", scenario, field, period }, { settings: {} });
  return { call, before, after, scale: 1, name: nameOf(field, scenario, period) };
}

function varianceOf(
  field: string,
  measure: NumberArguments["measure"],
  [before, after]: readonly [number, number],
  sides: readonly [own: string, base: string] = ["Actual", "Committed"],
): NamedNumber {
  const [scenario, base] = sides;
  const call = callByNames("VAR", { plan: "Plan", scenario, base, field, period: "2026", measure }, { settings: {} });
  const name = nameOf(field, sides.join(" vs "), "2026");
  const [own, other] = [nameOf(field, scenario, "2026"), nameOf(field, base, "2026")];
  return { call, before, after, scale: 1, name, sides: { own, base: other } };
}

const shown = (numbers: readonly (NamedNumber | undefined)[]): Cell[] =>
  numbers.map((number, at) => ({ address: `A${at}`, ...(number && { number }) }));
const addresses = (cells: readonly Cell[]) => cells.map(({ address }) => address);

const anyCell = fc.record({
  field: fc.constantFrom(...FIELDS),
  scenario: fc.constantFrom("Actual", "Committed"),
  period: fc.constantFrom("2026", "2026-01", "2026-02"),
  kind: fc.constantFrom("number", "amount", "percent", "difference", "text"),
  before: fc.integer({ min: -3, max: 3 }),
  after: fc.integer({ min: -3, max: 3 }),
});
const anyCells = fc
  .array(anyCell, { maxLength: 60 })
  .map((all) =>
    shown(
      all.map(({ kind, field, scenario, period, before, after }) =>
        kind === "text"
          ? undefined
          : kind === "number"
            ? numberOf(field, scenario, period, before, after)
            : varianceOf(field, kind, [before, after]),
      ),
    ),
  );

test("Every changed cell is in exactly one fact, and the counts agree", () => {
  fc.assert(
    fc.property(anyCells, (cells) => {
      const facts = factsOf(cells);
      const all = facts.flatMap(cellsOfFact);
      expect(new Set(addresses(all))).toEqual(new Set(addresses(cells)));
      expect(all).toHaveLength(cells.length);
    }),
  );
});

test("All cells of a fact show the same number, before and after", () => {
  fc.assert(
    fc.property(anyCells, (cells) => {
      for (const { cells: own, number } of factsOf(cells)) {
        const numbers = own.map((cell) => cell.number && [cell.number.name, cell.number.before, cell.number.after]);
        for (const each of numbers) expect(each).toEqual(number && [number.name, number.before, number.after]);
        if (!number) expect(own).toHaveLength(1);
      }
    }),
  );
});

test("Each fact of a group moved by its rate, and is in no other group", () => {
  fc.assert(
    fc.property(anyCells, (cells) => {
      const groups = groupsOf(factsOf(cells));
      const grouped = groups.flatMap(({ facts }) => facts);
      expect(new Set(grouped).size).toBe(grouped.length);
      for (const { rate, facts, scenario } of groups) {
        for (const { number } of facts) {
          if (!number) throw new Error("A group has sums only.");
          expect(number.after / number.before - 1).toBeCloseTo(rate, 3);
          expect(number.name.scenario).toBe(scenario);
        }
      }
    }),
  );
});

test("A variance that a side moved goes with that side, whatever the numbers", () => {
  const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((each) => (each === 0 ? 7 : each) / 8);
  const field = fc.constantFrom(...FIELDS);
  fc.assert(
    fc.property(
      field,
      number,
      number,
      number,
      fc.constantFrom("amount", "percent"),
      (name, own, base, next, measure) => {
        fc.pre(base !== next);
        const sign = name === "cogs" || name === "overhead" ? -1 : 1;
        const variance = (other: number) => {
          const amount = sign * (own - other);
          return measure === "percent" ? amount / Math.abs(other) : amount;
        };
        const moved = numberOf(name, "Committed", "2026", base, next);
        const facts = factsOf(shown([varianceOf(name, measure, [variance(base), variance(next)]), moved]));
        expect(facts).toHaveLength(1);
        expect(facts[0]?.number).toBe(moved);
        expect(facts.flatMap(cellsOfFact)).toHaveLength(2);
      },
    ),
  );
});

test("A variance that changed by more than its side is a fact of its own", () => {
  const facts = factsOf(shown([numberOf("ebit", "Actual", "2026", 10, 12), varianceOf("ebit", "amount", [1, 4])]));
  expect(facts.map(({ variances }) => variances.length)).toEqual([0, 0]);
});

test("A plan that was raised as a whole is one group with the variances against it", () => {
  const raised = FIELDS.map((field, at) => numberOf(field, "Committed", "2026", 1000 * (at + 1), 1010 * (at + 1)));
  const cells = shown([...raised, ...raised, varianceOf("ebit", "amount", [500, 490])]);
  const groups = groupsOf(factsOf(cells));
  expect(groups).toMatchObject([{ plan: "Plan", scenario: "Committed", rate: 0.01, isAll: true }]);
  expect(groups[0]?.facts.flatMap(cellsOfFact)).toHaveLength(9);
});

describe("However the service rounds,", () => {
  const periods = ["2026", ...Array.from({ length: 9 }, (_, at) => `2026-0${at + 1}`)];
  const rate = fc.integer({ min: -400_000, max: 400_000 }).map((millionths) => millionths / 1e6);
  const decimals = fc.constantFrom(0, 2, 4);
  // A rounded number below tells its rate less exactly than readers see it.
  const before = fc.double({ min: 10_000, max: 1e9, noNaN: true });
  const numbersAt = (scenarioRate: number, digits: number, amounts: readonly number[], field: string) =>
    amounts.map((amount, at) => {
      const [former, next] = [amount, amount * (1 + scenarioRate)].map((each) => Number(each.toFixed(digits)));
      return numberOf(field, "Committed", periods[at]!, former!, next!);
    });
  const amounts = fc.array(before, { minLength: 3, maxLength: periods.length });

  test("one change of a scenario is one group", () => {
    fc.assert(
      fc.property(rate, decimals, amounts, (own, digits, some) => {
        fc.pre(Math.abs(own) > 0.001);
        const groups = groupsOf(factsOf(shown(numbersAt(own, digits, some, "ebit"))));
        expect(groups.map(({ facts, isAll }) => [facts.length, isAll])).toEqual([[some.length, true]]);
      }),
    );
  });

  test("two changes of a scenario are never one group", () => {
    fc.assert(
      fc.property(rate, rate, decimals, amounts, amounts, (one, other, digits, some, others) => {
        fc.pre(Math.abs(one - other) > 0.001);
        const numbers = [...numbersAt(one, digits, some, "ebit"), ...numbersAt(other, digits, others, "cogs")];
        for (const { facts } of groupsOf(factsOf(shown(numbers))))
          expect(new Set(facts.map(({ number }) => number?.name.labels.row)).size).toBe(1);
      }),
    );
  });
});

test("Numbers that moved by other rates stay out of the group", () => {
  const raised = FIELDS.map((field) => numberOf(field, "Committed", "2026", 1000, 1010));
  const groups = groupsOf(factsOf(shown([...raised, numberOf("ebit", "Committed", "2026-01", 100, 130)])));
  expect(groups).toMatchObject([{ isAll: false, facts: raised.map((number) => ({ number })) }]);
});

test("A number that did not move by a thousandth, or in two cells alone, is in no group", () => {
  const still = FIELDS.map((field) => numberOf(field, "Committed", "2026", 1_000_000, 1_000_001));
  const two = FIELDS.slice(0, 2).map((field) => numberOf(field, "Actual", "2026", 100, 110));
  expect(groupsOf(factsOf(shown([...still, ...two])))).toEqual([]);
});

test("Cells of one failed call are one fact, and other cells without a number stand alone", () => {
  const cells: Cell[] = [
    { address: "A1", alike: "one" },
    { address: "A2" },
    { address: "A3", alike: "one" },
    { address: "A4" },
  ];
  expect(factsOf(cells).map((fact) => addresses(fact.cells))).toEqual([["A1", "A3"], ["A2"], ["A4"]]);
});
