import type { WorkbookSettings } from "../../src/saved/settings";
import { createPause } from "../../src/workbook/pause";

test("A pause is on as the workbook says, but not during a refresh, however it ends", async () => {
  const settings: { current: WorkbookSettings } = { current: {} };
  const { isOn, lift } = createPause(settings);
  expect(isOn()).toBe(false);
  settings.current = { paused: true };
  expect(isOn()).toBe(true);
  const seen: boolean[] = [];
  const look = () => {
    seen.push(isOn());
    return Promise.resolve(7);
  };
  expect(await lift(() => lift(look).then(look))).toBe(7);
  await expect(lift(() => Promise.reject(new Error("Failed.")))).rejects.toThrow("Failed.");
  expect([seen, isOn()]).toEqual([[false, false], true]);
});
