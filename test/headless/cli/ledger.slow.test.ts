/** What the add-in keeps in a workbook's file, after a refresh of the file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createLedgerParts } from "../../../src/headless/standalone/savedParts";
import { createSession, questionInKey } from "../../../src/insights";
import {
  createSaved,
  parseSaved,
  partNamespace,
  SAVED_NAMESPACE,
  type PartName,
} from "../../../src/reporting/saved/document";
import { callKey, normalizeArguments } from "../../../src/numbers/language/callKey";
import { UNREFRESHED, type Edition, type SavedEntry } from "../../../src/reporting/saved/ledger";
import { readIndex, readStoredLedger, writeIndex } from "../../../src/reporting/saved/ledgerIndex";
import { shardName, writeNamedShard } from "../../../src/reporting/saved/ledgerShards";
import { writeSettings } from "../../../src/reporting/saved/chosenSettings";
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { createSandbox } from "../../../sandbox/sandbox";
import { xmldom } from "../../reporting/saved/dom";
import { loadLedger } from "../../../src/excel/workbook/ledger/savedLedger";
import { customXmlOf, loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { setUpWorkbook } from "../../excel/workbook/setup";
import { hashes, partsOf, partText, withCustomXml, zipped, type BookSpec } from "../../spreadsheet/xlsx/book";
import { runInsights } from "./run";

const PART = "customXml/item1.xml";
const SERVICE = "https://planning.example";
/** As it is read, with those arguments that are given. */
const CALL = { id: "KPI", args: ["FY26 Plan", "committed", "ebit"] };
const KPI = (scenario: string, field: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","${field}")`;
const argsOf = (scenario: string, field: string) => ["FY26 Plan", scenario, field, null, null, null, null];

type Cells = BookSpec["sheets"][number]["cells"];

interface SavedParts {
  readonly settings?: Parameters<typeof writeSettings>[1];
  readonly shards: readonly (readonly SavedEntry[])[];
  /** One for each index. */
  readonly editions: readonly Edition[];
  readonly isUnshown?: boolean;
}

/** A file as the add-in leaves it. */
async function fileOf(cells: Cells, { settings, shards, editions, isUnshown = false }: SavedParts) {
  const roots = shards.map((entries, number) => {
    const root = createSaved(xmldom, "ledger");
    writeNamedShard(root, { entries, runs: new Map() }, number);
    return root;
  });
  const indexes = editions.map((edition) => {
    const root = createSaved(xmldom, "index");
    writeIndex(root, { shards: roots.map(shardName), edition, isUnshown });
    return root;
  });
  const own = createSaved(xmldom, "settings");
  writeSettings(own, settings ?? {});
  const texts = [...(settings ? [own] : []), ...roots, ...indexes].map((root) => xmldom.serialize(root));
  return zipped(withCustomXml(partsOf({ sheets: [{ name: "Plan", cells }], settings: {} }), texts));
}

const EDITION: Edition = { number: 1_000, id: "a", service: SERVICE };

/** A file as the add-in leaves it, with these entries in its ledger. */
const fileWith = (cells: Cells, entries: readonly SavedEntry[], edition = EDITION) =>
  fileOf(cells, { shards: [entries], editions: [edition] });

async function rootsIn(bytes: Uint8Array, name: PartName): Promise<Element[]> {
  const parts = await customXmlOf(await loadWorkbook(bytes), SAVED_NAMESPACE);
  return parts
    .filter(({ namespace }) => namespace === partNamespace(name))
    .flatMap(({ text }) => parseSaved(xmldom, text) ?? []);
}

/** Reads the ledger of a file as the add-in does. */
async function ledgerIn(bytes: Uint8Array) {
  const stored = readStoredLedger(await rootsIn(bytes, "ledger"), await rootsIn(bytes, "index"));
  if (!stored) throw new Error("The file keeps no whole ledger.");
  return stored;
}

const scenariosIn = async (bytes: Uint8Array) => (await ledgerIn(bytes)).entries.map(({ args }) => args[1]).sort();

const keyed = (args: readonly unknown[], settings: SavedEntry["settings"]) => {
  const call = { id: "KPI", args: normalizeArguments(args), settings };
  return { ...call, key: callKey(call) };
};

const old = (args: readonly unknown[], result: unknown = 1): SavedEntry => ({
  ...keyed(args, {}),
  result,
  answeredAt: 1_000,
});

async function refresh(bytes: Uint8Array, { valuesOnly = false, isMove = false } = {}) {
  const { fetch, apiKey } = createSandbox();
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: SERVICE, credentials: { apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly, isMove, service: SERVICE, now: () => 5_000 });
}

