/** Cells with formulas: which are found, where, and in how many requests. */
import {
  findCells,
  findFormulas,
  isPlainCall,
  readCalculated,
  readValues,
  type FormulaAt,
} from "../../../../src/excel/workbook/cells/formulaCells";
import { explainStructure } from "../../../../src/excel/workbook/cells/protectedStructure";
import { writeFormulas } from "../../../../src/excel/workbook/cells/tableColumns";
import { callsFunction, requireKnownFunction } from "../../../../src/excel/workbook/cells/unknownFunctions";
import { fakeExcel } from "./fakeExcel";

const PNL = '=INSIGHTS.PNL("Plan")';

/** Such as "S 4,1 =A1". */
const placed = ({ sheet, row, column, formula }: FormulaAt) => `${sheet} ${row},${column} ${formula}`;
const grid = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => `=${row}+${column}`));

describe("formulas", () => {
  test("are found sheet by sheet, row by row, where they stand", async () => {
    const { context } = fakeExcel([
      {
        name: "S",
        first: [3, 2],
        rows: [
          [1, "=A1"],
          ["text", ""],
          ["=B1", "=C1"],
        ],
      },
      { name: "T", rows: [["=D1"]] },
    ]);
    expect((await findFormulas(context)).map(placed)).toEqual(["S 3,3 =A1", "S 5,2 =B1", "S 5,3 =C1", "T 0,0 =D1"]);
  });

  test("are read in halves if an answer cannot hold them", async () => {
    const { context, requests } = fakeExcel([{ name: "S", first: [2, 1], rows: grid(5, 2) }], { mostCells: 5 });
    const cells = await findFormulas(context);
    expect(cells.map(placed)).toEqual(
      grid(5, 2).flatMap((row, down) => row.map((formula, right) => `S ${2 + down},${1 + right} ${formula}`)),
    );
    expect(requests.flat()).toEqual(["S 2,1 5x2", "S 2,1 3x2", "S 2,1 2x2", "S 4,1 1x2", "S 5,1 2x2"]);
  });

  test("of one row that an answer cannot hold are an error", async () => {
    const { context } = fakeExcel([{ name: "S", rows: grid(2, 3) }], { mostCells: 2 });
    await expect(findFormulas(context)).rejects.toThrow("Too large");
  });

  test("are read 20,000 cells at a time", async () => {
    const { context, requests } = fakeExcel([{ name: "S", rows: grid(5, 8_000) }]);
    expect(await findFormulas(context)).toHaveLength(40_000);
    expect(requests.flat()).toEqual(["S 0,0 2x8000", "S 2,0 2x8000", "S 4,0 1x8000"]);
  });
});

describe("values", () => {
  const at = (row: number, column: number, sheet = "S") => ({ sheet, row, column });
  const sheets = [
    { name: "S", first: [1, 1] as const, rows: grid(8, 2) },
    { name: "T", rows: [[7]] },
  ];

  test("are those of their cells, in the order of the cells", async () => {
    const { context, requests } = fakeExcel(sheets);
    const cells = [at(3, 2), at(0, 0, "T"), at(1, 1), at(2, 1)];
    expect(await readValues(context, cells)).toEqual([
      { ...at(3, 2), value: "[=2+1]" },
      { ...at(0, 0, "T"), value: 7 },
      { ...at(1, 1), value: "[=0+0]" },
      { ...at(2, 1), value: "[=1+0]" },
    ]);
    expect(requests).toEqual([["S 1,1 3x2", "T 0,0 1x1"]]);
  });

  test("are read in halves if an answer cannot hold them", async () => {
    const { context, requests } = fakeExcel(sheets, { mostCells: 1 });
    const cells = [1, 2, 3, 4, 5].map((row) => at(row, 1));
    expect((await readValues(context, cells)).map(({ value }) => value)).toEqual(
      [0, 1, 2, 3, 4].map((row) => `[=${row}+0]`),
    );
    const sizes = ["1,1 5x1", "1,1 3x1", "1,1 2x1", "1,1 1x1", "2,1 1x1", "3,1 1x1", "4,1 2x1", "4,1 1x1", "5,1 1x1"];
    expect(requests.flat()).toEqual(sizes.map((size) => `S ${size}`));
  });

  test("of one cell that an answer cannot hold are an error", async () => {
    const { context, requests } = fakeExcel(sheets, { mostCells: 0 });
    await expect(readValues(context, [at(1, 1)])).rejects.toThrow("Too large");
    expect(requests).toHaveLength(1);
  });

  test("are refused with Excel's error if it is another one", async () => {
    const { context } = fakeExcel(sheets);
    context.sync = () => Promise.reject(new Error("Broken"));
    await expect(readValues(context, [at(1, 1), at(2, 1)])).rejects.toThrow("Broken");
    await expect(findFormulas(context)).rejects.toThrow("Broken");
  });

  test("of a thousand cells that lie apart are read in one request, of more in two", async () => {
    const apart = (count: number) => Array.from({ length: count }, (_, index) => at(10 * index, 0));
    for (const [count, expected] of [
      [2_000, 1],
      [2_001, 2],
    ] as const) {
      const { context, requests } = fakeExcel(sheets);
      await readValues(context, apart(count));
      expect(requests).toHaveLength(expected);
    }
  });

  test("leave out texts that only look like formulas", async () => {
    const { context } = fakeExcel([{ name: "S", rows: [["'=A1", "=A1"]] }]);
    const cells = [0, 1].map((column) => ({ ...at(0, column), formula: "=A1" }));
    expect(await readCalculated(context, cells)).toEqual([{ ...cells[1], value: "[=A1]" }]);
  });
});

