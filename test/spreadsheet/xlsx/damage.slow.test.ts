/** Files that are damaged, or made to do damage: each is refused with what is wrong and where, before memory goes. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import { FILE_LIMITS, type FileLimits } from "../../../src/spreadsheet/xlsx/limits";
import { createResolver } from "../../../src/spreadsheet/xlsx/resolve";
import { customXmlOf, loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { createBook, partsOf, partText, zipped, type CellSpec } from "./book";
import { valuesOf } from "./cells";

const SHEET = "xl/worksheets/sheet1.xml";
const RELATIONS = "xl/_rels/workbook.xml.rels";

const book = (cells: Record<string, CellSpec>) => partsOf({ sheets: [{ name: "Plan", cells }] });

/** The file with one part changed. */
async function changed(part: string, change: (xml: string) => string) {
  const parts = book({ A1: "text", B2: 3 });
  return zipped({ ...parts, [part]: change(parts[part] ?? "") });
}

const load = (bytes: Uint8Array, limits: Partial<FileLimits> = {}) =>
  loadWorkbook(bytes, { ...FILE_LIMITS, ...limits });

describe("A damaged file is refused, and the damage is named", () => {
  test.each<[string, string, (xml: string) => string, string]>([
    [
      "a text that is not among the texts",
      SHEET,
      (xml) => xml.replace("<v>0</v>", "<v>7</v>"),
      `cell A1 in ${SHEET} refers to text 7, but the texts end at 0.`,
    ],
    [
      "a text before the first",
      SHEET,
      (xml) => xml.replace("<v>0</v>", "<v>-1</v>"),
      `cell A1 in ${SHEET} refers to text -1`,
    ],
    ["half a text", SHEET, (xml) => xml.replace("<v>0</v>", "<v>0.5</v>"), `cell A1 in ${SHEET} refers to text 0.5`],
    [
      "a number that is none",
      SHEET,
      (xml) => xml.replace("<v>3</v>", "<v>three</v>"),
      `cell B2 in ${SHEET} contains "three", which is not a number.`,
    ],
    [
      "a number in a notation of programs",
      SHEET,
      (xml) => xml.replace("<v>3</v>", "<v>0x10</v>"),
      `cell B2 in ${SHEET} contains "0x10", which is not a number.`,
    ],
    [
      "a row in such a notation",
      SHEET,
      (xml) => xml.replace('<row r="2"', '<row r="0x2"'),
      '"0x2" is not the number of a row.',
    ],
    [
      "a text in such a notation",
      SHEET,
      (xml) => xml.replace("<v>0</v>", "<v>0x0</v>"),
      `cell A1 in ${SHEET} refers to text 0x0`,
    ],
    [
      "a sheet whose part is not named",
      RELATIONS,
      (xml) => xml.replace(/<Relationship [^>]*worksheets\/sheet1[^>]*>/, ""),
      'the sheet "Plan" is not in the file.',
    ],
    [
      "a number that is too large",
      SHEET,
      (xml) => xml.replace("<v>3</v>", "<v>1E999</v>"),
      `cell B2 in ${SHEET} contains "1E999"`,
    ],
    [
      "a row that has no number",
      SHEET,
      (xml) => xml.replace('<row r="2"', '<row r="abc"'),
      '"abc" is not the number of a row.',
    ],
    [
      "a row below the last",
      SHEET,
      (xml) => xml.replace('<row r="2"', '<row r="1048577"'),
      '"1048577" is not the number of a row.',
    ],
    [
      "an address of a part that is none",
      RELATIONS,
      (xml) => xml.replace("sharedStrings.xml", "http://[x"),
      `${RELATIONS} refers to "http://[x", which is not in the file.`,
    ],
  ])("%s", async (_what, part, change, message) => {
    await expect(load(await changed(part, change))).rejects.toThrow(`The file is damaged: ${message}`);
  });

  test("two parts of one name", async () => {
    const writer = new ZipWriter(new Uint8ArrayWriter());
    for (const name of ["a.xml", "b.xml"]) await writer.add(name, new Uint8ArrayReader(new Uint8Array(9)));
    const bytes = Buffer.from(await writer.close());
    for (let at = bytes.indexOf("b.xml"); at >= 0; at = bytes.indexOf("b.xml")) bytes.write("a.xml", at);
    await expect(load(new Uint8Array(bytes))).rejects.toThrow("damaged: two files in it have the same name.");
  });

  test("a blank where a text is meant is blank", async () => {
    const { sheets } = await load(await changed(SHEET, (xml) => xml.replace("<v>0</v>", "<v></v>")));
    expect(valuesOf(sheets[0]!.cells)).toEqual({ B2: 3 });
  });
});

test("A part that declares entities is refused", async () => {
  const declared = '<!DOCTYPE sst [<!ENTITY a "text"><!ENTITY b "&a;&a;">]>';
  const bytes = await changed("xl/sharedStrings.xml", (xml) =>
    xml.replace("?>", `?>${declared}`).replace('<t xml:space="preserve">', "$&&b;"),
  );
  await expect(load(bytes)).rejects.toThrow(/xl\/sharedStrings\.xml is not XML \(.*undefined entity/);
});

test("An encrypted part is told from a damaged one", async () => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { password: "secret", zipCrypto: true });
  for (const [name, text] of Object.entries(book({ A1: 1 })))
    await writer.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)));
  const bytes = await writer.close();
  await expect(load(bytes)).rejects.toThrow(
    "_rels/.rels in the file is encrypted. Save it in its program without a password, or under a label that does not encrypt.",
  );
});

