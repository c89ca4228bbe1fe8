import { parseXml } from "../../../src/spreadsheet/xlsx/xml";
import { formatArea, formatPosition } from "../../../src/spreadsheet/cells/address";
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { writeValuesOnly } from "../../../src/spreadsheet/xlsx/valuesOnly";
import { customXmlOf, loadWorkbook, type FileSheet } from "../../../src/spreadsheet/xlsx/workbook";
import { createBook, partsOf, zipped, type BookSpec } from "./book";
import { cellsOfXml, formulasOf, valuesOf } from "./cells";

async function open(spec: BookSpec) {
  return loadWorkbook(await createBook(spec));
}

function filledBy({ cells }: FileSheet): Record<string, string> {
  const texts = formulasOf(cells);
  return Object.fromEntries(
    [...cells.formulas.values()].map((formula) => {
      const address = formatPosition(formula);
      return [address, `${formula.fill} ${formatArea(formula.range)} ${texts[address]}`];
    }),
  );
}

test("Values are read with their types", async () => {
  const cells = {
    A1: "text & <more>",
    B1: 1.5,
    C1: true,
    D1: { error: "#N/A" },
    E1: null,
    F2: { f: 'A1&"!"', v: "x " },
  };
  const { sheets } = await open({ sheets: [{ name: "Plan", cells }] });
  const { E1: _blank, ...filled } = cells;
  expect(valuesOf(sheets[0]!.cells)).toEqual({ ...filled, F2: "x " });
});

test("Plain, array, spilling and shared formulas are read", async () => {
  const cells = {
    A1: { f: "1+1", v: 2 },
    B1: { f: "A1:A2*2", v: 4, array: "B1:B2" },
    B2: 0,
    C1: { f: "_xldudf_INSIGHTS_PNL(A1)", v: "a", spill: "C1:D2" },
    E1: { f: 'SUM($A1:A1,Other!B$2,R1_x)&"A1"', v: 1, si: 0, ref: "E1:E3" },
    E2: { si: 0, v: 2 },
    F3: { si: 0, v: 3 },
  };
  const { sheets } = await open({ sheets: [{ name: "Plan", cells }] });
  expect(filledBy(sheets[0]!)).toEqual({
    A1: "one A1 1+1",
    B1: "array B1:B2 A1:A2*2",
    C1: "spill C1:D2 _xldudf_INSIGHTS_PNL(A1)",
    E1: 'one E1 SUM($A1:A1,Other!B$2,R1_x)&"A1"',
    E2: 'one E2 SUM($A2:A2,Other!B$2,R1_x)&"A1"',
    F3: 'one F3 SUM($A3:B3,Other!C$2,R1_x)&"A1"',
  });
});

