/** The tools of a check, without a workbook. */
import { codeOf, readSettled, sameAs, type CheckContext } from "../../../src/excel/hostChecks/hostCheck";

test.each([
  [[[1], ["x"]], [[1], ["x"]], true, '[[1],["x"]]'],
  [7, 8, false, "8"],
  ["7", 7, false, "7"],
  [7, undefined, false, "nothing"],
])("Expected %j and found %j passes: %s", (expected, found, passed, actual) => {
  expect(sameAs(expected, found)).toEqual({ passed, actual });
});

test.each([
  ["success", Promise.resolve(5), ""],
  ["Office's error", Promise.reject(Object.assign(new Error("Denied"), { code: "AccessDenied" })), "AccessDenied"],
  ["another error", Promise.reject(new Error("Broken")), "Error: Broken"],
  ["an error with a number", Promise.reject(Object.assign(new Error("Broken"), { code: 5 })), "Error: Broken"],
])("The code of %s", async (_what, work, code) => {
  expect(await codeOf(work)).toBe(code);
});

describe("Cells are read again", () => {
  /** Reads cells that are pending so many times, and returns what was waited. */
  async function read(pending: number) {
    let left = pending;
    const waits: number[] = [];
    const range = { load: () => ({ values: [[5, left > 0 ? "#BUSY!" : 7]] }) };
    const context = {
      workbook: { worksheets: { getItem: () => ({ getRange: () => range }) } },
      sync: () => Promise.resolve(),
    };
    const run = (_options: object, work: (given: typeof context) => unknown) => work(context);
    Object.assign(globalThis, { Excel: { run } });
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
      left -= 1;
    };
    const values = await readSettled({ sheet: "S", wait } as unknown as CheckContext, "A1:B1");
    return { values, waits };
  }

  test.each([0, 1, 3, 100])("until none is pending, after %i times 100 ms", async (times) => {
    expect(await read(times)).toEqual({ values: [[5, 7]], waits: Array(times).fill(100) });
  });

  test("for ten seconds, and then are as they are", async () => {
    expect(await read(101)).toEqual({ values: [[5, "#BUSY!"]], waits: Array(100).fill(100) });
  });
});
