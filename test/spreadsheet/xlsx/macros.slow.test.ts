/** The values-only copy of a workbook with macros is an .xlsx without them, in the shape in which Excel writes both. */
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { writeValuesOnly } from "../../../src/spreadsheet/xlsx/valuesOnly";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { hashes, partsOf, partText, zipped } from "./book";
import { cellsIn } from "./cells";

const TYPES = "[Content_Types].xml";
const RELATIONS = "xl/_rels/workbook.xml.rels";
const PROJECT = "application/vnd.ms-office.vbaProject";
const SIGNATURE = "xl/vbaProjectSignature.bin";

interface MacroOptions {
  /** How the content types name the project. */
  readonly type?: string;
  /** Further relations of the workbook. */
  readonly relations?: string;
}

/** A workbook with a signed project of macros. */
function macroBook({
  type = `<Override PartName="/xl/vbaProject.bin" ContentType="${PROJECT}"/>`,
  relations = "",
}: MacroOptions = {}): Promise<Uint8Array> {
  const cells = { A1: { f: "1+1", v: 2 } };
  const parts = partsOf({
    sheets: [
      { name: "Plan", cells },
      { name: "Other", cells },
    ],
  });
  const types = parts[TYPES]!.replace(
    /"[^"]*\.sheet\.main\+xml"/,
    '"application/vnd.ms-excel.sheet.macroEnabled.main+xml"',
  ).replace("</Types>", `${type}</Types>`);
  const project =
    '<Relationship Id="vba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>';
  return zipped({
    ...parts,
    [TYPES]: types,
    [RELATIONS]: parts[RELATIONS]!.replace("</Relationships>", `${project}${relations}</Relationships>`),
    "xl/vbaProject.bin": "macros",
    "xl/_rels/vbaProject.bin.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProjectSignature" Target="vbaProjectSignature.bin"/></Relationships>`,
    [SIGNATURE]: "signature",
  });
}

const copyOf = async (bytes: Uint8Array) => writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);

test("A copy has no macros, their signature and their content types, and all else stays", async () => {
  const before = await macroBook();
  const { bytes, isMacroEnabled } = await copyOf(before);
  expect(isMacroEnabled).toBe(false);
  expect([await partText(bytes, TYPES), await partText(bytes, RELATIONS)].join()).not.toMatch(/vba|macro/i);
  expect(await partText(bytes, TYPES)).toContain(
    'PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"',
  );
  const [old, own] = [await hashes(before), await hashes(bytes)];
  const gone = Object.keys(old).filter((name) => !(name in own));
  expect(gone.filter((name) => !name.startsWith("xl/webextensions")).sort()).toEqual([
    "xl/_rels/vbaProject.bin.rels",
    "xl/calcChain.xml",
    "xl/vbaProject.bin",
    SIGNATURE,
  ]);
  expect(await cellsIn(bytes)).toEqual(await cellsIn(before));
});

test("A default type of binary parts stays if other parts have it", async () => {
  const type = `<Default Extension="bin" ContentType="${PROJECT}"/>`;
  const { bytes, isMacroEnabled } = await copyOf(await macroBook({ type }));
  expect([isMacroEnabled, (await partText(bytes, TYPES)).includes(type)]).toEqual([false, true]);
});

test("A workbook with a sheet of Excel 4 macros stays an .xlsm", async () => {
  const relations =
    '<Relationship Id="xlm" Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet" Target="macrosheets/sheet1.xml"/>';
  const before = await macroBook({ relations });
  const { bytes, isMacroEnabled } = await copyOf(before);
  expect([isMacroEnabled, await partText(bytes, "xl/vbaProject.bin")]).toEqual([true, "macros"]);
});
