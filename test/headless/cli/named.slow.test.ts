/** Formulas that keep an old value, or are calculated from one, are named: nobody takes an old number for a new one. */
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, partText, type BookSpec, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const ONE = { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0+1', v: 0 };

async function refreshed(
  cells: Record<string, CellSpec>,
  more: Partial<BookSpec["sheets"][number]> = {},
  valuesOnly = false,
) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const book = await createBook({ sheets: [{ name: "Plan", cells, ...more }] });
  const { bytes, summary } = await refreshBook(book, { session, settings: {}, valuesOnly });
  const problems = Object.fromEntries(summary.problems.map(({ cell, problem }) => [cell, problem]));
  return { bytes, cells: await cellsIn(bytes), problems };
}

const mixedFrom = (cell: string) =>
  `The new value mixes new and old: it is calculated from ${cell}, which keeps its old value.`;

describe("A3: a what-if table", () => {
  const cells: Record<string, CellSpec> = {
    A1: 5,
    A2: ONE,
    D1: { f: "A1*A2*100", v: 7 },
    C2: 1,
    C3: 2,
    D2: { data: "D2:D3", v: 5 },
    D3: 6,
    E1: { f: "SUM(D2:D3)", v: 11 },
  };

  test.each([
    ["a file", false],
    ["a values-only copy", true],
  ])("is calculated in %s if its formula depends on a call, and so are sums over it", async (_what, valuesOnly) => {
    const after = await refreshed(cells, {}, valuesOnly);
    expect(after.problems).toEqual({});
    expect(after.cells).toMatchObject({
      "Plan!A1": 5,
      "Plan!D1": 500,
      "Plan!D2": 100,
      "Plan!D3": 200,
      "Plan!E1": 300,
    });
    const sheet = await partText(after.bytes, "xl/worksheets/sheet1.xml");
    if (valuesOnly) expect(sheet).not.toMatch(/<f[ >/]/);
    else expect(sheet).toContain('<f t="dataTable" ref="D2:D3" dt2D="0" dtr="0" r1="A1"/>');
  });

  test("tries the first input in a row, and the second in a column", async () => {
    const both: Record<string, CellSpec> = {
      A1: 5,
      B1: 6,
      A2: ONE,
      C3: { f: "A1*100+B1*A2", v: 0 },
      D3: 1,
      E3: 2,
      C4: 3,
      D4: { data: "D4:E4", inputs: 'dt2D="1" dtr="1" r1="A1" r2="B1"', v: 0 },
      E4: 0,
      D7: { f: "A1*A2+B1", v: 0 },
      E6: 8,
      E7: { data: "E7", inputs: 'dtr="1" r1="A1"', v: 0 },
    };
    const { cells: after, problems } = await refreshed(both);
    expect(problems).toEqual({});
    expect(after).toMatchObject({ "Plan!D4": 103, "Plan!E4": 203, "Plan!E7": 14 });
  });

  test("is named if its input cell was deleted", async () => {
    const inputs = 'dt2D="0" dtr="0" r1="A1" del1="1"';
    const { problems } = await refreshed({ ...cells, D2: { data: "D2:D3", inputs, v: 5 } });
    expect(problems).toEqual({ "Plan!D2": expect.stringContaining("deleted"), "Plan!E1": mixedFrom("Plan!D2") });
  });

  test("is named in a values-only copy if a formula that it needs is, and shows #N/A", async () => {
    const { cells: after, problems } = await refreshed({ ...cells, D1: { f: "NOSUCH(A1)*A2", v: 7 } }, {}, true);
    const NA = { error: "#N/A" };
    expect(problems).toMatchObject({ "Plan!D1": expect.stringContaining("NOSUCH"), "Plan!D2": expect.anything() });
    expect(after).toMatchObject({ "Plan!A1": 5, "Plan!D1": NA, "Plan!D2": NA, "Plan!D3": NA, "Plan!E1": NA });
  });

  test("is named if the values that it tries depend on its input", async () => {
    const { problems } = await refreshed({ ...cells, C2: { f: "A1", v: 0 } });
    expect(problems).toMatchObject({ "Plan!D2": expect.stringContaining("depend on its input cell") });
  });

  test("is left alone if nothing that it reads has changed", async () => {
    const { problems } = await refreshed({ ...cells, D1: { f: "A9*2", v: 0 } });
    expect(problems).toEqual({});
  });
});

test("A shared formula without its first cell is named with its dependents", async () => {
  const { cells, problems } = await refreshed({
    A1: ONE,
    B1: 7,
    B2: { si: 0, v: 8 },
    B3: { si: 0, v: 9 },
    C1: { f: "A1*2", si: 1, ref: "C1:C2", v: 0 },
    C2: { si: 1, v: 0 },
    D1: { f: "SUM(A1:B3)", v: 0 },
  });
  expect(problems).toEqual({
    "Plan!B2": expect.stringContaining("shared"),
    "Plan!B3": expect.stringContaining("shared"),
    "Plan!D1": mixedFrom("Plan!B2"),
  });
  expect(cells).toMatchObject({ "Plan!B1": 7, "Plan!B2": 8, "Plan!B3": 9, "Plan!C1": 2, "Plan!D1": 25 });
});

describe("A5: a reference that does not resolve", () => {
  const table = { tables: [{ name: "T", ref: "A1:A2", columns: ["V"] }] };
  const cells = { A1: "V", A2: ONE };

  test.each([
    ["the totals of a table without totals", "SUM(T[[#Data],[#Totals],[V]])"],
    ["a column that a table does not have", "SUM(T[W])"],
    ["a table that does not exist", "SUM(U[V])"],
    ["a name that does not exist", "Missing+1"],
    ["a sheet that does not exist", "SUM(Gone!A1)"],
  ])("names the formula: %s", async (_what, formula) => {
    const { cells: after, problems } = await refreshed({ ...cells, C1: { f: formula, v: 9 } }, table);
    expect(Object.keys(problems)).toEqual(["Plan!C1"]);
    expect(after).toMatchObject({ "Plan!C1": 9 });
  });

  test("leaves a formula over another workbook alone, which reads nothing of this one", async () => {
    expect((await refreshed({ ...cells, C1: { f: "[1]Sheet1!A1", v: 9 } }, table)).problems).toEqual({});
  });
});

describe("B1: a formula that reads a kept value", () => {
  test("is calculated from it and named, however many formulas are between", async () => {
    const { cells, problems } = await refreshed({
      A1: ONE,
      A2: { f: "NOSUCH(A1)", v: 200 },
      A3: { f: "A1+A2", v: 0 },
      A4: { f: "A3*2", v: 0 },
      A5: { f: "A1*3", v: 0 },
    });
    expect(problems).toEqual({
      "Plan!A2": expect.stringContaining("NOSUCH"),
      "Plan!A3": mixedFrom("Plan!A2"),
      "Plan!A4": mixedFrom("Plan!A2"),
    });
    expect(cells).toMatchObject({ "Plan!A2": 200, "Plan!A3": 201, "Plan!A4": 402, "Plan!A5": 3 });
  });

  test("is named if it finds the kept value by OFFSET", async () => {
    const { problems } = await refreshed({
      A1: ONE,
      A2: { f: "NOSUCH(A1)", v: 200 },
      A3: { f: "OFFSET(A1,1,0)+A1", v: 0 },
    });
    expect(problems).toMatchObject({ "Plan!A3": mixedFrom("Plan!A2") });
  });
});