test.each(['<f ca="1"/>', "<f></f>", '<f t="normal" aca="1" ca="1"></f>'])(
  "%s in a cell that an array fills is no formula",
  (flags) => {
    const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`;
    const first = (t: string) => `<c r="B1" cm="1"><f ${t}>SEQUENCE(2)*TODAY()</f><v>1</v></c>`;
    const xml = (attributes: string) =>
      `<worksheet><sheetData>${row(1, first(attributes))}${row(2, `<c r="B2">${flags}<v>2</v></c><c r="C2">${flags}<v>3</v></c>`)}</sheetData></worksheet>`;
    const cells = cellsOfXml(xml('t="array" ref="B1:B2" ca="1"'), { spilling: new Set(["1"]) });
    expect(formulasOf(cells)).toEqual({ B1: "SEQUENCE(2)*TODAY()", C2: "" });
    expect(valuesOf(cells)).toEqual({ B1: 1, B2: 2, C2: 3 });
    expect(formulasOf(cellsOfXml(xml('ca="1"')))).toEqual({ B1: "SEQUENCE(2)*TODAY()", B2: "", C2: "" });
  },
);

test("Sheets, merged cells, names, tables and the date system are read", async () => {
  const book = await open({
    sheets: [
      { name: "It's <A>", cells: {}, merged: ["A1:B2"] },
      {
        name: "Data",
        cells: { A1: "Line" },
        tables: [{ name: "Sales", ref: "A1:B4", columns: ["Line", "Net"], totals: true }],
      },
    ],
    names: { Scenario: "Data!$A$1", "Data!Local": '"x"&1' },
    date1904: true,
  });
  expect(book.sheets.map(({ name, merged }) => ({ name, merged: merged.map(formatArea) }))).toEqual([
    { name: "It's <A>", merged: ["A1:B2"] },
    { name: "Data", merged: [] },
  ]);
  expect(book.names).toEqual([
    { name: "Scenario", text: "Data!$A$1", sheet: undefined },
    { name: "Local", text: '"x"&1', sheet: 1 },
  ]);
  expect(book.tables).toEqual([
    {
      name: "Sales",
      sheet: 1,
      range: { row: 0, column: 0, rows: 4, columns: 2 },
      headerRows: 1,
      totalsRows: 1,
      columns: ["Line", "Net"],
    },
  ]);
  expect(book.dateSystem).toBe(1904);
});

test("A table that its sheet does not list is no table, as in charts that scripts make", async () => {
  const parts = partsOf({
    sheets: [{ name: "Plan", cells: { A1: "a" }, tables: [{ name: "T", ref: "A1:A2", columns: ["a"] }] }],
  });
  const sheet = "xl/worksheets/sheet1.xml";
  const [table = ""] = Object.keys(parts).filter((name) => name.startsWith("xl/tables/"));
  const unlisted = {
    ...parts,
    [sheet]: String(parts[sheet]).replace(/<tableParts.*<\/tableParts>/, ""),
    [table]: String(parts[table]).replace('ref="A1:A2"', `ref="A1:A2'"`),
  };
  expect((await loadWorkbook(await zipped(unlisted))).tables).toEqual([]);
});

test("The add-in's own part is found by its namespace", async () => {
  const settings = { plan: "p&1", currency: "EUR" };
  const book = await open({ sheets: [{ name: "Plan", cells: {} }], settings });
  const [part] = await customXmlOf(book, "urn:scenario-insights:workbook");
  expect(part?.xmlPart).toBe("customXml/item1.xml");
  expect(parseXml(part?.text ?? "", "part").attributes).toMatchObject(settings);
  expect(await customXmlOf(book, "urn:other")).toEqual([]);
});

test("Hidden rows are read", async () => {
  const parts = partsOf({ sheets: [{ name: "Plan", cells: { A1: 1, A3: 3 } }] });
  const part = "xl/worksheets/sheet1.xml";
  const book = await loadWorkbook(
    await zipped({ ...parts, [part]: parts[part]!.replace('r="3"', 'r="3" hidden="1"') }),
  );
  expect(book.sheets[0]?.hiddenRows).toEqual([2]);
});

describe("What other programs write is read too", () => {
  const read = (sheetData: string, dateSystem: 1900 | 1904 = 1900) => {
    const xml = `<x:worksheet xmlns:x="m">${sheetData}</x:worksheet>`;
    return Object.entries(valuesOf(cellsOfXml(xml, { sharedStrings: ["a", "b"], dateSystem })));
  };

  test("rows and cells that do not say where they are", () => {
    const rows =
      '<x:row><x:c><x:v>1</x:v></x:c><x:c r="D1"><x:v>2</x:v></x:c><x:c><x:v>3</x:v></x:c></x:row><x:row r="7"><x:c><x:v>4</x:v></x:c></x:row><x:row><x:c/><x:c><x:v>5</x:v></x:c></x:row>';
    expect(read(`<x:sheetData>${rows}</x:sheetData>`)).toEqual([
      ["A1", 1],
      ["D1", 2],
      ["E1", 3],
      ["A7", 4],
      ["B8", 5],
    ]);
  });

  test("text in runs, inline, and with characters that XML cannot hold", () => {
    const rows =
      '<row r="1"><c t="inlineStr"><is><r><t>pl</t></r><rPh sb="0" eb="1"><t>no</t></rPh><r><t xml:space="preserve">an </t></r></is></c><c t="str"><v>a_x000D_b_x005F_x0041_</v></c><c t="s"><v>1</v></c></row>';
    expect(read(`<sheetData>${rows}</sheetData>`)).toEqual([
      ["A1", "plan "],
      ["B1", "a\rb_x0041_"],
      ["C1", "b"],
    ]);
  });

  test("dates as text of ISO 8601, in either date system", () => {
    const rows = '<row r="1"><c t="d"><v>2026-03-01</v></c><c t="d"><v>1900-03-01T12:00:00Z</v></c></row>';
    expect(read(`<sheetData>${rows}</sheetData>`)).toEqual([
      ["A1", 46082],
      ["B1", 61.5],
    ]);
    const times = '<row r="1"><c t="d"><v>18:00:00</v></c><c t="d"><v>T06:00:00Z</v></c></row>';
    expect(read(`<sheetData>${times}</sheetData>`)).toEqual([
      ["A1", 0.75],
      ["B1", 0.25],
    ]);
    const sheetData1904 = '<row r="1"><c t="d"><v>2026-03-01</v></c></row>';
    expect(read(`<sheetData>${sheetData1904}</sheetData>`, 1904)).toEqual([["A1", 46082 - 1462]]);
  });
});

test.each(["A0", "XFE1", "Total"])("A cell's address that is none is told as damage: %s", (address) => {
  const xml = `<worksheet><sheetData><row r="1"><c r="${address}"><v>1</v></c></row></sheetData></worksheet>`;
  expect(() => cellsOfXml(xml)).toThrow(`The file is damaged: "${address}" is not the address of a cell.`);
});

describe("A file that cannot be read is refused, with what to do", () => {
  const parts = {
    "_rels/.rels":
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  };
  test.each<[string, Uint8Array | Promise<Uint8Array>, RegExp]>([
    ["nothing", new Uint8Array(), /not one of Excel, .* is damaged/],
    ["text", new TextEncoder().encode("a,b\n1,2\n"), /not one of Excel, .* is damaged/],
    ["an encrypted workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /password/],
    ["another zip", zipped({ "a.txt": "a" }), /not one of Excel, .* is damaged/],
    ["a document", zipped({ ...parts, "xl/workbook.xml": "<document/>" }), /Save it in Excel as \.xlsx/],
    ["broken XML", zipped({ ...parts, "xl/workbook.xml": "<workbook>" }), /xl\/workbook\.xml is not XML/],
    ["a missing part", zipped(parts), /not one of Excel, .* is damaged/],
  ])("%s", async (_what, bytes, message) => {
    await expect(loadWorkbook(await bytes)).rejects.toThrow(message);
  });

  test("a part that is damaged", async () => {
    const bytes = await createBook({ sheets: [{ name: "Plan", cells: { A1: 1 } }] });
    const at = Buffer.from(bytes).indexOf("xl/worksheets/sheet1.xml") + 40;
    bytes.fill(0xff, at, at + 60);
    await expect(loadWorkbook(bytes)).rejects.toThrow(/damaged: xl\/worksheets\/sheet1\.xml cannot be read/);
  });
});

test("The case of a part's name in the zip does not matter, and a copy keeps it", async () => {
  const spec = { sheets: [{ name: "Plan", cells: { A1: "text", B1: { f: "1+1", v: 2 } } }] };
  const parts = partsOf(spec);
  const { sheets } = await open(spec);
  for (const name of ["[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"]) {
    const changed = Object.entries(parts).map(([each, text]) => [each === name ? each.toUpperCase() : each, text]);
    const workbook = await loadWorkbook(await zipped(Object.fromEntries(changed) as typeof parts));
    expect(valuesOf(workbook.sheets[0]!.cells)).toEqual(valuesOf(sheets[0]!.cells));
    const { bytes, formulas } = await writeValuesOnly(workbook, ADDIN_ARTIFACTS);
    expect([formulas, Object.values(valuesOf((await loadWorkbook(bytes)).sheets[0]!.cells))]).toEqual([1, ["text", 2]]);
  }
});
