/** @jest-environment jsdom */
import fc from "fast-check";
import { createSaved } from "../../../src/reporting/saved/document";
import { UNREFRESHED, type Edition, type SavedEntry } from "../../../src/reporting/saved/ledger";
import { readIndex, readStoredLedger, writeIndex } from "../../../src/reporting/saved/ledgerIndex";
import { shardName, writeNamedShard, type Shard } from "../../../src/reporting/saved/ledgerShards";
import { browserDom, xmldom } from "./dom";
import { datedEntry, savedEntry } from "./entry";

const SERVICE = "https://app.example";
const EDITION: Edition = { number: 5, id: "a", service: SERVICE };

const shardOf = (entries: readonly SavedEntry[], runs: Shard["runs"] = new Map(), number = 0): Element => {
  const root = createSaved(browserDom, "ledger");
  writeNamedShard(root, { entries, runs }, number);
  return root;
};
const indexOf = (shards: readonly (Element | string)[], edition = EDITION, isUnshown = false): Element => {
  const root = createSaved(browserDom, "index");
  const names = shards.map((shard) => (typeof shard === "string" ? shard : shardName(shard)));
  writeIndex(root, { shards: names, edition, isUnshown });
  return root;
};

const [a, b, c] = ["a", "b", "c"].map((name) => shardOf([datedEntry(name, 1, 900)])) as [Element, Element, Element];

const resultsIn = (shards: readonly Element[], indexes: readonly Element[]) =>
  readStoredLedger(shards, indexes)
    ?.entries.map(({ args, result }) => `${String(args[0])}=${String(result)}`)
    .sort();

describe("A workbook's ledger", () => {
  test("is the shards that its index names, and no others", () => {
    expect(resultsIn([a, b, c], [indexOf([a, b])])).toEqual(["a=1", "b=1"]);
    expect(readStoredLedger([a], [indexOf([a])])?.edition).toEqual(EDITION);
  });

  test.each<[string, Element[], Element[]]>([
    ["whose index is missing", [a, b], []],
    ["whose index names a shard that is missing", [a, b], [indexOf([a, "another"])]],
    ["whose index names no shard", [a], [indexOf([])]],
    ["whose index part is empty", [a], [createSaved(browserDom, "index")]],
    ["without any part", [], []],
  ])("is none in a workbook %s", (_what, shards, indexes) => {
    expect(readStoredLedger(shards, indexes)).toBeUndefined();
  });

  test("with shards that name neither an entry nor a run is empty, and not missing", () => {
    const empty = shardOf([]);
    expect(readStoredLedger([empty], [indexOf([empty])])).toMatchObject({ entries: [], edition: EDITION });
  });
});

describe("Of two indexes in a workbook", () => {
  const inBothOrders = (shards: readonly Element[], one: Element, other: Element) => {
    const [first, second] = [resultsIn(shards, [one, other]), resultsIn(shards, [other, one])];
    expect(first).toEqual(second);
    return first;
  };

  // Cells would otherwise show two refreshes at once.
  test("the later edition's counts as a whole, although the former has newer answers", () => {
    const [former, later] = [
      shardOf([datedEntry("a", 1, 999), datedEntry("b", 1, 999)]),
      shardOf([datedEntry("a", 2, 1)]),
    ];
    expect(inBothOrders([former, later], indexOf([former]), indexOf([later], { ...EDITION, number: 6 }))).toEqual([
      "a=2",
    ]);
  });

  test("one counts as a whole if the refreshes have one number, in either order", () => {
    expect(inBothOrders([a, b], indexOf([a]), indexOf([b], { ...EDITION, id: "b" }))).toEqual(["b=1"]);
  });

  test("both count if they are of one refresh, with the newer entry of each call", () => {
    const [one, other] = [
      shardOf([datedEntry("both", "old", 1), datedEntry("one's", 1, 1)]),
      shardOf([datedEntry("both", "new", 2), datedEntry("other's", 1, 1)]),
    ];
    expect(inBothOrders([one, other], indexOf([one]), indexOf([other]))).toEqual(["both=new", "one's=1", "other's=1"]);
  });

  // The connection ended while a refresh was being written.
  test("an incomplete one does not count, although its edition is later", () => {
    expect(inBothOrders([a, b], indexOf([a]), indexOf([b, "another"], { ...EDITION, number: 6 }))).toEqual(["a=1"]);
  });

  test("only one service's count before the first refresh", () => {
    const of = (shard: Element, service: string) => indexOf([shard], { ...UNREFRESHED, service });
    expect(resultsIn([a, b], [of(a, SERVICE), of(b, "https://other.example")])).toHaveLength(1);
  });

  // Numbers asked for at 50 are of another run than those asked for at 10, so the pane must say "two runs".
  test("the earlier of two users' first runs counts", () => {
    const [one, other] = [10, 50].map((time) => shardOf([], new Map([["p1", time]]))) as [Element, Element];
    const runsOf = (...shards: Element[]) => readStoredLedger(shards, [indexOf([one]), indexOf([other])])?.runs;
    expect([runsOf(one, other), runsOf(other, one)]).toEqual([new Map([["p1", 10]]), new Map([["p1", 10]])]);
  });

  test("a mark in either counts, but none in an index of an earlier edition", () => {
    const isUnshown = (...indexes: Element[]) => readStoredLedger([a, b], indexes)?.isUnshown;
    expect(isUnshown(indexOf([a]), indexOf([b], EDITION, true))).toBe(true);
    expect(isUnshown(indexOf([a]), indexOf([b]))).toBe(false);
    expect(isUnshown(indexOf([a], EDITION, true), indexOf([b], { ...EDITION, number: 6 }))).toBe(false);
  });

  test("the same entries count in any order of parts", () => {
    const stored = fc.record({
      number: fc.integer({ min: 1, max: 2 }),
      id: fc.constantFrom("a", "b"),
      names: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
      time: fc.nat(3),
    });
    const indexed = fc.array(stored, { minLength: 1, maxLength: 4 }).map((all) =>
      all.map(({ number, id, names, time }) => {
        const shard = shardOf(names.map((name) => datedEntry(name, `${number}${id}${time}`, time)));
        return { shard, index: indexOf([shard], { number, id, service: SERVICE }) };
      }),
    );
    const shuffled = indexed.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    const resultsOf = (all: readonly { shard: Element; index: Element }[]) =>
      resultsIn(
        all.map(({ shard }) => shard),
        all.map(({ index }) => index),
      );
    fc.assert(fc.property(shuffled, ([all, other]) => expect(resultsOf(other)).toEqual(resultsOf(all))));
  });
});

