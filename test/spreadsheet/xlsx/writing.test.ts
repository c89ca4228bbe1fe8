import { checkSheet } from "../../../src/spreadsheet/xlsx/verify";
import fc from "fast-check";
import type { FileValue } from "../../../src/spreadsheet/xlsx/fileCells";
import { writeCells, type CellEdit } from "../../../src/spreadsheet/xlsx/cellEdits";
import { formatPosition } from "../../../src/spreadsheet/cells/address";
import { cellIndex } from "../../../src/spreadsheet/cells/area";
import { readArea, readPosition } from "../../../src/spreadsheet/xlsx/positions";
import { readSharedStrings } from "../../../src/spreadsheet/xlsx/text";
import { loadWorkbook, type Workbook } from "../../../src/spreadsheet/xlsx/workbook";
import { writeWorkbook } from "../../../src/spreadsheet/xlsx/write";
import { parseXml } from "../../../src/spreadsheet/xlsx/xml";
import { createBook, hashes, partsOf, partText, type BookSpec, type CellSpec } from "./book";
import { cellsOfXml, formulasOf, valuesOf } from "./cells";

/** Edits by address. */
type Edits = Record<string, Omit<CellEdit, "row" | "column">>;

const editsOf = (edits: Edits): CellEdit[] =>
  Object.entries(edits).map(([address, edit]) => ({ ...readPosition(address), ...edit }));

async function edited(
  spec: BookSpec,
  edits: Edits,
): Promise<{ before: Uint8Array; after: Uint8Array; book: Workbook }> {
  const before = await createBook(spec);
  const opened = await loadWorkbook(before);
  const after = await writeWorkbook(opened, {
    cells: new Map([[opened.sheets[0]!, editsOf(edits)]]),
    xmlParts: new Map(),
    unwanted: new Set(),
  });
  return { before, after, book: await loadWorkbook(after) };
}

function cellsOf(book: Workbook): Record<string, FileValue> {
  return valuesOf(book.sheets[0]!.cells);
}

/** The sheet's cells after these edits of such XML. */
function patched(sheetData: string, edits: Edits, before = ""): string {
  const xml = `<worksheet>${before}<sheetData>${sheetData}</sheetData></worksheet>`;
  return writeCells(xml, "sheet", editsOf(edits))
    .replace(/^.*<sheetData>/, "")
    .replace(/<\/sheetData>.*$/, "");
}

const REPORT: BookSpec = {
  sheets: [
    {
      name: "Plan",
      cells: {
        A1: "FY26 Plan",
        A2: { f: '_xldudf_INSIGHTS_PNL(A1,"actual","ebit")', v: 1, s: 1 },
        A4: { f: "_xldudf_INSIGHTS_DEMAND(A1)", v: "M1", spill: "A4:B5" },
        B4: 10,
        A5: "M2",
        B5: 20,
      },
    },
    { name: "Other", cells: { A1: { f: "Plan!A2*2", v: 2 } } },
  ],
};

test("Values change and a spill grows; all other parts stay the same to the byte", async () => {
  const { before, after, book } = await edited(REPORT, {
    A2: { value: 12.5 },
    A4: { value: "M1", range: readArea("A4:B6") },
    B5: { value: 21 },
    A6: { value: "M3" },
    B6: { value: 30 },
  });
  expect(cellsOf(book)).toEqual({ A1: "FY26 Plan", A2: 12.5, A4: "M1", B4: 10, A5: "M2", B5: 21, A6: "M3", B6: 30 });
  expect(book.sheets[0]!.cells.formulas.get(cellIndex(readPosition("A4")))).toEqual({
    ...readPosition("A4"),
    at: readPosition("A4"),
    text: "_xldudf_INSIGHTS_DEMAND(A1)",
    fill: "spill",
    range: readArea("A4:B6"),
  });
  const [old, now] = [await hashes(before), await hashes(after)];
  expect(Object.keys(now)).toEqual(Object.keys(old));
  expect(Object.keys(old).filter((name) => old[name] !== now[name])).toEqual(["xl/worksheets/sheet1.xml"]);
});

test("The XML of the sheet changes in the edited cells and the used range only", async () => {
  const { before, after } = await edited(REPORT, { A2: { value: 12.5 }, B6: { value: 30 } });
  const expected = (await partText(before, "xl/worksheets/sheet1.xml"))
    .replace("<v>1</v>", "<v>12.5</v>")
    .replace('<dimension ref="A1:B5"/>', '<dimension ref="A1:B6"/>')
    .replace("</sheetData>", '<row r="6"><c r="B6"><v>30</v></c></row></sheetData>');
  expect(await partText(after, "xl/worksheets/sheet1.xml")).toBe(expected);
});

test("Without an edit the file stays the same to the byte", async () => {
  const { before, after } = await edited(REPORT, {});
  expect(Buffer.compare(before, after)).toBe(0);
});

