import { createCalls } from "../../../src/spreadsheet/engine/calls";
import type { SheetPosition } from "../../../src/spreadsheet/cells/area";
import { declare, failure } from "./declare";

const A1: SheetPosition = { sheet: "s", row: 0, column: 0 };
const A2: SheetPosition = { sheet: "s", row: 1, column: 0 };

/** Calls whose macrotasks run when the test says so, of a function whose answers are settled by the test. */
function stage() {
  const tasks: (() => void)[] = [];
  const recalculated: SheetPosition[][] = [];
  const asked: {
    args: unknown[];
    address: string;
    signal: AbortSignal;
    answer(value: unknown): void;
    fail(reason: unknown): void;
  }[] = [];
  const calls = createCalls({
    later: (task) => tasks.push(task),
    recalculate: (cells) => recalculated.push(cells),
    addressOf: ({ row }) => `A${row + 1}`,
  });
  const fn = declare("PNL", "a", (args, call) => {
    return new Promise((answer, fail) => asked.push({ args, ...call, answer, fail }));
  });
  /** Lets promises settle, then runs the macrotasks that are due. */
  const turn = async () => {
    await new Promise(setImmediate);
    tasks.splice(0).forEach((task) => task());
  };
  return { calls, fn, asked, recalculated, tasks, turn };
}

describe("Calls within a pass", () => {
  test("are collected, and start together in one macrotask after it has ended", async () => {
    const { calls, fn, asked, tasks, turn } = stage();
    expect([calls.ask(fn, A1, [1]), calls.ask(fn, A2, [2])]).toEqual([undefined, undefined]);
    await turn();
    expect(asked).toEqual([]);
    calls.passEnded();
    expect([asked.length, tasks.length]).toEqual([0, 1]);
    await turn();
    expect(asked).toMatchObject([
      { args: [1], address: "A1" },
      { args: [2], address: "A2" },
    ]);
  });

  test("are made once for a cell, a function and arguments", async () => {
    const { calls, fn, asked, turn } = stage();
    for (const args of [[1], [1], ["1"]]) calls.ask(fn, A1, args);
    calls.ask(declare("DEMAND", "a", fn.run), A1, [1]);
    calls.ask(fn, A2, [1]);
    calls.passEnded();
    await turn();
    expect(asked.map(({ args, address }) => [...args, address])).toEqual([
      [1, "A1"],
      ["1", "A1"],
      [1, "A1"],
      [1, "A2"],
    ]);
  });
});

describe("Answers", () => {
  test("of one tick recalculate their cells once, together", async () => {
    const { calls, fn, asked, recalculated, turn } = stage();
    const ask = () => [calls.ask(fn, A1, [1]), calls.ask(fn, A1, [2]), calls.ask(fn, A2, [3])];
    ask();
    calls.passEnded();
    await turn();
    asked.forEach((call, at) => call.answer(at));
    await turn();
    expect(recalculated).toEqual([[A1, A2]]);
    expect(ask()).toEqual([0, 1, 2]);
    calls.passEnded();
    expect(asked).toHaveLength(3);
  });

  test("do not keep others waiting", async () => {
    const { calls, fn, asked, recalculated, turn } = stage();
    calls.ask(fn, A1, [1]);
    calls.ask(fn, A2, [2]);
    calls.passEnded();
    await turn();
    asked[1]!.answer("fast");
    await turn();
    expect(recalculated).toEqual([[A2]]);
    expect([calls.ask(fn, A2, [2]), calls.idle()]).toEqual(["fast", false]);
  });

  test("may be errors with a message for the cell and code", async () => {
    const { calls, fn, asked, turn } = stage();
    const thrower = declare("BAD", "", () => {
      throw failure("#REF!", "Thrown at once.");
    });
    calls.ask(fn, A1, [1]);
    calls.ask(fn, A1, [2]);
    calls.ask(thrower, A1, []);
    calls.passEnded();
    await turn();
    asked[0]!.fail(failure("#N/A", "No such plan."));
    asked[1]!.fail(new Error("No connection."));
    await turn();
    expect(calls.ask(fn, A1, [1])).toEqual({ code: "#N/A", message: "No such plan." });
    expect(["#N/A", "#VALUE!", "#REF!", "#NUM!"].map((code) => calls.message(A1, code))).toEqual([
      "No such plan.",
      "No connection.",
      "Thrown at once.",
      undefined,
    ]);
    expect(calls.message(A2, "#N/A")).toBeUndefined();
  });

  test("that are errors are those of calls that the cell still makes", async () => {
    const { calls, fn, asked, turn } = stage();
    const failing = async (names: readonly string[]) => {
      for (const name of names) calls.ask(fn, A1, [name]);
      calls.passEnded();
      await turn();
      for (const { args, fail } of asked.splice(0)) fail(failure("#N/A", `No ${String(args[0])}.`));
      await turn();
      return calls.errors(A1).map(({ message }) => message);
    };
    expect(await failing(["act", "ebti"])).toEqual(["No act.", "No ebti."]);
    expect(await failing(["actul", "ebti"])).toEqual(["No ebti.", "No actul."]);
    expect(calls.errors(A2)).toEqual([]);
  });
});

