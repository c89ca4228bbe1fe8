import { questionKey, type Question } from "../../../../src/insights";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { awaitShown, findShown, type ShownCall } from "../../../../src/excel/workbook/ledger/shown";

const keyOf = (plan: string, scenario: string) =>
  questionKey({ endpoint: "pnl", plan, scenario, parameters: { interval: "FY" } } satisfies Question);

const call = (id: string, ...asked: [plan: string, scenario: string, computedAt: number][]): ShownCall => ({
  id,
  result: 1,
  questions: asked.map(([plan, scenario, computedAt]) => ({ key: keyOf(plan, scenario), computedAt })),
});

/** The last refresh of plan A brought answers up to this moment. */
const refreshedAt = (newest: number) => ({ runs: new Map([["A", newest]]), hasUnknown: false });

const ageOf = (newest: number, ...calls: ShownCall[]) => findShown(calls, refreshedAt(newest)).plans.get("A");

test("A plan's age is its oldest and its newest number, whatever other plans show", () => {
  const calls = [call("PNL", ["A", "s1", 5], ["A", "s2", 9]), call("KPI", ["B", "s1", 1])];
  expect(ageOf(9, ...calls)).toEqual({ oldest: 5, newest: 9, isOfTwoRuns: false });
});

test("Different times within one refresh are no second run", () => {
  expect(ageOf(9, call("PNL", ["A", "s1", 5]), call("PNL", ["A", "s2", 9]))?.isOfTwoRuns).toBe(false);
});

test("An answer asked for later that is no newer than the refresh is of its run", () => {
  expect(ageOf(9, call("PNL", ["A", "s1", 5]), call("PNL", ["A", "s2", 7]))?.isOfTwoRuns).toBe(false);
});

test("A number that is newer than the last refresh makes two runs", () => {
  expect(ageOf(5, call("PNL", ["A", "s1", 5]), call("PNL", ["A", "s2", 6]))).toEqual({
    oldest: 5,
    newest: 6,
    isOfTwoRuns: true,
  });
});

test("Numbers that are all of a later run are of one run", () => {
  expect(ageOf(5, call("PNL", ["A", "s1", 6]), call("KPI", ["A", "s2", 6]))?.isOfTwoRuns).toBe(false);
});

test("A plan that was never refreshed has one run until its first answers are recorded", () => {
  const { plans } = findShown([call("PNL", ["B", "s1", 1], ["B", "s2", 2])], refreshedAt(1));
  expect(plans.get("B")?.isOfTwoRuns).toBe(false);
});

test("Calls that failed, and calls of ASOF, show no number", () => {
  const failed = { ...call("PNL", ["A", "s1", 1]), result: undefined };
  expect(findShown([failed, call("ASOF", ["A", "s1", 2])]).questions).toEqual([]);
});

test("The age of the numbers is unknown if the workbook had lost its ledger", () => {
  const { workbook } = createLedger({ now: () => 0 });
  expect(findShown([], workbook).hasUnknown).toBe(false);
  expect(findShown([], { ...workbook, hasUnknown: true }).hasUnknown).toBe(true);
});

describe("What cells show is awaited", () => {
  const setUp = () => {
    const ledger = createLedger({ now: () => 0 });
    const ends: ((result: unknown) => void)[] = [];
    const run = ledger.wrap("PNL", () => new Promise((resolve) => void ends.push(resolve)));
    return { ledger, run, ends };
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  test("until every pending call has returned, also one that began meanwhile", async () => {
    const { ledger, run, ends } = setUp();
    let isOver = false;
    void run("a", { address: "Sheet1!A1" });
    const shown = awaitShown(ledger).then(() => (isOver = true));
    void run("b", { address: "Sheet1!A2" });
    ends[0]?.(1);
    await turn();
    expect(isOver).toBe(false);
    ends[1]?.(2);
    await shown;
  });

  test("without waiting for a call that was removed", async () => {
    const { ledger, run } = setUp();
    void run("a", { address: "Sheet1!A1" });
    const shown = awaitShown(ledger);
    ledger.clear();
    expect((await shown).questions).toEqual([]);
  });
});
