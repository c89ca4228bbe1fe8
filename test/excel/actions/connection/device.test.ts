import { openDevice } from "../../../../src/excel/actions/connection/device";

function storageOf(kept: Map<string, string>): Storage {
  const getItem = (name: string) => kept.get(name) ?? null;
  return { getItem, setItem: (name: string, value: string) => void kept.set(name, value) } as Storage;
}

test("Storage uses Office's partition; forgetting the key keeps the address", () => {
  const kept = new Map<string, string>();
  openDevice(storageOf(kept), "part").keep("https://app.example", "key");
  expect([...kept.keys()]).toEqual(["part.scenario-insights.connection"]);
  const again = openDevice(storageOf(kept), "part");
  expect([again.appUrl, again.apiKey]).toEqual(["https://app.example", "key"]);
  expect(openDevice(storageOf(kept), "another").apiKey).toBe("");
  again.forget();
  expect([again.appUrl, again.apiKey, openDevice(storageOf(kept), "part").apiKey]).toEqual([
    "https://app.example",
    "",
    "",
  ]);
});

test.each([
  ["there is none", undefined],
  [
    "it is full",
    {
      getItem: () => null,
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    } as unknown as Storage,
  ],
])("Where %s, the connection is kept as long as the page is open", (_why, storage) => {
  const device = openDevice(storage, undefined);
  expect([device.appUrl, device.apiKey]).toEqual(["", ""]);
  device.keep("https://app.example", "key");
  expect([device.appUrl, device.apiKey]).toEqual(["https://app.example", "key"]);
});

test.each([["not JSON"], ["null"], ["[]"], ['{"appUrl":null}']])(
  "What cannot be read, such as %s, is no connection",
  (text) => {
    const device = openDevice(storageOf(new Map([["scenario-insights.connection", text]])), undefined);
    expect(device.apiKey).toBe("");
  },
);

test("A build that keeps no keys stores none, and removes one that an earlier build has stored", () => {
  const kept = new Map<string, string>();
  openDevice(storageOf(kept), undefined).keep("https://app.example", "old key");
  const never = openDevice(storageOf(kept), undefined, false);
  expect([never.appUrl, never.apiKey, [...kept.values()].join()]).toEqual([
    "https://app.example",
    "",
    expect.not.stringContaining("old key"),
  ]);
  never.keep("https://other.example", "new key");
  expect([never.appUrl, never.apiKey, [...kept.values()].join()]).toEqual([
    "https://other.example",
    "",
    expect.not.stringContaining("new key"),
  ]);
});