describe("A cell", () => {
  test.each<[string, FileValue, string]>([
    ["a number", -1.5e-7, '<c r="A1" s="2"><f>X()</f><v>-1.5e-7</v></c>'],
    ["text", 'a & <b> "c"', '<c r="A1" s="2" t="str"><f>X()</f><v>a &amp; &lt;b&gt; &quot;c&quot;</v></c>'],
    ["text with space around", " a", '<c r="A1" s="2" t="str"><f>X()</f><v xml:space="preserve"> a</v></c>'],
    [
      "text like an escape",
      "_x0041_\r\u0001",
      '<c r="A1" s="2" t="str"><f>X()</f><v>_x005F_x0041__x000D__x0001_</v></c>',
    ],
    ["TRUE", true, '<c r="A1" s="2" t="b"><f>X()</f><v>1</v></c>'],
    ["an error", { error: "#N/A" }, '<c r="A1" s="2" t="e"><f>X()</f><v>#N/A</v></c>'],
    ["an error newer than the format", { error: "#SPILL!" }, '<c r="A1" s="2" t="e"><f>X()</f><v>#VALUE!</v></c>'],
    ["nothing", null, '<c r="A1" s="2"><f>X()</f></c>'],
  ])("takes %s, and keeps its formula and format", (_what, value, expected) => {
    const row = (cell: string) => `<row r="1">${cell}</row>`;
    const old = '<c r="A1" s="2" t="s" vm="4"><f>X()</f><v>7</v></c>';
    expect(patched(row(old), { A1: { value } })).toBe(row(expected));
  });

  test("keeps what it has besides, and its formula's attributes", () => {
    const old =
      '<row r="1"><c r="A1" cm="1" ph="1"><f t="array" aca="1" ref="A1:B2">a&lt;b</f><v>1</v><extLst><ext uri="u"/></extLst></c></row>';
    expect(patched(old, { A1: { value: 2, range: readArea("A1") } })).toBe(
      '<row r="1"><c r="A1" cm="1" ph="1"><f t="array" aca="1" ref="A1">a&lt;b</f><v>2</v><extLst><ext uri="u"/></extLst></c></row>',
    );
  });

  test("keeps the range of the formula that it shares with other cells", () => {
    const first = '<c r="B1"><f t="shared" ref="B1:B5" si="0">A1*2</f>';
    const edits = { B1: { value: 3, range: readArea("B1") } };
    expect(patched(`<row r="1">${first}<v>2</v></c></row>`, edits)).toBe(`<row r="1">${first}<v>3</v></c></row>`);
  });

  test("keeps a formula that shows nothing", () => {
    const old = '<row r="1"><c r="A1"><f>X()</f><v>1</v></c></row>';
    expect(patched(old, { A1: { value: null } })).toBe('<row r="1"><c r="A1"><f>X()</f></c></row>');
  });

  test("that was spilled over is emptied, and stays only where it has a format", () => {
    const old = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" s="3" t="str"><v>b</v></c><c r="C1"/></row>';
    const empty = { value: null };
    expect(patched(old, { A1: empty, B1: empty, C1: empty, D1: empty, A9: empty })).toBe(
      '<row r="1"><c r="B1" s="3"/></row>',
    );
  });

  test("removes its row if the row has no other cell, height or format", () => {
    const cell = (address: string) => `<c r="${address}"><v>1</v></c>`;
    const old = `<row r="1" spans="1:1" x14ac:dyDescent="0.3">${cell("A1")}</row><row r="2" ht="30" customHeight="1">${cell("A2")}</row><row r="3">${cell("A3")}${cell("B3")}</row><row r="4"/>`;
    const empty = { value: null };
    expect(patched(old, { A1: empty, A2: empty, A3: empty, A4: empty })).toBe(
      `<row r="2" ht="30" customHeight="1"></row><row r="3">${cell("B3")}</row><row r="4"/>`,
    );
  });

  test("that is new goes to its place, in the format of its row or column", () => {
    const columns = '<cols><col min="2" max="3" style="5"/></cols>';
    const old =
      '<row r="2" spans="2:2"><c r="B2"/></row><row r="4" spans="1:1" s="6" customFormat="1"/><row r="9" s="7"/>';
    const one = { value: 1 };
    expect(patched(old, { A2: one, C2: one, B4: one, B1: one, A3: one, A9: one, D10: one }, columns)).toBe(
      [
        '<row r="1"><c r="B1" s="5"><v>1</v></c></row>',
        '<row r="2" spans="1:3"><c r="A2"><v>1</v></c><c r="B2"/><c r="C2" s="5"><v>1</v></c></row>',
        '<row r="3"><c r="A3"><v>1</v></c></row>',
        '<row r="4" spans="1:2" s="6" customFormat="1"><c r="B4" s="6"><v>1</v></c></row>',
        '<row r="9" s="7"><c r="A9"><v>1</v></c></row>',
        '<row r="10"><c r="D10"><v>1</v></c></row>',
      ].join(""),
    );
  });

  test.each([
    ['<dimension ref="A1:A1"></dimension>', '<dimension ref="A1:B2"/>'],
    ['<dimension ref="1:4"/>', '<dimension ref="1:4"/>'],
    ['<dimension ref="A:C"/>', '<dimension ref="A:C"/>'],
    ['<dimension ref=""/>', '<dimension ref=""/>'],
    ["<dimension/>", "<dimension/>"],
  ])("in a sheet whose used range is written as %s", (dimension, expected) => {
    const xml = `<worksheet>${dimension}<sheetData/></worksheet>`;
    const written = writeCells(xml, "sheet", editsOf({ B2: { value: 1 } }));
    expect(written).toBe(
      `<worksheet>${expected}<sheetData><row r="2"><c r="B2"><v>1</v></c></row></sheetData></worksheet>`,
    );
    expect(() => checkSheet(xml, written, [{ row: 1, column: 1, value: 1 }], "Plan")).not.toThrow();
  });

  test("in a sheet without cells, and with prefixed names", () => {
    const xml = '<x:worksheet xmlns:x="m"><x:dimension ref="A1"/><x:sheetData/></x:worksheet>';
    expect(writeCells(xml, "sheet", editsOf({ B2: { value: "a" } }))).toBe(
      '<x:worksheet xmlns:x="m"><x:dimension ref="A1:B2"/><x:sheetData><x:row r="2"><x:c r="B2" t="str"><x:v>a</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    );
  });
});

describe("Without formulas", () => {
  const cells: Record<string, CellSpec> = {
    A1: { f: "X()", v: "a", spill: "A1:A2" },
    A2: "b",
    B1: { f: "Y()", v: 1, si: 0, ref: "B1:B2" },
    B2: { si: 0, v: 2 },
    C1: { f: "A1&1", v: "a1" },
  };
  const constant = (value: FileValue) => ({ value, dropFormula: true });
  const edits = { A1: constant("a\n"), B1: constant(1), B2: constant(2) };

  test("cells become constants, and other formulas stay", async () => {
    const { after, book } = await edited({ sheets: [{ name: "Plan", cells }] }, edits);
    expect(Object.keys(formulasOf(book.sheets[0]!.cells))).toEqual(["C1"]);
    expect(cellsOf(book)).toEqual({ A1: "a\n", A2: "b", B1: 1, B2: 2, C1: "a1" });
    const xml = await partText(after, "xl/worksheets/sheet1.xml");
    expect(xml).toContain('<c r="A1" t="inlineStr"><is><t xml:space="preserve">a&#10;</t></is></c>');
    expect(xml).toContain('<c r="B2"><v>2</v></c>');
  });

  test("the calculation chain is removed with all references to it", async () => {
    const { before, after } = await edited({ sheets: [{ name: "Plan", cells }] }, edits);
    const [old, now] = [await hashes(before), await hashes(after)];
    expect(Object.keys(old).filter((name) => old[name] !== now[name])).toEqual([
      "[Content_Types].xml",
      "xl/_rels/workbook.xml.rels",
      "xl/worksheets/sheet1.xml",
      "xl/calcChain.xml",
    ]);
    expect(now["xl/calcChain.xml"]).toBeUndefined();
    for (const part of ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"]) {
      expect(await partText(after, part)).not.toContain("calcChain");
      expect((await partText(before, part)).replace(/<(Relationship|Override) [^>]*calcChain[^>]*>/, "")).toBe(
        await partText(after, part),
      );
    }
  });
});

const values = fc.oneof<fc.Arbitrary<FileValue>[]>(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.string({ unit: "binary" }),
  fc.constantFrom("=1+1", "#N/A", "_x0041_", "\r\n", "a\tb", "]]>", " "),
  fc.boolean(),
  fc.constantFrom({ error: "#N/A" }, { error: "#VALUE!" }),
  fc.constant(null),
);
const addresses = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 30 }))
  .map(([row, column]) => formatPosition({ row, column }));

