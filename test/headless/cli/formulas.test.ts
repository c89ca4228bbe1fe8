/** Formulas of a file are calculated as Excel calculates them, or keep their value and are named. */
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, partsOf, zipped, type BookSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const NUMBER = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0';

const refreshed = async (spec: BookSpec) => refreshedBytes(await createBook(spec));

async function refreshedBytes(before: Uint8Array) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const { bytes, summary } = await refreshBook(before, { session, settings: {}, valuesOnly: false });
  const problems = Object.fromEntries(summary.problems.map(({ cell, problem }) => [cell, problem]));
  return { cells: await cellsIn(bytes), problems };
}

const months = (cells: BookSpec["sheets"][number]["cells"]) =>
  ["Jan", "Feb", "Mar"].map((name, at) => ({
    name,
    cells: { A1: { f: `${NUMBER}+${at + 1}`, v: 0 }, A2: 10, ...cells },
  }));

test("A sum over several sheets is calculated with its dependents", async () => {
  const report = {
    A1: { f: "SUM(Jan:Mar!A1:A2)", v: 5 },
    A2: { f: "A1*2", v: 5 },
    A3: { f: "AVERAGE(Jan:Feb!A1)", v: 5 },
  };
  const { cells, problems } = await refreshed({ sheets: [...months({}), { name: "Report", cells: report }] });
  expect(problems).toEqual({});
  expect(cells).toMatchObject({ "Report!A1": 36, "Report!A2": 72, "Report!A3": 1.5 });
});

test("Another function over several sheets keeps its value and is named", async () => {
  const report = { A1: { f: "STDEV(Jan:Mar!A1)", v: 5 }, A2: { f: "A1*2", v: 7 } };
  const { cells, problems } = await refreshed({ sheets: [...months({}), { name: "Report", cells: report }] });
  expect(cells).toMatchObject({ "Report!A1": 5, "Report!A2": 10 });
  expect(problems).toEqual({
    "Report!A1": expect.stringContaining("reads several sheets"),
    "Report!A2": expect.stringContaining("mixes new and old"),
  });
});

test("INDIRECT follows names and tables, and is named for a calculated text", async () => {
  const cells = {
    A1: { f: `${NUMBER}+1`, v: 0 },
    A2: "Amount",
    A3: { f: `${NUMBER}+2`, v: 0 },
    B1: { f: 'SUM(INDIRECT("Tot"))', v: 9 },
    B2: { f: 'SUM(INDIRECT("Sales[Amount]"))', v: 9 },
    B3: { f: 'SUM(INDIRECT("To"&"t"))', v: 9 },
    B4: { f: "B3+1", v: 9 },
    B5: { f: 'SUM(INDIRECT("A"&1))', v: 9 },
    C1: 5,
    C2: { f: 'OFFSET(C1,"0","0")', v: 9 },
    C3: { f: 'OFFSET(A1,"0","0")', v: 9 },
  };
  const tables = [{ name: "Sales", ref: "A2:A3", columns: ["Amount"] }];
  const book = { sheets: [{ name: "Plan", cells, tables }], names: { Tot: "Plan!$A$1" } };
  const { cells: after, problems } = await refreshed(book);
  expect(after).toMatchObject({ "Plan!B1": 1, "Plan!B2": 2, "Plan!B3": 9, "Plan!B4": 10, "Plan!B5": 1 });
  expect(problems).toEqual({
    "Plan!B3": 'INDIRECT is calculated here for addresses only. "Tot" may be a name.',
    "Plan!B4": expect.stringContaining("calculated from Plan!B3, which keeps its old value"),
    // C2 is not asked for: it reads nothing that has changed.
  });
});

