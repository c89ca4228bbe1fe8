import { untilOpened } from "../../../src/excel/workbook/reader";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const opensAfter = (opened: Promise<unknown>) => Object.assign(globalThis, { Office: { onReady: () => opened } });

test("once Excel has opened the add-in, nothing is waited for", async () => {
  opensAfter(Promise.resolve());
  await untilOpened();
  expect(jest.getTimerCount()).toBe(0);
});

test("if Excel does not open it within a minute, that is an error", async () => {
  opensAfter(new Promise(() => {}));
  const failed = expect(untilOpened()).rejects.toThrow("Excel has not started the add-in.");
  await jest.advanceTimersByTimeAsync(60_000);
  await failed;
});
