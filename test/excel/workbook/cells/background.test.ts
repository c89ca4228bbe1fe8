import { retryInBackground } from "../../../../src/excel/workbook/cells/background";

const BEHIND = Object.assign(new Error("Behind"), { code: "InvalidSelection" });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Asks Excel, which refuses that often. Returns how it ended, how often it was asked, and how long that took. */
async function ask(
  refusals: number,
  error: Error = BEHIND,
): Promise<[end: string, times: number, milliseconds: number]> {
  let times = 0;
  const startedAt = Date.now();
  const asked = retryInBackground(() => {
    times += 1;
    return times > refusals ? Promise.resolve("answered") : Promise.reject(error);
  }).catch(({ message }: Error) => message);
  await jest.runAllTimersAsync();
  return [await asked, times, Date.now() - startedAt];
}

test("Excel that answers is asked once", async () => {
  expect(await ask(0)).toEqual(["answered", 1, 0]);
});

test("Excel behind another workbook is asked again every 400 ms, five times in all", async () => {
  expect(await ask(2)).toEqual(["answered", 3, 800]);
  expect(await ask(4)).toEqual(["answered", 5, 1600]);
  const [message, times] = await ask(5);
  expect(message).toMatch(/^Excel does not answer while another workbook is in front\./);
  expect(times).toBe(5);
});

test("Another error is not retried", async () => {
  expect(await ask(1, new Error("Broken"))).toEqual(["Broken", 1, 0]);
});
