/** Cells that are found, read and written around a formula or a table, over Microsoft's real proxies: one workbook for all tests. */
import { findUsedAreas } from "../../../src/excel/workbook/cells/usedAreas";
import { readSpills } from "../../../src/excel/workbook/cells/spills";
import { onEdit } from "../../../src/excel/workbook/edits";
import { OWN, signStyles } from "../../../src/reporting/reports/sheetSpec";
import { fillCells, readSelection, writeBlock } from "../../../src/excel/workbook/tableArea";
import {
  insertFormula,
  onActiveCell,
  readActiveCell,
  readOccupied,
  readReference,
  readSelectedArea,
  readSpillSize,
  selectCell,
} from "../../../src/excel/workbook/insertion";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;
beforeAll(async () => {
  // Merged cells cannot be read in every Excel.
  const requirements = { isSetSupported: () => false };
  Object.assign(globalThis, { Office: { context: { requirements } } });
  setup = await setUpWorkbook({
    A1: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")',
    A5: "text",
    B5: 7,
    C6: '=""',
    J5: 46082,
    K5: 0.25,
    E1: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")',
    F2: "in the way",
    "'Other sheet'!A1": 5,
    "'Other sheet'!B2": "=A1",
  });
});
afterAll(() => setup.workbook.close());

const settled = () => setup.workbook.settled();
const select = (address: string, sheet = "Sheet1") =>
  Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.getItem(sheet).activate();
    worksheets.getItem(sheet).getRange(address).select();
    await context.sync();
  });

/** Reads one property of a range. */
async function load<T>(address: string, read: (range: Excel.Range) => T, names: string): Promise<T> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange(address).load(names);
    await context.sync();
    return read(range);
  });
}
const formatsIn = (address: string) => load(address, (range) => range.numberFormat as string[][], "numberFormat");
const formulasIn = (address: string) => load(address, (range) => range.formulas as unknown[][], "formulas");
const isBold = (address: string) => load(address, (range) => range.format.font.bold, "format/font/bold");
const widthOf = (address: string) => load(address, (range) => range.format.columnWidth, "format/columnWidth");

test("The active cell has its formula, and none if it holds a value", async () => {
  await select("A1");
  expect(await readActiveCell()).toMatchObject({
    address: "Sheet1!A1",
    formula: expect.stringMatching(/^=INSIGHTS/) as string,
  });
  await select("A5");
  expect(await readActiveCell()).toEqual({ address: "Sheet1!A5", formula: "" });
  await select("B5");
  expect(await readActiveCell()).toEqual({ address: "Sheet1!B5", formula: "" });
});

test("The selected area has an address, and other sheets' cells are selected", async () => {
  await select("B4:D5");
  expect(await readSelectedArea()).toBe("Sheet1!B4:D5");
  await selectCell("'Other sheet'!B2");
  expect(await readActiveCell()).toEqual({ address: "'Other sheet'!B2", formula: "=A1" });
  await expect(selectCell("nowhere")).rejects.toThrow("nowhere is not a cell.");
});

test("Cells with a value or a formula are occupied, row by row", async () => {
  expect(await readOccupied("Sheet1!A5", { rows: 2, columns: 3 })).toEqual([
    { address: "Sheet1!A5", text: "text", formula: "" },
    { address: "Sheet1!B5", text: "7", formula: "" },
    { address: "Sheet1!C6", text: "", formula: '=""' },
  ]);
  expect(await readOccupied("Sheet1!XFD1048576", { rows: 5, columns: 5 })).toEqual([]);
});

test("An occupied cell is named by what it shows: the number of a date says nothing", async () => {
  const { host } = setup.workbook;
  const { locale } = host;
  host.locale = "de-DE";
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("J5:K5").numberFormat = [["yyyy-mm-dd", "0.0%"]];
    await context.sync();
  });
  const shown = await readOccupied("Sheet1!J5", { rows: 1, columns: 2 });
  host.locale = locale;
  expect(shown.map(({ text }) => text)).toEqual(["2026-03-01", "25,0%"]);
});

test("A formula fills its spilled area, and one cell without room", async () => {
  expect(await readSpillSize("Sheet1!A1")).toEqual({ rows: 2, columns: 3 });
  expect(await readSpillSize("Sheet1!E1")).toEqual({ rows: 1, columns: 1 });
  expect(await readSpillSize("Sheet1!B5")).toEqual({ rows: 1, columns: 1 });
});

