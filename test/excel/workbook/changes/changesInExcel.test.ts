/** Changes that are described, listed on a sheet and saved, over Microsoft's real proxies: one workbook for all tests. */
import { createSaved, partNamespace } from "../../../../src/reporting/saved/document";
import { BROWSER_DOM } from "../../../../src/excel/workbook/customXml/xml";
import { writeChangeSheet } from "../../../../src/excel/workbook/changes/changeSheet";
import {
  describeChange,
  type ChangeSummary,
  type ListedChange,
} from "../../../../src/excel/workbook/changes/changeSummary";
import { describeChanges } from "../../../../src/excel/workbook/changes/readChanges";
import { readSummary, saveSummary } from "../../../../src/excel/workbook/changes/savedSummary";
import type { Change } from "../../../../src/excel/workbook/refresh/cellChanges";
import { setUpWorkbook, whileEditing, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
beforeAll(async () => {
  setup = await setUpWorkbook({
    // A statement: scenarios above a year.
    B1: "Actual",
    B2: 2026,
    A3: "EBIT",
    B3: 7,
    A4: "DPM",
    B4: 8,
    // A column of numbers without a heading.
    D3: 1234,
    D4: 5,
    "'Other sheet'!A2": "Costs",
    "'Other sheet'!B1": 2027,
    "'Other sheet'!B2": 9,
  });
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("B3:B4").numberFormat = [["0.0"], ["0.00"]];
    await context.sync();
  });
});
afterAll(() => setup.workbook.close());

function changeAt(
  place: readonly [sheet: string, row: number, column: number],
  before: unknown,
  after: unknown,
): Change {
  const [sheet, row, column] = place;
  return {
    sheet,
    row,
    column,
    before,
    after,
    outcomes: [],
    anchor: { sheet, row, column, formula: "=1" },
  } as unknown as Change;
}

const AT = 1_000;
const describeAll = (changes: readonly Change[]) => describeChanges(changes, { at: AT, plans: [], language: "en-US" });

describe("described changes", () => {
  test("have the labels, years and formats of their own cells, on each sheet", async () => {
    const { listed } = await describeAll([
      changeAt(["Sheet1", 2, 1], 7, 1),
      changeAt(["Sheet1", 3, 1], 8, 3),
      changeAt(["Sheet1", 3, 3], 5, 1),
      changeAt(["Other sheet", 1, 1], 9, 7),
    ]);
    expect(listed.map(({ address, labels, numberFormat }) => [address, labels, numberFormat])).toEqual([
      ["Sheet1!B3", { row: "EBIT", column: "Actual · 2026" }, "0.0"],
      ["Sheet1!B4", { row: "DPM", column: "Actual · 2026" }, "0.00"],
      ["Sheet1!D4", { row: "DPM", column: "" }, "General"],
      ["'Other sheet'!B2", { row: "Costs", column: "2027" }, "General"],
    ]);
  });

  test("are read after a person has ended editing a cell", async () => {
    const { listed } = await whileEditing(setup.workbook, () => describeAll([changeAt(["Sheet1", 2, 1], 7, 1)]));
    expect(listed[0]?.labels.row).toBe("EBIT");
  });
});

/** A change as the list has it. */
const listedChange = (
  before: unknown,
  after: unknown,
  numberFormat = "#,##0",
  labels = { row: "EBIT", column: "" },
): ListedChange => describeChange(changeAt(["Sheet1", 2, 1], before, after), { labels, numberFormat }, [], "en-US");
const summaryOf = (listed: readonly ListedChange[], others: Partial<ChangeSummary> = {}): ChangeSummary => ({
  at: AT,
  cells: listed.length,
  unseen: 0,
  isSaved: false,
  listed,
  ...others,
});