describe("A call without a waiting cell", () => {
  test("is aborted if its cell no longer makes it", async () => {
    const { calls, fn, asked, recalculated, turn } = stage();
    calls.ask(fn, A1, ["old"]);
    calls.passEnded();
    await turn();
    calls.ask(fn, A1, ["new"]);
    calls.passEnded();
    await turn();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[0]!.answer(1);
    await turn();
    expect(recalculated).toEqual([]);
    asked[1]!.answer(2);
    await turn();
    expect(recalculated).toEqual([[A1]]);
  });

  test("is never made when it is dropped before it starts", async () => {
    const { calls, fn, asked, turn } = stage();
    calls.ask(fn, A1, [1]);
    calls.passEnded();
    calls.forget();
    await turn();
    expect([asked.length, calls.idle()]).toEqual([0, true]);
  });

  test("is aborted and made again when its cell is forgotten, unlike others", async () => {
    const { calls, fn, asked, turn } = stage();
    const pass = () => {
      calls.ask(fn, A1, [1]);
      calls.ask(fn, A2, [2]);
      calls.passEnded();
    };
    pass();
    await turn();
    calls.forget([A1]);
    pass();
    await turn();
    expect(asked.map(({ address, signal }) => [address, signal.aborted])).toEqual([
      ["A1", true],
      ["A2", false],
      ["A1", false],
    ]);
  });
});

describe("Idle", () => {
  test("is when nothing is collected, asked or to be calculated again", async () => {
    const { calls, fn, asked, turn } = stage();
    const seen = [calls.idle()];
    const see = () => seen.push(calls.idle());
    calls.ask(fn, A1, [1]);
    see();
    calls.passEnded();
    see();
    await turn();
    see();
    asked[0]!.answer(1);
    await new Promise(setImmediate);
    see();
    await turn();
    see();
    expect(seen).toEqual([true, false, false, false, false, true]);
  });
});

describe("Cells that are renewed", () => {
  test("in one tick are calculated once, together, and call again", async () => {
    const { calls, fn, asked, recalculated, turn } = stage();
    calls.ask(fn, A1, [1]);
    calls.passEnded();
    await turn();
    asked[0]!.answer("old");
    await turn();
    calls.renew([A1]);
    calls.renew([A2, A1]);
    expect([calls.idle(), calls.cells("waiting")]).toEqual([false, [A1, A2]]);
    await turn();
    expect(recalculated).toEqual([[A1], [A1, A2]]);
    expect(calls.ask(fn, A1, [1])).toBeUndefined();
  });

  test("are all that have called functions where none is named", async () => {
    const { calls, fn, recalculated, turn } = stage();
    [A1, A2].forEach((cell) => calls.ask(fn, cell, [1]));
    calls.renew();
    await turn();
    expect(recalculated).toEqual([[A1, A2]]);
  });
});

describe("The cells of calls", () => {
  test("are listed from their first call until they are forgotten", async () => {
    const { calls, fn, asked, turn } = stage();
    const states = () => [calls.cells(), calls.cells("waiting")];
    calls.ask(fn, A1, [1]);
    calls.ask(fn, A1, [2]);
    calls.ask(fn, A2, [3]);
    expect(states()).toEqual([
      [A1, A2],
      [A1, A2],
    ]);
    calls.passEnded();
    await turn();
    asked[0]!.answer(1);
    asked[2]!.answer(3);
    await turn();
    expect(states()).toEqual([[A1, A2], [A1]]);
    calls.forget([A1]);
    expect(states()).toEqual([[A2], []]);
  });
});

describe("Volatile functions", () => {
  test("keep their values, in order, while calls are pending", async () => {
    const { calls, fn, asked, turn } = stage();
    let drawn = 0;
    const draw = () => calls.steady(A1, "RAND", () => ++drawn);
    const pass = () => {
      const values = [draw(), draw()];
      calls.ask(fn, A1, [1]);
      calls.passEnded();
      return values;
    };
    expect([pass(), pass()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await turn();
    asked[0]!.answer(1);
    await turn();
    expect([pass(), pass()]).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test("are apart for each cell and function", () => {
    const { calls, fn } = stage();
    calls.ask(fn, A1, [1]);
    const drawn = [
      calls.steady(A1, "RAND", () => 1),
      calls.steady(A2, "RAND", () => 2),
      calls.steady(A1, "NOW", () => 3),
    ];
    expect(drawn).toEqual([1, 2, 3]);
  });
});
