import { createLedger, type Ledger, type LedgerEvent, type Run } from "../../../src/workbook/ledger/ledger";

/** A ledger over one function, with the time in the test's hand. */
function open({ maxAge = Infinity, service = undefined as string | undefined } = {}) {
  const clock = { now: 1_000 };
  const connection = { service };
  const ledger = createLedger({ now: () => clock.now, maxAge: () => maxAge, connected: () => connection.service });
  const events: LedgerEvent[] = [];
  const unsubscribe = ledger.subscribe((event) => events.push(event));
  let answers = 0;
  const run = jest.fn<Promise<unknown>, unknown[]>(() => Promise.resolve((answers += 1)));
  const call = ledger.wrap("PNL", run as Run);
  return { clock, connection, events, unsubscribe, ledger, run, call };
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

  test("is computed again if it is too old or was forgotten", async () => {
    const { call, clock, ledger } = open({ maxAge: 60 });
    await call("a", cell("Sheet1!A1"));
    clock.now += 59;
    expect(await call("a", cell("Sheet1!A1"))).toBe(1);
    clock.now += 1;
    expect(await call("a", cell("Sheet1!A1"))).toBe(2);
    ledger.remove(ledger.entries());
    expect(await call("a", cell("Sheet1!A1"))).toBe(3);
    ledger.clear();
    expect(ledger.entries()).toEqual([]);
  });

  test("is computed again if the clock was set back by more than the maximum age", async () => {
    const { call, clock } = open({ maxAge: 60 });
    await call("a", cell("Sheet1!A1"));
    clock.now -= 1_000;
    expect(await call("a", cell("Sheet1!A1"))).toBe(2);
    expect(await call("a", cell("Sheet1!A1"))).toBe(2);
  });

  test("from a workbook that was just opened never runs the function", async () => {
    const { call, run, ledger, events } = open();
    ledger.record({ id: "PNL", args: ["fy26"] }, { result: [[1, 2]], answeredAt: 500, stamp: 500 });
    expect(await call("fy26", cell("Sheet1!A1"))).toEqual([[1, 2]]);
    expect(run).not.toHaveBeenCalled();
    expect(events).not.toContain("returned");
  });
});

// A large table is arranged in slices, after its query has found that the answers are still in use.
test("a call that ends after the session's answers were replaced is computed again", async () => {
  const { call, run, ledger } = open();
  let release: (result: unknown) => void = () => {};
  run.mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
  const returned = call("x", cell("Sheet1!A1"));
  ledger.startEpoch();
  release("old");
  expect(await returned).toBe(1);
  expect(ledger.entries()).toMatchObject([{ result: 1, state: "done" }]);
});

