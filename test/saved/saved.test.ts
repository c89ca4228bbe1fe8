/** @jest-environment jsdom */
import fc from "fast-check";
import { createSaved, parseSaved, SAVED_NAMESPACE } from "../../src/saved/document";
import { readFrozen, writeFrozen, type FrozenFormula } from "../../src/saved/frozen";
import { readLedger, writeLedger, type LedgerLine } from "../../src/saved/ledger";
import { addReport, deleteReport, readReports } from "../../src/saved/reports";
import { readSettings, writeSettings, type WorkbookSettings } from "../../src/saved/settings";
import { browserDom, xmldom } from "./dom";

const NOTHING = { settings: {}, ledger: { service: undefined, lines: [] }, frozen: [], reports: [] };

const readAll = (root: Element | undefined) => ({
  settings: readSettings(root),
  ledger: readLedger(root),
  frozen: readFrozen(root),
  reports: readReports(root),
});

const line: LedgerLine = { id: "PNL", args: ["fy26", [["ebit"]], null], result: [["<&>", 1.5, ""]], answeredAt: 1_000 };
const frozen: FrozenFormula = {
  area: "_insights_1",
  formula: '=INSIGHTS.PNL(A1,"]]>")',
  references: ["_insights_2"],
  mark: "abc",
};

const filled = (content: string) => `<insights xmlns="${SAVED_NAMESPACE}" plan="p1">${content}</insights>`;

/** Texts that an XML attribute can hold. */
const attribute = fc
  .string({ unit: "grapheme", minLength: 1 })
  .map((text) => text.replace(/\p{Zl}|\p{Zp}|\p{Cc}/gu, " "));
const settings: fc.Arbitrary<WorkbookSettings> = fc.record(
  {
    plan: attribute,
    scenarios: fc.array(attribute.map((text) => text.replaceAll(",", ";")), { minLength: 1 }), // prettier-ignore
    currency: attribute,
    fiscalMonth: fc.integer({ min: 1, max: 12 }),
    fiscalNameByBegin: fc.constant(true),
    maxAge: fc.integer({ min: 1 }),
    refreshEvery: fc.integer({ min: 1 }),
    refreshOnOpen: fc.constant(true),
    formats: fc.constant(false),
    numberFormats: fc.constant(true),
  },
  { requiredKeys: [] },
);
const text = fc.string({ unit: "binary" });
/** A number of JSON has no minus zero. */
const json = fc.jsonValue({ stringUnit: "binary" }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const lines = fc.array(fc.record({ id: text, args: fc.array(json), result: json, answeredAt: fc.nat() }));
const formulas = fc.array(fc.record({ area: text, formula: text, references: fc.array(text), mark: text }));
const reports = fc.uniqueArray(fc.record({ id: fc.uuid(), kind: attribute }), { selector: ({ id }) => id });

describe.each([
  ["a browser's parser", browserDom],
  ["the parser for Node", xmldom],
])("what is kept in a workbook, with %s,", (_name, dom) => {
  const reread = (root: Element) => parseSaved(dom, dom.serialize(root));

  test("is nothing in a new part", () => {
    expect(readAll(reread(createSaved(dom)))).toEqual(NOTHING);
  });

  test("is written as earlier versions of the add-in read it", () => {
    const root = createSaved(dom);
    writeSettings(root, { plan: 'a "plan"', scenarios: ["s1", "s2"], formats: false, maxAge: 60 });
    writeLedger(root, { service: "https://app.example", lines: [line] });
    writeFrozen(root, [frozen]);
    addReport(root, { id: "0a", kind: "statement" });
    expect(dom.serialize(root)).toBe(
      `<insights xmlns="urn:scenario-insights:workbook" plan="a &quot;plan&quot;" scenarios="s1,s2" maxAge="60" formats="false">` +
        `<ledger service="https://app.example">[["PNL",["fy26",[["ebit"]],null],[["&lt;&amp;&gt;",1.5,""]],1000]]</ledger>` +
        `<frozen>[{"area":"_insights_1","formula":"=INSIGHTS.PNL(A1,\\"]]&gt;\\")","references":["_insights_2"],"mark":"abc"}]</frozen>` +
        `<reports><report id="0a" kind="statement"/></reports></insights>`,
    );
  });

  test("is read as it was written, whatever it is", () => {
    fc.assert(
      fc.property(settings, attribute, lines, formulas, reports, (chosen, service, calls, cells, made) => {
        const root = createSaved(dom);
        writeSettings(root, chosen);
        writeLedger(root, { service, lines: calls });
        writeFrozen(root, cells);
        for (const report of made) addReport(root, report);
        const newestFirst = [...calls].sort((one, other) => other.answeredAt - one.answeredAt);
        const expected = { settings: chosen, ledger: { service, lines: newestFirst }, frozen: cells, reports: made };
        expect(readAll(reread(root))).toEqual(expected);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test("is replaced, kind by kind, and all else stays", () => {
    const root = parseSaved(dom, filled('<later x="1">2</later>'));
    if (!root) throw new Error("It was not read.");
    writeLedger(root, { service: "https://one.example", lines: [line] });
    writeFrozen(root, [frozen]);
    addReport(root, { id: "1", kind: "months" });
    addReport(root, { id: "2", kind: "demand" });
    writeSettings(root, { currency: "USD" });
    writeLedger(root, { service: undefined, lines: [] });
    writeFrozen(root, []);
    deleteReport(root, "1");
    expect(readAll(reread(root))).toEqual({
      settings: { currency: "USD" },
      ledger: { service: "https://one.example", lines: [] },
      frozen: [],
      reports: [{ id: "2", kind: "demand" }],
    });
    expect(dom.serialize(root)).toContain('<later x="1">2</later>');
    expect(dom.serialize(root)).not.toContain("frozen");
  });

  test("keeps the newest lines of a ledger that is too long", () => {
    const root = createSaved(dom);
    const long = "x".repeat(1_500_000);
    const three = [1, 2, 3].map((answeredAt) => ({ ...line, result: long, answeredAt }));
    writeLedger(root, { service: undefined, lines: three });
    expect(readLedger(root).lines.map(({ answeredAt }) => answeredAt)).toEqual([3, 2]);
  });

  test("leaves out a setting that no XML can hold", () => {
    const root = createSaved(dom);
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

  test.each(["no JSON", "{}", "[1]", "[null]", '[["PNL"]]', '[["PNL",[],1]]', '[{"area":"a"}]', "[[[]]]", "", " "])(
    "reads the lists %j as empty",
    (content) => {
      const root = parseSaved(dom, filled(`<ledger>${content}</ledger><frozen>${content}</frozen>`));
      expect(readAll(root)).toEqual({ ...NOTHING, settings: { plan: "p1" } });
    },
  );

  test("damaged anywhere, is read without an exception", () => {
    const root = createSaved(dom);
    writeSettings(root, { plan: "p1", scenarios: ["s1"], maxAge: 5 });
    writeLedger(root, { service: "https://app.example", lines: [line] });
    writeFrozen(root, [frozen]);
    addReport(root, { id: "1", kind: "months" });
    const whole = dom.serialize(root);
    const at = fc.nat({ max: whole.length });
    fc.assert(
      fc.property(at, at, fc.string({ unit: "binary", maxLength: 3 }), (from, to, other) => {
        const damaged = whole.slice(0, Math.min(from, to)) + other + whole.slice(Math.max(from, to));
        expect(() => readAll(parseSaved(dom, damaged))).not.toThrow();
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
