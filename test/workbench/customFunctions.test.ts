import { createCustomFunctions } from "../../workbench/office/customFunctions";

/** Functions whose runtime is ready, and what it has been told: `[category, type, content]` a message, events apart. */
function stage() {
  const events: unknown[][][] = [];
  const functions = createCustomFunctions((entries) => {
    events.push(entries.map(([category, type, , text]) => [category, type, JSON.parse(String(text))]));
  });
  const abort = new AbortController();
  const call = (id: string, args: unknown[] = [], { cancelable = true, signal = abort.signal } = {}) =>
    functions.invoke(id, args, { address: "Sheet1!A1", cancelable, signal });
  return { ...functions, events, abort, call };
}

const tick = () => new Promise(setImmediate);

describe("A call", () => {
  test("waits until the runtime takes calls, and travels with all others of its tick", async () => {
    const { start, call, events } = stage();
    void call("PNL", ["fy26", null]);
    void call("DEMAND", [[["a"]]], { cancelable: false });
    await tick();
    expect(events).toEqual([]);
    start();
    await tick();
    expect(events).toEqual([
      [
        [1, 1000, [1, "PNL", ["fy26", null], "Sheet1!A1", 1, null]],
        [1, 1000, [2, "DEMAND", [[["a"]]], "Sheet1!A1", 0, null]],
      ],
    ]);
  });

  test.each([
    ["a number", 12.5, 12.5],
    ["text", "a", "a"],
    ["a table", [["a", 1]], [["a", 1]]],
    ["a number with a format", { type: "Double", basicValue: 0.5, numberFormat: "0%" }, 0.5],
    ["such numbers in a table", [[{ type: "Double", basicValue: 1 }, ""]], [[1, ""]]],
  ])("gives %s", async (_kind, returned, given) => {
    const { start, call, settle } = stage();
    start();
    const result = call("PNL");
    await tick();
    settle([[1, true, returned, [0]]]);
    expect(await result).toEqual(given);
  });

  test.each([
    [1, "#N/A"],
    [2, "#VALUE!"],
    [3, "#VALUE!"],
    [5, "#DIV/0!"],
    [6, "#NUM!"],
    [7, "#VALUE!"],
    [8, "#NULL!"],
    [10, "#NAME?"],
  ])("that failed with the number %d fails with %s and the add-in's message", async (number, code) => {
    const { start, call, settle } = stage();
    start();
    const result = call("PNL");
    await tick();
    settle([[1, false, "Connect first.", number, [0]]]);
    await expect(result).rejects.toEqual({ code, message: "Connect first." });
  });

  test("learns of its cancellation, and its late result changes nothing", async () => {
    const { start, call, settle, events, abort } = stage();
    start();
    const results = [call("PNL"), call("FIELDS", [], { cancelable: false })];
    await tick();
    events.length = 0;
    abort.abort();
    await expect(Promise.allSettled(results)).resolves.toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    expect(events).toEqual([[[1, 1001, { invocationId: 1 }]]]);
    expect(() => settle([[1, true, 5, [0]]])).not.toThrow();
  });

  test("that nobody waits for any more when the runtime is ready is not made", async () => {
    const { start, call, events, abort } = stage();
    const result = call("PNL");
    abort.abort(new Error("Edited."));
    start();
    await expect(result).rejects.toThrow("Edited.");
    await tick();
    expect(events).toEqual([]);
  });
});
