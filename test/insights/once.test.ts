/** Work that many ask for. */
import { once } from "../../src/insights/once";

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
