/** @jest-environment jsdom */
import fc from "fast-check";
import { createSaved, parseSaved, SAVED_NAMESPACE } from "../../../src/reporting/saved/document";
import type { SavedEntry } from "../../../src/reporting/saved/ledger";
import {
  readShards,
  shardLedger,
  shardName,
  writeNamedShard,
  type Shard,
} from "../../../src/reporting/saved/ledgerShards";
import { mergeSaved } from "../../../src/reporting/saved/merge";
import { addReport, deleteReport, readReports } from "../../../src/reporting/saved/reports";
import { readSettings, writeSettings, type WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import { browserDom, xmldom } from "./dom";
import { savedEntry } from "./entry";
import { runs } from "../../propertyOptions";

const NOTHING = { settings: {}, ledger: { entries: [], runs: new Map() }, reports: [] };

const readAll = (root: Element | undefined) => ({
  settings: readSettings(root),
  ledger: readShards(root ? [root] : []),
  reports: readReports(root),
});

const entry = savedEntry({
  args: ["fy26", [["ebit"]]],
  settings: { currency: "EUR" },
  result: [["<&>", 1.5, ""]],
  questions: [{ key: "pnl FY     2 p1 s1", computedAt: 900 }],
});
const shard = (...entries: SavedEntry[]): Shard => ({ entries, runs: new Map() });
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
    refreshOnOpen: fc.constant(true),
    formats: fc.constant(false),
    formatsEntries: fc.constant(true),
    scale: fc.constantFrom("thousands", "millions"),
    words: fc.constant(["revenue=netFIESales", "sales=grossFIESales"]),
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
      questions: fc.option(fc.array(fc.record({ key: text, computedAt: fc.nat(3) })), { nil: undefined }),
    })
    .filter(({ args }) => args.every((argument) => String(argument).trim() !== ""))
    .map(savedEntry),
  { selector: ({ key }) => key },
);
const planRuns = fc.array(fc.tuple(text, fc.nat())).map((all): ReadonlyMap<string, number> => new Map(all));
const isUnlinked = fc.constant(true as const);
const reports = fc.uniqueArray(
  fc.record({ id: fc.uuid(), kind: attribute, isUnlinked }, { requiredKeys: ["id", "kind"] }),
  { selector: ({ id }) => id },
);

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

test("A large ledger is read from its shards as it was divided", () => {
  const all = Array.from({ length: 5_000 }, (_, at) =>
    savedEntry({ args: [`a long name of a plan ${at}`], result: at }),
  );
  const plans = new Map(["one", "two", "three"].map((plan, at) => [plan, at]));
  const shards = shardLedger({ entries: all, runs: plans });
  expect(shards.length).toBeGreaterThan(1);
  expect(shards.flatMap((each) => [...each.runs])).toHaveLength(3);
  const again = readShards(shards.map((each, number) => writtenShard(each, number)));
  expect(again.runs).toEqual(plans);
  expect([...again.entries].sort((one, other) => Number(one.result) - Number(other.result))).toEqual(all);
});

function writtenShard(content: Shard, number: number): Element {
  const root = createSaved(xmldom, "ledger");
  writeNamedShard(root, content, number);
  return xmldom.parse(xmldom.serialize(root)).documentElement;
}

