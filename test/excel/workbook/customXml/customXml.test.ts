import { partNamespace } from "../../../../src/reporting/saved/document";
import type { HeldSettings } from "../../../../src/reporting/saved/keptSettings";
import { readSettings } from "../../../../src/reporting/saved/chosenSettings";
import { loadAll, readCustomXml, updateCustomXml } from "../../../../src/excel/workbook/customXml/customXml";
import { followSettings, saveSettings } from "../../../../src/excel/workbook/customXml/settingsPart";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { createReader } from "../../../../src/excel/workbook/reader";
import { openWorkbook, type Workbook } from "../../../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const parts = () => Object.values(workbook.state.parts);

describe("a workbook's settings", () => {
  test("are none where nothing is kept", async () => {
    expect(await readCustomXml("settings")).toBeUndefined();
    expect(parts()).toEqual([]);
  });

  test("are kept in one part, which the next ones change", async () => {
    await saveSettings({ plan: "fy26", currency: "USD" });
    await saveSettings({ plan: 'a "plan" & <more>' });
    expect(readSettings(await readCustomXml("settings"))).toEqual({ plan: 'a "plan" & <more>', currency: "USD" });
    expect(parts()).toHaveLength(1);
  });

  test("are read as they were written, and no longer kept when they are taken back", async () => {
    const settings = {
      plan: "fy26",
      scenarios: ["s1", "s 2"],
      currency: "USD",
      refreshOnOpen: true,
      formats: false,
    };
    await saveSettings(settings);
    expect(readSettings(await readCustomXml("settings"))).toEqual(settings);
    await saveSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])));
    expect(readSettings(await readCustomXml("settings"))).toEqual({});
  });

  test("stand beside what else the part keeps", async () => {
    await updateCustomXml("settings", (root) => root.setAttribute("other", "1"));
    await saveSettings({ plan: "fy26" });
    expect((await readCustomXml("settings"))?.getAttribute("other")).toBe("1");
  });
});

/** Adds a part as another program does. */
const addPart = (text: string) =>
  Excel.run(async (context) => {
    context.workbook.customXmlParts.add(text);
    await context.sync();
  });

test("copies of a part by another program become one part again", async () => {
  await saveSettings({ plan: "fy26" });
  const texts = () => Object.values(workbook.state.parts).map((part) => JSON.stringify(part));
  const [saved = ""] = texts();
  await Excel.run(async (context) => {
    const found = context.workbook.customXmlParts.getByNamespace(partNamespace("settings")).load("items/id");
    await context.sync();
    const xml = found.items[0]!.getXml();
    await context.sync();
    await addPart(xml.value);
  });
  await addPart('<other xmlns="urn:other"/>');
  expect(parts()).toHaveLength(3);
  await updateCustomXml("settings", () => undefined);
  expect(texts()).toHaveLength(2);
  expect(texts()).toContain(saved);
  await saveSettings({ plan: "fy27" });
  expect(readSettings(await readCustomXml("settings")).plan).toBe("fy27");
  expect(parts()).toHaveLength(2);
});

describe("settings that the add-in follows", () => {
  const settings: HeldSettings = { current: {} };
  const ledger = createLedger({ now: () => 0 });
  beforeEach(() => (settings.current = {}));
  const saved = async () => readSettings(await readCustomXml("settings"));
  /** Runs `work` once, while Excel answers the next request. */
  const meanwhile = (work: () => void) => {
    let isOver = false;
    workbook.onRequest = () => {
      if (isOver) return;
      isOver = true;
      work();
    };
  };

  test("become another user's, and stay the same object if nothing changed", async () => {
    await saveSettings({ plan: "fy26" });
    await followSettings(settings, ledger);
    expect(settings.current).toEqual({ plan: "fy26" });
    const { current } = settings;
    await followSettings(settings, ledger);
    expect(settings.current).toBe(current);
  });

  test("stay if they are chosen while they are read", async () => {
    await saveSettings({ plan: "fy26" });
    const chosen = { plan: "fy27" };
    meanwhile(() => (settings.current = chosen));
    await followSettings(settings, ledger);
    expect(settings.current).toBe(chosen);
  });

  test("stay while a change is being written", async () => {
    await saveSettings({ plan: "fy26" });
    let saving = Promise.resolve();
    meanwhile(() => {
      saving = saveSettings({ plan: "fy27" });
    });
    await followSettings(settings, ledger);
    expect(settings.current).toEqual({});
    await saving;
    await followSettings(settings, ledger);
    expect(settings.current).toEqual({ plan: "fy27" });
  });

  test("stay after a change that could not be written, until the next one is", async () => {
    await saveSettings({ plan: "fy26" });
    jest.spyOn(Excel, "run").mockRejectedValueOnce(new Error("Not now."));
    await expect(saveSettings({ plan: "fy27" })).rejects.toThrow("Not now.");
    settings.current = { plan: "fy27" };
    await followSettings(settings, ledger);
    expect(settings.current).toEqual({ plan: "fy27" });
    await saveSettings({ currency: "USD" });
    await followSettings(settings, ledger);
    expect(settings.current).toEqual(await saved());
    expect(settings.current).toEqual({ plan: "fy26", currency: "USD" });
  });
});