describe("A file over a limit of size is refused while it is unpacked", () => {
  const blanks = " ".repeat(12_000_000);
  const large = (text: string) => changed(SHEET, (xml) => xml.replace("<sheetData", `${text}<sheetData`));

  test.each<[keyof FileLimits, Partial<FileLimits>, string]>([
    ["ratio", {}, `${SHEET} unpacks to more than 200 times its size.`],
    ["part", { ratio: 5000, part: 11 }, `${SHEET} unpacks to more than 11 MB.`],
    ["unpacked", { ratio: 5000, unpacked: 12 }, "it unpacks to more than 12 MB."],
  ])("by its limit %s", async (limit, limits, message) => {
    const error: unknown = await load(await large(blanks), limits).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ limit, message: `The file is too large to read: ${message}` });
  });

  test("and is read where the limit is raised", async () => {
    expect((await load(await large(blanks), { ratio: 5000 })).sheets[0]?.cells.values.size).toBe(2);
  });

  test("also where it says itself that it is small", async () => {
    const bytes = Buffer.from(await large(blanks));
    const size = Buffer.alloc(4);
    const { uncompressedSize } = (await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()).find(
      ({ filename }) => filename === SHEET,
    )!;
    size.writeUInt32LE(uncompressedSize);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size)) bytes.writeUInt32LE(100, at);
    await expect(load(new Uint8Array(bytes))).rejects.toThrow(/too large to read|cannot be read/);
  });

  test("also where its parts share their bytes", async () => {
    const bytes = Buffer.from(await zipped({ "a.xml": "x".repeat(50) + Math.PI, "b.xml": "x".repeat(50) + Math.PI }));
    const [first, second] = [bytes.indexOf("PK\u0001\u0002"), bytes.lastIndexOf("PK\u0001\u0002")];
    for (const entry of [first, second]) bytes.writeUInt32LE(bytes.length, entry + 20);
    await expect(load(new Uint8Array(bytes))).rejects.toThrow(/files in it overlap|is damaged/);
  });
});

describe("A file with more cells than the memory holds is refused", () => {
  test("cells of array formulas count, which a file need not hold", async () => {
    const bytes = await createBook({
      sheets: [{ name: "Plan", cells: { A1: { f: "1", v: 1, array: "A1:XFD1048576" } } }],
    });
    await expect(load(bytes)).rejects.toMatchObject({
      limit: "cells",
      message:
        "The file is too large to read: it has more than 1,500,000 cells, including the cells of array formulas.",
    });
  });

  test("cells of all sheets count together", async () => {
    const sheets = ["One", "Two"].map((name) => ({ name, cells: { A1: 1, A2: 2, A3: 3 } }));
    const bytes = await createBook({ sheets });
    await expect(load(bytes, { cells: 5 })).rejects.toThrow("it has more than 5 cells");
    expect((await load(bytes, { cells: 6 })).sheets).toHaveLength(2);
  });
});

test("A formula whose names expand a billion times is not calculated", async () => {
  const names = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`n${at}_x`, at === 29 ? "1" : `n${at + 1}_x+n${at + 1}_x`]),
  );
  const resolve = createResolver(await load(await createBook({ sheets: [{ name: "Plan", cells: { A1: 1 } }], names })));
  const problem = "With all names replaced, the formula has more than 32,768 characters.";
  expect(resolve("n0_x", 0, { row: 0, column: 0 })).toMatchObject({ problem, text: "n0_x" });
  expect(resolve("n26_x", 0, { row: 0, column: 0 })).toMatchObject({ text: "(((1+1)+(1+1))+((1+1)+(1+1)))" });
});

describe("What Power Query keeps in a workbook", () => {
  const text =
    '<?xml version="1.0" encoding="utf-16"?><DataMashup xmlns="http://schemas.microsoft.com/DataMashup">AA==</DataMashup>';
  const ours = '<insights xmlns="urn:scenario-insights:workbook" plan="p1"/>';
  const utf16 = (xml: string) => new Uint8Array(Buffer.from(`\ufeff${xml}`, "utf16le"));

  async function withItems(items: Uint8Array[]) {
    const parts = book({ A1: 1 });
    const writer = new ZipWriter(new Uint8ArrayWriter());
    const relations = items.map(
      (_, at) => `<Relationship Id="x${at}" Type="x/customXml" Target="../customXml/item${at}.xml"/>`,
    );
    parts[RELATIONS] = parts[RELATIONS]!.replace("</Relationships>", `${relations.join("")}</Relationships>`);
    for (const [name, xml] of Object.entries(parts))
      await writer.add(name, new Uint8ArrayReader(new TextEncoder().encode(xml)));
    for (const [at, bytes] of items.entries()) await writer.add(`customXml/item${at}.xml`, new Uint8ArrayReader(bytes));
    return writer.close();
  }

  test("is in UTF-16, and in nobody's way; nor is what is no XML at all", async () => {
    const items = [utf16(text), new Uint8Array([0xff, 1, 2]), new TextEncoder().encode("no XML"), utf16(ours)];
    const found = await customXmlOf(await load(await withItems(items)), "urn:scenario-insights:workbook");
    expect(found).toEqual([
      { xmlPart: "customXml/item3.xml", namespace: "urn:scenario-insights:workbook", text: `\ufeff${ours}` },
    ]);
  });

  test("is written as it was read", async () => {
    const workbook = await load(await withItems([utf16(text)]));
    const xml = await workbook.zip.text("customXml/item0.xml");
    const bytes = await workbook.zip.with(new Map([["customXml/item0.xml", xml.replace("AA==", "BB==")]]));
    const again = await (await load(bytes)).zip.text("customXml/item0.xml");
    expect(again).toBe(`\ufeff${text.replace("AA==", "BB==")}`);
    // As UTF-8, its own first line would be wrong.
    expect(await partText(bytes, "customXml/item0.xml")).not.toBe(again);
  });
});