test("A formula with a problem is named if it reads changed cells by a name or table", async () => {
  const cells = {
    A1: { f: `${NUMBER}+1`, v: 0 },
    A2: "Amount",
    A3: { f: `${NUMBER}+2`, v: 0 },
    B1: { f: "NOSUCH(Tot)", v: 9 },
    B2: { f: "Sales[Amount]+[1]Sheet1!A1", v: 9 },
    B3: { f: "NOSUCH(1)", v: 9 },
  };
  const tables = [{ name: "Sales", ref: "A2:A3", columns: ["Amount"] }];
  const { problems } = await refreshed({ sheets: [{ name: "Plan", cells, tables }], names: { Tot: "Plan!$A$1" } });
  expect(Object.keys(problems)).toEqual(["Plan!B1", "Plan!B2"]);
});

test("COUNTA over the data and the totals of a table counts both", async () => {
  const cells = {
    A2: "Amount",
    A3: { f: `${NUMBER}+2`, v: 0 },
    A4: { f: "SUM(A3)", v: 0 },
    B1: { f: "COUNTA(Sales[[#Data],[#Totals],[Amount]])", v: 0 },
  };
  const tables = [{ name: "Sales", ref: "A2:A4", columns: ["Amount"], totals: true }];
  expect((await refreshed({ sheets: [{ name: "Plan", cells, tables }] })).cells).toMatchObject({ "Plan!B1": 2 });
});

test("A name that is called like a function leaves the function as it is", async () => {
  const cells = {
    A1: { f: `${NUMBER}+1`, v: 0 },
    B1: { f: "SUM(A1,Sum)+Rate", v: 0 },
    B2: { f: "_xlfn.LET(_xlpm.Max,A1,MAX(_xlpm.Max,5))", v: 0 },
  };
  const names = { Sum: "Plan!$A$1", Rate: "_xlfn.LAMBDA(_xlpm.x,0)(1)" };
  const { cells: after, problems } = await refreshed({ sheets: [{ name: "Plan", cells }], names });
  expect(problems).toEqual({});
  expect(after).toMatchObject({ "Plan!B1": 2, "Plan!B2": 5 });
});

test("Dates of a workbook that counts from 1904 are calculated, or named where they are texts of a country", async () => {
  const cells = {
    A1: { f: `${NUMBER}+1`, v: 0 },
    A2: "2026-01-31",
    B1: { f: "YEAR(A1)", v: 9 },
    B2: { f: 'COUNTIF(A1:A3,">1/2/2026")', v: 9 },
    B3: { f: 'COUNTIF(A1:A3,">2026-01-02")', v: 9 },
    B4: { f: "A2+A1", v: 9 },
    B5: { f: "SUM(A1:A2)", v: 9 },
    B6: { f: "DATE(1904,1,1)+A1", v: 9 },
    B7: { f: 'TEXT(A1,"yyyy-mm-dd")', v: "x" },
    B8: { f: "EDATE(A1,1)", v: 9 },
    B9: { f: '"1/2/2026"+A1', v: 9 },
  };
  const { cells: after, problems } = await refreshed({ date1904: true, sheets: [{ name: "Plan", cells }] });
  const from1904 = 46_053 - 1_462;
  expect(after).toMatchObject({ "Plan!B1": 1904, "Plan!B4": from1904 + 1, "Plan!B5": 1, "Plan!B6": 1 });
  expect(after).toMatchObject({ "Plan!B2": 9, "Plan!B3": 9, "Plan!B7": "1904-01-02", "Plan!B8": 32, "Plan!B9": 9 });
  expect(Object.keys(problems)).toEqual(["Plan!B2", "Plan!B3", "Plan!B9"]);
});

test("Formulas of a workbook with the precision as displayed are named", async () => {
  const parts = partsOf({ sheets: [{ name: "Plan", cells: { A1: { f: NUMBER, v: 0 }, B1: { f: "A1/3", v: 0.33 } } }] });
  const name = "xl/workbook.xml";
  parts[name] = parts[name]!.replace("<calcPr ", '<calcPr fullPrecision="0" ');
  const { cells: after, problems } = await refreshedBytes(await zipped(parts));
  expect(after).toMatchObject({ "Plan!A1": 0, "Plan!B1": 0.33 });
  expect(problems).toMatchObject({ "Plan!A1": expect.stringContaining("precision as displayed") });
});
