/** @jest-environment jsdom */
import fc from "fast-check";
import { createSaved, parseSaved, SAVED_NAMESPACE } from "../../src/saved/document";
import { GONE, readFrozen, shardFrozen, writeFrozen, type FrozenBlock, type SavedFrozen } from "../../src/saved/frozen";
import { readLedger, shardLines, writeShard, type LedgerLine } from "../../src/saved/ledger";
import { callKey } from "../../src/saved/callKey";
import { mergeSaved } from "../../src/saved/merge";
import { addReport, deleteReport, readReports } from "../../src/saved/reports";
import { readSettings, writeSettings, type WorkbookSettings } from "../../src/saved/settings";
import { browserDom, xmldom } from "./dom";
import { runs } from "../propertyOptions";

const NOTHING_FROZEN: SavedFrozen = { batches: [], items: [], named: [] };
const NOTHING = {
  settings: {},
  ledger: { service: undefined, isUnshown: false, lines: [] },
  frozen: NOTHING_FROZEN,
  reports: [],
};

const readAll = (root: Element | undefined) => ({
  settings: readSettings(root),
  ledger: readLedger(root ? [root] : []),
  frozen: readFrozen(root ? [root] : []),
  reports: readReports(root),
});

const line: LedgerLine = {
  ...{ id: "PNL", args: ["fy26", [["ebit"]]], reads: { currency: "EUR" } },
  result: [["<&>", 1.5, ""]],
  answeredAt: 1_000,
  stamp: 900,
};
const block: FrozenBlock = {
  id: "b1.1",
  kind: "cells",
  address: "Sheet1!$A$1:$B$1",
  formula: '=INSIGHTS.PNL(A1,"]]>")',
  marks: [["abc", "_"]],
  rowLabels: ["<EBIT>"],
};
const frozen: SavedFrozen = {
  batches: [{ id: "b1", at: 5, isUnfinished: true }],
  items: [block],
  named: [{ area: "_insights_1", formula: "=INSIGHTS.PNL(A1)", references: ["_insights_2"], mark: "abc" }],
};

const filled = (content: string) => `<insights xmlns="${SAVED_NAMESPACE}" plan="p1">${content}</insights>`;

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
const reads = fc.record({ plan: text, scenarios: fc.array(text), currency: text }, { requiredKeys: [] });
/** Each call once, with its arguments as they are kept: normalised, and none left out at the end. */
const lines = fc.uniqueArray(
  fc
    .record({
      ...{ id: text, args: fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.boolean())), reads, result: json },
      answeredAt: fc.nat(),
      stamp: fc.nat(),
    })
    .filter(({ args }) => args.every((argument) => String(argument).trim() !== "")),
  { selector: callKey },
);
const id = fc.uuid();
const marks = fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 });
const items = fc.oneof(
  fc.record({ id, address: text, kind: fc.constantFrom("cells", "spill"), formula: text, marks }),
  fc.record({ id, address: text, kind: fc.constant("list"), source: text, ignoreBlanks: fc.boolean() }),
  fc.record({ id, address: text, kind: fc.constant("line"), text }),
);
const formulas = fc.record({
  batches: fc.uniqueArray(fc.record({ id, at: fc.nat(), isUnfinished: fc.boolean() }), { selector: (each) => each.id }),
  items: fc.uniqueArray(items, { selector: (each) => each.id }),
  named: fc.uniqueArray(fc.record({ area: text, formula: text }), { selector: (each) => JSON.stringify(each) }),
}) as fc.Arbitrary<SavedFrozen>;
const reports = fc.uniqueArray(fc.record({ id: fc.uuid(), kind: attribute }), { selector: ({ id }) => id });

test("Calls are in the shard that their key says, whatever the order is in which they come", () => {
  const all = Array.from({ length: 5_000 }, (_, at) => ({
    ...line,
    args: [`a long name of a plan, to fill shards ${at}`],
  }));
  const shards = shardLines(all);
  expect(shards.length).toBeGreaterThan(1);
  expect(shards.flat()).toHaveLength(5_000);
  expect(shardLines([...all].reverse())).toEqual(shards);
});

