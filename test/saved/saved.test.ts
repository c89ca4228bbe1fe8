/** @jest-environment jsdom */
import fc from "fast-check";
import { createSaved, parseSaved, SAVED_NAMESPACE } from "../../src/saved/document";
import { isNewer, oldestOf, type SavedEntry } from "../../src/saved/ledger";
import { readLedger, shardLedger, writeShard, type Shard } from "../../src/saved/ledgerShards";
import { callKey } from "../../src/saved/callKey";
import { mergeSaved } from "../../src/saved/merge";
import { addReport, deleteReport, readReports } from "../../src/saved/reports";
import { readSettings, writeSettings, type WorkbookSettings } from "../../src/saved/settings";
import { browserDom, xmldom } from "./dom";
import { runs } from "../propertyOptions";

const NOTHING_DROPPED: ReadonlyMap<string, number> = new Map();
const NOTHING = {
  settings: {},
  ledger: { service: undefined, entries: [], dropped: NOTHING_DROPPED, runs: new Map() },
  reports: [],
};

const readAll = (root: Element | undefined) => ({
  settings: readSettings(root),
  ledger: readLedger(root ? [root] : []),
  reports: readReports(root),
});

const call = { id: "PNL", args: ["fy26", [["ebit"]]], settings: { currency: "EUR" } };
const entry: SavedEntry = {
  ...call,
  key: callKey(call),
  result: [["<&>", 1.5, ""]],
  answeredAt: 1_000,
  stamp: 900,
  questions: [{ key: "pnl FY     2 p1 s1", computedAt: 900 }],
};
const shard = (...entries: SavedEntry[]): Shard => ({ entries, dropped: NOTHING_DROPPED });
const filled = (content: string) => `<insights xmlns="${SAVED_NAMESPACE}:settings" plan="p1">${content}</insights>`;

/** Texts that an XML attribute can hold. */
const attribute = fc
  .string({ unit: "grapheme", minLength: 1 })
  .map((text) => text.replace(/\p{Zl}|\p{Zp}|\p{Cc}/gu, " "));
const settings: fc.Arbitrary<WorkbookSettings> = fc.record(
  {
    plan: attribute,
    scenarios: fc.array(
      attribute.map((text) => text.replaceAll(",", ";")),
      { minLength: 1 },
    ),
    currency: attribute,
    fiscalMonth: fc.integer({ min: 1, max: 12 }),
    fiscalNameByBegin: fc.constant(true),
    currentMonth: fc.constantFrom("1900-01", "2026-04", "2199-12"),
    maxAge: fc.integer({ min: 1, max: 10_080 }),
    refreshEvery: fc.integer({ min: 1, max: 10_080 }),
    refreshOnOpen: fc.constant(true),
    formats: fc.constant(false),
    numberFormats: fc.constant(true),
  },
  { requiredKeys: [] },
);
const text = fc.string({ unit: "binary" });
/** A number of JSON has no minus zero. */
const json = fc.jsonValue({ stringUnit: "binary" }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const callSettings = fc.record({ plan: text, scenarios: fc.array(text), currency: text }, { requiredKeys: [] });
/** Each call once, with its arguments as they are kept: normalised, and none left out at the end. */
const entries = fc.uniqueArray(
  fc
    .record({
      id: text,
      args: fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.boolean())),
      settings: callSettings,
      result: json,
      answeredAt: fc.nat(),
      stamp: fc.nat(),
      questions: fc.option(fc.array(fc.record({ key: text, computedAt: fc.nat(3) })), { nil: undefined }),
    })
    .filter(({ args }) => args.every((argument) => String(argument).trim() !== ""))
    .map((each): SavedEntry => ({ ...each, key: callKey(each) })),
  { selector: ({ key }) => key },
);
/** Calls that were removed and not made again since. */
const planRuns = fc
  .array(fc.tuple(text, fc.record({ newest: fc.nat(), stamp: fc.nat() })))
  .map((runs): ReadonlyMap<string, { newest: number; stamp: number }> => new Map(runs));
const dropped = fc
  .array(
    fc.tuple(
      text.map((name) => `dropped ${name}`),
      fc.nat(),
    ),
  )
  .map((pairs) => new Map(pairs));
const reports = fc.uniqueArray(fc.record({ id: fc.uuid(), kind: attribute }), { selector: ({ id }) => id });

test("The key of a call decides its shard, in any order of calls", () => {
  const all = Array.from({ length: 5_000 }, (_, at) => ({
    ...entry,
    key: `a key ${at}`,
    args: [`a long name of a plan, to fill shards ${at}`],
  }));
  const shards = shardLedger(shard(...all));
  expect(shards.length).toBeGreaterThan(1);
  expect(shards.flatMap((each) => each.entries)).toHaveLength(5_000);
  expect(shardLedger(shard(...[...all].reverse()))).toEqual(shards);
});

