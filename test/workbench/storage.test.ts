import { createAutosave } from "../../workbench/page/pageAutosave";
import { readEntry, createStorageEntry, type StorageEntry } from "../../workbench/page/storage";

/** An entry with room for so many characters. */
function entryFor(room = Infinity): StorageEntry {
  let stored: string | null = null;
  return {
    read: () => stored,
    write(text) {
      if (text.length > room) throw new Error("QuotaExceededError");
      stored = text;
    },
    clear: () => (stored = null),
  };
}

function fail(message: string): never {
  throw new Error(message);
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("A workbook is saved once changes have paused, as it is then", () => {
  const entry = entryFor();
  let version = 1;
  const autosave = createAutosave(entry, () => ({ version }), fail);
  autosave.schedule();
  jest.advanceTimersByTime(400);
  version = 2;
  autosave.schedule();
  jest.advanceTimersByTime(400);
  expect(entry.read()).toBeNull();
  jest.advanceTimersByTime(200);
  expect(readEntry(entry)).toEqual({ version: 2 });
});

test("It is saved at once when the page is left, and only once", () => {
  const entry = entryFor();
  const take = jest.fn(() => "all");
  const autosave = createAutosave(entry, take, fail);
  autosave.schedule();
  autosave.saveNow();
  jest.runAllTimers();
  expect([readEntry(entry), take.mock.calls.length]).toEqual(["all", 1]);
});

test("A workbook that is replaced is not saved again by its page, which is being left", () => {
  const entry = entryFor();
  const autosave = createAutosave(entry, () => "all", fail);
  autosave.schedule();
  autosave.stop();
  autosave.saveNow();
  jest.runAllTimers();
  expect(entry.read()).toBeNull();
});

test("A workbook that is too large leaves what was stored before, and a person is told", () => {
  const entry = entryFor(10);
  let content = "small";
  const messages: string[] = [];
  const autosave = createAutosave(
    entry,
    () => content,
    (message) => messages.push(message),
  );
  autosave.saveNow();
  content = "much too large";
  autosave.saveNow();
  expect([readEntry(entry), messages]).toEqual(["small", [expect.stringContaining("too large to store")]]);
});

test("Nothing is read where nothing is stored", () => {
  expect(readEntry(entryFor())).toBeUndefined();
});

test("What is stored and is no workbook is an error, and stays stored", () => {
  const entry = entryFor();
  entry.write("{");
  expect(() => readEntry(entry)).toThrow();
  expect(entry.read()).toBe("{");
});

test("An entry is one of the browser's storage", () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const entry = createStorageEntry(storage as unknown as Storage, "book");
  entry.write("a");
  expect([entry.read(), [...entries]]).toEqual(["a", [["book", "a"]]]);
  entry.clear();
  expect(entry.read()).toBeNull();
});
