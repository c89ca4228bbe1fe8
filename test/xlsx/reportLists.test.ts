/** What a copy of a workbook with reports does not tell: the lists behind their inputs. */
import { refreshBook } from "../../src/cli/refreshBook";
import { createSession } from "../../src/insights";
import { createSandbox } from "../../src/sandbox/sandbox";
import { ADDIN_TRACES } from "../../src/saved/traces";
import { REPORT_KINDS } from "../../src/workbook/reports/reportKinds";
import { writeValuesOnly } from "../../src/xlsx/valuesOnly";
import { loadWorkbook } from "../../src/xlsx/workbook";
import { hashes, partText, zipped, type CellSpec } from "./book";
import { cellsIn } from "./cells";
import { firstReport, moved, presentReport, reportParts, UNTOLD, type ReportSheet } from "./reportBook";

const SHEET = "xl/worksheets/sheet2.xml";
const LISTED = /!A[A-I]\d+$/;

async function copyOf(parts: Record<string, string>) {
  const before = await zipped(parts);
  return { before, ...(await writeValuesOnly(await loadWorkbook(before), ADDIN_TRACES)) };
}

/** The parts whose text holds what only the lists say. */
async function tellingParts(bytes: Uint8Array): Promise<string[]> {
  const parts = Object.keys(await hashes(bytes)).filter((part) => /\.(xml|rels)$/.test(part));
  const texts = await Promise.all(parts.map(async (part) => ({ part, text: await partText(bytes, part) })));
  return texts.filter(({ text }) => UNTOLD.test(text)).map(({ part }) => part);
}

async function cellsBeside(bytes: Uint8Array, listed = LISTED): Promise<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(await cellsIn(bytes)).filter(([address]) => !listed.test(address)));
}

const REPORTS: [string, () => ReportSheet][] = [
  ...REPORT_KINDS.map((kind): [string, () => ReportSheet] => [kind, () => presentReport(kind)]),
  ...["statement", "months", "demand", "comparison", "one-page"].map((name): [string, () => ReportSheet] => [
    `${name} of the first build`,
    () => firstReport(name),
  ]),
];

describe.each(REPORTS)("A copy of the report %s", (_name, make) => {
  test("holds no name, id or currency of another plan and no scenario that was not chosen, in any part", async () => {
    const { before, bytes } = await copyOf(reportParts(make()));
    expect(await tellingParts(before)).toEqual(expect.arrayContaining([SHEET, "xl/sharedStrings.xml"]));
    expect(await tellingParts(bytes)).toEqual([]);
  });

  test("shows all else that it showed, and has no drop-down, formula or name that leads to the lists", async () => {
    const { before, bytes, formulas } = await copyOf(reportParts(make()));
    expect(await cellsIn(bytes)).toEqual(await cellsBeside(before));
    expect(await cellsIn(bytes, "formulas")).toEqual({});
    expect(formulas).toBe(Object.keys(await cellsIn(before, "formulas")).filter((cell) => !LISTED.test(cell)).length);
    expect((await loadWorkbook(bytes)).names.map(({ name }) => name)).toEqual(["Shown"]);
    const left = [...(await partText(bytes, SHEET)).matchAll(/<formula1>(.*?)<\/formula1>/g)].map(
      ([, source]) => source,
    );
    expect(left.filter((source) => source !== '"Months,Quarters"' && source !== '"product,region,channel"')).toEqual(
      [],
    );
  });
});

const withCells = (
  report: ReportSheet,
  change: (address: string, cell: CellSpec) => [string, CellSpec],
): ReportSheet => ({
  ...report,
  cells: Object.fromEntries(Object.entries(report.cells).map(([address, cell]) => change(address, cell))),
});

test("Lists that were frozen are values, and go as well", async () => {
  const frozen = withCells(presentReport("statement"), (address, cell) => [
    address,
    typeof cell === "object" && cell !== null && "v" in cell ? (cell.v ?? null) : cell,
  ]);
  const { before, bytes } = await copyOf(reportParts(frozen));
  expect(await cellsIn(bytes)).toEqual(await cellsBeside(before));
  expect(await tellingParts(bytes)).toEqual([]);
});

