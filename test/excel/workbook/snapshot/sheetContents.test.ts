/** What sheets hold, how snapshots are marked, and which charts stay live, without a workbook. */
import { findLiveCharts } from "../../../../src/excel/workbook/snapshot/liveCharts";
import { readMarks } from "../../../../src/excel/workbook/snapshot/mark";
import { readContents, writeRows } from "../../../../src/excel/workbook/snapshot/sheetContents";
import { fakeExcel } from "../cells/fakeExcel";

const grid = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => `=${row}+${column}`));
const area = (sheet: string, row: number, rows: number, columns: number) => ({ sheet, row, column: 1, rows, columns });

describe("sheets' contents", () => {
  const sheets = [
    { name: "S", first: [2, 1] as const, rows: grid(5, 2) },
    { name: "T", first: [0, 1] as const, rows: [[7], ["'=A1"]] },
  ];
  const areas = [area("S", 2, 5, 2), area("T", 0, 2, 1)];
  const contents = [
    { ...areas[0], formulas: grid(5, 2), values: grid(5, 2).map((row) => row.map((formula) => `[${formula}]`)) },
    { ...areas[1], formulas: [[7], ["=A1"]], values: [[7], ["=A1"]] },
  ];

  test("are read in one request", async () => {
    const { context, requests } = fakeExcel(sheets);
    expect(await readContents(context, areas)).toEqual(contents);
    expect(requests).toEqual([["S 2,1 5x2", "T 0,1 2x1"]]);
  });

  test.each([
    [11, [["S 2,1 5x2"], ["T 0,1 2x1"]]],
    [6, [["S 2,1 5x2"], ["S 2,1 3x2"], ["S 5,1 2x2"], ["T 0,1 2x1"]]],
    [2, ["5x2", "3x2", "2x2", "1x2"].map((size) => [`S 2,1 ${size}`])],
  ])("are read in halves if an answer holds %i cells", async (mostCells, smaller) => {
    const { context, requests } = fakeExcel(sheets, { mostCells });
    expect(await readContents(context, areas)).toEqual(contents);
    expect(requests.slice(1, smaller.length + 1)).toEqual(smaller);
  });

  test("are an error if an answer cannot hold one row", async () => {
    const { context } = fakeExcel(sheets, { mostCells: 1 });
    await expect(readContents(context, areas)).rejects.toThrow("Too large");
    context.sync = () => Promise.reject(new Error("Broken"));
    await expect(readContents(context, areas)).rejects.toThrow("Broken");
  });

  test("are read 20,000 cells at a time, of as many sheets as fit", async () => {
    const wide = Array.from({ length: 3 }, () => Array<number>(9_000).fill(1));
    const { context, requests } = fakeExcel([{ name: "S", first: [0, 1], rows: wide }, sheets[1]!]);
    const [first] = await readContents(context, [area("S", 0, 3, 9_000), area("T", 0, 2, 1)]);
    expect(first?.values).toEqual(wide);
    expect(requests).toEqual([["S 0,1 2x9000"], ["S 2,1 1x9000", "T 0,1 2x1"]]);
  });
});

test("Rows are written as what they show, and null leaves a cell as it is", async () => {
  const { context, requests } = fakeExcel([{ name: "S", first: [2, 1], rows: grid(2, 3) }]);
  await writeRows(context, [
    { sheet: "S", row: 2, column: 1, values: ["007", null, "=A1"] },
    { sheet: "S", row: 3, column: 2, values: ["Plan", 5] },
  ]);
  expect(requests).toEqual([["write S 2,1 1x3", "write S 3,2 1x2"]]);
  const [{ formulas, values } = { formulas: [], values: [] }] = await readContents(context, [area("S", 2, 2, 3)]);
  expect(formulas).toEqual([
    ["007", "=0+1", "=A1"],
    ["=1+0", "Plan", 5],
  ]);
  expect(values).toEqual([
    ["007", "[=0+1]", "=A1"],
    ["[=1+0]", "Plan", 5],
  ]);
});

