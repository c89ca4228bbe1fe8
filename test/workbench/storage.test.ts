import { createKeeper, readKept, shelfOf, type Shelf } from "../../src/workbench/page/storage";

/** A shelf with room for so many characters. */
function shelfFor(room = Infinity): Shelf & { kept(): string | null } {
  let kept: string | null = null;
  return {
    read: () => kept,
    write(text) {
      if (text.length > room) throw new Error("QuotaExceededError");
      kept = text;
    },
    clear: () => (kept = null),
    kept: () => kept,
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("A workbook is kept once changes have paused, as it is then", () => {
  const shelf = shelfFor();
  let version = 1;
  const keeper = createKeeper(shelf, () => ({ version }), fail);
  keeper.changed();
  jest.advanceTimersByTime(400);
  version = 2;
  keeper.changed();
  jest.advanceTimersByTime(400);
  expect(shelf.kept()).toBeNull();
  jest.advanceTimersByTime(200);
  expect(readKept(shelf)).toEqual({ version: 2 });
});

test("It is kept at once when the page is left, and only once", () => {
  const shelf = shelfFor();
  const take = jest.fn(() => "all");
  const keeper = createKeeper(shelf, take, fail);
  keeper.changed();
  keeper.keep();
  jest.runAllTimers();
  expect([readKept(shelf), take.mock.calls.length]).toEqual(["all", 1]);
});

test("What is forgotten is not kept again by a page that is being left", () => {
  const shelf = shelfFor();
  const keeper = createKeeper(shelf, () => "all", fail);
  keeper.keep();
  keeper.changed();
  keeper.forget();
  keeper.keep();
  jest.runAllTimers();
  expect(shelf.kept()).toBeNull();
});

test("A workbook that is too large leaves what was kept before, and a person is told", () => {
  const shelf = shelfFor(10);
  let content = "small";
  const told: string[] = [];
  const keeper = createKeeper(
    shelf,
    () => content,
    (message) => told.push(message),
  );
  keeper.keep();
  content = "much too large";
  keeper.keep();
  expect([readKept(shelf), told]).toEqual(["small", [expect.stringContaining("too large for this browser to keep")]]);
});

test.each([
  ["nothing", null],
  ["something that cannot be read", "{"],
])("Nothing is read from a shelf with %s", (_kind, text) => {
  expect(readKept({ read: () => text, write: fail, clear: () => fail("cleared") })).toBeUndefined();
});

test("A shelf is an entry of the browser's storage", () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const shelf = shelfOf(storage as unknown as Storage, "book");
  shelf.write("a");
  expect([shelf.read(), [...entries]]).toEqual(["a", [["book", "a"]]]);
  shelf.clear();
  expect(shelf.read()).toBeNull();
});

function fail(message: string): never {
  throw new Error(message);
}
