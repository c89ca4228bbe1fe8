/** What the add-in keeps in a workbook's file, after a refresh of the file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refreshBook } from "../../src/cli/refreshBook";
import { toExcelNotation } from "../../src/formulas/notation";
import { createSession } from "../../src/insights";
import { createSaved, parseSaved, SAVED_NAMESPACE } from "../../src/saved/document";
import { readLedger, writeShard, type LedgerLine } from "../../src/saved/ledger";
import { writeSettings } from "../../src/saved/settings";
import { ADDIN_TRACES } from "../../src/saved/traces";
import { createSandbox } from "../../src/sandbox/sandbox";
import { MAX_COLUMNS } from "../../src/grid/limits";
import type { FileFormula, FileValue } from "../../src/xlsx/cells";
import { loadWorkbook } from "../../src/xlsx/workbook";
import { xmldom } from "../saved/dom";
import { openBook, readCells, readFile, refreshFile } from "../workbook/firstBuild";
import type { SavedWorkbook } from "../workbench/excel";
import { hashes, partsOf, partText, zipped, type BookSpec } from "../xlsx/book";

const PART = "customXml/item1.xml";
const SERVICE = "https://planning.example";
/** As it is read, with those arguments that are given. */
const CALL = { id: "KPI", args: ["FY26 Plan", "committed", "ebit"] };
/** The one part of the first build. */
const firstBuildRoot = () => xmldom.parse(`<insights xmlns="${SAVED_NAMESPACE}"/>`).documentElement;
const KPI = (scenario: string, field: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","${field}")`;
const argsOf = (scenario: string, field: string) => ["FY26 Plan", scenario, field, null, null, null, null];

/** A file as the add-in leaves it, with these lines in its ledger. */
async function fileWith(cells: BookSpec["sheets"][number]["cells"], lines: readonly LedgerLine[], service = SERVICE) {
  const root = firstBuildRoot();
  writeSettings(root, { plan: "fy26" });
  writeShard(root, { service, isUnshown: false, lines });
  const parts = partsOf({ sheets: [{ name: "Plan", cells }], settings: {} });
  return zipped({ ...parts, [PART]: xmldom.serialize(root) });
}

const linesIn = async (bytes: Uint8Array) => {
  const root = parseSaved(xmldom, await partText(bytes, PART));
  return readLedger(root ? [root] : [], { plan: "fy26" });
};

async function refresh(bytes: Uint8Array, freeze = false) {
  const { fetch, apiKey } = createSandbox();
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: SERVICE, credentials: { apiKey } });
  return refreshBook(bytes, { session, settings: {}, freeze, service: SERVICE, now: () => 5_000 });
}

/** The file as the workbench opens it: its cells, and the add-in's part. */
async function savedFrom(bytes: Uint8Array): Promise<SavedWorkbook> {
  const { sheets } = await loadWorkbook(bytes);
  const cellData = (at: number) => {
    const rows: Record<number, Record<number, { v?: string | number | boolean; f?: string }>> = {};
    const { values = new Map<number, FileValue>(), formulas = new Map<number, FileFormula>() } =
      sheets[at]?.cells ?? {};
    for (const cell of new Set([...values.keys(), ...formulas.keys()])) {
      const [value, formula] = [values.get(cell), formulas.get(cell)];
      const v = typeof value === "object" ? undefined : value;
      const f = formula && `=${toExcelNotation(formula.text)}`;
      const row = (rows[Math.floor(cell / MAX_COLUMNS)] ??= {});
      row[cell % MAX_COLUMNS] = { ...(v !== undefined && { v }), ...(f && { f }) };
    }
    return rows;
  };
  const data = {
    id: "book",
    sheetOrder: sheets.map((_, at) => `s${at}`),
    sheets: Object.fromEntries(
      sheets.map(({ name }, at) => [
        `s${at}`,
        { id: `s${at}`, name, rowCount: 100, columnCount: 40, cellData: cellData(at) },
      ]),
    ),
  };
  return { data, document: { workbook: { parts: { "{1}": await partText(bytes, PART) } } } };
}