describe.each([
  ["a browser's parser", browserDom],
  ["the parser for Node", xmldom],
])("An index, with %s,", (_what, dom) => {
  /** Texts that an XML attribute can hold. */
  const text = fc.string({ unit: "grapheme", minLength: 1 }).map((each) => each.replace(/\p{Zl}|\p{Zp}|\p{Cc}/gu, " "));

  test("is read as it was written", () => {
    const edition = fc.record({ number: fc.maxSafeNat(), id: text, service: fc.option(text, { nil: undefined }) });
    const names = fc.array(fc.stringMatching(/^[0-9a-z-]+$/));
    fc.assert(
      fc.property(names, edition, fc.boolean(), fc.boolean(), (shards, written, isUnshown, hasUnknown) => {
        const root = createSaved(dom, "index");
        const index = { shards, edition: written, isUnshown, hasUnknown };
        writeIndex(root, index);
        const again = dom.parse(dom.serialize(root)).documentElement;
        expect(readIndex(again)).toEqual(index);
      }),
    );
  });

  test("is written as other versions of the add-in read it", () => {
    const root = createSaved(dom, "index");
    writeIndex(root, { shards: ["0-a", "1-b"], edition: EDITION, isUnshown: true });
    expect(dom.serialize(root)).toContain(
      `<index shards="0-a 1-b" edition="5" id="a" service="${SERVICE}" unshown="true"/>`,
    );
  });

  test("that is written again loses its marks", () => {
    const root = createSaved(dom, "index");
    writeIndex(root, { shards: ["a"], edition: EDITION, isUnshown: true, hasUnknown: true });
    writeIndex(root, { shards: ["b"], edition: UNREFRESHED, isUnshown: false });
    expect(readIndex(root)).toEqual({ shards: ["b"], edition: UNREFRESHED, isUnshown: false, hasUnknown: false });
  });

  test.each(["", "soon", "NaN"])("with the edition %j is of no refresh", (number) => {
    const root = createSaved(dom, "index");
    writeIndex(root, { shards: ["a"], edition: EDITION, isUnshown: false });
    root.getElementsByTagNameNS("*", "index")[0]?.setAttribute("edition", number);
    expect(readIndex(root)?.edition.number).toBe(0);
  });
});

// An index could otherwise name a shard that another user has replaced meanwhile.
test("A shard's name depends on all of its content, and on nothing else", () => {
  const entry = savedEntry({ questions: [{ key: "q", computedAt: 1 }] });
  const nameOf = (entries: readonly SavedEntry[], plans: Record<string, number> = {}, number = 0) =>
    shardName(shardOf(entries, new Map(Object.entries(plans)), number));
  expect(nameOf([entry])).toBe(nameOf([entry]));
  const names = [
    nameOf([]),
    nameOf([entry]),
    nameOf([{ ...entry, result: 2 }]),
    nameOf([{ ...entry, questions: [{ key: "q", computedAt: 2 }] }]),
    nameOf([entry], { p1: 1 }),
    nameOf([entry], { p1: 2 }),
    nameOf([entry], {}, 1),
  ];
  expect(new Set(names).size).toBe(names.length);
});
