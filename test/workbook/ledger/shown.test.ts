import { questionKey, type Question } from "../../../src/insights";
import type { PlanRun } from "../../../src/saved/ledger";
import { createLedger, type Ledger } from "../../../src/workbook/ledger/ledger";
import { awaitShown, doubtIn, findShown, mergeRuns, type ShownCall } from "../../../src/workbook/ledger/shown";

const keyOf = (plan: string, scenario: string) =>
  questionKey({ endpoint: "pnl", plan, scenario, parameters: { interval: "FY" } } satisfies Question);

const call = (id: string, ...asked: [plan: string, scenario: string, computedAt: number][]): ShownCall => ({
  id,
  result: 1,
  questions: asked.map(([plan, scenario, computedAt]) => ({ key: keyOf(plan, scenario), computedAt })),
});

/** The last refresh of plan A brought answers up to this moment. */
const refreshedAt = (newest: number) => new Map([["A", { newest, stamp: newest }]]);

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
  expect(findShown([failed, call("ASOF", ["A", "s1", 2])], new Map()).questions).toEqual([]);
});

test("A restored number makes the age unknown; a list of plans does not", () => {
  expect(findShown([{ id: "PLANS", result: [["x"]], questions: [] }], new Map()).hasUnknown).toBe(false);
  expect(findShown([{ id: "KPI", result: 1, questions: undefined }], new Map()).hasUnknown).toBe(true);
});

describe("What cells show is awaited", () => {
  const setUp = () => {
    const ledger = createLedger({ now: () => 0, maxAge: () => Infinity });
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

describe("Of two ledgers,", () => {
  const open = () => createLedger({ now: () => 0, maxAge: () => Infinity });
  const saved = (run: PlanRun) => ({
    service: undefined,
    entries: [],
    dropped: new Map(),
    runs: new Map([["A", run]]),
  });

  test("the run with the later stamp wins, although a plan was set back", () => {
    const ledger = open();
    mergeRuns(ledger, saved({ newest: 9, stamp: 9 }));
    mergeRuns(ledger, saved({ newest: 3, stamp: 10 }));
    mergeRuns(ledger, saved({ newest: 9, stamp: 9 }));
    expect(ledger.content().runs).toEqual(new Map([["A", { newest: 3, stamp: 10 }]]));
  });

  const record = (ledger: Ledger, arg: string, plan: string, computedAt: number) =>
    ledger.record(
      { id: "PNL", args: [arg] },
      { result: 1, answeredAt: 0, stamp: 0, questions: [{ key: keyOf(plan, "S"), computedAt }] },
    );

  test("entries that are older than the other's run are doubtful if the other did not save them", () => {
    const ledger = open();
    record(ledger, "older", "A", 8);
    record(ledger, "as new", "A", 9);
    record(ledger, "of another plan", "B", 8);
    expect(ledger.entries().filter(doubtIn(ledger))).toEqual([]);
    mergeRuns(ledger, saved({ newest: 9, stamp: 9 }));
    expect(ledger.entries().filter(doubtIn(ledger))).toMatchObject([{ args: ["older"] }]);
    expect(ledger.workbook.hasRemoteEntries).toBe(true);
  });

  test("entries that the other has saved are not doubtful: their stamps decide", () => {
    const [ledger, other] = [open(), open()];
    for (const each of [ledger, other]) record(each, "older", "A", 8);
    const { entries } = other.content();
    mergeRuns(ledger, { ...saved({ newest: 9, stamp: 9 }), entries });
    expect(ledger.entries().filter(doubtIn(ledger))).toEqual([]);
  });

  test("another service's runs, and what its users knew, are forgotten", () => {
    const [ledger, other] = [open(), open()];
    ledger.noteAnswered("https://one.example");
    mergeRuns(ledger, saved({ newest: 9, stamp: 9 }));
    other.noteAnswered("https://other.example");
    record(other, "a", "B", 8);
    ledger.merge(other.content());
    expect(ledger.content().runs).toEqual(new Map());
    expect(ledger.workbook.knownToOthers).toBeUndefined();
  });
});
