import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import fc from "fast-check";
import * as edits from "../../../src/spreadsheet/xlsx/cellEdits";
import { readPosition } from "../../../src/spreadsheet/xlsx/positions";
import { checkSheet } from "../../../src/spreadsheet/xlsx/verify";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { writeWorkbook } from "../../../src/spreadsheet/xlsx/write";
import { escapeXml } from "../../../src/spreadsheet/xlsx/xml";
import { openZip, type Zip } from "../../../src/spreadsheet/xlsx/zip";
import { createBook, zipped } from "./book";

jest.mock("../../../src/spreadsheet/xlsx/cellEdits", () => {
  const actual = jest.requireActual<typeof edits>("../../../src/spreadsheet/xlsx/cellEdits");
  return { ...actual, writeCells: jest.fn(actual.writeCells) };
});

type CellEdit = edits.CellEdit;
type Edits = Record<string, Omit<CellEdit, "row" | "column">>;

const sheet = (rows: string, tail = "") =>
  `<worksheet><dimension ref="A1:B2"/><sheetData>${rows}</sheetData>${tail}</worksheet>`;

function check(before: string, after: string, meant: Edits = {}): void {
  const list = Object.entries(meant).map(([address, edit]) => ({ ...readPosition(address), ...edit }));
  checkSheet(before, after, list, "Plan");
}

const ROWS =
  '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>2</v></c><c r="B1" s="3"><v>1</v></c></row>' +
  '<row r="2" ht="30"><c r="A2"><f t="shared" si="0"/><v>4</v></c><c r="B2" t="s"><v>0</v></c></row>';

describe("A written sheet is accepted", () => {
  test.each<[string, string, string, Edits]>([
    ["without edits", ROWS, ROWS, {}],
    ["if an edited cell has a new value and type", ROWS, ROWS.replace("<v>2</v>", "<v>9</v>"), { A1: { value: 9 } }],
    [
      "if an edited cell changes its type",
      ROWS,
      ROWS.replace('"A1"', '"A1" t="e"').replace("<v>2</v>", "<v>#N/A</v>"),
      { A1: { value: { error: "#N/A" } } },
    ],
    [
      "if a cell and a row are added",
      ROWS,
      `${ROWS.replace("</row><row", '<c r="C1"><v>1</v></c></row><row')}<row r="3"><c r="A3"><v>1</v></c></row>`,
      { C1: { value: 1 }, A3: { value: 1 } },
    ],
    [
      "if the spans of a row grow",
      '<row r="1" spans="1:1" ht="9"><c r="A1"/></row>',
      '<row r="1" spans="1:2" ht="9"><c r="A1"/><c r="B1"><v>1</v></c></row>',
      { B1: { value: 1 } },
    ],
    ["if a row is emptied", '<row r="1"><c r="A1"><v>1</v></c></row>', "", { A1: { value: null } }],
    [
      "if an array formula has its new range",
      '<row><c cm="1"><f t="array" ref="A1:A2">X()</f><v>1</v></c></row>',
      '<row><c cm="1"><f t="array" ref="A1:A9">X()</f><v>2</v></c></row>',
      { A1: { value: 2, range: { row: 0, column: 0, rows: 9, columns: 1 } } },
    ],
    [
      "if a formula becomes its value",
      '<row><c cm="1" s="2"><f t="array" ref="A1">X()</f><v>1</v></c></row>',
      '<row><c s="2"><v>1</v></c></row>',
      { A1: { value: 1, dropFormula: true } },
    ],
  ])("%s", (_why, before, after, meant) => {
    expect(() => check(sheet(before), sheet(after), meant)).not.toThrow();
  });

  test("if its tags have prefixes, comments and quoted brackets", () => {
    const prefixed =
      '<x:worksheet><x:sheetData><!-- <c r="A1"> --><x:row r="1" a=">"><x:c r="A1"><x:v>1</x:v></x:c></x:row>';
    const end = "</x:sheetData></x:worksheet>";
    check(prefixed + end, prefixed.replace(">1<", ">2<") + end, { A1: { value: 2 } });
    expect(() => check(prefixed + end, prefixed.replace(">1<", ">2<") + end)).toThrow("Plan!A1");
  });
});

