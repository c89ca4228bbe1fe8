import { UNREFRESHED, type Edition, type SavedLedger } from "../../../../src/reporting/saved/ledger";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import {
  isWrittenByOthers,
  loadLedger,
  saveLedger,
  saveRefresh,
} from "../../../../src/excel/workbook/ledger/savedLedger";
import { readCustomXml } from "../../../../src/excel/workbook/customXml/customXml";
import { readSettings } from "../../../../src/reporting/saved/chosenSettings";
import { SAVED_NAMESPACE } from "../../../../src/reporting/saved/document";
import { saveSettings } from "../../../../src/excel/workbook/customXml/settingsPart";
import type { RequestBody } from "../../../../workbench/office/interpreter";
import { createReader } from "../../../../src/excel/workbook/reader";
import { openWorkbook, type Workbook } from "../../../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const returned = (result: unknown, answeredAt: number) => ({ result, answeredAt, questions: undefined });
const create = () => createLedger({ now: () => 0 });
/** A ledger to which a call of this service has returned. */
async function createOf(service: string): Promise<Ledger> {
  const ledger = createLedger({ now: () => 0, connected: () => service });
  await ledger.wrap("FIELDS", () => Promise.resolve(1))({ address: "Sheet1!Z1" });
  return ledger;
}

/** The ledger of the workbook opened anew. */
async function reopened(): Promise<Ledger> {
  const ledger = create();
  await loadLedger(ledger);
  return ledger;
}

describe("the ledger in a workbook", () => {
  test("brings back what calls returned, when, and from which service", async () => {
    const ledger = await createOf("https://app.example");
    const questions = ["pnl FY     4 fy26 s1", "pnl FY     4 fy26 s2"].map((key) => ({ key, computedAt: 900 }));
    const table = { ...returned([["<&>", 1.5, ""]], 1_000), questions };
    ledger.record({ id: "PNL", args: ["fy26", [["a"], ["b"]], null] }, table);
    ledger.record({ id: "KPI", args: [] }, returned(-0.25, 2_000));
    ledger.remove(ledger.entries().filter(({ id }) => id === "FIELDS"));
    await saveLedger(ledger);
    const again = await reopened();
    expect(again.edition).toEqual({ ...UNREFRESHED, service: "https://app.example" });
    expect(again.entries()).toMatchObject([
      { id: "KPI", args: [], ...returned(-0.25, 2_000) },
      { id: "PNL", args: ["fy26", [["a"], ["b"]]], ...returned([["<&>", 1.5, ""]], 1_000), questions },
    ]);
  });

  test("keeps no failure", async () => {
    const ledger = create();
    const call = ledger.wrap("PNL", () => Promise.reject(new Error("Not connected.")));
    await expect(call("fy26", { address: "Sheet1!A1" })).rejects.toThrow();
    await saveLedger(ledger);
    expect((await reopened()).entries()).toEqual([]);
  });

  test("stands beside the settings", async () => {
    await saveSettings({ plan: "fy26" });
    await saveLedger(filledWith({ a: 1 }));
    expect(readSettings(await readCustomXml("settings"))).toEqual({ plan: "fy26" });
    expect(results(await reopened())).toEqual({ a: 1 });
  });

  // Shards without an index are what an interrupted writing has left.
  test.each<[string, (kept: string[]) => void]>([
    ["is missing", () => undefined],
    ["names another shard, too", (kept) => kept.push(indexIn().replace('shards="', 'shards="another '))],
  ])("is none if its index %s", async (_what, keep) => {
    await saveLedger(filledWith({ a: 1 }));
    const kept = shardsOf();
    keep(kept);
    workbook.state.parts = Object.fromEntries(kept.map((xml, at) => [`part${at}`, xml]));
    const ledger = await reopened();
    expect([ledger.entries(), ledger.workbook.isSaved]).toEqual([[], false]);
  });
});