test("Of two entries with one stamp all users choose the same", () => {
  const [one, other] = [
    { ...entry, result: 1 },
    { ...entry, result: 2 },
  ];
  expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, true]);
  expect(isNewer(one, { ...one })).toBe(false);
});

test("An entry is as old as the oldest of its answers", () => {
  const dated = (computedAt: number) => ({ key: "q", computedAt });
  expect(oldestOf([dated(3), dated(1), dated(2)])).toBe(1);
  expect(oldestOf([])).toBeUndefined();
  expect(oldestOf(undefined)).toBeUndefined();
});

test("Removed calls and runs of plans are saved once, in one of the shards", () => {
  const all = Array.from({ length: 5_000 }, (_, at) => ({ ...entry, key: `a key ${at}`, args: [`a long name ${at}`] }));
  const dropped = new Map(Array.from({ length: 50 }, (_, at) => [`gone ${at}`, at]));
  const plans = new Map(["one", "two", "three"].map((plan, at) => [plan, { newest: at, stamp: at + 1 }]));
  const shards = shardLedger({ entries: all, dropped, runs: plans });
  expect(shards.length).toBeGreaterThan(1);
  const found = shards.flatMap((each) => [...each.dropped]).sort(([, one], [, other]) => one - other);
  expect(found).toEqual([...dropped]);
  expect(new Map(shards.flatMap((each) => [...(each.runs ?? [])]))).toEqual(plans);
});

describe("of a list that another program has written, only what is well formed is read:", () => {
  const readList = (element: string, json: string) => {
    const root = parseSaved(browserDom, filled(`<${element}></${element}>`));
    if (!root?.firstElementChild) throw new Error("It was not read.");
    root.firstElementChild.textContent = json;
    return readLedger([root]);
  };

  test.each<[string, number]>([
    ['[["PNL",[],5,1000,null,900]]', 1],
    ["[[7,[],5,1000,null,900]]", 0],
    ['[["PNL","fy26",5,1000,null,900]]', 0],
    ['[["PNL",[],5,"1000",null,900]]', 0],
    ['[["PNL",[],5,1000,null,"900"]]', 0],
  ])("the entries %s", (json, count) => expect(readList("ledger", json).entries).toHaveLength(count));

  test.each<[string, number]>([
    ['[["a key",7]]', 1],
    ['[["a key","7"]]', 0],
    ["[[7,7]]", 0],
    ["[7]", 0],
  ])("the removed calls %s", (json, count) => expect(readList("dropped", json).dropped.size).toBe(count));
});

