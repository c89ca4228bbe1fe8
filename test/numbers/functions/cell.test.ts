import { checkCells, type Cells } from "../../../src/numbers/functions/cell";
import { setHost } from "../../../src/numbers/functions/host";
import { runCell } from "../../../src/numbers/functions/query";
import { createSession } from "../../../src/insights";

const ROWS_OF_A_SHEET = 1_048_576;
const COLUMNS_OF_A_SHEET = 16_384;

beforeAll(() => {
  const session = createSession({ fetch: () => Promise.reject(new Error("Nothing is sent.")) });
  setHost({
    session,
    settings: () => ({}),
    dateSystem: 1900,
    cellError: (code, message) => new Error(`${code} ${message}`),
  });
});

const show = (cells: Cells) =>
  runCell(undefined, () => ({ query: { queryFn: () => Promise.resolve(cells) }, select: checkCells }));
const blanks = (rows: number, columns: number) => show(Array<string[]>(rows).fill(Array<string>(columns).fill("")));

describe("a result", () => {
  test.each([
    ["as many rows as a sheet has", ROWS_OF_A_SHEET, 1],
    ["as many columns as a sheet has", 1, COLUMNS_OF_A_SHEET],
  ])("may have %s", async (_what, rows, columns) => {
    await expect(blanks(rows, columns)).resolves.toHaveLength(rows);
  });

  test.each([
    ["a row more than a sheet has", ROWS_OF_A_SHEET + 1, 1],
    ["a column more than a sheet has", 1, COLUMNS_OF_A_SHEET + 1],
  ])("with %s is refused, and says how many it has", async (_what, rows, columns) => {
    await expect(blanks(rows, columns)).rejects.toThrow(
      `#VALUE! The result has ${rows} rows and ${columns} columns, more than Excel takes.`,
    );
  });

  test("may be five million bytes long, and no longer", async () => {
    const ofBytes = (bytes: number) => show([["x".repeat(bytes - 3)]]);
    await expect(ofBytes(5_000_000)).resolves.toHaveLength(1);
    await expect(ofBytes(5_000_001)).rejects.toThrow("more than Excel takes");
  });

  // Fails if numbers count for what most of them take: shares have up to 21 bytes, whole numbers may have 2.
  test("counts each number by its own digits", async () => {
    const column = (value: number, length: number) => show(Array.from({ length }, () => [value]));
    await expect(column(7, 400_000)).resolves.toHaveLength(400_000);
    await expect(column(-0.09987654321098766, 240_000)).rejects.toThrow("more than Excel takes");
    await expect(column(-0.09987654321098766, 238_000)).resolves.toHaveLength(238_000);
  });
});
