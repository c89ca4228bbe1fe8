/** The add-in uses no API of Office's that a host may lack, unless it asks the host first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import type ts from "typescript";
import { createAddinProgram, filesBelow, placeOf, ROOT, usesOf, type RequirementSet } from "./officeApis";
import { createGateFinder, isAtLeast } from "./officeGates";

const EXCEL = "Excel.run(async ({ workbook }) => {";
const range = `const range = workbook.getSelectedRange();`;
const asks = `Office.context.requirements.isSetSupported("ExcelApi", "1.14")`;

/** Code by a name that says what it does; `getPrecedents` is in ExcelApi 1.14. */
const SAMPLES: Readonly<Record<string, [isFound: boolean, code: string]>> = {
  "an API above the manifest": [true, `${EXCEL} ${range} range.getPrecedents(); });`],
  "a member that is only loaded": [true, `${EXCEL} workbook.worksheets.load("items/name, items/tabId"); });`],
  "a member of an object that is handed over": [true, `Excel.run({ mergeUndoGroup: true }, async () => {});`],
  "an API behind a question for another set": [
    true,
    `${EXCEL} ${range} if (Office.context.requirements.isSetSupported("ExcelApi", "1.13")) range.getPrecedents(); });`,
  ],
  "an API where the answer was no": [true, `${EXCEL} ${range} if (${asks}) return; else range.getPrecedents(); });`],
  "a function that one of two callers has not asked for": [
    true,
    `function use(range: Excel.Range) { range.getPrecedents(); }
     ${EXCEL} ${range} if (${asks}) use(range); use(range); });`,
  ],
  "an API of the manifest's sets": [false, `${EXCEL} ${range} range.setDirty(); range.load("values"); });`],
  "an API behind a question": [false, `${EXCEL} ${range} if (${asks}) range.getPrecedents(); });`],
  "an API behind a later version": [
    false,
    `${EXCEL} ${range} if (Office.context.requirements.isSetSupported("ExcelApi", "1.15")) range.getPrecedents(); });`,
  ],
  "an API behind &&": [false, `${EXCEL} ${range} return ${asks} && range.getPrecedents(); });`],
  "an API behind an early end": [false, `${EXCEL} ${range} if (!${asks}) return; range.getPrecedents(); });`],
  "an API behind a function that asks": [
    false,
    `function check() { if (!${asks}) throw new Error(); }
     ${EXCEL} ${range} check(); range.getPrecedents(); });`,
  ],
  "a function that every caller has asked for": [
    false,
    `function use(range: Excel.Range) { range.getPrecedents(); }
     const useToo = (range: Excel.Range) => use(range);
     ${EXCEL} ${range} if (${asks}) use(range); return ${asks} ? useToo(range) : undefined; });`,
  ],
};

const samplePath = (at: number) => `samples/sample${at}.ts`;
const names = Object.keys(SAMPLES);

let program: ts.Program;

beforeAll(() => {
  program = createAddinProgram(
    Object.fromEntries(names.map((name, at) => [samplePath(at), `export {};\n${SAMPLES[name]?.[1]}\n`])),
  );
});

/** The sets that every host has in which the add-in runs. */
function manifestSets(): RequirementSet[] {
  const manifest = new DOMParser().parseFromString(readFileSync(join(ROOT, "manifest.xml"), "utf8"), "text/xml");
  return [...manifest.getElementsByTagName("Set")].map((element) => ({
    name: element.getAttribute("Name") ?? "",
    version: element.getAttribute("MinVersion") ?? "",
  }));
}

/** One line for each use of an API that a host may lack. */
function violations(files: readonly ts.SourceFile[]): string[] {
  const sets = manifestSets();
  const isGated = createGateFinder(program, files);
  const isGiven = ({ name, version }: RequirementSet) =>
    sets.some((each) => each.name === name && isAtLeast(each.version, version));
  return files
    .flatMap((file) => usesOf(program, file))
    .filter(({ sets: needed }) => !needed.some(isGiven))
    .filter(({ sets: needed, node }) => !needed.some((set) => isGated(node, set)))
    .map(({ api, sets: needed, node }) => {
      return `${placeOf(node)} uses ${api} (${needed.map(({ name, version }) => `${name} ${version}`).join(" or ")})`;
    });
}

const ownFiles = () => filesBelow(program, "src");

test("every Office API used is in a required set, or guarded by a check for its set", () => {
  expect(violations(ownFiles())).toEqual([]);
});

test("the code is read as far as the rooms that Excel is talked to from", () => {
  const apis = new Set(ownFiles().flatMap((file) => usesOf(program, file).map(({ api }) => api)));
  expect([...apis]).toEqual(
    expect.arrayContaining([
      "Range.setDirty",
      "Range.getSpillingToRangeOrNullObject",
      "CustomXmlPart.setXml",
      "Addin.showAsTaskpane",
      "WorksheetCollection.items",
    ]),
  );
});

test("the manifest asks for no more than the code uses", () => {
  const used = ownFiles().flatMap((file) => usesOf(program, file).flatMap(({ sets }) => sets));
  const unused = manifestSets().filter(
    ({ name, version }) => name === "ExcelApi" && !used.some((set) => set.name === name && set.version === version),
  );
  expect(unused).toEqual([]);
});

describe("of code, there is found", () => {
  test.each(names.map((name, at) => [SAMPLES[name]![0] ? "" : "not ", name, at] as const))("%s%s", (not, _name, at) => {
    const files = filesBelow(program, "samples").filter(({ fileName }) => fileName.endsWith(samplePath(at)));
    expect(files).toHaveLength(1);
    expect(violations(files).length > 0).toBe(not === "");
  });
});
