/** Snapshots: what they hold, what they are called, and what is left if one cannot be taken. */
import { insertReport } from "../../../../src/excel/workbook/reports/report";
import { listSnapshots } from "../../../../src/excel/workbook/snapshot/mark";
import { removeSnapshot, takeSnapshots } from "../../../../src/excel/workbook/snapshot/snapshot";
import type { SnapshotScope } from "../../../../src/excel/workbook/snapshot/sources";
import type { RequestBody } from "../../../../workbench/office/interpreter";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const EBIT = '=INSIGHTS.KPI("Plan","One","ebit")';
const TAKEN = Date.UTC(2026, 10, 22, 11, 30);

let setup: WorkbookSetup;
beforeEach(() => {
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const isSetSupported = () => true;
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported } } } });
});
afterEach(async () => {
  setup.workbook.onRequest = () => undefined;
  await setup.workbook.settled();
  setup.workbook.close();
  jest.restoreAllMocks();
});

const take = (scope: SnapshotScope = "sheet", now = () => TAKEN) => takeSnapshots({ ledger: setup.ledger, scope, now });

/** Runs code on a sheet, in one request. */
const onSheet = (name: string, run: (sheet: Excel.Worksheet) => void) =>
  Excel.run(async (context) => {
    run(context.workbook.worksheets.getItem(name));
    await context.sync();
  });

async function sheetNames(): Promise<string[]> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    return sheets.items.map(({ name }) => name);
  });
}

async function read(sheet: string, address: string) {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address).load("values,formulas");
    await context.sync();
    return { values: range.values as unknown[][], formulas: range.formulas as unknown[][] };
  });
}

const isCopying = (body: RequestBody) => JSON.stringify(body.ObjectPaths).includes('"Copy"');