describe("our cells", () => {
  const names = {
    Direct: PNL,
    Through: "=Direct*2",
    Last: "=through+1",
    Other: "=Sheet1!$A$1",
    First: "=last",
    Twice: "=LAMBDA(x,Direct*x)",
  };

  test.each([
    [PNL, true],
    ["=1+INSIGHTS.FIELDS()", true],
    ["=SUM(A1:A2)", false],
    ['=_xldudf_INSIGHTS_PNL("Plan")', false],
    ["=Direct", true],
    ["=DIRECT+1", true],
    ["=First", true],
    ["=Book!Through", true],
    ["=Twice(2)", true],
    ["=Other", false],
    ['="Direct"', false],
    ["=Unknown", false],
  ])("with %s, found: %s", async (formula, isFound) => {
    const { context } = fakeExcel([{ name: "S", rows: [[formula]] }], { names });
    expect(await findCells(context)).toEqual(
      isFound ? [{ sheet: "S", row: 0, column: 0, formula, value: `[${formula}]` }] : [],
    );
  });

  test("are found without defined names", async () => {
    const { context } = fakeExcel([{ name: "S", rows: [["=A1", PNL]] }]);
    expect((await findCells(context)).map(placed)).toEqual([`S 0,1 ${PNL}`]);
  });
});

test.each([
  [PNL, true],
  [`${PNL}*2`, false],
  ['=-INSIGHTS.PNL("Plan")', false],
  ["=INSIGHTS.PNL(INSIGHTS.PLANS())", true],
  ["=INSIGHTS.PNL()+INSIGHTS.PNL()", false],
  ["=A1", false],
])("%s is one call and nothing else: %s", (formula, isPlain) => {
  expect(isPlainCall(formula)).toBe(isPlain);
});

test.each([
  [PNL, true],
  ["=1+INSIGHTS.FIELDS()", true],
  ["=SUM(A1)", false],
  ["INSIGHTS.PNL()", false],
  ["", false],
  [5, false],
  [null, false],
])("%j calls one of our functions: %s", (formula, isOurs) => {
  expect(callsFunction(formula)).toBe(isOurs);
});

test("A function that Excel does not know is an error, in Turkish too", () => {
  for (const value of ["#NAME?", "#AD?"])
    expect(() => requireKnownFunction(value)).toThrow("does not know the function");
  for (const value of ["#VALUE!", 5, ""]) expect(() => requireKnownFunction(value)).not.toThrow();
});

test("A protected structure is explained, and other errors stay as they are", () => {
  const denied = Object.assign(new Error("Denied"), { code: "AccessDenied" });
  expect(explainStructure(denied)).toMatchObject({
    message: expect.stringContaining("structure is protected"),
    cause: denied,
  });
  const other = Object.assign(new Error("Other"), { code: "ItemNotFound" });
  expect(explainStructure(other)).toBe(other);
});

describe("formulas in a table", () => {
  const tables = [{ sheet: "S", row: 1, column: 0, rows: 30_001, columns: 2 }];
  const long = { name: "S", rows: [["Key", "Value"], ...Array.from({ length: 30_001 }, (_, row) => [row, "old"])] };
  const formulaAt = (row: number, column: number, sheet = "S") => ({ sheet, row, column, formula: `=A${row}` });
  const written = (requests: string[][]) => requests.flat().filter((text) => text.startsWith("write"));

  test("are written with even blocks of their column, others alone", async () => {
    const { context, requests } = fakeExcel([long, { name: "T", rows: [["x"]] }], { tables });
    await writeFormulas(context, [formulaAt(30_001, 1), formulaAt(0, 1), formulaAt(5, 2), formulaAt(1, 0, "T")]);
    expect(written(requests)).toEqual([
      "write S 0,1 1x1",
      "write S 5,2 1x1",
      "write T 1,0 1x1",
      "write S 15002,1 15000x1",
    ]);
    expect((await findFormulas(context)).map(placed)).toEqual(["S 0,1 =A0", "S 30001,1 =A30001"]);
  });

  test("are written in one block up to 20,000 rows", async () => {
    const short = [{ ...tables[0]!, rows: 20_000 }];
    const { context, requests } = fakeExcel([long], { tables: short });
    await writeFormulas(context, [formulaAt(3, 0), formulaAt(4, 0)]);
    expect(written(requests)).toEqual(["write S 1,0 20000x1"]);
  });

  test("are right if Excel spells them otherwise", async () => {
    const asWritten = (content: unknown) => (content === "=a1+b1" ? "=@A1 + B1" : content);
    const { context } = fakeExcel([long], { tables, asWritten });
    const formulas = [{ ...formulaAt(3, 1), formula: "=a1+b1" }];
    await expect(writeFormulas(context, formulas)).resolves.toBeUndefined();
  });

  test.each([
    [1, "'Sheet 1'!A2. Undo"],
    [5, "'Sheet 1'!A2, 'Sheet 1'!A3, 'Sheet 1'!A4, 'Sheet 1'!A5, 'Sheet 1'!A6. Undo"],
    [6, "'Sheet 1'!A6 and 1 more. Undo"],
  ])("that Excel fills %i other cells with are told by their first five cells", async (count, message) => {
    const name = "Sheet 1";
    const rows = Array.from({ length: count + 2 }, () => [1]);
    const table = { sheet: name, row: 1, column: 0, rows: count + 1, columns: 1 };
    const { context } = fakeExcel([{ name, rows }], { tables: [table], asWritten: () => "=1" });
    await expect(writeFormulas(context, [{ sheet: name, row: count + 1, column: 0, formula: "=1" }])).rejects.toThrow(
      message,
    );
  });
});