test("A row inserted after a refresh shows the new number without a request", async () => {
  const file = await fileWith({ A1: { f: KPI("committed", "ebit"), v: 1 } }, [old(argsOf("committed", "ebit"))]);
  const { bytes, summary } = await refresh(file);
  const { workbook, ledger, asked } = await setUpWorkbook({}, { connected: false });
  workbook.state.parts.ledger = await partText(bytes, PART);
  workbook.state.parts.index = await partText(bytes, "customXml/item2.xml");
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

test("A file whose settings are gone is asked as its kept numbers were, and the summary says so", async () => {
  const args = argsOf("committed", "ebit");
  const entry = { ...keyed(args, { currency: "USD" }), result: 1, answeredAt: 1_000 };
  const cells: Cells = { A1: { f: KPI("committed", "ebit"), v: 1 }, A2: { f: KPI("actual", "ebit"), v: 1 } };
  const saved = { shards: [[entry]], editions: [EDITION] };
  const [lost, whole] = [await fileOf(cells, saved), await fileOf(cells, { ...saved, settings: { currency: "USD" } })];
  const [refreshed, expected] = [await refresh(lost), await refresh(whole)];
  expect(refreshed.summary.changes).toEqual(expected.summary.changes);
  expect(refreshed.summary.notes[0]).toBe(
    "The workbook has no settings of its own. These were taken: the currency USD (kept numbers); for all others, the defaults. " +
      "To save them, or others, open the workbook in Excel and the Insights pane.",
  );
  expect((await ledgerIn(refreshed.bytes)).entries.map(({ settings }) => settings)).toEqual([
    { currency: "USD" },
    { currency: "USD" },
  ]);
  expect(await rootsIn(refreshed.bytes, "settings")).toEqual([]);
});

describe("The ledger in a refreshed file", () => {
  const cells: Cells = { A1: { f: KPI("committed", "ebit"), v: 1 } };

  // The workbook would otherwise keep numbers of two refreshes.
  test("has the new result of each call, and no call that no cell makes", async () => {
    const before = await fileWith(cells, [old(argsOf("committed", "ebit")), old(argsOf("Conservative", "ebit"), 7)]);
    const { bytes, summary } = await refresh(before);
    const { entries } = await ledgerIn(bytes);
    expect(entries.map(({ args, result, answeredAt }) => [args[1], result, answeredAt])).toEqual([
      ["committed", summary.changes[0]?.new, 5_000],
    ]);
  });

  test("has the questions of each result, and the newest time of each plan as its run", async () => {
    const two = { ...cells, A2: { f: "_xldudf_INSIGHTS_PLANS()", v: "id" } };
    const { bytes } = await refresh(await fileWith(two, [old(argsOf("committed", "ebit"))]));
    const { entries, runs } = await ledgerIn(bytes);
    const [kpi, plans] = ["KPI", "PLANS"].map((id) => entries.find((entry) => entry.id === id));
    expect(kpi?.questions?.map(({ key }) => questionInKey(key).plan)).toEqual(["fy26"]);
    expect(runs).toEqual(new Map([["fy26", kpi?.questions?.[0]?.computedAt]]));
    expect(plans?.questions).toEqual([]);
  });

  test("gets questions that it lacked, even if no result has changed", async () => {
    const { bytes: first, summary } = await refresh(await fileWith(cells, []));
    const [entry] = (await ledgerIn(first)).entries;
    const shown = summary.changes[0]?.new as number;
    const lacking = await fileWith({ A1: { f: KPI("committed", "ebit"), v: shown } }, [
      { ...entry!, questions: undefined },
    ]);
    const { bytes } = await refresh(lacking);
    expect((await ledgerIn(bytes)).entries.map(({ questions }) => questions?.length)).toEqual([
      entry?.questions?.length,
    ]);
    expect(entry?.questions).not.toHaveLength(0);
  });

  test("finds a call however its blank arguments were written", async () => {
    const args = ["FY26 Plan", "committed", "ebit", "", 0];
    const { entries } = await ledgerIn((await refresh(await fileWith(cells, [old(args)]))).bytes);
    expect(entries).toEqual([expect.objectContaining({ ...CALL, result: expect.any(Number), answeredAt: 5_000 })]);
    expect(entries[0]?.result).not.toBe(1);
  });

  test("gets the calls that it had not, and loses those that fail now", async () => {
    const two = { ...cells, A2: { f: KPI("nope", "ebit"), v: 2 } };
    expect(await scenariosIn((await refresh(await fileWith(two, [old(argsOf("nope", "ebit"))]))).bytes)).toEqual([
      "committed",
    ]);
  });

  test("stays the same to the byte where nothing has changed", async () => {
    const once = (await refresh(await fileWith(cells, []))).bytes;
    expect((await refresh(once)).bytes).toBe(once);
  });

  // Colleagues who have the workbook open would otherwise never adopt it.
  test("is of a later edition, with the time of its newest answer", async () => {
    const { edition, runs } = await ledgerIn((await refresh(await fileWith(cells, []))).bytes);
    expect(edition).toEqual({ number: runs.get("fy26"), id: expect.any(String), service: SERVICE });
    expect(edition.number).toBeGreaterThan(EDITION.number);
    expect(edition.id).not.toBe(EDITION.id);
  });

  test("is of a later edition although the former one's time is still to come", async () => {
    const former = { ...EDITION, number: 9e14 };
    expect((await ledgerIn((await refresh(await fileWith(cells, [], former))).bytes)).edition.number).toBe(9e14 + 1);
  });

  test("is the first refresh of a workbook that had none", async () => {
    const former = { ...UNREFRESHED, service: SERVICE };
    const { edition, runs } = await ledgerIn(
      (await refresh(await fileOf(cells, { settings: {}, shards: [[]], editions: [former] }))).bytes,
    );
    expect(edition.number).toBe(runs.get("fy26"));
  });

  test("of another service is moved to the one that was asked, even with the same results", async () => {
    const once = (await refresh(await fileWith(cells, []))).bytes;
    const { entries } = await ledgerIn(once);
    const shown = { A1: { f: KPI("committed", "ebit"), v: entries[0]?.result as number } };
    const { bytes } = await refresh(await fileWith(shown, entries, { ...EDITION, service: "https://other.example" }), {
      isMove: true,
    });
    const after = await ledgerIn(bytes);
    expect(after.edition.service).toBe(SERVICE);
    expect(after.edition.number).toBeGreaterThan(EDITION.number);
  });

  test("is marked no more as not shown", async () => {
    const file = await fileOf(cells, { shards: [[]], editions: [EDITION], isUnshown: true });
    expect([(await ledgerIn(file)).isUnshown, (await ledgerIn((await refresh(file)).bytes)).isUnshown]).toEqual([
      true,
      false,
    ]);
  });

  // Excel would otherwise find an index that is incomplete, and so no ledger.
  test("is named alike by all indexes that two users have written, with all shards", async () => {
    const shards = [[old(argsOf("Conservative", "ebit"))], [old(argsOf("committed", "ebit"))], []];
    const editions = [EDITION, { ...EDITION, number: 2_000, id: "b" }];
    const { bytes } = await refresh(await fileOf(cells, { shards, editions }));
    const indexes = (await rootsIn(bytes, "index")).map(readIndex);
    const names = (await rootsIn(bytes, "ledger")).map(shardName);
    expect(new Set(names).size).toBe(3);
    expect(indexes.map((index) => index?.shards)).toEqual([names, names]);
    expect(indexes[0]?.edition).toEqual(indexes[1]?.edition);
    expect(await scenariosIn(bytes)).toEqual(["committed"]);
  });

  test.each<[string, Partial<SavedParts>]>([
    ["whose index is missing", { editions: [] }],
    ["that has no shards", { shards: [] }],
  ])("is not made up in a file %s", async (_what, parts) => {
    const file = await fileOf(cells, { shards: [[old(argsOf("committed", "ebit"))]], editions: [EDITION], ...parts });
    const { bytes } = await refresh(file);
    expect(await partText(bytes, PART)).toBe(await partText(file, PART));
    await expect(ledgerIn(bytes)).rejects.toThrow();
  });
});

// With an earlier time the pane would say "two runs" of numbers of one refresh.
test("A new ledger has the newest of a plan's times as its run and its number", () => {
  const key = (scenario: string) => `pnl FY     4 fy26 ${scenario}`;
  const questions = [7_000, 9_000, 8_000].map((computedAt, at) => ({ key: key(`s${at}`), computedAt }));
  const texts = createLedgerParts([{ ...CALL, result: 1, questions }], {}, { service: SERVICE, answeredAt: 5_000 });
  const roots = texts.flatMap((text) => parseSaved(xmldom, text) ?? []);
  const stored = readStoredLedger(roots, roots);
  expect(stored?.runs).toEqual(new Map([["fy26", 9_000]]));
  expect(stored?.edition).toMatchObject({ number: 9_000, service: SERVICE });
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
    const before = await fileWith(cells, [old(argsOf("committed", "ebit"))], {
      ...EDITION,
      service: "https://other.example",
    });
    writeFileSync(path, before);
    const asked: unknown[] = [];
    const recorded: typeof fetch = (input, init) => {
      asked.push(input);
      return fetch(input, init);
    };
    const { status, output } = await runInsights(
      ["refresh", ...argsFor(path), "--json"],
      { fetch: recorded, apiKey },
      { environment: { INSIGHTS_URL: `${SERVICE}/?x`, INSIGHTS_API_KEY: apiKey } },
    );
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
  const cells = { A1: { f: '_xldudf_INSIGHTS_KPI("","committed","ebit","FY26")', v: 1 } };
  const settings = { plan: "fy26", fiscalMonth: 4 };
  const entries = [
    [null, "committed", "ebit", "FY26"],
    [null, "actual", "ebit"],
  ].map((args) => ({
    ...old(args),
    ...keyed(args, settings),
  }));
  const file = () => fileOf(cells, { settings, shards: entries.map((entry) => [entry]), editions: [EDITION] });

  test("are read, and each call is written once", async () => {
    const { bytes, summary } = await refresh(await file());
    const written = (await ledgerIn(bytes)).entries.map(({ key, result, answeredAt }) => [key, result, answeredAt]);
    // From April 2025 to March 2026, and not the calendar year.
    expect(summary.changes[0]?.new).toBeCloseTo(37_701_060, -1);
    expect(written).toEqual([[entries[0]?.key, summary.changes[0]?.new, 5_000]]);
  });

  test("are all gone from a values-only copy", async () => {
    const { bytes } = await refresh(await file(), { valuesOnly: true });
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
    const { bytes } = await refresh(before, { valuesOnly: true });
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
    const { bytes } = await refresh(await zipped({ ...parts, ...two }), { valuesOnly: true });
    const now = Object.keys(await hashes(bytes));
    expect(now).toContain("xl/webextensions/webextension2.xml");
    expect(now).not.toContain(WEB[2]);
    expect(await partText(bytes, WEB[0]!)).toBe(list!.replace("rId1", "rId2"));
    expect(await partText(bytes, WEB[1]!)).not.toContain("webextension1.xml");
  });

  test("is known by the id of the manifest", () => {
    const manifest = readFileSync(join(__dirname, "../../../manifest.xml"), "utf8");
    expect(/<Id>(.*)<\/Id>/.exec(manifest)?.[1]).toBe(ADDIN_ARTIFACTS.addin);
  });
});