test("Rows of more than a million letters are written in several requests", async () => {
  const { context, requests } = fakeExcel([{ name: "S", rows: [[""]] }]);
  // JSON adds four letters to the text of a row.
  const row = (letters: number) => ({ sheet: "S", row: 0, column: 0, values: ["x".repeat(letters - 4)] });
  await writeRows(context, [row(500_000), row(500_000), row(500_000)]);
  await writeRows(context, [row(500_000), row(500_001)]);
  expect(requests.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
});

describe("a snapshot's mark", () => {
  const mark = { liveSheet: "P&L", takenAt: 7, asOf: 5, liveCharts: ["Sales"] };
  /** Sheets with these texts as their marks; undefined for a sheet without one. */
  const marksOf = (texts: readonly (string | undefined)[]) => {
    const items = texts.map((value, at) => ({
      id: `id${at}`,
      name: `Sheet${at}`,
      customProperties: { getItemOrNullObject: () => ({ load: () => ({ isNullObject: value === undefined, value }) }) },
    }));
    const context = { workbook: { worksheets: { load: () => ({ items }) } }, sync: () => Promise.resolve() };
    return readMarks(context as unknown as Excel.RequestContext);
  };

  test("belongs to its sheet as it is named now", async () => {
    expect(await marksOf([undefined, JSON.stringify(mark)])).toEqual([{ ...mark, id: "id1", sheet: "Sheet1" }]);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["no sheet", JSON.stringify({ ...mark, liveSheet: undefined })],
    ["no time", JSON.stringify({ ...mark, takenAt: "7" })],
  ])("with %s is ignored", async (_what, text) => {
    expect(await marksOf([text])).toEqual([]);
  });

  test("without the numbers' time and charts leaves both unknown", async () => {
    expect(await marksOf([JSON.stringify({ ...mark, asOf: "5", liveCharts: "Sales" })])).toEqual([
      { ...mark, asOf: undefined, liveCharts: "unknown", id: "id0", sheet: "Sheet0" },
    ]);
  });
});

describe("charts of a copy", () => {
  const isSetSupported = jest.fn(() => true);
  beforeEach(() => {
    isSetSupported.mockReturnValue(true);
    Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported } } } });
  });

  /** The live charts among these; each is named by the sources of its series. */
  const liveAmong = (charts: readonly (readonly string[])[], sync = () => Promise.resolve()) => {
    const items = charts.map((sources) => ({
      name: sources.join(),
      series: {
        items: sources.map((source) => ({
          getDimensionDataSourceString: (dimension: string) => ({ value: dimension === "Values" ? source : "" }),
        })),
      },
    }));
    const context = { sync } as unknown as Excel.RequestContext;
    return findLiveCharts(context, "P&L copy", { items } as unknown as Excel.ChartCollection);
  };

  test.each([
    ["'P&L copy'!$A$1:$A$9", false],
    ["='p&l COPY'!A1", false],
    ["={1,2,3}", false],
    ["", false],
    ["'P&L'!$A$1:$A$9", true],
    ["'[Other.xlsx]P&L copy'!$A$1", true],
    ["Sales", true],
  ])("that read %s stay live: %s", async (source, isLive) => {
    expect(await liveAmong([[source]])).toEqual(isLive ? [source] : []);
  });

  test("are live if one of their series is", async () => {
    const own = "'P&L copy'!A1";
    expect(await liveAmong([[own], [own, "Other!A1"]])).toEqual([`${own},Other!A1`]);
  });

  test("are unknown if Excel cannot tell what they read", async () => {
    expect(await liveAmong([["Other!A1"]], () => Promise.reject(new Error("No such dimension")))).toBe("unknown");
    isSetSupported.mockReturnValue(false);
    expect(await liveAmong([["Other!A1"]])).toBe("unknown");
    expect(await liveAmong([])).toEqual([]);
  });
});