test("Formulas that spill have their areas, those of single cells have none", async () => {
  const at = (row: number, column: number, sheet = "Sheet1") => ({ sheet, row, column, formula: "=" });
  const formulas = [at(0, 0), at(5, 2), at(1, 1, "Other sheet")];
  const spills = await Excel.run((context) => readSpills(context, formulas));
  expect([...spills]).toEqual([[formulas[0], { row: 0, column: 0, rows: 2, columns: 3 }]]);
});

describe("The used areas of the workbook", () => {
  const other = { sheet: "Other sheet", row: 0, column: 0, rows: 2, columns: 2 };

  /** Adds a sheet that is blank but for formats, and formats a cell far below the other sheet's contents. */
  beforeAll(() =>
    Excel.run(async (context) => {
      const blank = context.workbook.worksheets.add("Blank");
      blank.getRange("B2").numberFormat = [["0.0"]];
      context.workbook.worksheets.getItem("Other sheet").getRange("D40").numberFormat = [["0.0"]];
      await context.sync();
    }),
  );

  test("are the contents of each sheet, but for blank ones", async () => {
    const found = await Excel.run(findUsedAreas);
    expect(found.map(({ sheet }) => sheet)).toEqual(["Sheet1", "Other sheet"]);
    expect(found[1]).toEqual(other);
  });
});

test("Reading the active cell fails with Excel's own error while a cell is edited", async () => {
  setup.workbook.host.editMode = true;
  const active = readActiveCell().finally(() => (setup.workbook.host.editMode = false));
  await expect(active).rejects.toMatchObject({ code: "InvalidOperationInCellEditMode" });
});

test("A reference is read from the formula's own sheet unless it names another", async () => {
  expect(await readReference("$B$5", "Sheet1!Z9")).toBe(7);
  expect(await readReference("A5:B5", "Sheet1!Z9")).toEqual([["text", 7]]);
  expect(await readReference("A4:A5", "Sheet1!Z9")).toEqual([[""], ["text"]]);
  expect(await readReference("'Other sheet'!A1", "Sheet1!Z9")).toBe(5);
  expect(await readReference("A1", "'Other sheet'!Z9")).toBe(5);
});

test("An inserted formula takes the room that it needs", async () => {
  setup.workbook.enter("I3", "old");
  await settled();
  await insertFormula("Sheet1!H2", '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")', { rows: 2, columns: 3 });
  await settled();
  expect(setup.workbook.values("H2:J3").at(1)).toEqual(["EBIT", 100, 200]);
  expect((await readActiveCell()).address).toBe("Sheet1!H2");
});

test("An inserted formula with an unknown name of the user's is no error", async () => {
  await insertFormula("Sheet1!H6", "=unknown_name", { rows: 1, columns: 1 });
  await settled();
  expect(setup.workbook.value("Sheet1!H6")).toBe("#NAME?");
});

test("Listeners hear of selections and edits until they stop", async () => {
  const heard: string[] = [];
  await select("A1");
  const stopActive = await onActiveCell((event) => void heard.push(event));
  const stopEdits = await onEdit(
    ({ address, isRemote }) => void heard.push(`${isRemote ? "remote " : ""}edit ${address}`),
  );
  await select("B2");
  await select("A1", "Other sheet");
  await select("A1");
  setup.workbook.enter("R1", 1);
  await settled();
  setup.workbook.host.remoteEdits = true;
  setup.workbook.enter("R2", 1);
  await settled();
  setup.workbook.host.remoteEdits = false;
  expect(new Set(heard)).toEqual(new Set(["selected", "activated", "edit R1", "remote edit R2"]));
  await stopActive();
  await stopEdits();
  heard.length = 0;
  await select("B2");
  setup.workbook.enter("R1", 2);
  await settled();
  expect(heard).toEqual([]);
});

