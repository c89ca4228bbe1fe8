/** Freezing and thawing in an Excel at its worst, and after what people do to frozen cells. */
import { freeze as freezeCells } from "../../../src/workbook/freezing/freeze";
import { readSavedFrozen } from "../../../src/workbook/freezing/savedFrozen";
import { countFrozen, thaw } from "../../../src/workbook/freezing/thaw";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

let time = 0;
const freeze = () => freezeCells({ ledger: setup.ledger, scope: "workbook", now: () => (time += 1) });

async function formulas(address: string, sheet = "Sheet1"): Promise<string[]> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address).load("formulas");
    await context.sync();
    return (range.formulas as unknown[][]).flat().map((text) => (String(text).startsWith("=") ? String(text) : ""));
  });
}

async function edit(change: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void): Promise<void> {
  await Excel.run(async (context) => {
    change(context.workbook.worksheets.getItem("Sheet1"), context);
    await context.sync();
  });
  await setup.workbook.settled();
}

const names = () =>
  Excel.run(async (context) => {
    const found = context.workbook.names.load("items/name");
    await context.sync();
    return found.items.map(({ name }) => name);
  });

const sheets = () =>
  Excel.run(async (context) => {
    const found = context.workbook.worksheets.load("items/name,items/visibility");
    await context.sync();
    return found.items.map(({ name, visibility }) => [name, visibility]);
  });

const kpi = (field: string) => `=INSIGHTS.KPI("Plan","One","${field}")`;
const label = (row: number) => `=INSIGHTS.KPI("Plan",$A${row},"ebit")`;

/** Rows of labels, with formulas that differ from row to row but show the same. */
const ROWS = {
  A1: "EBIT",
  A2: "Result",
  A3: "Operating result",
  B1: kpi("ebit"),
  B2: `${kpi("ebit")}+0`,
  B3: `${kpi("ebit")}-0`,
};

describe("rows that have been sorted", () => {
  test("stay values where their formulas differ, though they show the same, and are named", async () => {
    setup = await setUpWorkbook(ROWS);
    await freeze();
    await edit((sheet) => sheet.getRange("A1:B3").sort.apply([{ key: 0, ascending: false }]));
    expect(setup.workbook.values("A1:A3").flat()).toEqual(["Result", "Operating result", "EBIT"]);
    const { cells, skipped } = await thaw("workbook");
    expect([cells, skipped.map(({ address }) => address)]).toEqual([0, ["Sheet1!B1", "Sheet1!B2", "Sheet1!B3"]]);
    expect(skipped[0]?.reason).toMatch(/sorted/);
    expect(await formulas("B1:B3")).toEqual(["", "", ""]);
    await edit((sheet) => sheet.getRange("A1:B3").sort.apply([{ key: 0, ascending: true }]));
    await edit((sheet) => void (sheet.getRange("A1:A3").values = [["EBIT"], ["Result"], ["Operating result"]]));
    expect((await thaw("workbook")).cells).toBe(3);
    expect(await formulas("B1:B3")).toEqual([ROWS.B1, ROWS.B2, ROWS.B3]);
  });

  test("get their formulas where each reads its own row, wherever the row is now", async () => {
    setup = await setUpWorkbook({
      A1: "One",
      A2: "Two",
      A3: "One ",
      B1: label(1),
      B2: label(2),
      B3: label(3),
      C1: "c",
    });
    await freeze();
    await edit((sheet) => sheet.getRange("A1:B3").sort.apply([{ key: 1, ascending: false }]));
    expect(setup.workbook.values("A1:B1")).toEqual([["Two", 200]]);
    expect(await thaw("workbook")).toMatchObject({ cells: 3, skipped: [] });
    await setup.workbook.settled();
    expect(await formulas("B1:B3")).toEqual([label(1), label(2), label(3)]);
    expect(setup.workbook.value("B1")).toBe(200);
  });

  test("among rows of which two have the same label are told by all of their texts", async () => {
    setup = await setUpWorkbook({
      A1: "Total",
      A2: "Total",
      B1: kpi("ebit"),
      B2: `${kpi("ebit")}+0`,
      C1: "east",
      C2: "west",
    });
    await freeze();
    await edit((sheet) => sheet.getRange("A1:C2").sort.apply([{ key: 2, ascending: false }]));
    expect((await thaw("workbook")).skipped).toHaveLength(2);
    expect(await formulas("B1:B2")).toEqual(["", ""]);
  });
});

