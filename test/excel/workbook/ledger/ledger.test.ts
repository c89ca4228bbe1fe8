import fc from "fast-check";
import { UNREFRESHED, type Edition, type SavedEntry, type SavedLedger } from "../../../../src/reporting/saved/ledger";
import {
  createLedger,
  type Ledger,
  type LedgerEvent,
  type Refresh,
  type ExcelFunction,
} from "../../../../src/excel/workbook/ledger/ledger";
import { datedEntry, savedEntry } from "../../../reporting/saved/entry";

/** A ledger over one function, with the time in the test's hand. */
function open(connected?: string) {
  const ledger = createLedger({ now: () => 1_000, connected: () => connected });
  const events: LedgerEvent[] = [];
  const unsubscribe = ledger.subscribe((event) => events.push(event));
  let answers = 0;
  const run = jest.fn<Promise<unknown>, unknown[]>(() => Promise.resolve((answers += 1)));
  const call = ledger.wrap("PNL", run as ExcelFunction);
  return { events, unsubscribe, ledger, run, call };
}

const cell = (address: string) => ({ address });

describe("a call that stands in the ledger", () => {
  test("is answered from it, whichever cell makes it", async () => {
    const { call, run, ledger } = open();
    expect(await call("fy26", "ebit", cell("Sheet1!A1"))).toBe(1);
    expect(await call("fy26", "ebit", cell("Sheet1!B7"))).toBe(1);
    expect(run).toHaveBeenCalledTimes(1);
    expect(ledger.entries()).toMatchObject([{ id: "PNL", args: ["fy26", "ebit"], state: "done", result: 1 }]);
    expect([...(ledger.entries()[0]?.addresses ?? [])]).toEqual(["Sheet1!A1", "Sheet1!B7"]);
  });

  test("is another with other arguments", async () => {
    const { call } = open();
    expect(await call("fy26", "ebit", cell("Sheet1!A1"))).toBe(1);
    expect(await call("fy26", [["ebit"], ["dpm"]], cell("Sheet1!A1"))).toBe(2);
    expect(await call("fy26", null, cell("Sheet1!A1"))).toBe(3);
  });

  test("is computed again if it was removed", async () => {
    const { call, ledger } = open();
    await call("a", cell("Sheet1!A1"));
    ledger.remove(ledger.entries());
    expect(await call("a", cell("Sheet1!A1"))).toBe(2);
    ledger.clear();
    expect(ledger.entries()).toEqual([]);
  });

  test("from a workbook that was just opened never runs the function", async () => {
    const { call, run, ledger, events } = open();
    ledger.record({ id: "PNL", args: ["fy26"] }, { result: [[1, 2]], answeredAt: 500 });
    expect(await call("fy26", cell("Sheet1!A1"))).toEqual([[1, 2]]);
    expect(run).not.toHaveBeenCalled();
    expect(events).not.toContain("returned");
  });
});

const EDITION: Edition = { number: 5, id: "a", service: "https://app.example" };
const [PLAN_A, PLAN_B, PLAN_C] = ["a", "b", "c"] as const;

/** A refresh that brought these results, by plan. */
function refreshWith(results: Record<string, unknown>, isChanged: Refresh["isChanged"] = () => false): Refresh {
  const entries = Object.entries(results).map(([plan, result]) => datedEntry(plan, result, 2_000));
  const runs = new Map(entries.map(({ args: [plan] }) => [String(plan), 2_000]));
  return { edition: EDITION, results: new Map(entries.map((entry) => [entry.key, entry])), runs, isChanged };
}

