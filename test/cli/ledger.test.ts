/** What the add-in keeps in a workbook's file, after a refresh of the file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../src/cli/command";
import { refreshBook } from "../../src/cli/refreshBook";
import { createSession, questionInKey } from "../../src/insights";
import { createSaved, parseSaved } from "../../src/saved/document";
import { callKey, normalizeArguments } from "../../src/saved/callKey";
import { oldestOf, type SavedEntry } from "../../src/saved/ledger";
import { readLedger, writeShard } from "../../src/saved/ledgerShards";
import { writeSettings } from "../../src/saved/settings";
import { ADDIN_ARTIFACTS } from "../../src/saved/artifacts";
import { createSandbox } from "../../src/sandbox/sandbox";
import { xmldom } from "../saved/dom";
import { loadLedger } from "../../src/workbook/ledger/savedLedger";
import { setUpWorkbook } from "../workbook/setup";
import { hashes, partsOf, partText, zipped, type BookSpec } from "../xlsx/book";

const PART = "customXml/item1.xml";
const SERVICE = "https://planning.example";
/** As it is read, with those arguments that are given. */
const CALL = { id: "KPI", args: ["FY26 Plan", "committed", "ebit"] };
const KPI = (scenario: string, field: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","${field}")`;
const argsOf = (scenario: string, field: string) => ["FY26 Plan", scenario, field, null, null, null, null];

/** A file as the add-in leaves it, with these lines in its ledger. */
async function fileWith(cells: BookSpec["sheets"][number]["cells"], lines: readonly SavedEntry[], service = SERVICE) {
  const root = createSaved(xmldom, "ledger");
  writeShard(root, service, { entries: lines, dropped: new Map() });
  const parts = partsOf({ sheets: [{ name: "Plan", cells }], settings: {} });
  return zipped({ ...parts, [PART]: xmldom.serialize(root) });
}

const linesIn = async (bytes: Uint8Array) => {
  const root = parseSaved(xmldom, await partText(bytes, PART));
  return readLedger(root ? [root] : []);
};

const keyed = (args: readonly unknown[], settings: SavedEntry["settings"]) => {
  const call = { id: "KPI", args: normalizeArguments(args), settings };
  return { ...call, key: callKey(call) };
};

const old = (args: readonly unknown[], result: unknown = 1): SavedEntry => ({
  ...keyed(args, {}),
  result,
  answeredAt: 1_000,
  stamp: 1_000,
});

async function refresh(bytes: Uint8Array, valuesOnly = false) {
  const { fetch, apiKey } = createSandbox();
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: SERVICE, credentials: { apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly, service: SERVICE, now: () => 5_000 });
}

test("A row inserted after a refresh shows the new number without a request", async () => {
  const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [old(argsOf("committed", "ebit"))]);
  const { bytes, summary } = await refresh(file);
  const { workbook, ledger, asked } = await setUpWorkbook({}, { connected: false });
  workbook.state.parts.ledger = await partText(bytes, PART);
  await loadLedger(ledger);
  workbook.enter("A1", '=INSIGHTS.KPI("FY26 Plan","committed","ebit")');
  await workbook.settled();
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("1:1").insert("Down");
    await context.sync();
  });
  await workbook.settled();
  expect(workbook.value("A2")).toBe(summary.changes[0]?.new);
  expect(asked()).toEqual([]);
  workbook.close();
});

describe("The ledger in a refreshed file", () => {
  test("has the new result of each call, and keeps other entries", async () => {
    const other = old(argsOf("Conservative", "ebit"), 7);
    const before = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [
      old(argsOf("committed", "ebit")),
      other,
    ]);
    const { bytes, summary } = await refresh(before);
    const [change] = summary.changes;
    expect(
      (await linesIn(bytes)).entries.map(({ args, result, answeredAt }) => [args[1], result, answeredAt]).sort(),
    ).toEqual([
      ["Conservative", 7, 1_000],
      ["committed", change?.new, 5_000],
    ]);
  });

  test("has the questions of each result and the time of its oldest answer", async () => {
    const cells = { A1: { f: KPI("committed", "ebit"), v: 1 }, A2: { f: "_xldudf_INSIGHTS_PLANS()", v: "id" } };
    const { bytes } = await refresh(await fileWith(cells, [old(argsOf("committed", "ebit"))]));
    const { entries } = await linesIn(bytes);
    const [kpi, plans] = ["KPI", "PLANS"].map((id) => entries.find((entry) => entry.id === id));
    expect(kpi?.questions?.map(({ key }) => questionInKey(key).plan)).toEqual(["fy26"]);
    expect(kpi?.stamp).toBe(oldestOf(kpi?.questions));
    expect(plans?.questions).toEqual([]);
  });

  test("gets questions that it lacked, even if no result has changed", async () => {
    const formula = KPI("committed", "ebit");
    const { bytes: first, summary } = await refresh(await fileWith({ A1: { f: formula, v: 1 } }, []));
    const [entry] = (await linesIn(first)).entries;
    const shown = summary.changes[0]?.new as number;
    const lacking = await fileWith({ A1: { f: formula, v: shown } }, [{ ...entry!, questions: undefined }]);
    const { bytes } = await refresh(lacking);
    expect((await linesIn(bytes)).entries.map(({ questions }) => questions?.length)).toEqual([
      entry?.questions?.length,
    ]);
    expect(entry?.questions).not.toHaveLength(0);
  });

  test("finds a call however its blank arguments were written", async () => {
    const args = ["FY26 Plan", "committed", "ebit", "", 0];
    const { bytes } = await refresh(await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [old(args)]));
    const { entries: lines } = await linesIn(bytes);
    expect(lines).toEqual([expect.objectContaining({ ...CALL, result: expect.any(Number), answeredAt: 5_000 })]);
    expect(lines[0]?.result).not.toBe(1);
  });

  test("gets the calls that it had not, and loses those that fail now", async () => {
    const cells = { A1: { f: KPI("committed", "ebit"), v: 1 }, A2: { f: KPI("nope", "ebit"), v: 2 } };
    const { bytes } = await refresh(await fileWith(cells, [old(argsOf("nope", "ebit"))]));
    expect((await linesIn(bytes)).entries.map(({ args }) => args[1])).toEqual(["committed"]);
  });

  test("belongs to the first service that answers if it holds no answers", async () => {
    const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [], "https://other.example");
    expect((await linesIn((await refresh(file)).bytes)).service).toBe(SERVICE);
  });

  test("is of one service, however its address is written", async () => {
    const lines = [old(argsOf("Conservative", "ebit"))];
    const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, lines, "HTTPS://Planning.Example:443/");
    const after = await linesIn((await refresh(file)).bytes);
    expect([after.service, after.entries.length]).toEqual([SERVICE, 2]);
  });

  test("stays the same to the byte where nothing has changed", async () => {
    const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, []);
    const once = (await refresh(file)).bytes;
    expect((await refresh(once)).bytes).toBe(once);
  });
});

