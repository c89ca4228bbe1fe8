/** Files of the add-in that do not come at once. */
import { once, withRetries } from "../../../src/excel/actions/chunks";

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

describe("work that is done once", () => {
  test("is shared by all who ask for it, while it is done and after", async () => {
    let times = 0;
    const count = once(async () => (times += 1));
    expect(await Promise.all([count(), count()])).toEqual([1, 1]);
    expect(await count()).toBe(1);
  });

  test("is repeated after a failure, which rejects all pending callers", async () => {
    let times = 0;
    const work = once(async () => {
      times += 1;
      if (times === 1) throw new Error("a bad moment");
      return times;
    });
    const both = await Promise.allSettled([work(), work()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await work()).toBe(2);
    expect(times).toBe(2);
  });
});