describe("rows and columns that come into the middle of a block", () => {
  test("leave each formula in its row, with what it reads", async () => {
    setup = await setUpWorkbook({ A1: "One", A2: "Two", A3: "One", B1: label(1), B2: label(2), B3: label(3) });
    await freeze();
    await edit((sheet) => sheet.getRange("2:3").insert("Down"));
    setup.workbook.enter("A2", "mine");
    setup.workbook.enter("B3", 5);
    await setup.workbook.settled();
    expect(await thaw("workbook")).toMatchObject({ cells: 3, skipped: [] });
    expect(await formulas("B1:B5")).toEqual([label(1), "", "", label(4), label(5)]);
  });

  test("leave a value where a formula reads another row, and that row is not known any more", async () => {
    const next = (row: number) => `=INSIGHTS.KPI("Plan",$A${row + 1},"ebit")`;
    setup = await setUpWorkbook({ A2: "One", A3: "Two", A4: "One", B1: next(1), B2: next(2), B3: next(3) });
    await freeze();
    await edit((sheet) => sheet.getRange("3:3").insert("Down"));
    const { cells, skipped } = await thaw("workbook");
    expect(cells).toBe(0);
    expect(skipped.length).toBeGreaterThan(0);
  });
});

describe("a copied sheet", () => {
  test.each([false, true])("stays values and is named, with names cloned: %s", async (isCloning) => {
    setup = await setUpWorkbook({ A1: kpi("ebit"), A3: "x" });
    setup.workbook.host.cloneNames = isCloning;
    await freeze();
    await edit((sheet) => void (sheet.copy("After", sheet).name = "Copy"));
    expect(await thaw("workbook")).toMatchObject({
      cells: 1,
      skipped: [{ address: "Copy", reason: expect.stringContaining("copy of a frozen one") as string }],
    });
    expect([await formulas("A1"), await formulas("A1", "Copy")]).toEqual([[kpi("ebit")], [""]]);
  });
});

describe("an undo", () => {
  test("that brings formulas back is noticed, whatever is remembered: nothing is lost and nothing written twice", async () => {
    setup = await setUpWorkbook({ A1: kpi("ebit"), A3: label(4), A4: "One" });
    await freeze();
    // What Excel takes back: the cells, and not the parts.
    setup.workbook.enter("A1", kpi("ebit"));
    await setup.workbook.settled();
    expect(await thaw("workbook")).toMatchObject({ cells: 1, already: 1, skipped: [] });
    expect(await formulas("A1:A3")).toEqual([kpi("ebit"), "", label(4)]);
    expect((await readSavedFrozen()).items).toEqual([]);
  });

  test("that takes the anchors back too loses no formula", async () => {
    setup = await setUpWorkbook({ A1: kpi("ebit"), A3: kpi("ebit") });
    await freeze();
    await edit((_sheet, context) =>
      context.workbook.worksheets.getItem("_insights_anchors").getRange("A:A").clear("Contents"),
    );
    setup.workbook.enter("A1", kpi("ebit"));
    await setup.workbook.settled();
    const { cells, skipped } = await thaw("workbook");
    expect([cells, skipped.map(({ address }) => address)]).toEqual([0, ["Sheet1!$A$3"]]);
    expect(await countFrozen()).toMatchObject({ formulas: 1 });
  });
});

describe("a table", () => {
  test("gets its formulas back in their cells alone, though it fills its columns", async () => {
    setup = await setUpWorkbook({
      A1: "Label",
      B1: "Value",
      A2: "One",
      A3: "Two",
      A4: "One",
      B2: label(2),
      B3: 5,
      B4: 6,
    });
    await edit((sheet) => sheet.tables.add("A1:B4", true));
    await freeze();
    setup.workbook.host.fillTableColumns = true;
    expect(await thaw("workbook")).toMatchObject({ cells: 1, skipped: [] });
    expect(setup.workbook.values("B2:B4").flat().slice(1)).toEqual([5, 6]);
    expect(await formulas("B2:B4")).toEqual([label(2), "", ""]);
  });
});

describe("a workbook whose structure is protected", () => {
  test("has a few names in place of the sheet with the anchors", async () => {
    setup = await setUpWorkbook({ A1: "One", B1: label(1), B3: kpi("ebit") });
    setup.workbook.host.protectStructure = true;
    await freeze();
    expect(await names()).toHaveLength(3);
    expect((await sheets()).map(([name]) => name)).toEqual(["Sheet1", "Other sheet"]);
    await edit((sheet) => sheet.getRange("1:1").insert("Down"));
    expect(await thaw("workbook")).toMatchObject({ cells: 2, skipped: [] });
    expect(await formulas("B2:B4")).toEqual([label(2), "", kpi("ebit")]);
    expect(await names()).toEqual([]);
  });

  test("after a freeze keeps the sheet with the anchors, and no anchor of what has been thawed", async () => {
    setup = await setUpWorkbook({ B3: kpi("ebit") });
    await freeze();
    setup.workbook.host.protectStructure = true;
    expect(await thaw("workbook")).toMatchObject({ cells: 1, skipped: [] });
    expect(await thaw("workbook")).toEqual({ cells: 0, already: 0, skipped: [] });
  });

  test("says how many blocks it takes, and nothing is frozen", async () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`A${at + 1}`, `${kpi("ebit")}+${at}`]));
    setup = await setUpWorkbook(many);
    setup.workbook.host.protectStructure = true;
    await expect(freeze()).rejects.toThrow(/structure is protected, so that at most 100 blocks.*these are 121/);
    expect((await formulas("A1:A120")).filter(Boolean)).toHaveLength(120);
    expect((await readSavedFrozen()).items).toEqual([]);
  });
});