test("Whatever a sheet holds and whatever is written, each cell holds what it should", () => {
  const written = fc.dictionary(addresses, values, { maxKeys: 30 });
  const old = fc.dictionary(
    addresses,
    fc.oneof(fc.integer(), fc.constantFrom<CellSpec>("text", null, { v: null, s: 1 }, { f: "1+1", v: 2 })),
    { maxKeys: 30 },
  );
  fc.assert(
    fc.property(old, written, fc.boolean(), (cells, news, dropFormula) => {
      const parts = partsOf({ sheets: [{ name: "Plan", cells }] });
      const texts = readSharedStrings(parseXml(parts["xl/sharedStrings.xml"]!, "texts"));
      const read = (xml: string) => cellsOfXml(xml, { sharedStrings: texts });

      const before = parts["xl/worksheets/sheet1.xml"]!;
      const edits = editsOf(
        Object.fromEntries(Object.entries(news).map(([address, value]) => [address, { value, dropFormula }])),
      );
      const after = read(writeCells(before, "sheet", edits));
      const places = [...after.values.keys()];
      const expected = Object.entries({ ...valuesOf(read(before)), ...news }).filter(([, value]) => value !== null);
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(valuesOf(after)).toEqual(Object.fromEntries(expected));
    }),
  );
});