describe("the sheet of changes", () => {
  const CASES: [string, ListedChange, unknown[]][] = [
    ["a growing number", listedChange(100, 130), [100, 130, 30, 0.3]],
    ["a shrinking number below 0", listedChange(-20, -30), [-20, -30, -10, -0.5]],
    ["a number that was -1", listedChange(-1, -2), [-1, -2, -1, -1]],
    ["a number that was 1", listedChange(1, 2), [1, 2, 1, 1]],
    ["small numbers", listedChange(0.5, 0.625, "0.0"), [0.5, 0.625, 0.125, 0.25]],
    ["a number that became 0", listedChange(5, 0), [5, 0, -5, -1]],
    ["a number that was 0", listedChange(0, 5), [0, 5, 5, ""]],
    ["a number with another sign", listedChange(-0.5, 0.5, "0.0"), [-0.5, 0.5, 1, ""]],
    ["a share", listedChange(0.25, 0.5, "0%"), [0.25, 0.5, 0.25, ""]],
    ["a number that was a text", listedChange("x", 5), ["x", 5, "", ""]],
    ["a number that was blank", listedChange(null, 5), ["", 5, "", ""]],
    ["an error", listedChange(5, "#N/A"), [5, "#N/A", "", ""]],
    ["a truth value", listedChange(true, false), [true, false, "", ""]],
    ["a cell without a format", listedChange(1, 3, ""), [1, 3, 2, 2]],
  ];

  let rows: unknown[][] = [];
  let formats: string[][] = [];
  beforeAll(async () => {
    await writeChangeSheet(summaryOf(CASES.map(([, change]) => change)), "All changes");
    await Excel.run(async (context) => {
      const range = context.workbook.worksheets.getActiveWorksheet().getRangeByIndexes(3, 0, CASES.length, 10);
      range.load("values,numberFormat");
      await context.sync();
      rows = range.values as unknown[][];
      formats = (range.numberFormat as string[][]).map((cells) => cells.map((each) => each || "General"));
    });
  });

  test.each(CASES.map(([what, , cells], at) => [what, at, cells] as const))("shows %s", (_what, at, cells) => {
    expect(rows[at]?.slice(0, 6)).toEqual(["Sheet1", "B3", "", "", "EBIT", ""]);
    expect(rows[at]?.slice(6)).toEqual(cells);
  });

  test("formats values and differences like their cells, and shares as such", () => {
    const general = Array<string>(6).fill("General");
    expect(formats[0]).toEqual([...general, "#,##0", "#,##0", "#,##0", "0.0%"]);
    expect(formats.at(-1)).toEqual([...general, "General", "General", "General", "0.0%"]);
  });

  test("is shown, with bold headings that stay in view and numbers at the right", async () => {
    const found = await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet().load("name");
      const second = sheet.getRange("A2").load("values");
      const frozen = sheet.freezePanes.getLocationOrNullObject().load("rowCount");
      const bold = ["A1", "A3", "J3", "A4", "N3"].map((address) => sheet.getRange(address).format.font.load("bold"));
      const aligned = ["F4", "G4", "J4", "K4", "G3", `J${CASES.length + 3}`, `J${CASES.length + 4}`].map((address) =>
        sheet.getRange(address).format.load("horizontalAlignment"),
      );
      await context.sync();
      return {
        name: sheet.name,
        second: second.values as unknown[][],
        frozen: frozen.rowCount,
        bold: bold.map((font) => font.bold),
        right: aligned.map(({ horizontalAlignment }) => horizontalAlignment === "Right"),
      };
    });
    expect(found).toEqual({
      name: "Changes",
      second: [[""]],
      frozen: 3,
      bold: [true, true, true, false, false],
      right: [false, true, true, false, false, true, false],
    });
  });

  test("has columns as wide as their texts, up to a limit", async () => {
    const long = { row: "x".repeat(200), column: "x".repeat(30) };
    const title = "y".repeat(300);
    await writeChangeSheet(summaryOf([listedChange(1, 2, "0", long), listedChange(1, 3)]), title);
    const [sheet = 0, row = 0, column = 0, percent = 0] = await Excel.run(async (context) => {
      const active = context.workbook.worksheets.getActiveWorksheet();
      const widths = ["A1", "E1", "F1", "J1"].map((address) => active.getRange(address).format.load("columnWidth"));
      await context.sync();
      return widths.map(({ columnWidth }) => columnWidth);
    });
    // The title may reach over other columns.
    expect([row, sheet < 100, column > 100, column < 260, percent < 100]).toEqual([260, true, true, true, true]);
  });

  test("lists as many changes as there are, in batches", async () => {
    const changes = Array.from({ length: 501 }, (_, at) => listedChange(at, at + 1));
    const { sheet: name } = await writeChangeSheet(summaryOf(changes, { cells: 600 }), "Many");
    const [note, ...found] = await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItem(name);
      const ranges = ["A2", "G4", "G503", "G504", "G505"].map((address) => sheet.getRange(address).load("values"));
      await context.sync();
      return ranges.map(({ values }) => (values as unknown[][])[0]?.[0]);
    });
    expect(note).toBe("The largest changes, of 501 of 600 cells. The others are smaller, or below the shown digits.");
    expect(found).toEqual([0, 499, 500, ""]);
  });

  test("is written after a person has ended editing a cell", async () => {
    await whileEditing(setup.workbook, () => writeChangeSheet(summaryOf([listedChange(1, 2)]), "While editing"));
  });
});