describe("A written sheet is refused, and the cell is named", () => {
  const both: Edits = { A1: { value: 9 }, A2: { value: 9 } };
  test.each<[string, string, string, Edits, string]>([
    ["a cell changes without an edit", "<v>1</v>", "<v>2</v>", {}, "Plan!B1"],
    ["the range of a shared formula changes", 'ref="A1:A2"', 'ref="A1"', both, "Plan!A1"],
    ["a shared formula loses its group", 'si="0"/>', 'si="1"/>', both, "Plan!A2"],
    ["a formula changes", "B1*2", "B1*3", both, "Plan!A1"],
    ["a formula is lost", '<f t="shared" si="0"/>', "", both, "Plan!A2"],
    ["a format changes", 's="3"', 's="4"', { B1: { value: 1 } }, "Plan!B1"],
    ["a cell is lost", '<c r="B2" t="s"><v>0</v></c>', "", both, "Plan!B2"],
    ["an edited formula is lost with its cell", '<c r="A2"><f t="shared" si="0"/><v>4</v></c>', "", both, "Plan!A2"],
    ["a cell is added", "</row>", '<c r="C1"><v>1</v></c></row>', both, "Plan!C1"],
    ["a row's height changes", 'ht="30"', 'ht="31"', both, "row 2 of Plan"],
    ["other content is lost", "<legacy/>", "", both, "Plan"],
  ])("if %s", (_why, from, to, meant, name) => {
    const before = sheet(ROWS, "<legacy/>");
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    expect(() => check(before, after, meant)).toThrow(new RegExp(`would change ${name}[, ]`));
  });

  test("if a formula stays although its value replaces it", () => {
    const drop = { A1: { value: 2, dropFormula: true } };
    expect(() => check(sheet(ROWS), sheet(ROWS), drop)).toThrow("Plan!A1");
  });

  test("if an array formula has another range than its result", () => {
    const array = (ref: string) => sheet(`<row><c><f t="array" ref="${ref}">X()</f></c></row>`);
    const meant = { A1: { value: 2, range: { row: 0, column: 0, rows: 9, columns: 1 } } };
    expect(() => check(array("A1:A2"), array("A1:A8"), meant)).toThrow("Plan!A1");
  });
});

test("Any changed character of any cell without an edit is found", () => {
  const value = fc.string({ unit: fc.constantFrom(..."ab \"'=/é😀"), maxLength: 6 });
  const row = fc.array(value, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (rows, chosen, from) => {
      const at = chosen % (rows.length * 3);
      const xmlOf = (tampered?: number, edited?: number) =>
        rows.map((values, down) => {
          const cells = values.map((text, right) => {
            const number = down * 3 + right;
            const shown = number === tampered ? `${text.slice(0, from % 7)}x${text.slice(from % 7)}` : text;
            return `<c r="${"ABC"[right]}${down + 1}"><v>${number === edited ? 1 : escapeXml(shown)}</v></c>`;
          });
          return `<row r="${down + 1}">${cells.join("")}</row>`;
        });
      const other = (at + 1) % (rows.length * 3);
      const address = (number: number) => `${"ABC"[number % 3]}${Math.floor(number / 3) + 1}`;
      const meant = { [address(other)]: { value: 1 } };
      const [before, after] = [sheet(xmlOf().join("")), sheet(xmlOf(undefined, other).join(""))];
      expect(() => check(before, after, meant)).not.toThrow();
      const tampered = sheet(xmlOf(at, other).join(""));
      expect(() => check(before, tampered, meant)).toThrow(`would change Plan!${address(at)},`);
    }),
  );
});