/** The day of the ledger's stamps, which are those of this machine's clock. */
function today(): string {
  const date = new Date();
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** The stamp of all that the ledger holds. */
function stampAt(stamp: number): void {
  for (const { id, args, settings, result } of setup.ledger.entries())
    setup.ledger.record({ id, args, settings }, { result, answeredAt: stamp });
}

describe("A snapshot", () => {
  test("holds the values of formulas, spills, errors and texts, and no formula", async () => {
    setup = await setUpWorkbook({
      A1: EBIT,
      A2: "=A1*2",
      A3: '=INSIGHTS.KPI("Plan","None","ebit")',
      A4: "'2026-03",
      A5: '="007"',
      B1: '=INSIGHTS.PNL("Plan",,"ebit")',
      B8: 42,
    });
    await onSheet("Sheet1", (sheet) => void (sheet.getRange("A6").values = [["'=1+1"]]));
    await setup.workbook.settled();
    const before = await read("Sheet1", "A1:D8");
    setup.asked();
    const { sheets } = await take();
    const after = await read(sheets[0]!, "A1:D8");
    expect(after.values.slice(0, 6)).toEqual(before.values.slice(0, 6));
    expect(after.values[7]).toEqual(before.values[7]);
    expect(after.formulas.flat().filter((text) => String(text).startsWith("="))).toEqual(["=1+1"]);
    expect(after.values[5]?.[0]).toBe("=1+1");
    expect(await read("Sheet1", "A1:D8")).toEqual(before);
    expect(setup.asked()).toEqual([]);
  });

  test("stays as it is if the live sheet is refreshed, which other sheets go on reading", async () => {
    setup = await setUpWorkbook({ A1: EBIT, "'Other sheet'!A1": "=Sheet1!A1" });
    const [sheet = ""] = (await take()).sheets;
    setup.service.ebit = 200;
    const { cells } = await setup.refresh();
    await setup.workbook.settled();
    expect([cells, setup.workbook.value("Sheet1!A1"), setup.workbook.value("'Other sheet'!A1")]).toEqual([1, 200, 200]);
    expect(setup.workbook.value(`'${sheet}'!A1`)).toBe(100);
  });

  test("says when it was taken, and of when its oldest number is", async () => {
    setup = await setUpWorkbook({ A1: EBIT, "'Other sheet'!A1": '=INSIGHTS.KPI("Plan","Two","ebit")' });
    stampAt(Date.UTC(2026, 2, 16, 9, 30));
    setup.ledger.record(
      setup.ledger.entries().find(({ args }) => args[1] === "Two")!,
      { result: 1, answeredAt: Date.UTC(2026, 1, 1) },
    );
    expect((await take()).sheets).toEqual(["Sheet1 2026-03-16"]);
    expect(setup.workbook.value("'Sheet1 2026-03-16'!A2")).toBe(
      "Snapshot of Sheet1, taken 22 Nov 2026, 11:30 UTC, with numbers as of 16 Mar 2026, 09:30 UTC.",
    );
    expect(await listSnapshots()).toEqual([
      {
        id: expect.any(String),
        sheet: "Sheet1 2026-03-16",
        liveSheet: "Sheet1",
        takenAt: TAKEN,
        asOf: Date.UTC(2026, 2, 16, 9, 30),
        liveCharts: [],
      },
    ]);
  });

  test("puts its heading into a blank row, and changes no other cell", async () => {
    setup = await setUpWorkbook({ A1: "Title", C3: EBIT, A5: "Note" });
    const [sheet = ""] = (await take()).sheets;
    const { values } = await read(sheet, "A1:C6");
    expect(values[0]?.[0]).toBe("Title");
    expect(values[1]?.[0]).toMatch(/^Snapshot of Sheet1/);
    expect(values[2]).toEqual(["", "", 100]);
    expect(values[4]?.[0]).toBe("Note");
  });

  test("of a sheet without our numbers bears the day on which it was taken", async () => {
    setup = await setUpWorkbook({ A1: 5 });
    expect((await take()).sheets).toEqual(["Sheet1 2026-11-22"]);
    expect(setup.workbook.value("'Sheet1 2026-11-22'!A2")).toBe("Snapshot of Sheet1, taken 22 Nov 2026, 11:30 UTC.");
  });

  test("of the same day has a number, and a long name keeps its date", async () => {
    setup = await setUpWorkbook({ A1: 5 });
    const long = "A sheet with a name of 31 letters".slice(0, 31);
    await onSheet("Sheet1", (sheet) => void (sheet.name = long));
    await take();
    await take();
    expect((await listSnapshots()).map(({ sheet }) => sheet).sort()).toEqual([
      "A sheet with a name… 2026-11-22",
      "A sheet with a… 2026-11-22 (2)",
    ]);
  });

  test("has no drop-downs, tables and names, and keeps conditional formats", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A3: "Name", A4: "x" });
    setup.workbook.host.cloneNames = true;
    await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItem("Sheet1");
      sheet.getRange("B5").dataValidation.rule = { list: { inCellDropDown: true, source: "a,b" } };
      sheet.tables.add("A3:A4", true);
      context.workbook.names.add("Total", sheet.getRange("A1"));
      const { custom } = sheet.getRange("A1").conditionalFormats.add("Custom");
      custom.rule.formula = '=$B$5="a"';
      custom.format.fill.color = "#ff0000";
      await context.sync();
    });
    const [name = ""] = (await take()).sheets;
    const { state } = setup.workbook;
    expect(state.validations.filter(({ address }) => address.includes(name))).toEqual([]);
    expect([state.validations.length, state.tables.length]).toEqual([1, 1]);
    await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItem(name);
      const names = sheet.names.load("items/name");
      const formats = sheet.getRange("A1").conditionalFormats.getCount();
      await context.sync();
      expect([names.items, formats.value]).toEqual([[], 1]);
    });
  });

  test("deletes no name but the clones of its own sheet", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A3: 2 });
    Object.assign(setup.workbook.host, { cloneNames: true, listAllNames: true, namePrintAreas: true });
    await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItem("Sheet1");
      context.workbook.names.add("Rate", sheet.getRange("A3"));
      context.workbook.names.add("InsightsReport_1", sheet.getRange("A1")).visible = false;
      sheet.names.add("Own", sheet.getRange("A2"));
      sheet.pageLayout.setPrintArea("A1:A3");
      await context.sync();
    });
    const [name = ""] = (await take()).sheets;
    const namesOf = (names: Excel.NamedItemCollection) => names.items.map((each) => each.name).sort();
    setup.workbook.host.listAllNames = false;
    await Excel.run(async (context) => {
      const { names, worksheets } = context.workbook;
      const [live, copy] = ["Sheet1", name].map((sheet) => worksheets.getItem(sheet).names.load("items/name"));
      names.load("items/name");
      await context.sync();
      expect(namesOf(names)).toEqual(["InsightsReport_1", "Rate"]);
      expect(namesOf(live!)).toEqual(["Own", "Print_Area"]);
      expect(namesOf(copy!)).toEqual(["Own", "Print_Area"]);
    });
  });

  test("names the charts that stay live, since they read other sheets", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A2: 5, "'Other sheet'!A1": 1, "'Other sheet'!A2": 2 });
    await Excel.run(async (context) => {
      const { worksheets } = context.workbook;
      const sheet = worksheets.getItem("Sheet1");
      sheet.charts.add("Line", sheet.getRange("A1:A2")).name = "Own";
      sheet.charts.add("Line", worksheets.getItem("Other sheet").getRange("A1:A2")).name = "Trend";
      await context.sync();
    });
    const [name = ""] = (await take()).sheets;
    expect(setup.workbook.value(`'${name}'!A3`)).toMatch(/\. Charts that read other sheets stay live: Trend\.$/);
    expect(await listSnapshots()).toMatchObject([{ liveCharts: ["Trend"] }]);
  });

  test("says in general that charts may stay live if Excel cannot tell", async () => {
    Office.context.requirements.isSetSupported = () => false;
    setup = await setUpWorkbook({ A1: EBIT, A2: 5 });
    await onSheet("Sheet1", (sheet) => void sheet.charts.add("Line", sheet.getRange("A1:A2")));
    const [name = ""] = (await take()).sheets;
    expect(setup.workbook.value(`'${name}'!A3`)).toMatch(/\. Charts that read other sheets stay live\.$/);
    expect(await listSnapshots()).toMatchObject([{ liveCharts: "unknown" }]);
  });

  test("shows the values of one moment, also if a user changes the live sheet meanwhile", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A2: "=A1+A3", A3: 1, A4: "007" });
    const first = setup.workbook.requests();
    setup.workbook.onRequest = (request, body) => {
      if (request > first && isCopying(body)) {
        setup.workbook.enter("A3", 1_000);
        setup.workbook.enter("A4", "other");
      }
    };
    const [name = ""] = (await take()).sheets;
    expect((await read(name, "A1:A4")).values.flat()).toEqual([100, 101, 1, 7]);
    expect(setup.workbook.value("Sheet1!A3")).toBe(1_000);
  });
});

