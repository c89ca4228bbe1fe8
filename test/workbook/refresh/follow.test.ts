import { questionKey, type Question } from "../../../src/insights";
import { createLedger } from "../../../src/workbook/ledger/ledger";
import { findStale } from "../../../src/workbook/refresh/follow";

const question = (plan: string, scenario: string): Question => ({
  endpoint: "pnl",
  plan,
  scenario,
  parameters: { interval: "FY" },
});

/** A ledger with one entry for each list of questions, such as ["a plan", "s1", 1]. */
function ledgerOf(...entries: [plan: string, scenario: string, computedAt: number][][]) {
  const ledger = createLedger({ now: () => 0, maxAge: () => Infinity });
  entries.forEach((asked, at) => {
    const questions = asked.map(([plan, scenario, computedAt]) => ({
      key: questionKey(question(plan, scenario)),
      computedAt,
    }));
    ledger.record({ id: "PNL", args: [at + 1] }, { result: at, answeredAt: 1, stamp: 1, questions });
  });
  return ledger;
}

const staleIn = (ledger: ReturnType<typeof ledgerOf>) => findStale(ledger, undefined).map(({ result }) => result);

test("An entry is stale if another has a later answer to one of its questions", () => {
  const ledger = ledgerOf(
    [
      ["p", "s1", 5],
      ["p", "s2", 5],
    ],
    [["p", "s2", 6]],
    [["p", "s3", 4]],
  );
  expect(staleIn(ledger)).toEqual([0]);
});

test("Entries of different questions are not stale, whenever they were computed", () => {
  expect(staleIn(ledgerOf([["p", "s1", 5]], [["p", "s2", 9]], [["q", "s1", 1]]))).toEqual([]);
});