describe.each([
  ["a browser's parser", browserDom],
  ["the parser for Node", xmldom],
])("what is kept in a workbook, with %s,", (_name, dom) => {
  const reread = (root: Element) => parseSaved(dom, dom.serialize(root));

  test("is nothing in a new part", () => {
    expect(readAll(reread(createSaved(dom, "settings")))).toEqual(NOTHING);
  });

  test("is written as other versions of the add-in read it", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: 'a "plan"', scenarios: ["s1", "s2"], formats: false, maxAge: 60 });
    writeShard(root, "https://app.example", { entries: [entry], dropped: new Map([["a key", 7]]) });
    addReport(root, { id: "0a", kind: "statement" });
    expect(dom.serialize(root)).toBe(
      `<insights xmlns="urn:scenario-insights:workbook:settings" plan="a &quot;plan&quot;" scenarios="s1,s2" maxAge="60" formats="false">` +
        `<ledger service="https://app.example">[["PNL",["fy26",[["ebit"]]],[["&lt;&amp;&gt;",1.5,""]],1000,0,null,{"currency":"EUR"}]]</ledger>` +
        `<answers>[["pnl FY     2 p1 s1",900]]</answers><dropped>[["a key",7]]</dropped>` +
        `<reports><report id="0a" kind="statement"/></reports></insights>`,
    );
  });

  test("is read as it was written, whatever it is", () => {
    fc.assert(
      fc.property(
        settings,
        attribute,
        entries,
        dropped,
        planRuns,
        reports,
        (chosen, service, calls, gone, brought, made) => {
          const root = createSaved(dom, "settings");
          writeSettings(root, chosen);
          writeShard(root, service, { entries: calls, dropped: gone, runs: brought });
          for (const report of made) addReport(root, report);
          const expected = {
            settings: chosen,
            ledger: { service, entries: calls, dropped: gone, runs: brought },
            reports: made,
          };
          expect(readAll(reread(root))).toEqual(expected);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test("is of the service that answered first, if two users saved answers of two", () => {
    const [first, second] = ["https://one.example", "https://two.example"].map((service, at) => {
      const root = createSaved(dom, "ledger");
      const own = { ...entry, result: service, answeredAt: 1_000 + at, key: `${entry.key} ${at}` };
      writeShard(root, service, { ...shard(own), dropped: new Map([[service, 1]]) });
      return root;
    }) as [Element, Element];
    const whole = readLedger([first]);
    expect([whole.service, whole.entries.length]).toEqual(["https://one.example", 1]);
    for (const roots of [
      [first, second],
      [second, first],
    ])
      expect(readLedger(roots)).toEqual(whole);
  });

  test("is replaced, kind by kind, and all else stays", () => {
    const root = parseSaved(dom, filled('<later x="1">2</later>'));
    if (!root) throw new Error("It was not read.");
    writeShard(root, "https://one.example", shard(entry));
    addReport(root, { id: "1", kind: "months" });
    addReport(root, { id: "2", kind: "demand" });
    writeSettings(root, { currency: "USD" });
    writeShard(root, undefined, shard());
    deleteReport(root, "1");
    expect(readAll(reread(root))).toEqual({
      settings: { currency: "USD" },
      ledger: { service: "https://one.example", entries: [], dropped: NOTHING_DROPPED, runs: new Map() },
      reports: [{ id: "2", kind: "demand" }],
    });
    expect(dom.serialize(root)).toContain('<later x="1">2</later>');
  });

  test("of one call is the entry with the later stamp, in whichever part", () => {
    const write = (result: number, stamp: number) => {
      const root = createSaved(dom, "ledger");
      writeShard(root, undefined, shard({ ...entry, result, stamp }));
      return root;
    };
    expect(readLedger([write(1, 5), write(2, 7), write(3, 6)]).entries).toEqual([{ ...entry, result: 2, stamp: 7 }]);
  });

  test("of a call that was removed is no entry from before, and any from after", () => {
    const removed = createSaved(dom, "ledger");
    writeShard(removed, undefined, { entries: [], dropped: new Map([[entry.key, 900]]) });
    const before = createSaved(dom, "ledger");
    writeShard(before, undefined, shard(entry));
    const after = createSaved(dom, "ledger");
    writeShard(after, undefined, shard({ ...entry, stamp: 901 }));
    expect(readLedger([before, removed]).entries).toEqual([]);
    expect(readLedger([after, removed]).entries).toHaveLength(1);
  });

  test("of two users becomes one, and no report gets lost", () => {
    const [one, other] = [createSaved(dom, "reports"), createSaved(dom, "reports")];
    addReport(one, { id: "1", kind: "months" });
    addReport(other, { id: "1", kind: "months" });
    addReport(other, { id: "2", kind: "demand" });
    expect(readReports(mergeSaved(dom, "reports", [one, other])).map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test("of two users has the settings of both, the first's if they differ", () => {
    const [one, other] = [createSaved(dom, "settings"), createSaved(dom, "settings")];
    writeSettings(one, { plan: "p1", currency: "EUR" });
    writeSettings(other, { plan: "p2", maxAge: 60 });
    const merged = mergeSaved(dom, "settings", [one, other]);
    expect(readSettings(reread(merged))).toEqual({ plan: "p1", currency: "EUR", maxAge: 60 });
  });

  test("of one user is merged without a copy, so that it is not written again", () => {
    const only = createSaved(dom, "settings");
    expect(mergeSaved(dom, "settings", [only])).toBe(only);
  });

  test("leaves out a setting that no XML can hold", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: "p\u0000", currency: "USD" });
    expect(readSettings(reread(root))).toEqual({ currency: "USD" });
  });

  test.each([
    ["no XML", "fy26"],
    ["nothing", ""],
    ["half of a part", filled("<ledger>[]</ledger>").slice(0, -5)],
    ["two roots", filled("") + filled("")],
    ["a part of another add-in", '<insights plan="p1"/>'],
  ])("reads %s as nothing", (_what, text) => {
    expect(readAll(parseSaved(dom, text))).toEqual(NOTHING);
  });

  test.each(
    ["no JSON", "{}", "[1]", "[null]", '[["PNL"]]', '[["PNL",[],1]]', '[{"area":"a"}]', "[[[]]]", "", " "].concat(
      '[["PNL",[],5,1000]]',
      '[["PNL",[],5,1000,1000]]',
      '[["PNL",[],5,1000,1000,null]]',
    ),
  )("reads the lists %j as empty", (content) => {
    const root = parseSaved(dom, filled(`<ledger>${content}</ledger>`));
    expect(readAll(root)).toEqual({ ...NOTHING, settings: { plan: "p1" } });
  });

  test("damaged anywhere, is read without an exception", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: "p1", scenarios: ["s1"], maxAge: 5 });
    writeShard(root, "https://app.example", shard(entry));
    addReport(root, { id: "1", kind: "months" });
    const whole = dom.serialize(root);
    const at = fc.nat({ max: whole.length });
    fc.assert(
      fc.property(at, at, fc.string({ unit: "binary", maxLength: 3 }), (from, to, other) => {
        const damaged = whole.slice(0, Math.min(from, to)) + other + whole.slice(Math.max(from, to));
        expect(() => readAll(parseSaved(dom, damaged))).not.toThrow();
      }),
      { numRuns: runs(300) },
    );
  });
});