const xmlOf = () => Object.values(workbook.state.parts);
const indexIn = () => xmlOf().find((xml) => xml.includes(`${SAVED_NAMESPACE}:index"`)) ?? "";
const shardsOf = () => xmlOf().filter((xml) => xml.includes(`${SAVED_NAMESPACE}:ledger"`));
const sizes = () => xmlOf().map((xml) => new TextEncoder().encode(xml).length);
const call = (name: string) => ({ id: "PNL", args: [name] });
const results = (ledger: Ledger) =>
  Object.fromEntries(ledger.entries().map(({ args: [name], result }) => [String(name), result]));

describe("a workbook that is opened with a damaged ledger", () => {
  const nested = `${"[".repeat(9000)}1${"]".repeat(9000)}`;

  test.each<[string, (list: string) => string, string[]]>([
    ["nothing damaged", (list) => list, ["one", "two"]],
    ["9,000 nested brackets among entries", (list) => `[${nested},${list.slice(1)}`, ["one", "two"]],
    ["nested arguments", (list) => `[["PNL",${nested},${nested},5],${list.slice(1)}`, ["one", "two"]],
    ["nothing but nested brackets", () => nested, []],
    ["half a list", (list) => list.slice(0, -9), []],
    ["no list", () => "{}", []],
    ["no JSON", () => "no JSON", []],
    ["numbers", () => "[1]", []],
    ["calls without arguments and results", () => '[["PNL"],["PNL",[],null]]', []],
  ])("has its settings and its whole entries: %s", async (_what, damaged, names) => {
    await saveSettings({ plan: "fy26", currency: "EUR", fiscalMonth: 4 });
    const saved = create();
    saved.record(call("one"), returned(1, 1));
    saved.record(call("two"), returned(2, 1));
    await saveLedger(saved);
    const { parts } = workbook.state;
    const [id = ""] = Object.keys(parts).filter((key) => parts[key]?.includes(`${SAVED_NAMESPACE}:ledger"`));
    parts[id] = (parts[id] ?? "").replace(
      /(<ledger[^>]*>)(.*?)(?=<.ledger>)/,
      (_, tag: string, list: string) => tag + damaged(list),
    );
    const settings: Parameters<typeof createReader>[0] = { current: {} };
    const ledger = create();
    const reader = createReader(settings, ledger);
    await reader.read();
    expect(settings.current).toMatchObject({ plan: "fy26", currency: "EUR", fiscalMonth: 4 });
    expect(Object.keys(results(ledger)).sort()).toEqual(names);
    expect(reader.dateSystem()).toBe(1900);
  });
});

/** Takes a part away right before the first request at which `isNow`, as another user's add-in does. */
function removeMeanwhile(isNow: (body: RequestBody) => boolean): void {
  let isOver = false;
  workbook.onRequest = (_request, body) => {
    if (isOver || !isNow(body)) return;
    isOver = true;
    delete workbook.state.parts[Object.keys(workbook.state.parts)[0] ?? ""];
  };
}

describe("a part that another user replaces between its reading and its writing", () => {
  const asks = (method: string) => (body: RequestBody) => JSON.stringify(body.ObjectPaths).includes(`"${method}"`);
  const acts = (method: string) => (body: RequestBody) => body.Actions.some(({ Name }) => Name === method);

  test("is read again, and the ledger is written as a whole", async () => {
    const ledger = create();
    ledger.record(call("one"), returned(1, 1));
    await saveLedger(ledger);
    ledger.record(call("two"), returned(2, 1));
    removeMeanwhile(acts("Delete"));
    await saveLedger(ledger);
    expect(results(await reopened())).toEqual({ one: 1, two: 2 });
    expect(xmlOf()).toHaveLength(2);
  });

  test("does not stop other users from reading", async () => {
    const ledger = create();
    ledger.record(call("one"), returned(1, 1));
    await saveLedger(ledger);
    removeMeanwhile((body) => asks("GetXml")(body) || acts("GetXml")(body));
    await expect(reopened()).resolves.toBeDefined();
  });
});