describe("a refresh", () => {
  test("computes a call without reading its entry", async () => {
    const { call, run, ledger } = open();
    await call("a", cell("Sheet1!A1"));
    const generation = {};
    expect((await ledger.invoke({ id: "PNL", args: ["a"] }, { generation })).result).toBe(2);
    expect(run).toHaveBeenLastCalledWith("a", expect.objectContaining({ generation }));
    expect(ledger.entries()).toMatchObject([{ result: 1 }]);
  });

  test("replaces the results, the runs and the edition", async () => {
    const { call, ledger } = open();
    ledger.workbook.runs = new Map([["former", 1]]);
    await call(PLAN_A, cell("Sheet1!A1"));
    ledger.replace(refreshWith({ a: "new" }));
    expect(await call(PLAN_A, cell("Sheet1!A2"))).toBe("new");
    expect(ledger.content()).toEqual({
      edition: EDITION,
      entries: [datedEntry(PLAN_A, "new", 2_000)],
      runs: new Map([[PLAN_A, 2_000]]),
    });
  });

  // Its cell would otherwise go on showing an old number.
  test("computes a call for which it has no result when its cell calculates", async () => {
    const { call, ledger, run } = open();
    await call(PLAN_A, cell("Sheet1!A1"));
    ledger.replace(refreshWith({}));
    expect(ledger.content().entries).toEqual([]);
    expect(await call(PLAN_A, cell("Sheet1!A1"))).toBe(2);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("marks the calls that it has changed until all cells show their entries", async () => {
    const { call, ledger } = open();
    await call(PLAN_A, cell("Sheet1!A1"));
    await call(PLAN_B, cell("Sheet1!A2"));
    expect(ledger.isUnshown).toBe(false);
    ledger.replace(refreshWith({ a: "new", b: 2 }, ({ args }) => args[0] === PLAN_A));
    const marked = () => ledger.entries().flatMap(({ args, isUnshown }) => (isUnshown ? [args[0]] : []));
    expect([ledger.isUnshown, marked()]).toEqual([true, [PLAN_A]]);
    ledger.isUnshown = false;
    expect(marked()).toEqual([]);
  });

  test("leaves no mark if it has changed nothing", async () => {
    const { call, ledger } = open();
    await call(PLAN_A, cell("Sheet1!A1"));
    ledger.replace(refreshWith({ a: 1 }));
    expect(ledger.isUnshown).toBe(false);
  });
});

// A large table is arranged in slices, after its query has found that the answers are still in use.
describe("a call that is running when a refresh replaces the results", () => {
  /** A call that runs until `end` is called. */
  function running() {
    const opened = open();
    let end: (outcome: Promise<unknown>) => void = () => {};
    opened.run.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    const returned = opened.call(PLAN_A, cell("Sheet1!A1"));
    return { ...opened, returned, end: (outcome: Promise<unknown>) => end(outcome) };
  }

  test("returns the refresh's result", async () => {
    const { returned, ledger, run, end } = running();
    ledger.replace(refreshWith({ a: "new" }));
    end(Promise.resolve("old"));
    expect(await returned).toBe("new");
    expect(run).toHaveBeenCalledTimes(1);
    expect(ledger.entries()).toMatchObject([{ result: "new", state: "done" }]);
  });

  test("is computed again if the refresh has not asked for it", async () => {
    const { returned, ledger, end } = running();
    ledger.replace(refreshWith({}));
    end(Promise.resolve("old"));
    expect(await returned).toBe(1);
    expect(ledger.entries()).toMatchObject([{ result: 1, state: "done" }]);
  });

  test("is computed again in each edition that comes meanwhile", async () => {
    const { returned, ledger, run, end } = running();
    let endAgain: (result: unknown) => void = () => {};
    run.mockImplementationOnce(() => new Promise((resolve) => (endAgain = resolve)));
    ledger.replace(refreshWith({}));
    end(Promise.resolve("old"));
    await new Promise((resolve) => setImmediate(resolve));
    ledger.merge({ ...savedLedger({}), edition: { ...EDITION, number: 6 } });
    endAgain("old too");
    expect(await returned).toBe(1);
  });

  test("does not fail with the former answers' error", async () => {
    const { returned, ledger, end } = running();
    ledger.replace(refreshWith({ a: "new" }));
    end(Promise.reject(new Error("There was no plan 'a'.")));
    expect(await returned).toBe("new");
  });

  test("keeps its cell if it was removed as unused", async () => {
    const { returned, ledger, end } = running();
    ledger.remove(ledger.entries());
    ledger.replace(refreshWith({}));
    end(Promise.resolve("old"));
    await returned;
    expect([...(ledger.entries()[0]?.addresses ?? [])]).toEqual(["Sheet1!A1"]);
  });
});

/** A saved ledger with these results, by plan, whose answers were computed at this time. */
function savedLedger(results: Record<string, unknown>, computedAt = 1_000, edition = EDITION): SavedLedger {
  const entries = Object.entries(results).map(([plan, result]) => datedEntry(plan, result, computedAt));
  return { edition, entries, runs: new Map() };
}

const resultsIn = (ledger: Ledger) =>
  Object.fromEntries(ledger.content().entries.map(({ args, result }) => [String(args[0]), result]));

/** A ledger that has read this one. */
function reading(saved: SavedLedger): Ledger {
  const { ledger } = open();
  ledger.merge(saved);
  ledger.isUnshown = false;
  return ledger;
}

describe("a saved ledger of a later edition", () => {
  const later = { ...EDITION, number: 6 };

  // Cells would otherwise show two refreshes at once.
  test("wins as a whole, although the own entries are newer", () => {
    const ledger = reading(savedLedger({ a: 1, b: 1 }, 9_000));
    const saved = { ...savedLedger({ a: 2, c: 2 }, 10, later), runs: new Map([[PLAN_A, 10]]) };
    expect(ledger.merge(saved)).toBe(true);
    expect(resultsIn(ledger)).toEqual({ a: 2, c: 2 });
    expect(ledger.edition).toEqual(later);
    expect(ledger.workbook.runs).toEqual(saved.runs);
  });

  test("marks the calls whose results differ, and those that it lacks", () => {
    const ledger = reading(savedLedger({ a: 1, b: 1, c: 1 }));
    ledger.merge(savedLedger({ a: 2, c: 1 }, 1_000, later));
    const marked = ledger.entries().flatMap(({ args, isUnshown }) => (isUnshown ? [args[0]] : []));
    expect([ledger.isUnshown, marked]).toEqual([true, [PLAN_A, PLAN_B]]);
  });

  test("has its ages, too", () => {
    const age = (result: number) => savedEntry({ id: "ASOF", result });
    const ledger = reading({ ...savedLedger({}), entries: [age(1)] });
    ledger.merge({ ...savedLedger({}, 1, later), entries: [age(2)] });
    expect(ledger.entries()).toMatchObject([{ result: 2 }]);
  });

  // The pane would otherwise tell of another person's refresh whenever a workbook is opened.
  test("replaces nothing in a ledger without calls", () => {
    const { ledger } = open();
    expect(ledger.merge(savedLedger({ a: 1 }))).toBe(false);
    expect([resultsIn(ledger), ledger.isUnshown]).toEqual([{ a: 1 }, false]);
  });

  // The session keeps older answers otherwise, and a later call would show one.
  test("replaces a ledger all of whose calls have failed", async () => {
    const { ledger, call, run } = open();
    run.mockRejectedValueOnce(new Error("There is no plan 'b'."));
    await expect(call(PLAN_B, cell("Sheet1!A1"))).rejects.toThrow();
    expect(ledger.merge(savedLedger({ a: 1 }))).toBe(true);
  });

  test("answers calls without running the function", async () => {
    const { ledger, call, run } = open();
    ledger.merge(savedLedger({ a: "saved" }));
    expect(await call(PLAN_A, cell("Sheet1!A1"))).toBe("saved");
    expect(run).not.toHaveBeenCalled();
  });
});

test("a saved ledger of an earlier edition changes nothing", () => {
  const ledger = reading(savedLedger({ a: 1 }));
  const before = ledger.content();
  expect(ledger.merge({ ...savedLedger({ a: 2, b: 2 }, 9_000), edition: { ...EDITION, number: 4 } })).toBe(false);
  expect(ledger.content()).toEqual(before);
  expect(ledger.isUnshown).toBe(false);
});

test("of two refreshes with one number the same one wins for both users", () => {
  const [one, other] = ["a", "b"].map((id) => ({ ...savedLedger({ a: id, [id]: 1 }), edition: { ...EDITION, id } }));
  const ledgers = [reading(one!), reading(other!)];
  const replaced = [ledgers[0]!.merge(other!), ledgers[1]!.merge(one!)];
  expect(ledgers.map(resultsIn)).toEqual([
    { a: "b", b: 1 },
    { a: "b", b: 1 },
  ]);
  expect(replaced).toEqual([true, false]);
});

describe("a saved ledger of the same edition", () => {
  test("is united with the own one, with the newer entry of each call", () => {
    const ledger = reading(savedLedger({ a: "old", own: 1 }, 1));
    expect(ledger.merge(savedLedger({ a: "new", c: 1 }, 2))).toBe(false);
    expect(resultsIn(ledger)).toEqual({ a: "new", own: 1, c: 1 });
    ledger.merge(savedLedger({ a: "old" }, 1));
    expect(resultsIn(ledger).a).toBe("new");
  });

  // The cells of the user who had the older result show it still, whoever of the two that is.
  test.each([
    ["newer", 2_000],
    ["older", 500],
  ])("marks a call whose saved result is another and %s", (_what, computedAt) => {
    const ledger = reading(savedLedger({ a: 1, b: 1 }));
    ledger.merge(savedLedger({ a: 2, b: 1, c: 1 }, computedAt));
    const marked = ledger.entries().flatMap(({ args, isUnshown }) => (isUnshown ? [args[0]] : []));
    expect([ledger.isUnshown, marked]).toEqual([true, [PLAN_A]]);
  });

  test("keeps the own ages, since each user's add-in computes them", () => {
    const age = (result: number, answeredAt: number) => savedEntry({ id: "ASOF", result, answeredAt });
    const ledger = reading({ ...savedLedger({}), entries: [age(1, 1)] });
    ledger.merge({ ...savedLedger({}), entries: [age(2, 2)] });
    expect(ledger.entries()).toMatchObject([{ result: 1 }]);
  });

  // The answers of 50 are of another run than those of 10, so the pane must say "two runs".
  test.each([
    [10, 50],
    [50, 10],
  ])("has the earlier of two users' first runs: %d and %d", (own, saved) => {
    const runsOf = (time: number) => new Map([["p1", time]]);
    const ledger = reading({ ...savedLedger({ a: 1 }), runs: runsOf(own) });
    ledger.merge({ ...savedLedger({ b: 1 }), runs: new Map([...runsOf(saved), ["p2", 7]]) });
    expect(ledger.workbook.runs).toEqual(
      new Map([
        ["p1", 10],
        ["p2", 7],
      ]),
    );
  });
});

test("before the first refresh the service that was saved first wins", async () => {
  const { ledger, call } = open("https://other.example");
  await call(PLAN_A, cell("Sheet1!A1"));
  const saved = savedLedger({ b: 1 }, 1_000, { ...UNREFRESHED, service: "https://one.example" });
  expect(ledger.merge(saved)).toBe(true);
  expect([resultsIn(ledger), ledger.edition.service]).toEqual([{ b: 1 }, "https://one.example"]);
});

test("ledgers that are merged in any order have the same content", () => {
  const entries = fc
    .uniqueArray(fc.constantFrom(PLAN_A, PLAN_B, PLAN_C))
    .chain((plans) => fc.tuple(...plans.map((plan) => fc.tuple(fc.nat(2), fc.nat(2)).map((of) => entryOf(plan, of)))));
  const saved = fc.record({
    edition: fc.record({
      number: fc.integer({ min: 1, max: 2 }),
      id: fc.constantFrom("a", "b"),
      service: fc.constant(EDITION.service),
    }),
    entries,
    runs: fc.dictionary(fc.constantFrom("p1", "p2"), fc.nat(9)).map((runs) => new Map(Object.entries(runs))),
  });
  const shuffled = fc
    .array(saved, { minLength: 1, maxLength: 5 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(fc.property(shuffled, ([all, other]) => expect(mergedContent(other)).toEqual(mergedContent(all))));
});

function entryOf(plan: string, [result, computedAt]: readonly [number, number]): SavedEntry {
  return datedEntry(plan, result, computedAt);
}

function mergedContent(all: readonly SavedLedger[]): object {
  const { ledger } = open();
  for (const saved of all) ledger.merge(saved);
  const { edition, entries, runs } = ledger.content();
  return { edition, entries: new Map(entries.map((entry) => [entry.key, entry])), runs };
}

describe("a call that fails", () => {
  test("fails in its cell, is shown with its message, and is tried again the next time", async () => {
    const { call, run, ledger } = open();
    run.mockRejectedValueOnce(Object.assign(new Error("There is no plan 'x'."), { code: "#N/A" }));
    await expect(call("x", cell("Sheet1!A1"))).rejects.toThrow("There is no plan 'x'.");
    expect(ledger.entries()).toMatchObject([
      { state: "failed", error: { code: "#N/A", message: "There is no plan 'x'." } },
    ]);
    expect(await call("x", cell("Sheet1!A1"))).toBe(1);
    expect(ledger.entries()).toMatchObject([{ state: "done", error: undefined }]);
  });
});

describe("what is recorded", () => {
  test("waits while its function runs", async () => {
    const { call, ledger } = open();
    const done = call("a", cell("Sheet1!A1"));
    expect(ledger.entries()).toMatchObject([{ state: "waiting" }]);
    await done;
    expect(ledger.entries()).toMatchObject([{ state: "done", answeredAt: 1_000 }]);
  });

  test("is neither a preview in the formula bar nor a call from nowhere", async () => {
    const { call, ledger } = open();
    await call("a", { address: "Sheet1!A1", isInValuePreview: true });
    await call("a", {});
    expect(ledger.entries()).toEqual([]);
  });

  test("answers a preview of the same call", async () => {
    const { call, run } = open();
    await call("a", cell("Sheet1!A1"));
    expect(await call("a", { address: "Sheet1!B1", isInValuePreview: true })).toBe(1);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

test("a workbook belongs to the service that answers first", async () => {
  const { call, ledger } = open("https://one.example");
  expect(ledger.service).toBeUndefined();
  await call("a", cell("Sheet1!A1"));
  expect(ledger.service).toBe("https://one.example");
});

describe("a listener is told", () => {
  test("of a call made, a call returned, a call answered again, and a new cell", async () => {
    const { call, events } = open();
    await call("a", cell("Sheet1!A1"));
    expect(events).toEqual(["called", "returned"]);
    await call("a", cell("Sheet1!A1"));
    expect(events).toEqual(["called", "returned", "answered"]);
    await call("a", cell("Sheet1!A2"));
    expect(events).toEqual(["called", "returned", "answered", "called"]);
  });

  test("of a call that fails, after it stands in the ledger", async () => {
    const { call, run, ledger, events } = open();
    const states: unknown[] = [];
    ledger.subscribe(() => states.push(ledger.entries()[0]?.state));
    run.mockRejectedValueOnce(new Error("Not reached."));
    await expect(call("a", cell("Sheet1!A1"))).rejects.toThrow();
    expect(events).toEqual(["called", "failed"]);
    expect(states).toEqual(["waiting", "failed"]);
  });

  test.each<[string, (ledger: Ledger) => void]>([
    ["records", (ledger) => ledger.record({ id: "PNL", args: [] }, { result: 1, answeredAt: 1 })],
    ["replaces", (ledger) => ledger.replace(refreshWith({}))],
    ["merges", (ledger) => ledger.merge({ ...savedLedger({}), edition: ledger.edition })],
    ["removes", (ledger) => ledger.remove(ledger.entries())],
    ["clears", (ledger) => ledger.clear()],
    ["detaches", (ledger) => ledger.detach(["Sheet1!A1"])],
  ])("when other code than a cell's %s what stands there", (_what, edit) => {
    const { ledger, events } = open();
    edit(ledger);
    expect(events).toEqual(["edited"]);
  });

  test("of another user's refresh that has replaced its results", async () => {
    const { ledger, call, events } = open();
    await call("a", cell("Sheet1!A1"));
    ledger.merge(savedLedger({ a: 2 }, 2_000));
    expect(events).toEqual(["called", "returned", "edited", "adopted"]);
  });

  test("of nothing when it has unsubscribed, nor of previews", async () => {
    const { call, events, unsubscribe } = open();
    await call("a", { address: "Sheet1!A1", isInValuePreview: true });
    unsubscribe();
    await call("a", cell("Sheet1!A1"));
    expect(events).toEqual([]);
  });
});