test("A table is written with its texts as they are, its formats and wide columns", async () => {
  await writeBlock("Sheet1!L2", {
    contents: [
      ["1-2", "=1+1", ""],
      ["007", 5, "=L2"],
    ],
    styles: [
      { row: 0, column: 0, rows: 1, columns: 3, isHeading: true },
      { row: 1, column: 1, rows: 1, columns: 1, numberFormat: "0.0" },
    ],
    widths: [40, 30, 1],
    tallRow: 1,
  });
  await settled();
  expect(setup.workbook.values("L2:N3")).toEqual([
    ["1-2", 2, null],
    ["007", 5, "1-2"],
  ]);
  expect(await formatsIn("L2:N3")).toEqual([
    ["General", "General", "General"],
    ["General", "0.0", "General"],
  ]);
  expect([await isBold("L2"), await isBold("M3"), await readSelectedArea()]).toEqual([true, false, "Sheet1!L2:N3"]);
  const heightOf = (address: string) => load(address, (range) => range.format.rowHeight, "format/rowHeight");
  expect([(await heightOf("L2")) < 30, await heightOf("L3")]).toEqual([true, 30]);
  expect(await widthOf("L1")).toBe(42 * 6);
  expect(await widthOf("M1")).toBe(32 * 6);
  expect(await widthOf("N1")).toBeGreaterThan(3 * 6);
  expect(await widthOf("N1")).toBe(await widthOf("K1"));
});

test("A table keeps the formats that cells have, and has its headings right above numbers", async () => {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("AA3").numberFormat = [["0.000"]];
    await context.sync();
  });
  const number = { row: 1, rows: 1, columns: 1, numberFormat: "0.0" };
  const styles = [
    { row: 0, column: 0, rows: 1, columns: 3, isHeading: true },
    { row: 0, column: 0, rows: 1, columns: 1, align: "Left" as const },
    { ...number, column: 1 },
    { ...number, column: 2 },
  ];
  const contents = [
    ["a", "b", "c"],
    ["x", 1, 2],
  ];
  await writeBlock("Sheet1!Z2", { contents, styles, widths: [1, 1, 1] });
  expect(await formatsIn("Z3:AB3")).toEqual([["General", "0.000", "0.0"]]);
  const alignmentOf = (address: string) =>
    load(address, (range) => range.format.horizontalAlignment, "format/horizontalAlignment");
  expect([await alignmentOf("Z2"), await alignmentOf("AA2:AB2")]).toEqual(["Left", "Right"]);
});

test("A table has a report's rules, bold sums and colours of signs, within its own cells", async () => {
  const area = { row: 1, column: 1, rows: 1, columns: 1 };
  const styles = [
    { ...area, row: 0, role: "own" as const },
    { ...area, isSum: true, isVariance: true },
    { ...area, row: 2, isVariance: true, isEnd: true },
  ];
  const contents = [
    ["", "Δ"],
    ["EBIT", 1],
    ["COGS", -1],
  ];
  await writeBlock("Sheet1!AD2", { contents, styles, widths: [1, 1] });
  const { rule, isRuled, rules } = await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    const rule = sheet.getRange("AE2").format.borders.getItem("EdgeBottom").load("style,weight,color");
    const outside = sheet.getRange("AF3").format.borders.getItem("EdgeTop").load("style");
    const formats = sheet
      .getRange("AE3:AE4")
      .conditionalFormats.load("items/custom/rule/formula,items/custom/format/font/color");
    await context.sync();
    const rules = formats.items.map(({ custom }) => [custom.rule.formula, custom.format.font.color]);
    return { rule: rule.toJSON(), isRuled: outside.style !== "None", rules };
  });
  expect(rule).toMatchObject({ style: "Continuous", weight: "Thick", color: OWN });
  expect([await isBold("AE3"), await isBold("AE4"), isRuled]).toEqual([true, false, false]);
  const expected = signStyles("AE3:AE4", "AE3").map(({ holds, color }) => [`=${holds}`, color]);
  expect(new Set(rules)).toEqual(new Set(expected));
});

test("A table leaves columns that are wide enough, and the user's unknown names", async () => {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange("W1").format.columnWidth = 400;
    await context.sync();
  });
  const block = { contents: [["a", "=unknown_name"]], styles: [], widths: [40, 40] };
  await writeBlock("Sheet1!V2", block);
  await settled();
  expect([await widthOf("V1"), await widthOf("W1")]).toEqual([42 * 6, 400]);
  expect(setup.workbook.value("Sheet1!W2")).toBe("#NAME?");
});

test("A selection that is no cells of this workbook is refused with a message", async () => {
  setup.workbook.host.inFront = "otherWorkbook";
  await expect(readSelection()).rejects.toThrow("No cells of this workbook are selected.");
  setup.workbook.host.inFront = "worksheet";
  setup.workbook.host.editMode = true;
  const edited = readSelection().finally(() => (setup.workbook.host.editMode = false));
  await expect(edited).rejects.toMatchObject({ code: "InvalidOperationInCellEditMode" });
});