test("The sheet with the anchors is there while something is frozen, and nobody can show it", async () => {
  setup = await setUpWorkbook({ A1: kpi("ebit") });
  await freeze();
  expect(await sheets()).toEqual([
    ["Sheet1", "Visible"],
    ["Other sheet", "Visible"],
    ["_insights_anchors", "VeryHidden"],
  ]);
  await thaw("workbook");
  expect(await sheets()).toEqual([
    ["Sheet1", "Visible"],
    ["Other sheet", "Visible"],
  ]);
});

describe("a freeze that Excel stops in the middle", () => {
  /** Somebody protects sheets, by their ids, after they have been read. */
  function protectLate(sheetsNow: () => string[]): () => void {
    const { state, host } = setup.workbook;
    host.enforceProtection = true;
    const hasBegun = () => Object.values(state.parts).some((xml) => xml.includes('"isUnfinished":true'));
    Object.defineProperty(state, "protectedSheets", { configurable: true, get: () => (hasBegun() ? sheetsNow() : []) });
    return () => Object.defineProperty(state, "protectedSheets", { configurable: true, value: [] });
  }
  const both = async () => [await formulas("A1"), await formulas("A1", "Other sheet")];

  test("brings back the formulas that are values already, and says that nothing was frozen", async () => {
    setup = await setUpWorkbook({ A1: kpi("ebit"), "'Other sheet'!A1": kpi("ebit") });
    protectLate(() => ["o"]);
    await expect(freeze()).rejects.toThrow(/nothing was frozen/);
    expect(await both()).toEqual([[kpi("ebit")], [kpi("ebit")]]);
    expect((await readSavedFrozen()).items).toEqual([]);
  });

  test.each([
    ["thawing takes it back", false],
    ["freezing again completes it", true],
  ])("where Excel does not take them back either, says so; %s", async (_how, isCompleted) => {
    setup = await setUpWorkbook({ A1: kpi("ebit"), "'Other sheet'!A1": kpi("ebit") });
    // Sheet1 is locked as soon as its value is in.
    const isValue = () => !setup.workbook.save().data.sheets?.s?.cellData?.[0]?.[0]?.f;
    const release = protectLate(() => (isValue() ? ["s", "o"] : ["o"]));
    await expect(freeze()).rejects.toThrow(/Freeze again to complete it, or thaw to take it back/);
    expect(await both()).toEqual([[""], [kpi("ebit")]]);
    expect(await countFrozen()).toMatchObject({ isUnfinished: true });
    release();
    if (isCompleted) {
      expect(await freeze()).toMatchObject({ cells: 1 });
      expect(await both()).toEqual([[""], [""]]);
      expect(await countFrozen()).toEqual({ formulas: 2, isUnfinished: false });
    }
    expect((await thaw("workbook")).skipped).toEqual([]);
    expect(await both()).toEqual([[kpi("ebit")], [kpi("ebit")]]);
    expect(await countFrozen()).toEqual({ formulas: 0, isUnfinished: false });
  });
});

test("A workbook whose custom XML has been removed says that nothing is remembered, and keeps its values", async () => {
  setup = await setUpWorkbook({ A1: kpi("ebit") });
  await freeze();
  setup.workbook.deleteParts();
  await expect(thaw("workbook")).rejects.toThrow(/not remembered.*Document Inspector/);
  expect(setup.workbook.value("A1")).toBe(100);
});

test("Two people who freeze different sheets lose none of it", async () => {
  setup = await setUpWorkbook({ A1: kpi("ebit"), "'Other sheet'!A1": kpi("ebit") });
  const second = setup.workbook.connect();
  await edit((sheet) => sheet.activate());
  await freezeCells({ ledger: setup.ledger, scope: "sheet", now: () => 1 });
  second.use();
  await edit((_sheet, context) => context.workbook.worksheets.getItem("Other sheet").activate());
  await freezeCells({ ledger: setup.ledger, scope: "sheet", now: () => 2 });
  expect(await countFrozen()).toEqual({ formulas: 2, isUnfinished: false });
  expect(await thaw("workbook")).toMatchObject({ cells: 2, skipped: [] });
});