describe("a large ledger", () => {
  /** Long names make a ledger large with few entries. */
  const PLAN = "a plan with a long name ".repeat(128);
  const COUNT = 2_000;
  const filled = (count: number) => {
    const ledger = create();
    for (let at = 0; at < count; at += 1) ledger.record(call(`${PLAN}${at}`), returned(at, 1));
    return ledger;
  };

  test("is saved in shards under 500 kB, and read in requests under 5 MB", async () => {
    workbook.host.limitPayloads = true;
    await saveLedger(filled(COUNT));
    expect(xmlOf().length).toBeGreaterThan(10);
    expect(Math.max(...sizes())).toBeLessThan(500_000);
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBeGreaterThan(5_000_000);
    expect((await reopened()).entries()).toHaveLength(COUNT);
  });

  test("takes less than 80 bytes an entry", async () => {
    const ledger = create();
    for (let at = 0; at < 5_000; at += 1) ledger.record(call(`a plan with a long name ${at}`), returned(at, 1));
    await saveLedger(ledger);
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * 5_000);
  });

  test("with large tables stays under 5 MB per request, and omits tables over that", async () => {
    workbook.host.limitPayloads = true;
    const ledger = create();
    const table = (rows: number) => Array.from({ length: rows }, (_, at) => [`a group with a long name ${at}`, at]);
    for (let at = 0; at < 8; at += 1) ledger.record(call(`table ${at}`), returned(table(40_000), 1));
    ledger.record(call("too large"), returned(table(140_000), 1));
    await saveLedger(ledger);
    const names = (await reopened()).entries().map(({ args }) => String(args[0]));
    expect(names.sort()).toEqual(Array.from({ length: 8 }, (_, at) => `table ${at}`));
  });

  test("is merged with another user's by entry, with no request over 5 MB", async () => {
    workbook.host.limitPayloads = true;
    const [one, other] = [filled(COUNT), filled(COUNT)];
    const name = (at: number) => `${PLAN}${at}`;
    for (let at = 0; at < COUNT; at += 2) one.record(call(name(at)), returned("one's", 3));
    for (let at = 0; at < COUNT; at += 3) other.record(call(name(at)), returned("other's", 2));
    for (let at = 0; at < 1_000; at += 1) other.record(call(`more ${at}`), returned("other's", 2));
    await saveLedger(one);
    await saveLedger(other);
    const merged = results(await reopened());
    const newest = (at: number) => (at % 2 === 0 ? "one's" : at % 3 === 0 ? "other's" : at);
    const wrong = Array.from({ length: COUNT }, (_, at) => at).filter((at) => merged[name(at)] !== newest(at));
    expect(wrong).toEqual([]);
    expect(Object.keys(merged)).toHaveLength(COUNT + 1_000);
    expect(Math.max(...sizes())).toBeLessThan(500_000);
  });

  test("is written where it has changed, and nowhere else", async () => {
    const ledger = filled(250);
    await saveLedger(ledger);
    const before = { ...workbook.state.parts };
    await saveLedger(ledger);
    expect(workbook.state.parts).toEqual(before);
    ledger.record(call(`${PLAN}7`), returned(-1, 2));
    await saveLedger(ledger);
    const kept = shardsOf().filter((xml) => Object.values(before).includes(xml));
    // Lengths alone: a failure would print megabytes.
    expect(kept.length).toBe(shardsOf().length - 1);
  });

  test("counts as a whole or not at all, wherever its writing breaks off", async () => {
    const [before, after] = [filled(500), filled(500)];
    for (let at = 0; at < 500; at += 1) after.record(call(`${PLAN}${at}`), returned(at + 1, 2));
    await saveLedger(before);
    const saved = { ...workbook.state.parts };
    const ends = new Set<string>();
    for (let writes = 0; !ends.has("new"); writes += 1) {
      workbook.state.parts = breakingAfter(writes, { ...saved });
      await saveLedger(after).catch(() => undefined);
      const values = (await reopened())
        .entries()
        .map(({ args, result }) => Number(result) - Number(/\d+$/.exec(String(args[0]))?.[0]));
      expect(values.length).toBe(500);
      expect(new Set(values).size).toBe(1);
      ends.add(values[0] === 0 ? "old" : "new");
      expect(writes).toBeLessThan(40);
    }
    expect(ends).toEqual(new Set(["old", "new"]));
  });
});