describe("A table is refused before anything is written", () => {
  const block = { contents: [["a", "b"]], styles: [], widths: [1, 1] };
  const area = { sheet: "Crowded", row: 4, column: 1, rows: 1, columns: 2 };
  const contents = () =>
    Excel.run(async (context) => {
      const cells = context.workbook.worksheets.getItem("Crowded").getRange("B5:C5").load("formulas");
      await context.sync();
      return (cells.formulas as unknown[][]).flat();
    });

  /** A sheet with a table in C5:D6. */
  beforeAll(() =>
    Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.add("Crowded");
      sheet.getRange("C5:D6").values = [
        ["Key", "Value"],
        [1, 2],
      ];
      sheet.tables.add("C5:D6", true).name = "Plans";
      await context.sync();
    }),
  );

  test("into cells of a table, which is named", async () => {
    await expect(writeBlock("Crowded!B5", block)).rejects.toThrow("These cells belong to the table Plans.");
    await expect(fillCells(area, [["=1", "=2"]], [])).rejects.toThrow("These cells belong to the table Plans.");
    expect(await contents()).toEqual(["", "Key"]);
  });

  test("into a protected sheet, which is named", async () => {
    const protect = (isOn: boolean) =>
      Excel.run(async (context) => {
        const { protection } = context.workbook.worksheets.getItem("Crowded");
        if (isOn) protection.protect();
        else protection.unprotect();
        await context.sync();
      });
    await protect(true);
    await expect(writeBlock("Crowded!A1", block)).rejects.toThrow("The sheet Crowded is protected.");
    await expect(fillCells(area, [["=1", "=2"]], [])).rejects.toThrow("The sheet Crowded is protected.");
    await protect(false);
    expect(await contents()).toEqual(["", "Key"]);
  });
});

test("A table whose functions Excel does not know is an error", async () => {
  setup.workbook.host.breakWrittenFunctions = true;
  const formula = '=INSIGHTS.PNL("Plan","One","ebit")';
  const block = { contents: [["x", formula]], styles: [], widths: [1, 1] };
  await expect(writeBlock("Sheet1!T2", block)).rejects.toThrow("does not know the function");
  const area = { sheet: "Sheet1", row: 4, column: 19, rows: 1, columns: 2 };
  await expect(fillCells(area, [["", formula]], [])).rejects.toThrow("does not know the function");
  setup.workbook.host.breakWrittenFunctions = false;
  await settled();
});

test("A table without room on the sheet is refused before anything is written", async () => {
  const block = { contents: [["a", "b"]], styles: [], widths: [1, 1] };
  await expect(writeBlock("Sheet1!XFD1", block)).rejects.toThrow(/no room below or beside Sheet1!XFD1\.$/);
  await expect(writeBlock("nowhere", block)).rejects.toThrow("nowhere is not a cell.");
});

test("Cells without a formula of their own stay as they are when cells are filled", async () => {
  setup.workbook.enter("P2", "mine");
  await settled();
  const area = { sheet: "Sheet1", row: 1, column: 15, rows: 1, columns: 2 };
  await fillCells(area, [["", "=1+2"]], [{ row: 0, column: 1, rows: 1, columns: 1, numberFormat: "0.0" }]);
  await settled();
  expect(await formulasIn("P2:Q2")).toEqual([["mine", "=1+2"]]);
  expect(await formatsIn("P2:Q2")).toEqual([["General", "0.0"]]);
});

test("Headings are read up to twelve columns beside and forty rows above the selection, and notes eight rows below", async () => {
  await select("B5:C6");
  const { selected, around } = await readSelection();
  expect(selected).toEqual({ sheet: "Sheet1", row: 4, column: 1, rows: 2, columns: 2 });
  expect(around).toMatchObject({ sheet: "Sheet1", row: 0, column: 0, rows: 14, columns: 3 });
  expect([around.values.length, around.values[4], around.numberFormats.length]).toEqual([14, ["text", 7, ""], 14]);
  await select("AA60:AB60");
  expect((await readSelection()).around).toMatchObject({ row: 19, column: 14, rows: 49, columns: 14 });
});
