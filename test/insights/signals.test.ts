import { getEventListeners } from "node:events";
import { unlessAborted } from "../../src/insights/signals";

const never = new Promise<never>(() => {});

test("a signal that has aborted already is not waited for", async () => {
  await expect(unlessAborted(never, AbortSignal.abort(new Error("Left")))).rejects.toThrow("Left");
});

test("what is settled leaves no listener on a signal that lives on", async () => {
  const { signal } = new AbortController();
  await unlessAborted(Promise.resolve(1), signal);
  await unlessAborted(Promise.reject(new Error("Failed")), signal).catch(() => {});
  await Promise.resolve();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("the reason is asked for only when the signal aborts", async () => {
  const controller = new AbortController();
  const reason = jest.fn(() => new Error("Cancelled"));
  const waiting = unlessAborted(never, controller.signal, reason);
  expect(reason).not.toHaveBeenCalled();
  controller.abort();
  await expect(waiting).rejects.toThrow("Cancelled");
});
