import fc from "fast-check";
import { parameterKey, questionKey, type Question } from "../../src/insights/key";
import { planRequests } from "../../src/insights/planner";
import { questions } from "./questions";

const few = fc.array(questions, { maxLength: 60 });

function countBySet(asked: readonly Question[]): number {
  const sets = new Map<string, Set<string>>();
  for (const one of asked) sets.set(parameterKey(one), (sets.get(parameterKey(one)) ?? new Set()).add(one.scenario));
  return [...sets.values()].reduce((total, { size }) => total + Math.ceil(size / 3), 0);
}

const covered = (asked: readonly Question[]) =>
  planRequests(asked).flatMap((request) => request.scenarios.map((scenario) => questionKey({ ...request, scenario })));

describe("for any set of questions", () => {
  test("the requests are the distinct scenarios of each parameter set in threes", () => {
    fc.assert(fc.property(few, (asked) => expect(planRequests(asked)).toHaveLength(countBySet(asked))));
  });

  test("every question is covered by exactly one request, and nothing else is asked", () => {
    fc.assert(
      fc.property(few, (asked) => {
        expect(covered(asked).sort()).toEqual([...new Set(asked.map(questionKey))].sort());
      }),
    );
  });

  test("no request names more than three scenarios, or none, or one twice", () => {
    fc.assert(
      fc.property(few, (asked) => {
        for (const { scenarios } of planRequests(asked)) {
          expect([1, 2, 3]).toContain(scenarios.length);
          expect(new Set(scenarios).size).toBe(scenarios.length);
        }
      }),
    );
  });

  test("scenarios and parameter sets keep the order of the questions", () => {
    fc.assert(
      fc.property(few, (asked) => {
        const firstOf = (keys: string[]) => [...new Set(keys)];
        const byRequest = planRequests(asked);
        expect(firstOf(byRequest.map(parameterKey))).toEqual(firstOf(asked.map(parameterKey)));
        for (const set of new Set(asked.map(parameterKey))) {
          const inSet = asked.filter((one) => parameterKey(one) === set).map(({ scenario }) => scenario);
          const requests = byRequest.filter((request) => parameterKey(request) === set);
          expect(requests.flatMap(({ scenarios }) => scenarios)).toEqual(firstOf(inSet));
        }
      }),
    );
  });
});

describe("the key of a question", () => {
  test("is the same whatever order its parameters were written in", () => {
    const one: Question = { endpoint: "pnl", plan: "p", scenario: "s", parameters: { interval: "M", currency: "EUR" } };
    const two: Question = { scenario: "s", parameters: { currency: "EUR", interval: "M" }, plan: "p", endpoint: "pnl" };
    expect(questionKey(one)).toBe(questionKey(two));
  });

  test("differs for any two questions that differ, whatever characters are in them", () => {
    const sly = fc.constantFrom("a", 'a"', '",', "a,b", "[", "\\", "a]b", "null", "");
    const record = fc.record({ plan: sly, scenario: sly, dateFrom: sly, dateTo: sly });
    const key = ({ plan, scenario, ...parameters }: { plan: string; scenario: string }) =>
      questionKey({ endpoint: "pnl", plan, scenario, parameters });
    fc.assert(fc.property(record, record, (a, b) => (key(a) === key(b)) === (JSON.stringify(a) === JSON.stringify(b))));
  });
});
