/** What Excel does now and then, as an add-in meets it: through Microsoft's proxies. */
import { openWorkbook, type Workbook } from "./excel";
import { batch, openTwoSheets, run, type Work } from "./twoSheets";

let workbook: Workbook;
beforeEach(() => void (workbook = openTwoSheets()));
afterEach(() => workbook.close());

const codeOf = (promise: Promise<unknown>) => promise.then(() => "done").catch((error: { code: string }) => error.code);
const failure = (work: Work<unknown>) => codeOf(run(work));

const write: Work<void> = (_context, sheet) => void (sheet.getRange("A1").values = [[1]]);

describe("while a person edits a cell", () => {
  test("a request fails, and changes nothing", async () => {
    workbook.host.editMode = true;
    expect(await failure(write)).toBe("InvalidOperationInCellEditMode");
    expect(workbook.value("A1")).toBeNull();
    workbook.host.editMode = false;
    expect(await failure(write)).toBe("done");
  });

  test("a request that may be delayed waits until the person has ended", async () => {
    workbook.host.editMode = true;
    let isDone = false;
    const delayed = Excel.run({ delayForCellEdit: true }, batch(write)).then(() => (isDone = true));
    await new Promise(setImmediate);
    expect([isDone, workbook.value("A1")]).toEqual([false, null]);
    workbook.host.editMode = false;
    await delayed;
    expect(workbook.value("A1")).toBe(1);
  });
});

describe("with payloads limited to 5 MB", () => {
  const large = Array.from({ length: 200 }, () => ["x".repeat(30_000)]);
  const writeLarge: Work<void> = (_context, sheet) => void (sheet.getRange("A1:A200").values = large);

  test("a larger request fails", async () => {
    workbook.host.limitPayloads = true;
    expect(await failure(writeLarge)).toBe("RequestPayloadSizeLimitExceeded");
    expect(workbook.value("A1")).toBeNull();
  });

  test("a larger answer fails, and a part of it comes", async () => {
    await run(writeLarge);
    workbook.host.limitPayloads = true;
    const read =
      (address: string): Work<unknown> =>
      (_context, sheet) =>
        sheet.getRange(address).load("values");
    expect(await failure(read("A1:A200"))).toBe("ResponsePayloadSizeLimitExceeded");
    expect(await failure(read("A1:A100"))).toBe("done");
  });
});

describe("an action that fails", () => {
  test("is told by its name, and keeps what the batch did before it", async () => {
    workbook.host.fails = (action) => action === "RangeFont.bold";
    const failed = await run((_context, sheet) => {
      const range = sheet.getRange("A1");
      range.values = [[1]];
      range.format.font.bold = true;
      range.values = [[2]];
    }).catch((error: OfficeExtension.Error) => error);
    expect(failed).toMatchObject({ code: "GeneralException", debugInfo: { errorLocation: "RangeFont.bold" } });
    expect(workbook.value("A1")).toBe(1);
  });

  test("may be the one that adds an object, or reads it", async () => {
    const actions: string[] = [];
    workbook.host.fails = (action) => actions.push(action) === 0;
    await run((context) => context.workbook.worksheets.add("New").load("name"));
    expect(actions).toEqual(expect.arrayContaining(["WorksheetCollection.add", "Worksheet.load"]));
    workbook.host.fails = (action) => action === "WorksheetCollection.add";
    expect(await failure((context) => context.workbook.worksheets.add("Newer"))).toBe("GeneralException");
    expect(workbook.save().data.sheetOrder).toHaveLength(3);
  });
});

describe("what is selected", () => {
  test("is no range where it is a chart", async () => {
    workbook.host.selection = "chart";
    expect(await failure((context) => context.workbook.getSelectedRange().load("address"))).toBe("InvalidSelection");
  });
});

