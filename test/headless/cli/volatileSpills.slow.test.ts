/** Arrays that Excel calculates anew each time, as it saves them, and formulas that it shares between whole columns and rows. */
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, partText, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const ONE = { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0+1', v: 0 };

async function refreshed(cells: Record<string, CellSpec>, valuesOnly: boolean) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const book = await createBook({ sheets: [{ name: "Plan", cells }] });
  const { bytes, summary } = await refreshBook(book, { session, settings: {}, valuesOnly });
  const sheet = await partText(bytes, "xl/worksheets/sheet1.xml");
  const xmlOf = (address: string) => new RegExp(`<c r="${address}"[^>]*?(?:/>|>.*?</c>)`).exec(sheet)?.[0] ?? "";
  return { problems: summary.problems, values: await cellsIn(bytes), sheet, xmlOf };
}

const FLAGGED = { isFlagged: true } as const;

describe.each([
  ["A file", false],
  ["A values-only copy", true],
])("%s", (_what, valuesOnly) => {
  test("has the values of a volatile spill, and of what reads it", async () => {
    const { problems, values } = await refreshed(
      {
        A1: ONE,
        B1: { f: "TODAY()*0+_xlfn.SEQUENCE(1,3)+A1", v: 1, spill: "B1:D1" },
        C1: { ...FLAGGED, v: 2 },
        D1: { ...FLAGGED, v: 3 },
        F1: { f: "SUM(_xlfn.ANCHORARRAY(B1))", v: 6 },
        G1: { f: "SUM(B1:D1)", v: 6 },
      },
      valuesOnly,
    );
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      "Plan!B1": 2,
      "Plan!C1": 3,
      "Plan!D1": 4,
      "Plan!F1": 9,
      "Plan!G1": 9,
    });
  });

  test("has a formula in whole columns and rows that is shared, as each cell means it", async () => {
    const { problems, values } = await refreshed(
      {
        A1: ONE,
        B2: 1,
        C2: 20,
        D2: 300,
        B3: 5,
        F1: { f: "SUM(B:B)+$A1", si: 0, ref: "F1:H1", v: 0 },
        G1: { si: 0, v: 0 },
        H1: { si: 0, v: 0 },
        A5: { f: "SUM(2:2)+A$1", si: 1, ref: "A5:A6", v: 0 },
        A6: { si: 1, v: 0 },
        A8: { f: 'SUMIF($B:$B,"<5",B:B)*$A$1', si: 2, ref: "A8:A9", v: 0 },
        A9: { si: 2, v: 0 },
        // A text of its own that looks like a shared one of another column.
        K1: { f: "SUM(B:B)+$A1", v: 0 },
      },
      valuesOnly,
    );
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      "Plan!F1": 7,
      "Plan!G1": 21,
      "Plan!H1": 301,
      "Plan!A5": 322,
      "Plan!A6": 6,
      "Plan!A8": 1,
      "Plan!A9": 1,
      "Plan!K1": 7,
    });
  });
});

const SHRINKING: Record<string, CellSpec> = {
  A1: ONE,
  B1: { f: "TODAY()*0+_xlfn.SEQUENCE(1,1+A1)", v: 1, spill: "B1:D1" },
  C1: { ...FLAGGED, v: 2 },
  D1: { ...FLAGGED, v: 3 },
};

test("A cell that a volatile spill still fills keeps its flags, and one that it leaves loses them", async () => {
  const { values, xmlOf } = await refreshed(SHRINKING, false);
  expect(values).toMatchObject({ "Plan!B1": 1, "Plan!C1": 2 });
  expect(values).not.toHaveProperty("Plan!D1");
  expect(xmlOf("B1")).toContain('ref="B1:C1"');
  expect(xmlOf("C1")).toContain('<f ca="1"/><v>2</v>');
  expect(xmlOf("D1")).not.toContain("<f");
});

test("A values-only copy has no formula elements without text", async () => {
  const { sheet } = await refreshed(SHRINKING, true);
  expect(sheet).not.toMatch(/<f[ >/]/);
});
