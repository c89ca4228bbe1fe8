/** A copy of every kind of file as every kind: its main part has the content type of its ending, or nothing is asked and written. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { CONTENT_TYPES, readContentTypes, withContentType } from "../../../src/spreadsheet/xlsx/contentTypes";
import { FILE_KINDS, type FileKind } from "../../../src/spreadsheet/xlsx/fileKinds";
import { relationsName, relationsOf } from "../../../src/spreadsheet/xlsx/relations";
import { openZip } from "../../../src/spreadsheet/xlsx/zip";
import { createDeck, createDocument, run, shape, slideText } from "../../spreadsheet/documents/files";
import { createBook, PACKAGE, zipped } from "../../spreadsheet/xlsx/book";
import { runInsights } from "./run";

const sandbox = createSandbox();
const EBIT = 'INSIGHTS.KPI("FY26 Plan","committed","ebit")';

const MAIN = { Excel: "xl/workbook.xml", PowerPoint: "ppt/presentation.xml", Word: "word/document.xml" };

const CONTENTS = {
  Excel: () =>
    createBook({
      sheets: [{ name: "S", cells: { A1: { f: EBIT.replace("INSIGHTS.KPI", "_xldudf_INSIGHTS_KPI"), v: 1 } } }],
    }),
  PowerPoint: () => createDeck({ slides: [shape("T", slideText(`{=${EBIT}}`))] }),
  Word: () => createDocument(`<w:p>${run(`{=${EBIT}}`)}</w:p>`),
};

const VBA = "http://schemas.microsoft.com/office/2006/relationships";
const relation = (type: string, target: string) =>
  `<Relationship Id="${type}" Type="${VBA}/${type}" Target="${target}"/>`;

/** A file of a kind, with a project of macros where the kind has some. */
async function fileOf({ program, contentType, hasMacros }: FileKind): Promise<Uint8Array> {
  const zip = await openZip(await CONTENTS[program]());
  const main = MAIN[program];
  const parts = Object.fromEntries(
    await Promise.all(zip.names.map(async (name) => [name, await zip.bytes(name)] as const)),
  );
  const types = withContentType(await zip.text(CONTENT_TYPES), main, contentType);
  if (!hasMacros) return zipped({ ...parts, [CONTENT_TYPES]: types });
  const folder = main.slice(0, main.indexOf("/"));
  const [relations, none] = [relationsName(main), `<Relationships xmlns="${PACKAGE}/relationships"></Relationships>`];
  const own = zip.has(relations) ? await zip.text(relations) : none;
  const project = `<Override PartName="/${folder}/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>`;
  return zipped({
    ...parts,
    [CONTENT_TYPES]: types.replace("</Types>", `${project}</Types>`),
    [relations]: own.replace("</Relationships>", `${relation("vbaProject", "vbaProject.bin")}</Relationships>`),
    [`${folder}/vbaProject.bin`]: "macros",
    [`${folder}/_rels/vbaProject.bin.rels`]: none.replace("><", `>${relation("wordVbaData", "vbaData.xml")}<`),
    [`${folder}/vbaData.xml`]: "<data/>",
  });
}

/** True if a file can become one of another kind: decks and documents lose their macros, and none gets some. */
function isPossible(from: FileKind, to: FileKind): boolean {
  if (from.program !== to.program) return false;
  return !to.hasMacros || (from.hasMacros && from.program === "Excel");
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "kinds-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function copy(from: FileKind, ending: string, args: readonly string[] = []) {
  return copyOf(await fileOf(from), from.ending, ending, args);
}

async function copyOf(bytes: Uint8Array, from: string, ending: string, args: readonly string[] = []) {
  const [source, out] = [join(folder, `source${from}`), join(folder, `copy${ending}`)];
  writeFileSync(source, bytes);
  let requests = 0;
  const fetch: typeof sandbox.fetch = (...request) => {
    requests += 1;
    return sandbox.fetch(...request);
  };
  const { status, errors } = await runInsights(["refresh", source, "-o", out, ...args], { ...sandbox, fetch });
  return { status, errors, requests, zip: existsSync(out) ? await openZip(readFileSync(out)) : undefined };
}

const pairs = FILE_KINDS.flatMap((from) => FILE_KINDS.map((to) => ({ from, to })));
const possible = pairs.filter(({ from, to }) => isPossible(from, to));
const named = ({ from, to }: (typeof pairs)[number]) => [from.ending, to.ending, from, to] as const;

test.each(possible.map(named))(
  "A copy of %s as %s has its content type, and its macros",
  async (_, ending, from, to) => {
    const { status, zip } = await copy(from, ending);
    expect(status).toBe(0);
    const main = MAIN[to.program];
    expect(readContentTypes(await zip!.text(CONTENT_TYPES))(main)).toBe(to.contentType);
    const all = [...zip!.names, await zip!.text(CONTENT_TYPES), JSON.stringify(await relationsOf(zip!, main))].join(
      "\n",
    );
    expect(/vba/i.test(all)).toBe(to.hasMacros);
  },
);

test.each(["Excel", "PowerPoint", "Word"] as const)("A file of %s becomes none of another program", async (program) => {
  for (const { from, to } of pairs.filter((pair) => pair.from.program === program && !isPossible(pair.from, pair.to))) {
    const { status, errors, requests, zip } = await copy(from, to.ending);
    expect([from.ending, to.ending, status, requests, zip]).toEqual([from.ending, to.ending, 2, 0, undefined]);
    expect(errors).toContain("cannot be a copy of");
  }
});

test.each([".pdf", ".csv", ".zip", ".xlsb", ".doc", ""])("A copy of an .xlsx as %p is refused", async (ending) => {
  const { status, requests, zip } = await copy(FILE_KINDS[0]!, ending);
  expect([status, requests, zip]).toEqual([2, 0, undefined]);
});

test("A values-only copy of an .xlsm as .xlsx has no macros", async () => {
  const from = FILE_KINDS.find(({ ending }) => ending === ".xlsm")!;
  const { status, zip } = await copy(from, ".xlsx", ["--values"]);
  expect([status, zip!.names.filter((name) => /vba/i.test(name))]).toEqual([0, []]);
});

test("A workbook with sheets of Excel 4 macros becomes no .xlsx, and nothing is asked", async () => {
  const from = FILE_KINDS.find(({ ending }) => ending === ".xlsm")!;
  const zip = await openZip(await fileOf(from));
  const relations = relationsName(MAIN.Excel);
  const sheet = relation("xlMacrosheet", "macrosheets/sheet1.xml");
  const text = (await zip.text(relations)).replace("</Relationships>", `${sheet}</Relationships>`);
  const { status, errors, requests } = await copyOf(await zip.with(new Map([[relations, text]])), ".xlsm", ".xlsx");
  expect([status, requests, errors]).toEqual([2, 0, expect.stringContaining("Excel 4 macros")]);
});

test("A document with the name of a deck is refused", async () => {
  const { status, errors, zip } = await copyOf(await CONTENTS.Word(), ".pptx", ".pptx");
  expect([status, errors, zip]).toEqual([
    5,
    expect.stringContaining("file of Word with a name of PowerPoint"),
    undefined,
  ]);
});

test("A template with macros for each scenario is refused before the scenarios are asked for", async () => {
  const from = FILE_KINDS.find(({ ending }) => ending === ".pptm")!;
  const { status, errors, requests } = await copy(from, "", ["--each", "scenario"]);
  expect([status, requests, errors]).toEqual([2, 0, expect.stringContaining("cannot be a copy of")]);
});
