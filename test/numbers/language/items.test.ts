import { distinctItems, indexItems, itemsNamed } from "../../../src/numbers/language/items";

const NAMES = ["North", "South", "N*"];

/** Returns the items that the texts name in answers with these items. */
function named(texts: readonly string[], ...answers: readonly (readonly string[])[]) {
  return itemsNamed(texts, answers.map(indexItems));
}

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
  expect(named(texts, NAMES)).toEqual([expected]);
});

test("chooses a name in its own case before one in another", () => {
  expect(named(["NORTH"], ["North", "NORTH"])).toEqual([["NORTH"]]);
});

test("chooses a name whose characters are composed otherwise", () => {
  expect(named(["Z\u00fcrich"], ["Zu\u0308rich", "Bern"])).toEqual([["Z\u00fcrich"]]);
});

test.each<[string, string[][]]>([
  ["South", [[], ["South"]]],
  ["NORTH", [["North"], ["north"]]],
  ["*th", [["North"], ["north", "South"]]],
  ["<>South", [["North"], ["north"]]],
])("finds %s in each answer by itself", (text, expected) => {
  expect(named([text], ["North"], ["north", "South"])).toEqual(expected);
});

test.each<[string, string[]]>([
  ["north", ["north"]],
  ["=north", ["north"]],
  ["<>north", ["North", "South"]],
  ["=NORTH", ["north", "North"]],
  ["<>NORTH", ["South"]],
])("%s means the exact name if there is one, before those in another case", (text, expected) => {
  expect(named([text], ["north", "North", "South"])).toEqual([expected]);
});

test("an exclusion takes away from the named items wherever it stands in the list", () => {
  const items = ["North", "North Sea", "South"];
  const expected = [["North"]];
  expect(named(["North*", "<>North Sea"], items)).toEqual(expected);
  expect(named(["<>North Sea", "North*"], items)).toEqual(expected);
  expect(named(["<>North Sea", "North Sea", "North"], items)).toEqual(expected);
});

test("items of several answers that differ only in case are one item", () => {
  expect(distinctItems([indexItems(["North", "South"]), indexItems(["NORTH", "East"])])).toEqual([
    "North",
    "South",
    "East",
  ]);
});

test("items that differ only in case are several if one answer has them all", () => {
  expect(distinctItems([indexItems(["North", "north"]), indexItems(["North"])])).toEqual(["North", "north"]);
});