describe("two users' ledgers", () => {
  test("are merged entry by entry, in any order of writing", async () => {
    const [one, other] = [create(), create()];
    one.record(call("both"), returned("old", 1));
    await saveLedger(one);
    await loadLedger(other);
    other.record(call("both"), returned("new", 2));
    other.record(call("other's"), returned(1, 1));
    await saveLedger(other);
    one.record(call("one's"), returned(1, 1));
    await saveLedger(one);
    const everything = { both: "new", "one's": 1, "other's": 1 };
    expect(results(await reopened())).toEqual(everything);
    expect(results(one)).toEqual(everything);
  });

  test("know if the other user has written since", async () => {
    const [one, other] = [filledWith({ a: 1 }), create()];
    await saveLedger(one);
    await loadLedger(other);
    expect([await isWrittenByOthers(one), await isWrittenByOthers(other)]).toEqual([false, false]);
    other.record(call("b"), returned(1, 1));
    await saveLedger(other);
    expect([await isWrittenByOthers(one), await isWrittenByOthers(other)]).toEqual([true, false]);
  });

  test("in two copies of a part are read as one, and written as one", async () => {
    await saveLedger(filledWith({ a: 1 }));
    const [copy] = shardsOf();
    workbook.state.parts.copy = String(copy).replace('"a"', '"b"');
    expect(results(await reopened())).toEqual({ a: 1, b: 1 });
    await saveLedger(await reopened());
    expect(shardsOf()).toHaveLength(1);
    expect(results(await reopened())).toEqual({ a: 1, b: 1 });
  });
});

/** Parts of a workbook that is closed after so many of them have been written. */
function breakingAfter(writes: number, parts: Record<string, string>): Record<string, string> {
  let left = writes;
  const write = (): true => {
    left -= 1;
    if (left < 0) throw new Error("The workbook is closed.");
    return true;
  };
  return new Proxy(parts, {
    set: (target, id, xml) => write() && Reflect.set(target, id, xml),
    deleteProperty: (target, id) => write() && Reflect.deleteProperty(target, id),
  });
}

function filledWith(kept: Record<string, number>): Ledger {
  const ledger = create();
  for (const [name, result] of Object.entries(kept)) ledger.record(call(name), returned(result, 1));
  return ledger;
}

test("A ledger that could not be read on opening survives the next save", async () => {
  await saveLedger(filledWith({ a: 1, b: 2 }));
  await saveLedger(filledWith({ c: 3 }));
  expect(results(await reopened())).toEqual({ a: 1, b: 2, c: 3 });
});

const SERVICE = "https://app.example";
const edition = (number: number, id = "a"): Edition => ({ number, id, service: SERVICE });

/** What a refresh brought. */
function refreshWith(kept: Record<string, unknown>, own: Edition): SavedLedger {
  const ledger = create();
  for (const [name, result] of Object.entries(kept)) ledger.record(call(name), returned(result, 1));
  return { ...ledger.content(), edition: own };
}

/** Commits a refresh, as `commit` does. */
async function refresh(ledger: Ledger, kept: Record<string, unknown>, own: Edition): Promise<boolean> {
  const refreshed = refreshWith(kept, own);
  const written = await saveRefresh(refreshed, ledger.edition);
  Object.assign(ledger.workbook, written);
  const entries = new Map(refreshed.entries.map((entry) => [entry.key, entry]));
  if (written) ledger.replace({ edition: own, results: entries, runs: refreshed.runs, isChanged: () => true });
  return written !== undefined;
}