test("A row that is inserted after a refresh of the file shows the new values, and nothing is asked", async () => {
  const { bytes, summary } = await refreshFile(readFile("settings.xlsx"), { moved: true });
  expect(summary.changes.length).toBeGreaterThan(0);
  // The service is that of old: a call that is not answered from the part would show an old number.
  const book = await openBook(await savedFrom(bytes), { moved: false });
  const shown = (await readCells()).values["Board view"];
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Board view").getRange("1:1").insert("Down");
    await context.sync();
  });
  await book.workbook.settled();
  const moved = (await readCells()).values["Board view"];
  expect(moved?.A2).toBe(shown?.A1);
  expect(moved?.A2).toBe(summary.changes.find(({ cell }) => cell === "'Board view'!A1")?.new);
  expect(book.asked()).toEqual([]);
  expect(book.called()).toBeGreaterThan(5);
  book.workbook.close();
});

describe("The ledger in a refreshed file", () => {
  const old = (args: readonly unknown[], result: unknown = 1): LedgerLine => ({
    id: "KPI",
    args,
    reads: {},
    result,
    answeredAt: 1_000,
    stamp: 1_000,
  });

  test("has the new result of each call under its function and arguments, and the others as they were", async () => {
    const other = old(argsOf("Conservative", "ebit"), 7);
    const before = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [
      old(argsOf("committed", "ebit")),
      other,
    ]);
    const { bytes, summary } = await refresh(before);
    const [change] = summary.changes;
    expect(
      (await linesIn(bytes)).lines.map(({ args, result, answeredAt }) => [args[1], result, answeredAt]).sort(),
    ).toEqual([
      ["Conservative", 7, 1_000],
      ["committed", change?.new, 5_000],
    ]);
  });

  test("finds a call however its blank arguments were written", async () => {
    const args = ["FY26 Plan", "committed", "ebit", "", 0];
    const { bytes } = await refresh(await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [old(args)]));
    const { lines } = await linesIn(bytes);
    expect(lines).toEqual([expect.objectContaining({ ...CALL, result: expect.any(Number), answeredAt: 5_000 })]);
    expect(lines[0]?.result).not.toBe(1);
  });

  test("gets the calls that it had not, and loses those that fail now", async () => {
    const cells = { A1: { f: KPI("committed", "ebit"), v: 1 }, A2: { f: KPI("nope", "ebit"), v: 2 } };
    const { bytes } = await refresh(await fileWith(cells, [old(argsOf("nope", "ebit"))]));
    expect((await linesIn(bytes)).lines.map(({ args }) => args[1])).toEqual(["committed"]);
  });

  test("drops what another service has answered", async () => {
    const lines = [old(argsOf("Conservative", "ebit"))];
    const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, lines, "https://other.example");
    const after = await linesIn((await refresh(file)).bytes);
    expect([after.service, after.lines.map(({ args }) => args[1])]).toEqual([SERVICE, ["committed"]]);
  });

  test("stays the same to the byte where nothing has changed", async () => {
    const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, []);
    const once = (await refresh(file)).bytes;
    expect((await refresh(once)).bytes).toBe(once);
  });
});

describe("The parts that the add-in keeps for each kind of content", () => {
  const RELATIONS = "xl/_rels/workbook.xml.rels";
  const SECOND = "customXml/item2.xml";
  const cells = { A1: { f: '_xldudf_INSIGHTS_KPI("","committed","ebit","FY26")', v: 1 } };

  /** A file with settings in one part, and the ledger in two shards. */
  async function fileInParts(settings: Parameters<typeof writeSettings>[1], lines: readonly LedgerLine[]) {
    const own = createSaved(xmldom, "settings");
    writeSettings(own, settings);
    const shards = [lines.slice(0, 1), lines.slice(1)].map((some) => {
      const root = createSaved(xmldom, "ledger");
      writeShard(root, { service: SERVICE, isUnshown: false, lines: some });
      return xmldom.serialize(root);
    });
    const parts = partsOf({ sheets: [{ name: "Plan", cells }], settings: {} });
    const relation = (number: number) =>
      `<Relationship Id="own${number}" Type="x/customXml" Target="../customXml/item${number}.xml"/>`;
    return zipped({
      ...parts,
      [RELATIONS]: parts[RELATIONS]?.replace("</Relationships>", `${relation(2)}${relation(3)}</Relationships>`) ?? "",
      [PART]: xmldom.serialize(own),
      [SECOND]: shards[0] ?? "",
      "customXml/item3.xml": shards[1] ?? "",
    });
  }

  const rootsIn = async (bytes: Uint8Array) =>
    (await Promise.all([SECOND, "customXml/item3.xml"].map((part) => partText(bytes, part)))).flatMap(
      (text) => parseSaved(xmldom, text) ?? [],
    );
  const reads = { plan: "fy26", fiscalMonth: 4 };
  const line = (args: readonly unknown[], result: unknown): LedgerLine => ({
    id: "KPI",
    args,
    reads,
    result,
    answeredAt: 1_000,
    stamp: 1_000,
  });

  test("are read and brought along: the plan, the fiscal year, and each call in one shard", async () => {
    const before = await fileInParts(reads, [
      line([null, "committed", "ebit", "FY26"], 1),
      line([null, "actual", "ebit"], 7),
    ]);
    const { bytes, summary } = await refresh(before);
    const { lines, isUnshown } = readLedger(await rootsIn(bytes));
    const results = lines.map(({ args, result, answeredAt }) => [args[1], result, answeredAt]);
    // From April 2025 to March 2026, and not the calendar year.
    expect(summary.changes[0]?.new).toBeCloseTo(37_701_060, -1);
    expect(results.sort()).toEqual([
      ["actual", 7, 1_000],
      ["committed", summary.changes[0]?.new, 5_000],
    ]);
    expect(isUnshown).toBe(false);
  });

  test("are all gone from a frozen file", async () => {
    const { bytes } = await refresh(await fileInParts(reads, [line([null, "actual", "ebit"], 7)]), true);
    expect(Object.keys(await hashes(bytes)).filter((name) => name.startsWith("customXml/"))).toEqual([]);
  });
});