describe("A workbook is not written", () => {
  const RELATIONS = "_rels/.rels";
  const STYLES = "xl/styles.xml";
  const SHEET = "xl/worksheets/sheet1.xml";

  /** Writes a cell and the relations, by a zip that does this to the bytes of the new file. */
  async function write(tamper: (bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array = (bytes) => bytes) {
    const cells = { A1: { f: "B1*2", v: 1, si: 0, ref: "A1:A2" }, A2: { si: 0, v: 2 } };
    const book = await loadWorkbook(await createBook({ sheets: [{ name: "Plan", cells }] }));
    const [plan] = book.sheets;
    const own: CellEdit[] = [{ row: 0, column: 0, value: 9 }];
    const zip: Zip = { ...book.zip, with: async (changes) => tamper(await book.zip.with(changes)) };
    const xmlParts = new Map([[RELATIONS, `${await zip.text(RELATIONS)}<!-- new -->`]]);
    return writeWorkbook(
      { ...book, zip },
      { cells: new Map(plan ? [[plan, own]] : []), xmlParts, unwanted: new Set() },
    );
  }

  /** Changes the text of a part; undefined removes it. */
  const change = (part: string, edit: (text: string) => string | undefined) => async (bytes: Uint8Array) => {
    const zip = await openZip(bytes);
    const text = await zip.text(part);
    expect(edit(text)).not.toBe(text);
    return zip.with(new Map([[part, edit(text)]]));
  };

  const unmeant = (part: string) => `The new file would change ${part}, which must stay the same`;

  test("unless all is as it was meant", async () => {
    const zip = await openZip(await write());
    expect(await zip.text(RELATIONS)).toContain("<!-- new -->");
    expect(await zip.text(SHEET)).toContain("<v>9</v>");
  });

  test("if the range of a shared formula was damaged", async () => {
    const { writeCells } = jest.requireActual<typeof edits>("../../../src/spreadsheet/xlsx/cellEdits");
    const damage = (...args: Parameters<typeof writeCells>) =>
      writeCells(...args).replace('ref="A1:A2" si', 'ref="A1" si');
    jest.mocked(edits.writeCells).mockImplementationOnce(damage);
    await expect(write()).rejects.toThrow("would change Plan!A1");
  });

  test("if a part was lost", async () => {
    await expect(write(change(STYLES, () => undefined))).rejects.toThrow(unmeant("the list of its parts"));
  });

  test("if its parts are in another order", async () => {
    const reorder = async (bytes: Uint8Array) => {
      const zip = await openZip(bytes);
      const [first = "", ...names] = zip.names;
      const texts = await Promise.all([...names, first].map(async (name) => [name, await zip.text(name)] as const));
      return zipped(Object.fromEntries(texts));
    };
    await expect(write(reorder)).rejects.toThrow(unmeant("the list of its parts"));
  });

  test("if a character of another part has changed", async () => {
    const tamper = change(STYLES, (text) => text.replace("11", "12"));
    await expect(write(tamper)).rejects.toThrow(unmeant(STYLES));
  });

  test.each<[string, (places: Places) => number[]]>([
    ["content is damaged under the old checksum", ({ content }) => [content]],
    ["checksum is damaged", ({ checksums }) => checksums],
    ["checksum is damaged in one of its two places", ({ checksums }) => checksums.slice(1)],
  ])("if another part's %s", async (_what, chosen) => {
    const damage = async (bytes: Uint8Array) => {
      const copy = Uint8Array.from(bytes);
      for (const at of chosen(await placesOf(bytes, STYLES))) copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    await expect(write(damage)).rejects.toThrow(unmeant(STYLES));
  });

  test.each([
    ["a changed part", RELATIONS, "<!-- new -->", "<!-- nee -->"],
    ["a changed cell", SHEET, "<v>9</v>", "<v>8</v>"],
  ])("if the text of %s is another than it was meant", async (_what, part, from, to) => {
    await expect(write(change(part, (text) => text.replace(from, to)))).rejects.toThrow(unmeant(part));
  });
});

/** Where the bytes of a part are in a zip. */
interface Places {
  readonly content: number;
  /** Before the content, and in the list of parts at the end. */
  readonly checksums: number[];
}

async function placesOf(bytes: Uint8Array, part: string): Promise<Places> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const { offset } = entries.find(({ filename }) => filename === part)!;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // A header has 30 bytes, a name and extra fields. Their lengths are in it.
  const content = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const nameInList = Buffer.from(bytes).lastIndexOf(part);
  return { content, checksums: [offset + 14, nameInList - 30] };
}
