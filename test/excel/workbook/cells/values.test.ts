import { readValues } from "../../../../src/excel/workbook/cells/formulaCells";
import { openWorkbook, type Workbook } from "../../../workbench/excel";

const ROWS = 60;
const LONG = "x".repeat(100_000);

let workbook: Workbook;

beforeEach(async () => {
  const sheet = { id: "s", name: "Sheet1", rowCount: 2000, columnCount: 10 };
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: sheet } } });
  await Excel.run(async (context) => {
    const numbers = Array.from({ length: ROWS }, (_, row) => [row, LONG, row / 2]);
    context.workbook.worksheets.getItem("Sheet1").getRange(`A1:C${ROWS}`).values = numbers;
    await context.sync();
  });
});
afterEach(() => workbook.close());

const read = (cells: readonly { row: number; column: number }[]) =>
  Excel.run((context) =>
    readValues(
      context,
      cells.map((cell) => ({ sheet: "Sheet1", ...cell })),
    ),
  );

test("cells that lie apart are read in one request of constant size", async () => {
  const everyOther = (count: number) => Array.from({ length: count }, (_, at) => ({ row: 2 * at, column: 0 }));
  const costs: number[][] = [];
  for (const count of [3, 30]) {
    const before = [workbook.requests(), workbook.sentBytes()] as const;
    expect((await read(everyOther(count))).map(({ value }) => value)).toEqual(everyOther(count).map(({ row }) => row));
    costs.push([workbook.requests() - before[0], Math.round((workbook.sentBytes() - before[1]) / 100)]);
  }
  expect(costs).toEqual([costs[1], [1, expect.any(Number)]]);
});

test("cells are read although texts between them exceed an answer", async () => {
  workbook.host.limitPayloads = true;
  const cells = Array.from({ length: ROWS }, (_, row) => [
    { row, column: 0 },
    { row, column: 2 },
  ]).flat();
  const shown = await read(cells);
  expect(shown.map(({ value }) => value)).toEqual(cells.map(({ row, column }) => (column === 0 ? row : row / 2)));
});
