import { createLedger, type Ledger } from "../../../src/workbook/ledger/ledger";
import { loadLedger, saveLedger } from "../../../src/workbook/ledger/savedLedger";
import { readCustomXml } from "../../../src/workbook/customXml/customXml";
import { readSettings } from "../../../src/saved/settings";
import { SAVED_NAMESPACE } from "../../../src/saved/document";
import { saveSettings } from "../../../src/workbook/customXml/settings";
import type { RequestBody } from "../../../src/workbench/office/interpreter";
import { createReader } from "../../../src/workbook/reader";
import { openWorkbook, type Workbook } from "../../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const returned = (result: unknown, answeredAt: number) => ({
  result,
  answeredAt,
  stamp: answeredAt,
  questions: undefined,
});
const create = () => createLedger({ now: () => 0, maxAge: () => Infinity });

/** The ledger of the workbook opened anew. */
async function reopened(): Promise<Ledger> {
  const ledger = create();
  await loadLedger(ledger);
  return ledger;
}

describe("the ledger in a workbook", () => {
  test("brings back what calls returned, when, and from which service", async () => {
    const ledger = create();
    ledger.noteAnswered("https://app.example");
    const questions = ["pnl FY     4 fy26 s1", "pnl FY     4 fy26 s2"].map((key) => ({ key, computedAt: 900 }));
    const table = { ...returned([["<&>", 1.5, ""]], 1_000), questions };
    ledger.record({ id: "PNL", args: ["fy26", [["a"], ["b"]], null] }, table);
    ledger.record({ id: "KPI", args: [] }, returned(-0.25, 2_000));
    await saveLedger(ledger);
    const again = await reopened();
    expect(again.service).toBe("https://app.example");
    expect(again.entries()).toMatchObject([
      { id: "KPI", args: [], ...returned(-0.25, 2_000) },
      { id: "PNL", args: ["fy26", [["a"], ["b"]]], ...returned([["<&>", 1.5, ""]], 1_000), questions },
    ]);
  });

  test("brings back its service in one spelling", async () => {
    const ledger = create();
    ledger.noteAnswered("HTTPS://App.Example:443/");
    ledger.record({ id: "KPI", args: [] }, returned(1, 1));
    await saveLedger(ledger);
    expect((await reopened()).service).toBe("https://app.example");
  });

  test("keeps no failure", async () => {
    const ledger = create();
    const call = ledger.wrap("PNL", () => Promise.reject(new Error("Not connected.")));
    await expect(call("fy26", { address: "Sheet1!A1" })).rejects.toThrow();
    await saveLedger(ledger);
    expect((await reopened()).entries()).toEqual([]);
  });

  test("stands beside the settings, and is replaced as a whole", async () => {
    await saveSettings({ plan: "fy26" });
    const ledger = create();
    ledger.record({ id: "PNL", args: [1] }, returned(1, 1));
    await saveLedger(ledger);
    ledger.clear();
    await saveLedger(ledger);
    expect(readSettings(await readCustomXml("settings"))).toEqual({ plan: "fy26" });
    expect((await reopened()).entries()).toEqual([]);
  });

  test.each(["no JSON", "{}", "[1]", '[["PNL"]]', '[["PNL", [], null]]'])("reads %s as nothing", async (text) => {
    workbook.state.parts.own = `<insights xmlns="${SAVED_NAMESPACE}:ledger"><ledger>${text}</ledger></insights>`;
    expect((await reopened()).entries()).toEqual([]);
  });
});

const xmlOf = () => Object.values(workbook.state.parts);
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
  ])("has its settings and its whole entries: %s", async (_what, damaged, names) => {
    await saveSettings({ plan: "fy26", currency: "EUR", refreshEvery: 15 });
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
    expect(settings.current).toMatchObject({ plan: "fy26", currency: "EUR", refreshEvery: 15 });
    expect(Object.keys(results(ledger)).sort()).toEqual(names);
    expect(reader.dateSystem()).toBe(1900);
  });
});

/** Takes a part away right before the first request at which `isNow`, as another person's add-in does. */
function removeMeanwhile(isNow: (body: RequestBody) => boolean): void {
  let isOver = false;
  workbook.onRequest = (_request, body) => {
    if (isOver || !isNow(body)) return;
    isOver = true;
    delete workbook.state.parts[Object.keys(workbook.state.parts)[0] ?? ""];
  };
}

describe("a part that another person replaces between its reading and its writing", () => {
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
  const PLAN = "a plan with a long name ".repeat(32);
  const COUNT = 8_000;
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
    const ledger = filled(1_000);
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
    const [before, after] = [filled(2_000), filled(2_000)];
    for (let at = 0; at < 2_000; at += 1) after.record(call(`${PLAN}${at}`), returned(at + 1, 2));
    await saveLedger(before);
    const saved = { ...workbook.state.parts };
    const ends = new Set<string>();
    for (let writes = 0; !ends.has("new"); writes += 1) {
      workbook.state.parts = breakingAfter(writes, { ...saved });
      await saveLedger(after).catch(() => undefined);
      const values = (await reopened())
        .entries()
        .map(({ args, result }) => Number(result) - Number(/\d+$/.exec(String(args[0]))?.[0]));
      expect(values.length).toBe(2_000);
      expect(new Set(values).size).toBe(1);
      ends.add(values[0] === 0 ? "old" : "new");
      expect(writes).toBeLessThan(40);
    }
    expect(ends).toEqual(new Set(["old", "new"]));
  });
});

describe("two people's ledgers", () => {
  test("are merged entry by entry; the later stamp wins in any order of writing", async () => {
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

  test("lose a call that one has dropped and the other has not asked since", async () => {
    const ledger = create();
    ledger.record(call("dead"), returned(1, 1));
    await saveLedger(ledger);
    ledger.remove(ledger.entries());
    await saveLedger(ledger);
    expect(results(await reopened())).toEqual({});
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