describe("of a list that another program has written, only what is well formed is read:", () => {
  const readList = (element: string, json: string) => {
    const root = parseSaved(browserDom, filled(`<${element}></${element}>`));
    if (!root?.firstElementChild) throw new Error("It was not read.");
    root.firstElementChild.textContent = json;
    return readShards([root]);
  };

  test.each<[string, number]>([
    ['[["PNL",[],5,1000,null]]', 1],
    ["[[7,[],5,1000,null]]", 0],
    ['[["PNL","fy26",5,1000,null]]', 0],
    ['[["PNL",[],5,"1000",null]]', 0],
  ])("the entries %s", (json, count) => expect(readList("ledger", json).entries).toHaveLength(count));

  test.each<[string, number]>([
    ['[["p1",7]]', 1],
    ['[["p1","7"]]', 0],
    ["[[7,7]]", 0],
    ["[7]", 0],
  ])("the runs %s", (json, count) => expect(readList("runs", json).runs.size).toBe(count));
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
    writeSettings(root, { plan: 'a "plan"', scenarios: ["s1", "s2"], formats: false, fiscalMonth: 4 });
    writeNamedShard(root, { entries: [entry], runs: new Map([["p1", 7]]) }, 0);
    addReport(root, { id: "0a", kind: "statement" });
    expect(dom.serialize(root)).toBe(
      `<insights xmlns="urn:scenario-insights:workbook:settings" plan="a &quot;plan&quot;" scenarios="s1,s2" fiscalMonth="4" formats="false">` +
        `<ledger name="${shardName(root)}">[["PNL",["fy26",[["ebit"]]],[["&lt;&amp;&gt;",1.5,""]],1000,0,{"currency":"EUR"}]]</ledger>` +
        `<answers>[["pnl FY     2 p1 s1",900]]</answers><runs>[["p1",7]]</runs>` +
        `<reports><report id="0a" kind="statement"/></reports></insights>`,
    );
  });

  test("is read as it was written, whatever it is", () => {
    fc.assert(
      fc.property(settings, entries, planRuns, reports, (chosen, calls, newest, made) => {
        const root = createSaved(dom, "settings");
        writeSettings(root, chosen);
        writeNamedShard(root, { entries: calls, runs: newest }, 0);
        for (const report of made) addReport(root, report);
        const expected = { settings: chosen, ledger: { entries: calls, runs: newest }, reports: made };
        expect(readAll(reread(root))).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  test("is replaced, kind by kind, and all else stays", () => {
    const root = parseSaved(dom, filled('<later x="1">2</later>'));
    if (!root) throw new Error("It was not read.");
    writeNamedShard(root, { entries: [entry], runs: new Map([["p1", 7]]) }, 0);
    addReport(root, { id: "1", kind: "months" });
    addReport(root, { id: "2", kind: "demand" });
    writeSettings(root, { currency: "USD" });
    writeNamedShard(root, shard(), 0);
    deleteReport(root, "1");
    expect(readAll(reread(root))).toEqual({
      settings: { currency: "USD" },
      ledger: { entries: [], runs: new Map() },
      reports: [{ id: "2", kind: "demand" }],
    });
    expect(dom.serialize(root)).toContain('<later x="1">2</later>');
  });

  test("has the newest entry of each call, in whichever part", () => {
    const write = (result: number, answeredAt: number) => {
      const root = createSaved(dom, "ledger");
      writeNamedShard(root, shard(savedEntry({ result, answeredAt })), 0);
      return root;
    };
    expect(readShards([write(1, 5), write(2, 7), write(3, 6)]).entries).toMatchObject([{ result: 2, answeredAt: 7 }]);
  });

  test("of two users becomes one, and no report gets lost", () => {
    const [one, other] = [createSaved(dom, "reports"), createSaved(dom, "reports")];
    addReport(one, { id: "1", kind: "months", tab: "First" });
    addReport(other, { id: "1", kind: "months", tab: "Second" });
    addReport(other, { id: "2", kind: "demand" });
    expect(readReports(mergeSaved(dom, "reports", [one, other]))).toEqual([
      { id: "1", kind: "months", tab: "First" },
      { id: "2", kind: "demand" },
    ]);
  });

  test("of two users has the settings of both, the first's if they differ", () => {
    const [one, other] = [createSaved(dom, "settings"), createSaved(dom, "settings")];
    writeSettings(one, { plan: "p1", currency: "EUR" });
    writeSettings(other, { plan: "p2", fiscalMonth: 4 });
    const merged = mergeSaved(dom, "settings", [one, other]);
    expect(readSettings(reread(merged))).toEqual({ plan: "p1", currency: "EUR", fiscalMonth: 4 });
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
      '[["PNL",[],5]]',
      '[["PNL",[],5,null,null]]',
    ),
  )("reads the lists %j as empty", (content) => {
    const root = parseSaved(dom, filled(`<ledger>${content}</ledger>`));
    expect(readAll(root)).toEqual({ ...NOTHING, settings: { plan: "p1" } });
  });

  test("damaged anywhere, is read without an exception", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: "p1", scenarios: ["s1"], fiscalMonth: 5 });
    writeNamedShard(root, shard(entry), 0);
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