describe("parts of several namespaces", () => {
  /** Excel with these texts by namespace, of which one answer holds at most `most`. */
  const excelWith = (
    texts: Readonly<Record<string, readonly string[]>>,
    most: number,
    code = "ResponsePayloadSizeLimitExceeded",
  ) => {
    const requests: number[] = [];
    let asked: (() => void)[] = [];
    const itemOf = (text: string) => ({
      getXml() {
        const xml = { value: "not read" };
        asked.push(() => (xml.value = text));
        return xml;
      },
    });
    const items = new Map(Object.entries(texts).map(([namespace, all]) => [namespace, all.map(itemOf)]));
    const context = {
      workbook: {
        customXmlParts: { getByNamespace: (name: string) => ({ load: () => ({ items: items.get(name) ?? [] }) }) },
      },
      sync() {
        const answers = asked;
        asked = [];
        requests.push(answers.length);
        if (answers.length > most) return Promise.reject(Object.assign(new Error("Refused"), { code }));
        answers.forEach((answer) => answer());
        return Promise.resolve();
      },
    };
    return { context: context as unknown as Excel.RequestContext, requests };
  };
  const texts = { a: ["<a>1</a>", "<a>2</a>"], b: [], c: ["<c>1</c>", "<c>2</c>", "<c>3</c>", "<c>4</c>"] };
  const load = async (context: Excel.RequestContext) =>
    (await loadAll(context, ["a", "b", "c"])).map((all) => all.map(({ text }) => text));

  test("are read five at a time", async () => {
    const { context, requests } = excelWith(texts, 5);
    expect(await load(context)).toEqual(Object.values(texts));
    expect(requests).toEqual([0, 5, 1]);
  });

  test("are read alone if an answer cannot hold five", async () => {
    const { context, requests } = excelWith(texts, 4);
    expect(await load(context)).toEqual(Object.values(texts));
    expect(requests).toEqual([0, 5, 1, 1, 1, 1, 1, 1]);
  });

  test("are an error if Excel refuses for another reason", async () => {
    const { context, requests } = excelWith(texts, 4, "AccessDenied");
    await expect(load(context)).rejects.toThrow("Refused");
    expect(requests).toEqual([0, 5]);
  });
});

describe("a workbook that is opened", () => {
  const settings: HeldSettings = { current: {} };
  const ledgerOf = () => createLedger({ now: () => 0, settings: () => ({}) });
  const open = () => createReader(settings, ledgerOf());
  /** The requests that a reading takes. */
  const requestsOf = async (read: () => Promise<void>) => {
    const before = workbook.requests();
    await read();
    return workbook.requests() - before;
  };

  test("is read once", async () => {
    await saveSettings({ plan: "fy26" });
    const { read, dateSystem } = open();
    expect(dateSystem).toThrow("date system could not be read");
    expect(read()).toBe(read());
    await read();
    expect(settings.current).toEqual({ plan: "fy26" });
    expect(dateSystem()).toBe(1900);
    expect(await requestsOf(read)).toBe(0);
  });

  test("is read again if Excel refused", async () => {
    await saveSettings({ plan: "fy27" });
    const { read, dateSystem } = open();
    jest.spyOn(Excel, "run").mockRejectedValue(new Error("Busy."));
    await expect(read()).rejects.toThrow("could not be read. The add-in tries again soon. Excel's message: Busy.");
    jest.restoreAllMocks();
    await read();
    expect([settings.current, dateSystem()]).toEqual([{ plan: "fy27" }, 1900]);
  });

  test("is read once the user has finished editing a cell", async () => {
    const { read, dateSystem } = open();
    workbook.host.editMode = true;
    const reading = read();
    const saving = saveSettings({ plan: "fy28" });
    workbook.host.editMode = false;
    await Promise.all([reading, saving]);
    expect(dateSystem()).toBe(1900);
    await open().read();
    expect(settings.current).toEqual({ plan: "fy28" });
  });

  test("has its ledger read only if there is one", async () => {
    const without = await requestsOf(open().read);
    await addPart(`<insights xmlns="${partNamespace("ledger")}"/>`);
    expect(await requestsOf(open().read)).toBeGreaterThan(without);
  });
});

test("changes at the same time are all made", async () => {
  await Promise.all(["a", "b", "c"].map((name) => updateCustomXml("settings", (root) => root.setAttribute(name, "1"))));
  const root = await readCustomXml("settings");
  expect(["a", "b", "c"].map((name) => root?.getAttribute(name))).toEqual(["1", "1", "1"]);
});

test("a change that fails leaves the part as it is, and the next is made", async () => {
  await saveSettings({ plan: "fy26" });
  const failing = updateCustomXml("settings", () => {
    throw new Error("Not this time.");
  });
  await expect(failing).rejects.toThrow("Not this time.");
  await saveSettings({ plan: "fy27" });
  expect(readSettings(await readCustomXml("settings")).plan).toBe("fy27");
});

test("a property that was not loaded fails as in Excel", async () => {
  const careless = Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    await context.sync();
    return sheet.name;
  });
  await expect(careless).rejects.toMatchObject({ code: "PropertyNotLoaded" });
});
