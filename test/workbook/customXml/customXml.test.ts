import { readCustomXml, updateCustomXml } from "../../../src/workbook/customXml/customXml";
import { readSettings } from "../../../src/saved/settings";
import { saveSettings } from "../../../src/workbook/customXml/settings";
import { openWorkbook, type Workbook } from "../../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const parts = () => Object.values(workbook.state.parts);

describe("a workbook's settings", () => {
  test("are none where nothing is kept", async () => {
    expect(readSettings(await readCustomXml("settings"))).toEqual({ plan: undefined, currency: undefined });
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
      maxAge: 60,
      refreshEvery: 15,
      refreshOnOpen: true,
      paused: true,
      formats: false,
      numberFormats: true,
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