describe("what is in front", () => {
  const questions: [string, Work<unknown>, string][] = [
    ["the active sheet", ({ workbook: { worksheets } }) => worksheets.getActiveWorksheet().load("name"), "chart sheet"],
    ["the active cell", (context) => context.workbook.getActiveCell().load("address"), "chart sheet"],
    ["the selection", (context) => context.workbook.getSelectedRange().load("address"), "chart sheet"],
    ["the names of a sheet", (_context, sheet) => sheet.names.load("items/name"), ""],
    ["to add a sheet", (context) => context.workbook.worksheets.add("New").load("name"), ""],
    ["to delete a sheet", (context) => context.workbook.worksheets.getItem("P&L 2026").delete(), ""],
    ["to show a sheet", (_context, sheet) => sheet.activate(), ""],
    ["to freeze panes", (_context, sheet) => sheet.freezePanes.freezeRows(1), ""],
    ["to hide gridlines", (_context, sheet) => void (sheet.showGridlines = false), ""],
  ];

  test.each(questions)("refuses %s while another workbook is", async (_what, question) => {
    workbook.host.inFront = "otherWorkbook";
    expect(await failure(question)).toBe("InvalidSelection");
    workbook.host.inFront = "worksheet";
    expect(await failure(question)).toBe("done");
  });

  test.each(questions)(
    "refuses %s while a chart sheet is, unless a sheet is named",
    async (_what, question, refused) => {
      workbook.host.inFront = "chartSheet";
      expect((await failure(question)) === "done").toBe(refused === "");
    },
  );

  test.each(["chartSheet", "otherWorkbook"] as const)(
    "a %s leaves the workbook's cells and names readable",
    async (what) => {
      workbook.host.inFront = what;
      const work: Work<unknown> = (context, sheet) => {
        context.workbook.load("name");
        context.workbook.names.load("items/name");
        context.workbook.worksheets.load("items/name");
        sheet.getRange("A1").values = [[1]];
        return sheet.getUsedRangeOrNullObject(true).load("address");
      };
      expect(await failure(work)).toBe("done");
    },
  );
});

test("a range cannot be calculated by hand with iteration, and its sheet can", async () => {
  workbook.host.iterates = true;
  const calculate: Work<void> = (_context, sheet) => sheet.getRange("A1").calculate();
  expect(await failure(calculate)).toBe("done");
  await run((context) => void (context.application.calculationMode = "Manual"));
  expect(await failure(calculate)).toBe("GeneralException");
  expect(await failure((_context, sheet) => sheet.calculate(false))).toBe("done");
});

test("a choice from a drop-down list is told, unless lists are silent", async () => {
  const heard: string[] = [];
  await run((context, sheet) => {
    sheet.getRange("A1").dataValidation.rule = { list: { inCellDropDown: true, source: "one,two" } };
    context.workbook.worksheets.onChanged.add(async ({ address }) => void heard.push(address));
  });
  workbook.enter("A1", "one");
  workbook.host.silentLists = true;
  workbook.enter("A1", "two");
  workbook.enter("B1", "two");
  await workbook.settled();
  expect(heard).toEqual(["A1", "B1"]);
});

describe("tables that fill their columns", () => {
  beforeEach(() => run((_context, sheet) => sheet.tables.add("A1:B4", true)));
  const formulas = async () =>
    (await run((_context, sheet) => sheet.getRange("B1:B5").load("formulas"))).formulas.map(([formula]) => formula);

  test("fill a formula of one cell down the column", async () => {
    workbook.host.fillTableColumns = true;
    await run((_context, sheet) => void (sheet.getRange("B3").formulas = [["=A3*2"]]));
    expect(await formulas()).toEqual(["", "=A2*2", "=A3*2", "=A4*2", ""]);
  });

  test("take a whole column of formulas, or a value, as it is", async () => {
    workbook.host.fillTableColumns = true;
    await run((_context, sheet) => {
      sheet.getRange("B2:B4").formulas = [["=A2"], ["=7"], ["=A2*3"]];
      sheet.getRange("B3").values = [[8]];
    });
    expect(await formulas()).toEqual(["", "=A2", 8, "=A2*3", ""]);
  });

  test("put a formula that is written again over the other contents of the column", async () => {
    await run((_context, sheet) => void (sheet.getRange("B2:B4").formulas = [["=A2"], [7], ["=A4*3"]]));
    workbook.host.fillTableColumns = true;
    await run((_context, sheet) => void (sheet.getRange("B2").formulas = [["=A2"]]));
    expect(await formulas()).toEqual(["", "=A2", "=A3", "=A4", ""]);
  });

  test("take one formula among cells that are left alone for a single one", async () => {
    workbook.host.fillTableColumns = true;
    await run((_context, sheet) => void (sheet.getRange("B2:B4").formulas = [[null], ["=A3*2"], [null]]));
    expect(await formulas()).toEqual(["", "=A2*2", "=A3*2", "=A4*2", ""]);
  });

  test("can put the last formula of a whole column into all of its cells", async () => {
    workbook.host.fillTableColumns = "always";
    await run((_context, sheet) => void (sheet.getRange("B2:B4").formulas = [["=A2"], ["=A3*3"], [7]]));
    expect(await formulas()).toEqual(["", "=A2*3", "=A3*3", "=A4*3", ""]);
  });

  test("leave the others alone where that is switched off", async () => {
    await run((_context, sheet) => void (sheet.getRange("B3").formulas = [["=A3*2"]]));
    expect(await formulas()).toEqual(["", "", "=A3*2", "", ""]);
  });
});