describe("a refresh that is saved", () => {
  test("replaces all saved results, and what no cell makes goes", async () => {
    const ledger = filledWith({ a: 1, unused: 1 });
    await saveLedger(ledger);
    expect(await saveRefresh(refreshWith({ a: 2 }, edition(5)), ledger.edition)).toBeDefined();
    const again = await reopened();
    expect([results(again), again.edition]).toEqual([{ a: 2 }, edition(5)]);
  });

  // The add-in may end before cells have calculated; then they are calculated when the workbook is opened.
  test("is marked as not shown everywhere", async () => {
    const ledger = filledWith({ a: 1 });
    await saveLedger(ledger);
    ledger.isUnshown = false;
    await saveLedger(ledger);
    expect((await reopened()).isUnshown).toBe(false);
    await saveRefresh(refreshWith({ a: 2 }, edition(5)), ledger.edition);
    expect((await reopened()).isUnshown).toBe(true);
  });

  test("leaves the ledger in memory to its caller", async () => {
    const ledger = filledWith({ a: 1 });
    const written = await saveRefresh(refreshWith({ a: 2 }, edition(5)), ledger.edition);
    expect([results(ledger), ledger.edition.number]).toEqual([{ a: 1 }, 0]);
    expect(await isWrittenByOthers(ledger)).toBe(true);
    Object.assign(ledger.workbook, written);
    expect(await isWrittenByOthers(ledger)).toBe(false);
  });

  // One refresh would otherwise overwrite another that its user never saw.
  test.each([
    ["larger than its own", 9],
    ["between the former and its own", 4],
  ])("changes nothing if another user's refresh has a number %s", async (_what, number) => {
    const [one, other] = [filledWith({ a: 1 }), create()];
    await saveLedger(one);
    await loadLedger(other);
    await refresh(other, { a: "other's" }, edition(number));
    const before = { ...workbook.state.parts };
    expect(await refresh(one, { a: "one's" }, edition(5))).toBe(false);
    expect(workbook.state.parts).toEqual(before);
    expect(results(one)).toEqual({ a: 1 });
  });

  test("changes nothing if another service's answers have been saved meanwhile", async () => {
    const [one, other] = [create(), await createOf("https://other.example")];
    await saveLedger(other);
    expect(await saveRefresh(refreshWith({ a: 2 }, edition(5)), one.edition)).toBeUndefined();
  });

  test("is written although another user has saved new calls of the former edition", async () => {
    const [one, other] = [filledWith({ a: 1 }), filledWith({ b: 1 })];
    await saveLedger(one);
    await saveLedger(other);
    expect(await refresh(one, { a: 2 }, edition(5))).toBe(true);
    expect(results(await reopened())).toEqual({ a: 2 });
  });

  test("is adopted by another user, who is told", async () => {
    const [one, other] = [filledWith({ a: 1 }), create()];
    await saveLedger(one);
    await loadLedger(other);
    await refresh(one, { a: 2 }, edition(5));
    other.record(call("other's"), returned(1, 9));
    expect(await saveLedger(other)).toBe(true);
    expect([results(other), other.edition, other.isUnshown]).toEqual([{ a: 2 }, edition(5), true]);
    expect(await loadLedger(one)).toBe(false);
    expect(results(one)).toEqual({ a: 2 });
  });

  test("is the same for both users if both wrote theirs at once with one number", async () => {
    const [one, other] = [filledWith({ a: 1 }), create()];
    await saveLedger(one);
    await loadLedger(other);
    const before = { ...workbook.state.parts };
    await refresh(one, { a: "one's" }, edition(5, "b"));
    const ones = { ...workbook.state.parts };
    workbook.state.parts = before;
    await refresh(other, { a: "other's" }, edition(5, "a"));
    Object.assign(
      workbook.state.parts,
      Object.fromEntries(Object.entries(ones).map(([id, xml]) => [`one ${id}`, xml])),
    );
    const replaced = [await saveLedger(one), await saveLedger(other)];
    expect([results(one), results(other), results(await reopened())]).toEqual(Array(3).fill({ a: "one's" }));
    expect(replaced).toEqual([false, true]);
    expect(xmlOf()).toHaveLength(2);
  });
});

describe("the mark of a ledger that is not shown everywhere", () => {
  test("is not read again by the add-in that wrote it, since it knows better", async () => {
    const ledger = filledWith({ a: 1 });
    await refresh(ledger, { a: 2 }, edition(5));
    ledger.isUnshown = false;
    await loadLedger(ledger);
    expect(ledger.isUnshown).toBe(false);
  });

  test("is removed for others when it is saved without", async () => {
    const [ledger, other] = [filledWith({ a: 1 }), create()];
    await refresh(ledger, { a: 2 }, edition(5));
    ledger.isUnshown = false;
    await saveLedger(ledger);
    await loadLedger(other);
    expect(other.isUnshown).toBe(false);
  });
});
