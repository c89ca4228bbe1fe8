import { readPart, updatePart } from "../../src/workbook/part";
import { settingsIn, writeSettings } from "../../src/workbook/settings";
import { openWorkbook, type Workbook } from "../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const parts = () => Object.values(workbook.state.parts);

describe("a workbook's settings", () => {
  test("are none where nothing is kept", async () => {
    expect(settingsIn(await readPart())).toEqual({ plan: undefined, currency: undefined });
    expect(parts()).toEqual([]);
  });

  test("are kept in one part, which the next ones change", async () => {
    await writeSettings({ plan: "fy26", currency: "USD" });
    await writeSettings({ plan: 'a "plan" & <more>' });
    expect(settingsIn(await readPart())).toEqual({ plan: 'a "plan" & <more>', currency: undefined });
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
      formats: false,
      numberFormats: true,
    };
    await writeSettings(settings);
    expect(settingsIn(await readPart())).toEqual(settings);
    await writeSettings({});
    expect(settingsIn(await readPart())).toEqual({});
  });

  test("stand beside what else the part keeps", async () => {
    await updatePart((root) => root.setAttribute("other", "1"));
    await writeSettings({ plan: "fy26" });
    expect((await readPart())?.getAttribute("other")).toBe("1");
  });
});

test("changes at the same time are all made", async () => {
  await Promise.all(["a", "b", "c"].map((name) => updatePart((root) => root.setAttribute(name, "1"))));
  const root = await readPart();
  expect(["a", "b", "c"].map((name) => root?.getAttribute(name))).toEqual(["1", "1", "1"]);
});

test("a change that fails leaves the part as it is, and the next is made", async () => {
  await writeSettings({ plan: "fy26" });
  const failing = updatePart(() => {
    throw new Error("Not this time.");
  });
  await expect(failing).rejects.toThrow("Not this time.");
  await writeSettings({ plan: "fy27" });
  expect(settingsIn(await readPart()).plan).toBe("fy27");
});

test("a property that was not loaded fails as in Excel", async () => {
  const careless = Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    await context.sync();
    return sheet.name;
  });
  await expect(careless).rejects.toMatchObject({ code: "PropertyNotLoaded" });
});