describe("a protected sheet", () => {
  const changes: [string, Work<unknown>][] = [
    ["a value", write],
    ["a formula", (_c, sheet) => void (sheet.getRange("A1").formulas = [["=1"]])],
    ["a number format", (_c, sheet) => void (sheet.getRange("A1").numberFormat = [["0.0"]])],
    ["a colour", (_c, sheet) => void (sheet.getRange("A1").format.fill.color = "#FFFFFF")],
    ["rows", (_c, sheet) => void sheet.getRange("1:2").insert("Down")],
    ["an emptied cell", (_c, sheet) => sheet.getRange("A1").clear()],
    ["a table", (_c, sheet) => void sheet.tables.add("D1:E3", true)],
    ["another name of a table", (_c, sheet) => void (sheet.tables.getItem("Table1").name = "Sales")],
    ["a table's end", (_c, sheet) => sheet.tables.getItem("Table1").delete()],
    ["a chart", (_c, sheet) => void sheet.charts.add("Line", sheet.getRange("A1:B3"))],
    ["another title of a chart", (_c, sheet) => void (sheet.charts.getItem("Chart 1").title.text = "Sales")],
    [
      "another name of a series",
      (_c, sheet) => void (sheet.charts.getItem("Chart 1").series.getItemAt(0).name = "Sales"),
    ],
    ["a chart's end", (_c, sheet) => sheet.charts.getItem("Chart 1").delete()],
  ];
  beforeEach(() =>
    run((_context, sheet) => {
      sheet.tables.add("H1:I3", true);
      sheet.charts.add("Line", sheet.getRange("A1:B3"));
      sheet.protection.protect();
    }),
  );

  test.each(changes)("refuses %s", async (_what, change) => {
    workbook.host.enforceProtection = true;
    expect(await failure(change)).toBe("AccessDenied");
  });

  test.each(changes)("takes %s once it is not protected any more", async (_what, change) => {
    workbook.host.enforceProtection = true;
    await run((_context, sheet) => sheet.protection.unprotect());
    expect(await failure(change)).toBe("done");
  });

  test("can be read and calculated, and other sheets be written", async () => {
    workbook.host.enforceProtection = true;
    expect(
      await failure((context, sheet) => {
        context.workbook.worksheets.getItem("P&L 2026").getRange("A1").values = [[1]];
        sheet.getRange("A1").setDirty();
        return sheet.getRange("A1").load("values");
      }),
    ).toBe("done");
  });
});

test.each<[string, Work<unknown>]>([
  ["added", (context) => context.workbook.worksheets.add("New")],
  ["deleted", (_context, sheet) => sheet.delete()],
  ["renamed", (_context, sheet) => void (sheet.name = "Other")],
  ["moved", (_context, sheet) => void (sheet.position = 1)],
  ["hidden", (_context, sheet) => void (sheet.visibility = "Hidden")],
  ["copied", (_context, sheet) => sheet.copy()],
])("a workbook with a protected structure lets no sheet be %s", async (_what, change) => {
  workbook.host.protectStructure = true;
  expect(await failure(change)).toBe("AccessDenied");
  workbook.host.protectStructure = false;
  expect(await failure(change)).toBe("done");
});