test.each([
  ["found by their headings", "Id"],
  ["found where the list of scenarios has failed", { error: "#N/A" }],
])("Lists that a person has moved by inserting columns and rows are %s", async (_how, scenarios) => {
  const { cells, dropDowns } = withCells(presentReport("statement"), (address, cell) => {
    const isSpill = typeof cell === "object" && cell !== null && "spill" in cell;
    return [moved(address, 2, 3), isSpill ? { f: cell.f ?? "", v: "Id" } : cell];
  });
  const sources = dropDowns.map(([cell]) => [cell, "$AD$5:$AD$9"] as const);
  const AH4 = { f: "_xldudf_INSIGHTS_SCENARIOS($B$7)", v: scenarios };
  const { before, bytes } = await copyOf(reportParts({ cells: { ...cells, AH4, AA9: "mine" }, dropDowns: sources }));
  expect(await cellsIn(bytes)).toEqual(await cellsBeside(before, /!A[D-L]\d+$/));
  expect(await cellsIn(bytes)).toMatchObject({ "P&L report!AA9": "mine" });
  expect(await tellingParts(bytes)).toEqual([]);
});

test("Lists that a refresh with --freeze fills anew go as well, with the texts that were in them", async () => {
  const { cells, dropDowns } = firstReport("statement");
  const AA2 = { f: "_xldudf_INSIGHTS_PLANS()", v: "Id", spill: "AA2:AD5" };
  const before = await zipped(reportParts({ cells: { ...cells, AA2, AB4: "FY26 Europe (old)" }, dropDowns }));
  const { fetch, apiKey } = createSandbox();
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
  const { bytes, summary } = await refreshBook(before, { session, settings: {}, freeze: true });
  expect(summary.changes.map(({ cell }) => cell)).toContain("'P&L report'!AB4");
  expect(await tellingParts(bytes)).toEqual([]);
});

test("The drop-downs of people stay, though lists of other sheets are in the same columns", async () => {
  const { cells, dropDowns } = presentReport("bridge");
  const own = [
    ["J1", '"Yes,No"'],
    ["J2", "$J$5:$J$9"],
    ["J3", "Notes!$AA$1:$AA$2"],
  ] as const;
  const { bytes } = await copyOf(reportParts({ cells, dropDowns: [...own, ...dropDowns] }));
  const xml = await partText(bytes, SHEET);
  expect([...xml.matchAll(/<formula1>(.*?)<\/formula1>/g)].map(([, source]) => source)).toEqual(
    own.map(([, source]) => source),
  );
  expect(xml).toContain('<dataValidations count="3">');
});

test("A text that another cell shows stays, and its cell too; sheets without reports keep their own such columns", async () => {
  const other = { A1: "FY26 Europe", AA2: "Id", AB3: "FY26 Asia Pacific" };
  const { before, bytes } = await copyOf(reportParts(presentReport("statement"), other));
  expect(await cellsIn(bytes)).toMatchObject({
    "Notes!A1": "FY26 Europe",
    "Notes!AA2": "Id",
    "Notes!AB3": "FY26 Asia Pacific",
  });
  const texts = await partText(bytes, "xl/sharedStrings.xml");
  expect(texts).not.toMatch(/Secret takeover|plan_eu26/);
  expect(texts.match(/<si>/g)).toHaveLength((await partText(before, "xl/sharedStrings.xml")).match(/<si>/g)!.length);
});

test("All parts stay the same to the byte, but the report's sheet, its texts, and what names the add-in", async () => {
  const { before, bytes } = await copyOf(reportParts(presentReport("months"), { A1: "x" }));
  const [old, now] = [await hashes(before), await hashes(bytes)];
  expect(
    Object.keys(now)
      .filter((part) => now[part] !== old[part])
      .sort(),
  ).toEqual(
    [
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/sharedStrings.xml",
      "xl/workbook.xml",
      SHEET,
    ].sort(),
  );
});

test("A sheet that Excel has copied is a report by the name that Excel gives to the copy alone", async () => {
  const parts = reportParts(presentReport("statement"));
  const named = parts["xl/workbook.xml"]!.replace(
    'name="InsightsReport_1"',
    'name="InsightsReport_1" localSheetId="1"',
  );
  const { bytes } = await copyOf({ ...parts, "xl/workbook.xml": named });
  expect(await tellingParts(bytes)).toEqual([]);
});

test("A workbook in which no report is named loses no cell in these columns", async () => {
  const parts = reportParts(presentReport("statement"));
  const unnamed = { ...parts, "xl/workbook.xml": parts["xl/workbook.xml"]!.replaceAll("InsightsReport_1", "Mine") };
  const { before, bytes } = await copyOf(unnamed);
  expect(await cellsIn(bytes)).toEqual(await cellsIn(before));
});