describe("The scope of snapshots", () => {
  test("of all sheets takes the sheets with our numbers and names hidden ones", async () => {
    setup = await setUpWorkbook({ A1: EBIT, "'Other sheet'!A1": EBIT });
    await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.add("Plain");
      sheet.getRange("A1").values = [[1]];
      context.workbook.worksheets.getItem("Other sheet").visibility = "Hidden";
      await context.sync();
    });
    const { sheets, hidden } = await take("workbook");
    expect(sheets).toHaveLength(1);
    expect(sheets[0]).toMatch(/^Sheet1 /);
    expect(hidden).toEqual(["Other sheet"]);
    // Snapshots show no numbers of ours.
    expect((await take("workbook")).sheets).toHaveLength(1);
  });

  test("of all sheets works while a chart sheet is shown; of this sheet explains", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    setup.workbook.host.inFront = "chartSheet";
    await expect(take("sheet")).rejects.toThrow("This workbook shows no worksheet");
    expect((await take("workbook")).sheets).toHaveLength(1);
  });

  test.each([
    ["sheet", "nothing to keep"],
    ["reports", "no visible reports"],
    ["workbook", "No visible sheet has Insights formulas"],
  ] as const)("%s is refused if there is nothing to keep", async (scope, message) => {
    setup = await setUpWorkbook({});
    await expect(take(scope)).rejects.toThrow(message);
  });

  test("is no snapshot", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    const [name = ""] = (await take()).sheets;
    await onSheet(name, (sheet) => sheet.activate());
    await expect(take()).rejects.toThrow("This sheet is already a snapshot");
    expect((await take("workbook")).sheets).toHaveLength(1);
  });

  test("of reports is their sheets, and marks them for the values-only copy", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    const [plan] = await setup.session.plans();
    const subject = { plan: plan!.name, scenarios: [], currency: "", plans: [plan!] };
    const { sheet: report } = await insertReport({ kind: "statement", ...subject });
    await setup.workbook.settled();
    const [name = ""] = (await take("reports")).sheets;
    expect(name.startsWith(report)).toBe(true);
    expect(setup.workbook.state.validations.filter(({ address }) => address.includes(name))).toEqual([]);
    await Excel.run(async (context) => {
      const { names } = context.workbook.worksheets.getItem(name);
      names.load("items/name,items/visible");
      await context.sync();
      expect(names.items.map((item) => [item.name, item.visible])).toEqual([["InsightsReport_snapshot", false]]);
    });
  });
});

