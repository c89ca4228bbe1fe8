/** @jest-environment jsdom */
import { callKey } from "../../src/saved/callKey";
import { createSaved } from "../../src/saved/document";
import type { SavedEntry } from "../../src/saved/ledger";
import { shardName } from "../../src/saved/ledgerShards";
import { findWholeShards, isAnyUnshown, nameShard, writeIndex } from "../../src/saved/ledgerIndex";
import { browserDom } from "./dom";

const shard = (name: string) => {
  const root = createSaved(browserDom, "ledger");
  nameShard(root, name);
  return root;
};
const index = (shards: readonly string[], isUnshown = false) => {
  const root = createSaved(browserDom, "index");
  writeIndex(root, { shards, isUnshown });
  return root;
};

const [a, b, c] = ["a", "b", "c"].map(shard) as [Element, Element, Element];

test.each([
  ["the shards that the index names", [a, b, c], [["a", "b"]], [a, b]],
  ["the shards of both indexes that two people have written", [a, b, c], [["a"], ["b"]], [a, b]],
  ["none of an index of which a shard is missing, where another index is whole", [a, b], [["b", "c"], ["a"]], [a]],
  ["as many as there are, where no index is whole", [a, b], [["a", "c"]], [a, b]],
  ["as many as there are, where the index names none", [a, b], [[]], [a, b]],
  ["as many as there are, where the first index was never written", [a, b], [], [a, b]],
  ["none, where there is nothing", [], [], []],
])("Of a ledger's shards count %s", (_what, shards, indexes, whole) => {
  expect(
    findWholeShards(
      shards,
      indexes.map((names) => index(names)),
    ),
  ).toEqual(whole);
});

test("A mark in one of two indexes counts until the index is written without it", () => {
  const mine = index(["a"], true);
  expect(isAnyUnshown([index(["a"]), mine])).toBe(true);
  writeIndex(mine, { shards: ["a"], isUnshown: false });
  expect(isAnyUnshown([index(["a"]), mine])).toBe(false);
  expect(isAnyUnshown([shard("a")])).toBe(false);
});

test("A shard's name depends only on its content, in every version", () => {
  const call = { id: "PNL", args: ["fy26"], settings: {} };
  const entry: SavedEntry = { ...call, key: callKey(call), result: [[1]], answeredAt: 1_000, stamp: 900 };
  const nameOf = (entries: readonly SavedEntry[], number: number) => shardName({ entries, dropped: new Map() }, number);
  expect(nameOf([], 0)).toBe("0-a-ay1kmd");
  expect(nameOf([entry], 3)).toBe("3-1a-15r03wm");
  expect(nameOf([{ ...entry, result: [[2]] }], 3)).not.toBe(nameOf([entry], 3));
});