describe("A frozen file", () => {
  const WEB = [
    "xl/webextensions/taskpanes.xml",
    "xl/webextensions/_rels/taskpanes.xml.rels",
    "xl/webextensions/webextension1.xml",
  ];
  const cells = { A1: { f: KPI("committed", "ebit"), v: 1 } };
  const properties = {
    "customXml/_rels/item1.xml.rels":
      '<Relationships><Relationship Id="rId1" Type="x/customXmlProps" Target="itemProps1.xml"/></Relationships>',
    "customXml/itemProps1.xml": "<properties/>",
  };

  test("holds nothing of the add-in: no ledger, no settings, no pane, and nothing that names them", async () => {
    const parts = partsOf({ sheets: [{ name: "Plan", cells }], settings: { plan: "fy26" } });
    const before = await zipped({ ...parts, ...properties });
    const { bytes } = await refresh(before, true);
    const [old, now] = [await hashes(before), await hashes(bytes)];
    const gone = [PART, ...Object.keys(properties), ...WEB, "xl/calcChain.xml"];
    expect(
      Object.keys(old)
        .filter((name) => !(name in now))
        .sort(),
    ).toEqual([...gone].sort());
    for (const part of ["[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"])
      expect(await partText(bytes, part)).not.toMatch(/customXml|webextension|calcChain/i);
    const changed = Object.keys(now).filter((name) => old[name] !== now[name]);
    expect(changed.sort()).toEqual(
      ["[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"].sort(),
    );
  });

  test("keeps the panes of other add-ins", async () => {
    const parts = partsOf({ sheets: [{ name: "Plan", cells }] });
    const [list, relations, own] = WEB.map((name) => parts[name] ?? "");
    const pane = /<wetp:taskpane .*<\/wetp:taskpane>/.exec(list ?? "")?.[0] ?? "";
    const relation = /<Relationship .*\/>/.exec(relations ?? "")?.[0] ?? "";
    const two = {
      [WEB[0]!]: list!.replace(pane, pane + pane.replace("rId1", "rId2")),
      [WEB[1]!]: relations!.replace(
        relation,
        relation + relation.replace("rId1", "rId2").replace("extension1", "extension2"),
      ),
      "xl/webextensions/webextension2.xml": own!.replace(ADDIN_TRACES.addin, "another"),
    };
    const { bytes } = await refresh(await zipped({ ...parts, ...two }), true);
    const now = Object.keys(await hashes(bytes));
    expect(now).toContain("xl/webextensions/webextension2.xml");
    expect(now).not.toContain(WEB[2]);
    expect(await partText(bytes, WEB[0]!)).toBe(list!.replace("rId1", "rId2"));
    expect(await partText(bytes, WEB[1]!)).not.toContain("webextension1.xml");
  });

  test("is known by the id of the manifest", () => {
    const manifest = readFileSync(join(__dirname, "../../manifest.xml"), "utf8");
    expect(/<Id>(.*)<\/Id>/.exec(manifest)?.[1]).toBe(ADDIN_TRACES.addin);
  });
});