describe("names", () => {
  const addName =
    (name: string): Work<unknown> =>
    (context, sheet) =>
      context.workbook.names.add(name, sheet.getRange("A1"));

  test("that mean a sheet's cells are cloned for its copy", async () => {
    await run(addName("Rate"));
    workbook.host.cloneNames = true;
    const copied = await run((_context, sheet) => {
      const copy = sheet.copy();
      copy.names.load("items/name,items/formula");
      return copy.load("name");
    });
    expect(copied.names.items.map(({ name, formula }) => [name, formula])).toEqual([
      ["Rate", `='${copied.name}'!$A$1`],
    ]);
  });

  test("are limited in number", async () => {
    workbook.host.maxNames = 2;
    expect(await failure(addName("One"))).toBe("done");
    expect(await failure(addName("Two"))).toBe("done");
    expect(await failure(addName("Three"))).toBe("GeneralException");
  });
});

test("two users' add-ins share sheets, XML parts and events of edits", async () => {
  const heard: string[] = [];
  const other = workbook.connect();
  await other.Excel.run(async (context) => {
    context.workbook.worksheets.onChanged.add(async ({ address }) => void heard.push(address));
    await context.sync();
  });
  await run((context, sheet) => {
    sheet.getRange("B2").values = [[5]];
    context.workbook.customXmlParts.add('<a xmlns="urn:a"/>');
  });
  const read = await other.Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange("B2").load("values");
    const parts = context.workbook.customXmlParts.getByNamespace("urn:a").load("items/id");
    await context.sync();
    return [cell.values, parts.items.length];
  });
  expect([read, heard]).toEqual([[[[5]], 1], ["B2"]]);
});

test("a sort moves contents and relative references, but no names", async () => {
  const [range, name] = await run(async (context, sheet) => {
    sheet.getRange("A1:B3").formulas = [
      ["Item", "Value"],
      ["b", "=LEN(A2)+10"],
      ["a", 1],
    ];
    context.workbook.names.add("First", sheet.getRange("A2"));
    await context.sync();
    sheet.getRange("A1:B3").sort.apply([{ key: 0 }], false, true);
    return [
      sheet.getRange("A1:B3").load("formulas"),
      context.workbook.names.getItem("First").getRange().load("address,values"),
    ] as const;
  });
  expect(range.formulas).toEqual([
    ["Item", "Value"],
    ["a", 1],
    ["b", "=LEN(A3)+10"],
  ]);
  expect([name.address, name.values]).toEqual(["Sheet1!A2", [["a"]]]);
});

test("custom XML parts can be gone", async () => {
  await run((context) => context.workbook.customXmlParts.add('<a xmlns="urn:a"/>'));
  workbook.deleteParts();
  const parts = await run((context) => context.workbook.customXmlParts.getByNamespace("urn:a").load("items/id"));
  expect(parts.items).toEqual([]);
});

test.each([null, 0] as const)("a function gets %p for a blank cell", async (blank) => {
  const received: unknown[] = [];
  const data = { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } };
  const parameters = [{ name: "a", optional: true }];
  const run = async (args: readonly unknown[]) => void received.push(args[0]);
  workbook.close();
  workbook = openWorkbook({ data }, [
    {
      namespace: "TEST",
      metadata: { id: "BLANK", name: "BLANK", parameters },
      run: async (args) => (await run(args), 1),
    },
  ]);
  workbook.host.blankArgument = blank;
  workbook.enter("A1", "=TEST.BLANK(B1)");
  await workbook.settled();
  expect([received, workbook.value("A1")]).toEqual([[blank], 1]);
});

test("undoing takes back cells and leaves custom XML parts", async () => {
  await run((context, sheet) => {
    sheet.getRange("A1").values = [[1]];
    context.workbook.customXmlParts.add('<a xmlns="urn:a"/>');
  });
  await workbook.undo();
  expect([workbook.value("A1"), Object.keys(workbook.state.parts)]).toEqual([null, [expect.any(String)]]);
});

test.each<[string, Work<unknown>]>([
  ["a custom XML part that is written", (context) => context.workbook.customXmlParts.add('<a xmlns="urn:a"/>')],
  ["a sheet that is copied", (context) => context.workbook.worksheets.getItem("P&L 2026").copy()],
  ["a sheet that is deleted", (context) => context.workbook.worksheets.getItem("P&L 2026").delete()],
  ["a sheet that is protected", (context) => context.workbook.worksheets.getItem("P&L 2026").protection.protect()],
])("with clearUndo %s leaves Undo nothing to take back", async (_what, work) => {
  await run(write);
  workbook.host.clearUndo = true;
  await run(work);
  await workbook.undo();
  expect(workbook.value("Sheet1!A1")).toBe(1);
});