describe.each([
  ["a browser's parser", browserDom],
  ["the parser for Node", xmldom],
])("what is kept in a workbook, with %s,", (_name, dom) => {
  const reread = (root: Element) => parseSaved(dom, dom.serialize(root));

  test("is nothing in a new part", () => {
    expect(readAll(reread(createSaved(dom, "settings")))).toEqual(NOTHING);
  });

  test("is written as earlier versions of the add-in read it", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: 'a "plan"', scenarios: ["s1", "s2"], formats: false, maxAge: 60 });
    writeShard(root, { service: "https://app.example", isUnshown: true, lines: [line] });
    writeFrozen(root, frozen);
    addReport(root, { id: "0a", kind: "statement" });
    expect(dom.serialize(root)).toBe(
      `<insights xmlns="urn:scenario-insights:workbook:settings" plan="a &quot;plan&quot;" scenarios="s1,s2" maxAge="60" formats="false">` +
        `<ledger service="https://app.example" unshown="true">[["PNL",["fy26",[["ebit"]]],[["&lt;&amp;&gt;",1.5,""]],1000,900,{"currency":"EUR"}]]</ledger>` +
        `<batches>[{"id":"b1","at":5,"isUnfinished":true}]</batches>` +
        `<items>[{"id":"b1.1","kind":"cells","address":"Sheet1!$A$1:$B$1","formula":"=INSIGHTS.PNL(A1,\\"]]&gt;\\")","marks":[["abc","_"]],"rowLabels":["&lt;EBIT&gt;"]}]</items>` +
        `<frozen>[{"area":"_insights_1","formula":"=INSIGHTS.PNL(A1)","references":["_insights_2"],"mark":"abc"}]</frozen>` +
        `<reports><report id="0a" kind="statement"/></reports></insights>`,
    );
  });

  test("is read as it was written, whatever it is", () => {
    fc.assert(
      fc.property(settings, attribute, lines, formulas, reports, (chosen, service, calls, cells, made) => {
        const root = createSaved(dom, "settings");
        writeSettings(root, chosen);
        writeShard(root, { service, isUnshown: false, lines: calls });
        writeFrozen(root, cells);
        for (const report of made) addReport(root, report);
        const expected = {
          settings: chosen,
          ledger: { service, isUnshown: false, lines: calls },
          frozen: cells,
          reports: made,
        };
        expect(readAll(reread(root))).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  test("is replaced, kind by kind, and all else stays", () => {
    const root = parseSaved(dom, filled('<later x="1">2</later>'));
    if (!root) throw new Error("It was not read.");
    writeShard(root, { service: "https://one.example", isUnshown: true, lines: [line] });
    writeFrozen(root, frozen);
    addReport(root, { id: "1", kind: "months" });
    addReport(root, { id: "2", kind: "demand" });
    writeSettings(root, { currency: "USD" });
    writeShard(root, { service: undefined, isUnshown: false, lines: [] });
    writeFrozen(root, NOTHING_FROZEN);
    deleteReport(root, "1");
    expect(readAll(reread(root))).toEqual({
      settings: { currency: "USD" },
      ledger: { service: "https://one.example", isUnshown: false, lines: [] },
      frozen: NOTHING_FROZEN,
      reports: [{ id: "2", kind: "demand" }],
    });
    expect(dom.serialize(root)).toContain('<later x="1">2</later>');
    expect(dom.serialize(root)).not.toContain("frozen");
  });

  test("of one call is the line with the later stamp, in whichever part", () => {
    const write = (result: number, stamp: number) => {
      const root = createSaved(dom, "ledger");
      writeShard(root, { service: undefined, isUnshown: false, lines: [{ ...line, result, stamp }] });
      return root;
    };
    expect(readLedger([write(1, 5), write(2, 7), write(3, 6)]).lines).toEqual([{ ...line, result: 2, stamp: 7 }]);
  });

  test("of a first build's ledger is read under the keys of now, with the settings that its calls left to the workbook", () => {
    const old = `[["PNL",["",[["ebit"],[0]],0,null],5,1000],["PNL",["fy26",[["ebit"]]],6,1000]]`;
    const root = parseSaved(dom, filled(`<ledger>${old}</ledger>`));
    const { lines } = readLedger(root ? [root] : [], { plan: "p1", scenarios: ["s1"], currency: "EUR" });
    expect(lines.map(callKey)).toEqual([
      callKey({ id: "PNL", args: [null, [["ebit"]]], reads: { plan: "p1", currency: "EUR" } }),
      callKey({ id: "PNL", args: ["fy26", [["ebit"]]], reads: { currency: "EUR" } }),
    ]);
  });

  test("of two people becomes one, and no report and no frozen formula gets lost", () => {
    const [one, other] = [createSaved(dom, "reports"), createSaved(dom, "reports")];
    addReport(one, { id: "1", kind: "months" });
    addReport(other, { id: "1", kind: "months" });
    addReport(other, { id: "2", kind: "demand" });
    expect(readReports(mergeSaved(dom, "reports", [one, other])).map(({ id }) => id)).toEqual(["1", "2"]);
    const [mine, yours] = [createSaved(dom, "frozen"), createSaved(dom, "frozen")];
    writeFrozen(mine, frozen);
    writeFrozen(yours, { ...frozen, items: [{ ...block, id: "b2.1" }], named: [{ area: "b", formula: "=1" }] });
    const { items, named } = readFrozen([mergeSaved(dom, "frozen", [mine, yours])]);
    expect([items.map((each) => each.id), named.length]).toEqual([["b1.1", "b2.1"], 2]);
  });

  test("keeps a cell frozen that only one of two people has thawed, and takes a freeze for finished that one has seen finished", () => {
    const [mine, yours] = [createSaved(dom, "frozen"), createSaved(dom, "frozen")];
    writeFrozen(mine, { ...frozen, items: [{ ...block, marks: [[GONE, "_"]] }] });
    writeFrozen(yours, { ...frozen, batches: [{ id: "b1", at: 5, isUnfinished: false }] });
    expect(readFrozen([mine, yours])).toMatchObject({
      batches: [{ isUnfinished: false }],
      items: [{ marks: [["abc", "_"]] }],
    });
  });

  test("frozen is kept in parts of less than 500 kB, of which the first holds no cells", () => {
    const many = Array.from({ length: 3_000 }, (_, at) => ({ ...block, id: `b1.${at}`, formula: "=x".repeat(100) }));
    const shards = shardFrozen({ ...frozen, items: many });
    const roots = shards.map((shard) => {
      const root = createSaved(dom, "frozen");
      writeFrozen(root, shard);
      return root;
    });
    expect(shards[0]?.items).toEqual([]);
    expect(Math.max(...roots.map((root) => dom.serialize(root).length))).toBeLessThan(500_000);
    expect(readFrozen(roots)).toEqual({ ...frozen, items: many });
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
    ["no JSON", "{}", "[1]", "[null]", '[["PNL"]]', '[["PNL",[],1]]', '[{"area":"a"}]', "[[[]]]", "", " "]
      .concat(
        '[{"id":"b1"}]',
        '[{"at":1}]',
        '[{"id":"i1","kind":"list","source":"A1"}]',
        '[{"address":"A1","kind":"list","source":"A1"}]',
      )
      .concat(
        '[{"id":"i1","address":"A1","kind":"cells","formula":"=1"}]',
        '[{"id":"i1","address":"A1","kind":"spill","formula":"=1","marks":[]}]',
      ),
  )("reads the lists %j as empty", (content) => {
    const root = parseSaved(
      dom,
      filled(
        `<ledger>${content}</ledger><frozen>${content}</frozen><items>${content}</items><batches>${content}</batches>`,
      ),
    );
    expect(readAll(root)).toEqual({ ...NOTHING, settings: { plan: "p1" } });
  });

  test("damaged anywhere, is read without an exception", () => {
    const root = createSaved(dom, "settings");
    writeSettings(root, { plan: "p1", scenarios: ["s1"], maxAge: 5 });
    writeShard(root, { service: "https://app.example", isUnshown: false, lines: [line] });
    writeFrozen(root, frozen);
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
