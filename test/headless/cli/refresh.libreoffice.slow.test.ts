/**
 * Refreshed workbooks as another spreadsheet program reads them; skipped where LibreOffice is not installed. By hand, in
 * Excel: refresh a workbook, open it, and see that Excel offers no repair, that spills, charts and formats are there, and
 * that Ctrl+Alt+F9 with the add-in gives the same numbers.
 */
import { createSandbox } from "../../../sandbox/sandbox";
import { openSession } from "../../../src/headless/standalone/customFunctions";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createBook, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { isLibreOfficeInstalled, readByLibreOffice } from "../../spreadsheet/xlsx/libreOffice";

const testWithLibreOffice = isLibreOfficeInstalled ? test : test.skip;

const CELLS: Record<string, CellSpec> = {
  A1: "FY26 Plan",
  A2: "committed",
  A4: { f: "_xldudf_INSIGHTS_PNL(A1,A2)", v: "x", spill: "A4:A4" },
  D1: { f: '_xldudf_INSIGHTS_KPI($A$1,$A$2,"ebit")', v: 1, s: 1, si: 0, ref: "D1:D2" },
  D2: { si: 0, v: 1 },
  D3: { f: "SUM(D1:D2)", v: 2 },
  D4: { f: 'IF(D3>0,"up","down")', v: "down" },
  D5: { f: '_xldudf_INSIGHTS_KPI($A$1,$A$2,"ebit")', v: 1 },
};

async function refreshed(valuesOnly: boolean): Promise<Uint8Array> {
  const { fetch, apiKey } = createSandbox();
  const session = openSession({ appUrl: "https://planning.example", credentials: { apiKey } }, fetch);
  const book = await createBook({ sheets: [{ name: "Plan", cells: CELLS }] });
  return (await refreshBook(book, { session, settings: {}, valuesOnly })).bytes;
}

testWithLibreOffice(
  "LibreOffice opens a refreshed workbook, and a values-only copy shows there what it holds, cell by cell",
  async () => {
    const refreshedBook = await refreshed(false);
    const values = await cellsIn(refreshedBook);
    const rows = readByLibreOffice(refreshedBook);
    // It calculates array and shared formulas itself, and does not know our functions; others show what the file says.
    expect([rows[2]?.[3], rows[4]?.[3]].map(Number)).toEqual([values["Plan!D3"], values["Plan!D5"]]);
    expect(rows[3]?.[3]).toBe("up");

    const copy = await refreshed(true);
    const shown = readByLibreOffice(copy);
    const cells = Object.entries(await cellsIn(copy));
    expect(cells.length).toBeGreaterThan(30);
    for (const [cell, value] of cells) {
      const [, letter = "", row = ""] = /!([A-Z])(\d+)$/.exec(cell) ?? [];
      const text = shown[Number(row) - 1]?.["ABCDEFGH".indexOf(letter)];
      if (typeof value === "number") expect(Number(text?.replaceAll(",", ""))).toBeCloseTo(value, 6);
      else expect(text).toBe(value);
    }
  },
);