describe("No snapshot is taken, and no sheet is left", () => {
  test("while a cell waits for its number", async () => {
    setup = await setUpWorkbook({ B2: 1, B5: 1 });
    let answer: (() => void) | undefined;
    setup.service.fail = () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    setup.workbook.enter("C4", EBIT);
    while (!answer) await new Promise((resolve) => setTimeout(resolve, 1));
    await expect(take()).rejects.toThrow("Sheet1!C4 is still being calculated. Take the snapshot again");
    setup.service.fail = undefined;
    answer();
    await setup.workbook.settled();
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("of a protected sheet, which is named", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    await onSheet("Sheet1", (sheet) => sheet.protection.protect());
    await expect(take()).rejects.toThrow("The sheet “Sheet1” is protected");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("in a workbook whose structure is protected", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    setup.workbook.host.protectStructure = true;
    await expect(take()).rejects.toThrow("The workbook's structure is protected");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("if a row is inserted into the live sheet meanwhile", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A3: 1 });
    let isOver = false;
    setup.workbook.onRequest = async (_request, body) => {
      if (isOver || !isCopying(body)) return;
      isOver = true;
      await onSheet("Sheet1", (sheet) => void sheet.getRange("1:1").insert("Down"));
    };
    await expect(take()).rejects.toThrow("The workbook was changed meanwhile");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("if another user deletes the live sheet meanwhile, and earlier snapshots stay", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    await take();
    let isOver = false;
    setup.workbook.onRequest = async (_request, body) => {
      if (isOver || !isCopying(body)) return;
      isOver = true;
      await onSheet("Sheet1", (sheet) => sheet.delete());
    };
    await expect(take()).rejects.toThrow("The workbook was changed meanwhile");
    expect(await sheetNames()).toEqual([`Sheet1 ${today()}`, "Other sheet"]);
  });

  test("if a user changes the copy again after it was corrected", async () => {
    setup = await setUpWorkbook({ A1: EBIT, A3: 1 });
    const { workbook } = setup;
    let left = Infinity;
    workbook.onRequest = (_request, body) => {
      if (left === Infinity && isCopying(body)) {
        left = 5;
        workbook.enter("A3", 1_000);
      }
      left -= 1;
      if (left === -1) workbook.enter(`'Sheet1 ${today()}'!A3`, 2_000);
    };
    await expect(take()).rejects.toThrow("The workbook was changed meanwhile");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("if another user takes its name meanwhile", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    let isOver = false;
    setup.workbook.onRequest = async (_request, body) => {
      if (isOver || !isCopying(body)) return;
      isOver = true;
      await Excel.run(async (context) => {
        context.workbook.worksheets.add(`Sheet1 ${today()}`);
        await context.sync();
      });
    };
    await expect(take()).rejects.toThrow("already exists");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet", `Sheet1 ${today()}`]);
  });

  /** Another workbook comes to the front as sheets are copied, and goes after this many requests to delete a sheet. */
  function leaveAfterCopying(refusals: number): void {
    const { workbook } = setup;
    let [isCopied, left] = [false, refusals];
    workbook.onRequest = (_request, body) => {
      isCopied ||= isCopying(body);
      if (isCopied) workbook.host.inFront = left > 0 ? "otherWorkbook" : "worksheet";
      if (JSON.stringify(body).includes('"Name":"Delete"')) left -= 1;
    };
  }

  test("if another workbook comes to the front meanwhile, so that Excel tells no names", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    leaveAfterCopying(1);
    await expect(take()).rejects.toThrow("Excel does not answer while another workbook is in front.");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("or one that stays is named, if the other workbook stays in front", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    leaveAfterCopying(Infinity);
    await expect(take()).rejects.toThrow("some new snapshots are incomplete. Remove them from the list.");
    expect(await sheetNames()).toEqual(["Sheet1", `Sheet1 ${today()}`, "Other sheet"]);
  });

  test.each([1, 4, 6])("if Excel refuses to write %i requests after the copying", async (count) => {
    setup = await setUpWorkbook({ A1: EBIT });
    const { workbook } = setup;
    let left = Infinity;
    workbook.onRequest = (_request, body) => {
      if (left === Infinity && isCopying(body)) left = count;
      left -= 1;
      if (left !== -1) return;
      workbook.host.enforceProtection = true;
      workbook.state.protectedSheets = Object.keys(workbook.state.sheetProperties ?? {});
    };
    await expect(take()).rejects.toThrow("protected");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });
});

test("10,000 cells take few requests, none of them over Excel's limit", async () => {
  setup = await setUpWorkbook({ A1: EBIT });
  setup.workbook.host.limitPayloads = true;
  await onSheet("Sheet1", (sheet) => {
    sheet.getRange("A2:J1001").formulas = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 10 }, (__, column) => (column === 9 ? `=$A$1+${row * 9}` : row * column)),
    );
  });
  await setup.workbook.settled();
  const before = setup.workbook.requests();
  const [name = ""] = (await take()).sheets;
  expect(setup.workbook.requests() - before).toBeLessThan(25);
  expect(setup.workbook.value(`'${name}'!J1001`)).toBe(100 + 999 * 9);
});

describe("Removing a snapshot", () => {
  test("deletes its sheet alone", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    await take();
    await take("sheet", () => TAKEN + 60_000);
    const [first, second] = await listSnapshots();
    await removeSnapshot(first!.id);
    expect((await listSnapshots()).map(({ id }) => id)).toEqual([second!.id]);
    expect(await sheetNames()).toEqual(["Sheet1", second!.sheet, "Other sheet"]);
  });

  test("is refused for a sheet that is none", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    await expect(removeSnapshot("s")).rejects.toThrow("not in this workbook any more");
    expect(await sheetNames()).toEqual(["Sheet1", "Other sheet"]);
  });

  test("leaves a blank sheet if no other is shown", async () => {
    setup = await setUpWorkbook({ A1: EBIT });
    await take();
    await Excel.run(async (context) => {
      for (const name of ["Sheet1", "Other sheet"]) context.workbook.worksheets.getItem(name).visibility = "Hidden";
      await context.sync();
    });
    const [snapshot] = await listSnapshots();
    await removeSnapshot(snapshot!.id);
    expect(await sheetNames()).toHaveLength(3);
    expect(await listSnapshots()).toEqual([]);
  });
});
