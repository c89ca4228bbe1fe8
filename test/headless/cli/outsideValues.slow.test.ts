/** Values that a file keeps of what is outside: of other workbooks, and of other add-ins. */
import { createSandbox } from "../../../sandbox/sandbox";
import { createSession } from "../../../src/insights";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { HEAD, MAIN, OFFICE, PACKAGE, partsOf, zipped, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const ONE = { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0+1', v: 0 };
const BUDGET = `<sheetNames><sheetName val="FY 26"/><sheetName val="Lost"/><sheetName val="Failed"/></sheetNames>
<definedNames><definedName name="Rate" refersTo="='FY 26'!$B$2"/></definedNames>
<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>x</v></cell><cell r="B1"><v>10</v></cell></row>
<row r="2"><cell r="A2" t="b"><v>1</v></cell><cell r="B2"><v>0.5</v></cell></row></sheetData>
<sheetData sheetId="2" refreshError="1"><row r="1"><cell r="A1"><v>9</v></cell></row></sheetData></sheetDataSet>`;

/** A workbook with links to two others: [1] is Budget 26.xlsx, [2] keeps nothing. */
function linked(cells: Record<string, CellSpec>, calculation = ""): Promise<Uint8Array> {
  const parts = partsOf({ sheets: [{ name: "Plan", cells }] });
  const link = (inside: string) => `${HEAD}<externalLink xmlns="${MAIN}" xmlns:r="${OFFICE}">${inside}</externalLink>`;
  parts["xl/externalLinks/externalLink1.xml"] = link(`<externalBook r:id="rId1">${BUDGET}</externalBook>`);
  parts["xl/externalLinks/externalLink2.xml"] = link('<ddeLink ddeService="a" ddeTopic="b"/>');
  parts["xl/externalLinks/_rels/externalLink1.xml.rels"] =
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/externalLinkPath" Target="file:///C:\\plans\\Budget%2026.xlsx" TargetMode="External"/></Relationships>`;
  const edit = (part: string, before: string, text: string) =>
    (parts[part] = parts[part]!.replace(before, text + before));
  parts["xl/workbook.xml"] = parts["xl/workbook.xml"]!.replace("<calcPr ", `<calcPr ${calculation} `);
  const relation = (at: number) =>
    `<Relationship Id="link${at}" Type="${OFFICE}/externalLink" Target="externalLinks/externalLink${at}.xml"/>`;
  edit("xl/_rels/workbook.xml.rels", "</Relationships>", relation(1) + relation(2));
  edit(
    "xl/workbook.xml",
    "<calcPr",
    '<externalReferences><externalReference r:id="link1"/><externalReference r:id="link2"/></externalReferences>',
  );
  edit(
    "[Content_Types].xml",
    "</Types>",
    [1, 2]
      .map(
        (at) =>
          `<Override PartName="/xl/externalLinks/externalLink${at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/>`,
      )
      .join(""),
  );
  return zipped(parts);
}

async function refreshed(book: Uint8Array, valuesOnly = false) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const { bytes, summary } = await refreshBook(book, { session, settings: {}, valuesOnly });
  const problems = Object.fromEntries(summary.problems.map(({ cell, problem }) => [cell, problem]));
  return { cells: await cellsIn(bytes), problems, notes: summary.notes };
}

const NOTE = "Values of other workbooks are those that this file kept when it was last saved with them: ";

test.each([
  ["a file", false],
  ["a values-only copy", true],
])("Values of another workbook are those that the file keeps, with a note: in %s", async (_what, valuesOnly) => {
  const book = await linked({
    A1: ONE,
    B1: { f: "'[1]FY 26'!B1+A1", v: 0 },
    B2: { f: "SUM('[1]FY 26'!B1:B2)*A1", v: 0 },
    B3: { f: "VLOOKUP(\"x\",'[1]FY 26'!$A:$B,2,FALSE)*A1", v: 0 },
    B4: { f: "[1]!Rate*A1", v: 0 },
    B5: { f: "COUNTA('[1]FY 26'!A1:A9)*A1", v: 0 },
  });
  const { cells, problems, notes } = await refreshed(book, valuesOnly);
  expect(problems).toEqual({});
  expect(cells).toMatchObject({ "Plan!B1": 11, "Plan!B2": 10.5, "Plan!B3": 10, "Plan!B4": 0.5, "Plan!B5": 2 });
  expect(notes).toContain(`${NOTE}Budget 26.xlsx (5 formulas).`);
});

test.each([
  ["a sheet of which it keeps nothing", "[1]Lost!A1"],
  ["a sheet that could not be read", "[1]Failed!A1"],
  ["a sheet that is not there", "[1]None!A1"],
  ["a link that is no workbook", "[2]Sheet1!A1"],
  ["a link that is not there", "[3]Sheet1!A1"],
  ["a name that is not there", "[1]!Nothing"],
  ["several sheets", "SUM('[1]FY 26:Lost'!A1)"],
])("A formula is named that reads %s", async (_what, formula) => {
  const { problems, notes } = await refreshed(await linked({ A1: ONE, B1: { f: `${formula}+A1`, v: 7 } }));
  expect(Object.keys(problems)).toEqual(["Plan!B1"]);
  expect(notes.filter((note) => note.startsWith(NOTE))).toEqual([]);
});

test("Functions of other add-ins, macros and data types are named once, with the number of their cells", async () => {
  const book = await linked(
    {
      A1: ONE,
      B1: { f: 'CIQ("EBIT")', v: 5 },
      B2: { f: 'CIQ("SALES")', v: 6 },
      B3: { f: '_xlfn._FV(C9,"Price")', v: 7 },
      C1: { f: "SUM(B1:B3)+A1", v: 0 },
    },
    'fullCalcOnLoad="1"',
  );
  const { cells, problems, notes } = await refreshed(book, true);
  expect(problems).toEqual({});
  expect(cells).toMatchObject({ "Plan!B1": 5, "Plan!B2": 6, "Plan!C1": 19 });
  expect(notes).toContain(
    "These functions of other add-ins, macros and data types keep the values with which the file was saved: CIQ (2 formulas), fields of data types (1 formula).",
  );
});
