/** Files of the add-in that do not come at once. */
import { withRetries } from "../../../src/excel/actions/chunks";

/** A loader of chunks that fails so many times. */
function failing(times: number) {
  const asked: string[] = [];
  const pauses: number[] = [];
  const load = withRetries(
    async (name) => {
      asked.push(name);
      if (asked.length <= times) throw new Error(`Loading chunk ${name} failed.`);
      return `the code of ${name}`;
    },
    async (milliseconds) => void pauses.push(milliseconds),
  );
  return { load, asked, pauses };
}

describe("a chunk", () => {
  test("that comes is asked for once", async () => {
    const { load, asked, pauses } = failing(0);
    expect(await load("store")).toBe("the code of store");
    expect([asked, pauses]).toEqual([["store"], []]);
  });

  test.each([1, 2, 3])("that fails %i times is there all the same, after longer and longer pauses", async (times) => {
    const { load, asked, pauses } = failing(times);
    expect(await load("store")).toBe("the code of store");
    expect(asked).toHaveLength(times + 1);
    expect(pauses).toEqual([500, 2_000, 5_000].slice(0, times));
  });

  test("fails with a message on what to do, and is requested again by the next caller", async () => {
    const { load, asked } = failing(4);
    await expect(load("store")).rejects.toThrow(
      /could not be loaded\. Check the network, then .* Try again\. .* close the workbook and open it again\./,
    );
    expect(asked).toHaveLength(4);
    expect(await load("store")).toBe("the code of store");
  });
});