describe("A workbook of another service", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "service-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each<[string, (path: string) => string[]]>([
    ["in place", (path) => [path]],
    ["as values", (path) => [path, "--values", "-o", join(folder, "copy.xlsx")]],
    ["among others", (path) => [path, path, "--force"]],
  ])("is refused with status 9 and both names, %s, and stays as it is", async (_how, argsFor) => {
    const { fetch, apiKey } = createSandbox();
    const path = join(folder, "book.xlsx");
    const cells = { A1: { f: KPI("committed", "ebit"), v: 1 } };
    const before = await fileWith(cells, [old(argsOf("committed", "ebit"))], "https://other.example");
    writeFileSync(path, before);
    const asked: unknown[] = [];
    let output = "";
    const status = await runCommand(["refresh", ...argsFor(path), "--json"], {
      environment: { INSIGHTS_URL: `${SERVICE}/?x`, INSIGHTS_API_KEY: apiKey },
      fetch: (input, init) => {
        asked.push(input);
        return fetch(input, init);
      },
      readInput: () => undefined,
      print: (text) => void (output += text),
      printBytes: () => Promise.resolve(),
      printError: () => undefined,
    });
    const [first] = output
      .split("\n")
      .map((line) => JSON.parse(line || "{}") as { error?: unknown; written?: unknown });
    expect([status, asked, first?.written, readdirSync(folder)]).toEqual([9, [], null, ["book.xlsx"]]);
    const message = expect.stringMatching(/the service https:\/\/other\.example, .* to https:\/\/planning\.example\./);
    expect(first?.error).toEqual({ kind: "otherService", message });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("The parts that the add-in keeps for each kind of content", () => {
  const RELATIONS = "xl/_rels/workbook.xml.rels";
  const SECOND = "customXml/item2.xml";
  const cells = { A1: { f: '_xldudf_INSIGHTS_KPI("","committed","ebit","FY26")', v: 1 } };

  /** A file with settings in one part, and the ledger in two shards. */
  async function fileInParts(settings: Parameters<typeof writeSettings>[1], lines: readonly SavedEntry[]) {
    const own = createSaved(xmldom, "settings");
    writeSettings(own, settings);
    const shards = [lines.slice(0, 1), lines.slice(1)].map((some) => {
      const root = createSaved(xmldom, "ledger");
      writeShard(root, SERVICE, { entries: some, dropped: new Map() });
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
  const line = (args: readonly unknown[], result: unknown): SavedEntry => ({
    ...keyed(args, reads),
    result,
    answeredAt: 1_000,
    stamp: 1_000,
  });

  test("are read, and each call is updated in one shard", async () => {
    const before = await fileInParts(reads, [
      line([null, "committed", "ebit", "FY26"], 1),
      line([null, "actual", "ebit"], 7),
    ]);
    const { bytes, summary } = await refresh(before);
    const { entries } = readLedger(await rootsIn(bytes));
    const results = entries.map(({ args, result, answeredAt }) => [args[1], result, answeredAt]);
    // From April 2025 to March 2026, and not the calendar year.
    expect(summary.changes[0]?.new).toBeCloseTo(37_701_060, -1);
    expect(results.sort()).toEqual([
      ["actual", 7, 1_000],
      ["committed", summary.changes[0]?.new, 5_000],
    ]);
  });

  test("are all gone from a values-only copy", async () => {
    const { bytes } = await refresh(await fileInParts(reads, [line([null, "actual", "ebit"], 7)]), true);
    expect(Object.keys(await hashes(bytes)).filter((name) => name.startsWith("customXml/"))).toEqual([]);
  });
});

describe("A values-only copy", () => {
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

  test("contains no data of the add-in", async () => {
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
      "xl/webextensions/webextension2.xml": own!.replace(ADDIN_ARTIFACTS.addin, "another"),
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
    expect(/<Id>(.*)<\/Id>/.exec(manifest)?.[1]).toBe(ADDIN_ARTIFACTS.addin);
  });
});
