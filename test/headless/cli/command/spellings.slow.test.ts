/** Every spelling of our functions that programs write into a file is calculated, or named. */
import { refreshBook } from "../../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../../src/insights";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook, partText, type BookSpec, type CellSpec } from "../../../spreadsheet/xlsx/book";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const ARGUMENTS = '("FY26 Plan","committed","ebit")*0+1';

async function refreshed(cells: Record<string, CellSpec>, more: Partial<BookSpec> = {}, valuesOnly = false) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const book = await createBook({ sheets: [{ name: "Plan", cells }], ...more });
  const { bytes, summary } = await refreshBook(book, { session, settings: {}, valuesOnly });
  const problems = Object.fromEntries(summary.problems.map(({ cell, problem }) => [cell, problem]));
  return { bytes, summary, cells: await cellsIn(bytes), problems };
}

test.each([
  "_xldudf_INSIGHTS_KPI",
  "_xll.INSIGHTS.KPI",
  "_xll.INSIGHTS_KPI",
  "INSIGHTS.KPI",
  "INSIGHTS_KPI",
  "_xludf.INSIGHTS.KPI",
  "_xludf.INSIGHTS_KPI",
  "_xlfn.INSIGHTS.KPI",
  "_xlfn._xldudf_INSIGHTS_KPI",
  "_xldudf_insights_kpi",
])("%s is calculated with its dependents, and stays as it is written", async (name) => {
  const f = `${name}${ARGUMENTS}`;
  const { bytes, cells, problems } = await refreshed({ A1: { f, v: 7 }, A2: { f: "A1+1", v: 8 } });
  expect([problems, cells]).toEqual([{}, { "Plan!A1": 1, "Plan!A2": 2 }]);
  expect(await cellsIn(bytes, "formulas")).toMatchObject({ "Plan!A1": f });
});

test("A defined name that looks like one of our functions stays the user's", async () => {
  const cells = { A1: { f: `INSIGHTS_KPI(1)+_xldudf_INSIGHTS_KPI${ARGUMENTS}`, v: 0 } };
  const names = { INSIGHTS_KPI: "_xlfn.LAMBDA(_xlpm.x,_xlpm.x+40)" };
  expect((await refreshed(cells, { names })).cells).toEqual({ "Plan!A1": 42 });
});

test.each(["_xldudf_INSIGHTS_KPIS", "_xll.INSIGHTS.NEW"])("%s, which is no function, is named", async (name) => {
  const { problems, cells } = await refreshed({ A1: { f: `${name}(1)`, v: 7 }, A2: { f: "A1*2", v: 14 } });
  expect(problems).toEqual({
    "Plan!A1": expect.stringMatching(/^There is no function INSIGHTS\.(KPIS|NEW)\. /),
    "Plan!A2": expect.stringContaining("calculated from Plan!A1"),
  });
  expect(cells).toEqual({ "Plan!A1": 7, "Plan!A2": 14 });
});

test("A values-only copy has no name that calls us in any spelling", async () => {
  const names = {
    One: `_xll.INSIGHTS.KPI${ARGUMENTS}`,
    Two: `INSIGHTS_KPI${ARGUMENTS}`,
    Tax: "'Insights.Data'!$A$1",
    Mine: "MYINSIGHTS.KPI(1)",
  };
  const { bytes } = await refreshed({ A1: { f: `_xldudf_INSIGHTS_KPI${ARGUMENTS}` } }, { names }, true);
  const book = await partText(bytes, "xl/workbook.xml");
  expect([...book.matchAll(/<definedName name="(\w+)"/g)].map(([, name]) => name)).toEqual(["Tax", "Mine"]);
});
