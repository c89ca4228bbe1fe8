/** Freezing and thawing of many formulas. */
import { createLedger } from "../../../src/workbook/ledger/ledger";
import { freeze } from "../../../src/workbook/freezing/freeze";
import { thaw } from "../../../src/workbook/freezing/thaw";
import { openWorkbook, type Workbook } from "../../workbench/excel";

let workbook: Workbook;
afterEach(() => workbook.close());

const ledger = createLedger({ now: () => 0, maxAge: () => Infinity, settings: () => ({}) });

/** A workbook whose function gives the text of its arguments, with these formulas from A1 on. */
async function open(formulas: string[][]): Promise<void> {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } }, [
    {
      metadata: {
        id: "KPI",
        name: "KPI",
        parameters: [1, 2, 3].map((at) => ({ name: `x${at}`, type: "any", optional: true })),
      },
      namespace: "INSIGHTS",
      run: async (args) => args.map(String).join(" "),
    },
  ]);
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("A1").getResizedRange(formulas.length - 1, (formulas[0]?.length ?? 1) - 1).formulas = formulas;
    await context.sync();
  });
  await workbook.settled();
}

async function read(rows: number, columns: number): Promise<unknown[][]> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRangeByIndexes(0, 0, rows, columns).load("formulas");
    await context.sync();
    return range.formulas as unknown[][];
  });
}

/** How many requests the work sends, and how many operations they hold. */
async function trafficOf(work: () => Promise<unknown>): Promise<{ requests: number; operations: number }> {
  const traffic = { requests: 0, operations: 0 };
  workbook.onRequest = (_request, { Actions }) => {
    traffic.requests += 1;
    traffic.operations += Actions.length;
  };
  await work();
  workbook.onRequest = () => undefined;
  return traffic;
}

const letters = (at: number) => String.fromCharCode(65 + at);

describe.each([
  [
    "10,000 formulas in blocks that read their labels",
    1_001,
    (row: number, column: number) => `=INSIGHTS.KPI($A${row},${letters(column)}$1)`,
  ],
  [
    "2,000 formulas of which no two are alike",
    201,
    (row: number, column: number) => `=INSIGHTS.KPI("${row}","${column}")`,
  ],
])("%s", (_what, ROWS, formulaAt) => {
  const COLUMNS = 11;
  const all = (ROWS - 1) * (COLUMNS - 1);
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) =>
      row === 0 || column === 0 ? `label ${row} ${column}` : formulaAt(row + 1, column),
    ),
  );

  test("are frozen in at most 40 requests of few operations, and thawed in as many, to what they were", async () => {
    await open(rows);
    workbook.host.limitPayloads = true;
    let cells = 0;
    const freezing = await trafficOf(async () => {
      ({ cells } = await freeze({ ledger, scope: "workbook", now: () => 0 }));
    });
    expect(cells).toBe(all);
    expect(freezing.requests).toBeLessThanOrEqual(40);
    expect(freezing.operations).toBeLessThanOrEqual(400);
    expect((await read(ROWS, COLUMNS)).flat().filter((text) => String(text).startsWith("="))).toEqual([]);
    const thawing = await trafficOf(async () =>
      expect(await thaw("workbook")).toMatchObject({ cells: all, skipped: [] }),
    );
    expect(thawing.requests).toBeLessThanOrEqual(40);
    expect(thawing.operations).toBeLessThanOrEqual(400);
    expect(await read(ROWS, COLUMNS)).toEqual(rows);
  });
});