test("a call that ends after a refresh has recorded its result returns that one", async () => {
  const { call, run, ledger } = open();
  let release: (result: unknown) => void = () => {};
  run.mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
  const returned = call("x", cell("Sheet1!A1"));
  ledger.record({ id: "PNL", args: ["x"] }, { result: "new", answeredAt: 2_000, stamp: 2_000, questions: [] });
  ledger.startEpoch();
  release("old");
  expect(await returned).toBe("new");
  expect(run).toHaveBeenCalledTimes(1);
});

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

  test("keeps what it returned before for a refresh to compare with", async () => {
    const { call, run, ledger, clock } = open({ maxAge: 10 });
    await call("x", cell("Sheet1!A1"));
    clock.now += 10;
    run.mockRejectedValueOnce(new Error("Not reached."));
    await expect(call("x", cell("Sheet1!A1"))).rejects.toThrow();
    expect(ledger.entries()).toMatchObject([{ state: "failed", result: 1, error: { code: "#VALUE!" } }]);
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

describe("a ledger of one service", () => {
  const [ONE, OTHER] = ["https://one.example", "https://other.example"];

  test("keeps its entries on connecting to another, however old they are", async () => {
    const { call, clock, connection, ledger, run } = open({ service: ONE, maxAge: 60 });
    await call("a", cell("Sheet1!A1"));
    connection.service = OTHER;
    clock.now += 600;
    expect(await call("a", cell("Sheet1!A1"))).toBe(1);
    expect([run.mock.calls.length, ledger.service]).toEqual([1, ONE]);
    connection.service = ONE;
    expect(await call("a", cell("Sheet1!A1"))).toBe(2);
  });

  test("belongs to the service that answers first", async () => {
    const { call, connection, ledger, run } = open({ service: OTHER });
    expect(ledger.service).toBeUndefined();
    run.mockRejectedValueOnce(new Error("Not reached."));
    await expect(call("a", cell("Sheet1!A1"))).rejects.toThrow();
    expect(ledger.service).toBeUndefined();
    connection.service = ONE;
    await call("a", cell("Sheet1!A1"));
    expect(ledger.service).toBe(ONE);
    expect(ledger.content().service).toBe(ONE);
  });

  test("belongs to no service once its last answer is removed", async () => {
    const { call, connection, ledger } = open({ service: ONE });
    for (const argument of ["a", "b"]) await call(argument, cell("Sheet1!A1"));
    ledger.remove(ledger.entries().slice(0, 1));
    expect(ledger.service).toBe(ONE);
    ledger.clear();
    connection.service = OTHER;
    await call("c", cell("Sheet1!A1"));
    expect(ledger.service).toBe(OTHER);
  });

  test("computes a call again if another service was connected while it ran", async () => {
    const { call, connection, ledger, run } = open({ service: ONE });
    run.mockImplementationOnce(() => Promise.resolve("one's").finally(() => (connection.service = OTHER)));
    run.mockImplementationOnce(() => Promise.resolve("other's"));
    expect(await call("a", cell("Sheet1!A1"))).toBe("other's");
    expect([ledger.service, ledger.entries().map(({ result }) => result)]).toEqual([OTHER, ["other's"]]);
  });

  test("computes a call again if the saved ledger of another came in while it ran", async () => {
    const [mine, theirs] = [open({ service: ONE }), open({ service: OTHER })];
    for (const { call } of [mine, theirs]) await call("a", cell("Sheet1!A1"));
    mine.run.mockImplementationOnce(() => {
      mine.ledger.merge(theirs.ledger.content());
      return Promise.resolve("one's");
    });
    mine.run.mockRejectedValueOnce(new Error("Another service."));
    await expect(mine.call("b", cell("Sheet1!A2"))).rejects.toThrow("Another service.");
  });

  test("gives way to the saved ledger of another, which others have", async () => {
    const [mine, theirs] = [open({ service: ONE }), open({ service: OTHER })];
    for (const argument of ["a", "b"]) await mine.call(argument, cell("Sheet1!A1"));
    theirs.run.mockResolvedValue("theirs");
    await theirs.call("a", cell("Sheet1!A1"));
    mine.ledger.merge(theirs.ledger.content());
    expect(mine.ledger.service).toBe(OTHER);
    expect(mine.ledger.entries().map(({ args, result }) => [args[0], result])).toEqual([["a", "theirs"]]);
    // Its cells show other numbers, and the session's answers are another service's.
    expect([mine.ledger.isUnshown, mine.ledger.workbook.hasRemoteEntries]).toEqual([true, true]);
  });
});

test("a refresh computes a call without reading its entry", async () => {
  const { call, run, ledger } = open();
  await call("a", cell("Sheet1!A1"));
  const generation = {};
  expect((await ledger.invoke({ id: "PNL", args: ["a"] }, { generation })).result).toBe(2);
  expect(run).toHaveBeenLastCalledWith("a", expect.objectContaining({ generation }));
  expect(ledger.entries()).toMatchObject([{ result: 1 }]);
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
    ["records", (ledger) => ledger.record({ id: "PNL", args: [] }, { result: 1, answeredAt: 1, stamp: 1 })],
    ["removes", (ledger) => ledger.remove(ledger.entries())],
    ["clears", (ledger) => ledger.clear()],
    ["detaches", (ledger) => ledger.detach(["Sheet1!A1"])],
  ])("when other code than a cell's %s what stands there", (_what, edit) => {
    const { ledger, events } = open();
    edit(ledger);
    expect(events).toEqual(["edited"]);
  });

  test("of nothing when it has unsubscribed, nor of previews", async () => {
    const { call, events, unsubscribe } = open();
    await call("a", { address: "Sheet1!A1", isInValuePreview: true });
    unsubscribe();
    await call("a", cell("Sheet1!A1"));
    expect(events).toEqual([]);
  });
});