describe("the saved summary", () => {
  const parts = () =>
    Excel.run(async (context) => {
      const found = context.workbook.customXmlParts.getByNamespace(partNamespace("changes")).load("items/id");
      await context.sync();
      return found.items.length;
    });
  const call = { id: "KPI" as const, args: ["Plan", "One", "ebit"], settings: {} };
  const explained = { call, before: 1, after: 2, scale: 1 };

  test("keeps values of all kinds, and the call that explains a number", async () => {
    const table = { ...explained, call: { ...call, id: "PNL" } } as unknown as typeof explained;
    const changes = [
      { ...listedChange(1, 2), explained },
      { ...listedChange(3, 5), explained: { ...explained, call: { ...call, id: "VAR" as const } } },
      { ...listedChange("a", true), explained: table },
      listedChange(undefined, {}),
    ];
    await whileEditing(setup.workbook, () => saveSummary(summaryOf(changes)));
    const saved = await readSummary("en-US");
    expect(saved?.listed.map(({ before, after, explained: call }) => [before, after, call?.call.id])).toEqual([
      [1, 2, "KPI"],
      [3, 5, "VAR"],
      ["a", true, undefined],
      [null, null, undefined],
    ]);
    expect(saved?.listed[0]?.explained).toEqual(explained);
    expect(saved?.listed[0]).toMatchObject({ address: "Sheet1!B3", shown: { before: "1", after: "2" } });
  });

  test("is replaced by that of the same or a later refresh, but not of an earlier one", async () => {
    setup.workbook.deleteParts();
    for (const [at, cells] of [
      [AT, 11],
      [AT + 1, 12],
      [AT, 13],
    ] as const) {
      await saveSummary(summaryOf([], { at, cells }));
      expect((await readSummary("en-US"))?.cells).toBe(cells === 13 ? 12 : cells);
    }
    expect(await parts()).toBe(1);
  });

  test("takes the place of several that users have written", async () => {
    setup.workbook.deleteParts();
    await Excel.run(async (context) => {
      const text = BROWSER_DOM.serialize(createSaved(BROWSER_DOM, "changes"));
      context.workbook.customXmlParts.add(text);
      context.workbook.customXmlParts.add(text);
      await context.sync();
    });
    expect(await parts()).toBe(2);
    await saveSummary(summaryOf([], { at: AT + 2, cells: 14 }));
    expect([await parts(), (await readSummary("en-US"))?.cells]).toEqual([1, 14]);
  });

  test("is saved in a workbook that has only what nobody can read", async () => {
    setup.workbook.deleteParts();
    await Excel.run(async (context) => {
      context.workbook.customXmlParts.add(BROWSER_DOM.serialize(createSaved(BROWSER_DOM, "changes")));
      await context.sync();
    });
    await saveSummary(summaryOf([], { at: 0, cells: 1 }));
    expect((await readSummary("en-US"))?.at).toBe(0);
  });
});
