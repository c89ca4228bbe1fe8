import { itemsNamed } from "../../src/language/items";

const NAMES = ["North", "South", "N*"];

test.each<[string, string[], string[]]>([
  ["all without a text", [], NAMES],
  ["an exact name before a pattern", ["N*"], ["N*"]],
  ["a name in another case", ["south"], ["South"]],
  ["a name with spaces around it", [" South "], ["South"]],
  ["a name with marks of direction", ["\u202eSouth"], ["South"]],
  ["a pattern", ["*th"], ["North", "South"]],
  ["all but an excluded one", ["<>North"], ["South", "N*"]],
  ["some without an excluded one", ["*o*", "<>S*"], ["North"]],
  ["none that is not there", ["East"], []],
])("chooses %s", (_what, texts, expected) => {
  expect(itemsNamed(texts, [NAMES])).toEqual(expected);
});

test("chooses a name in its own case before one in another", () => {
  expect(itemsNamed(["NORTH"], [["North", "NORTH"]])).toEqual(["NORTH"]);
});

test("chooses a name whose characters are composed otherwise", () => {
  expect(itemsNamed(["Z\u00fcrich"], [["Zu\u0308rich", "Bern"]])).toEqual(["Z\u00fcrich"]);
});

test("chooses an item that only one of several answers has", () => {
  expect(itemsNamed(["South"], [["North"], ["South"]])).toEqual(["South"]);
});
