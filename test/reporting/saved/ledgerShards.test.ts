/** How the entries of a ledger are divided over shards, and what a shard says of them. */
import { createSaved } from "../../../src/reporting/saved/document";
import { hashText } from "../../../src/reporting/saved/hash";
import type { SavedEntry } from "../../../src/reporting/saved/ledger";
import { isSavable, readShards, shardLedger, writeNamedShard } from "../../../src/reporting/saved/ledgerShards";
import { xmldom } from "./dom";
import { savedEntry } from "./entry";

const ROUND_QUESTION = { key: "pnl FY     2 p1 s1", computedAt: 900 };
const runs = new Map<string, number>();

function written(...entries: SavedEntry[]) {
  const root = createSaved(xmldom, "ledger");
  writeNamedShard(root, { entries, runs }, 0);
  return { root, text: xmldom.serialize(root) };
}

test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("The hash of '%s' is that of FNV-1a", (text, hash) => {
  expect(hashText(text)).toBe(hash);
});

test("A small ledger is one shard", () => {
  expect(shardLedger({ entries: [savedEntry()], runs })).toHaveLength(1);
});

test("Entries with the same first question share a shard of a large ledger", () => {
  const large = Array.from({ length: 40 }, (_, at) =>
    savedEntry({ args: [`large ${at}`], result: "x".repeat(20_000), questions: [{ key: `q${at}`, computedAt: 1 }] }),
  );
  const alike = Array.from({ length: 8 }, (_, at) => savedEntry({ args: [`${at}`], questions: [ROUND_QUESTION] }));
  const shards = shardLedger({ entries: [...large, ...alike], runs });
  expect(shards.length).toBeGreaterThan(2);
  const having = shards.filter(({ entries }) => entries.some(({ questions }) => questions?.[0] === ROUND_QUESTION));
  expect(having).toHaveLength(1);
});

test("A table that no part can hold is not saved; a number always is", () => {
  const table = [["x".repeat(5_000_000)]];
  expect([table, [[1]], 1].map((result) => isSavable(savedEntry({ result })))).toEqual([false, true, true]);
});

test("An answer of several entries is written once, and no settings where a call reads none", () => {
  const { text } = written(...["a", "b"].map((name) => savedEntry({ args: [name], questions: [ROUND_QUESTION] })));
  expect(text.split(ROUND_QUESTION.key)).toHaveLength(2);
  expect(text).not.toContain("{}");
});

test("All settings of a call are read as they were written", () => {
  const settings = {
    plan: "p1",
    scenarios: ["s1"],
    currency: "EUR",
    fiscalMonth: 4,
    fiscalNameByBegin: true,
    currentMonth: "2026-04",
  };
  expect(readShards([written(savedEntry({ settings })).root]).entries).toEqual([savedEntry({ settings })]);
});

test("A character that XML does not take is written by its code, and read again", () => {
  const { root, text } = written(savedEntry({ result: "a\u2028b\u007f" }));
  expect(text).toContain("\\u2028b\\u007f");
  expect(readShards([root]).entries).toMatchObject([{ result: "a\u2028b\u007f" }]);
});
