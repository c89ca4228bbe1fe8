/** What a copy of a workbook with reports does not tell: the lists behind their inputs. */
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { REPORT_KINDS } from "../../../src/reporting/reports/reportParameters";
import { writeValuesOnly } from "../../../src/spreadsheet/xlsx/valuesOnly";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { hashes, partText, zipped, type CellSpec } from "./book";
import { cellsIn } from "./cells";
import { moved, reportSheet, reportParts, UNTOLD, type ReportSheet } from "./reportBook";

const SHEET = "xl/worksheets/sheet2.xml";
const LISTED = /!(A[A-I]|B[L-N])\d+$/;

async function copyOf(parts: Record<string, string>) {
  const before = await zipped(parts);
  return { before, ...(await writeValuesOnly(await loadWorkbook(before), ADDIN_ARTIFACTS)) };
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

describe.each(REPORT_KINDS)("A copy of the report %s", (kind) => {
  test("contains no other plan and no scenario that was not chosen", async () => {
    const { before, bytes } = await copyOf(reportParts(reportSheet(kind)));
    expect(await tellingParts(before)).toEqual(expect.arrayContaining([SHEET, "xl/sharedStrings.xml"]));
    expect(await tellingParts(bytes)).toEqual([]);
  });

  test("keeps everything else, without references to the lists", async () => {
    const { before, bytes, formulas } = await copyOf(reportParts(reportSheet(kind)));
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

test("Lists that have become values go as well", async () => {
  const values = withCells(reportSheet("statement"), (address, cell) => [
    address,
    typeof cell === "object" && cell !== null && "v" in cell ? (cell.v ?? null) : cell,
  ]);
  const { before, bytes } = await copyOf(reportParts(values));
  expect(await cellsIn(bytes)).toEqual(await cellsBeside(before));
  expect(await tellingParts(bytes)).toEqual([]);
});

test.each([
  ["found by their headings", "Id"],
  ["found where the list of scenarios has failed", { error: "#N/A" }],
])("Lists that a person has moved by inserting columns and rows are %s", async (_how, scenarios) => {
  const { cells, dropDowns } = withCells(reportSheet("statement"), (address, cell) => {
    const isSpill = typeof cell === "object" && cell !== null && "spill" in cell;
    return [moved(address, 2, 3), isSpill ? { f: cell.f ?? "", v: "Id" } : cell];
  });
  const sources = dropDowns.map(([cell]) => [cell, "$AD$5:$AD$9"] as const);
  const AH4 = { f: "_xldudf_INSIGHTS_SCENARIOS($B$7)", v: scenarios };
  const { before, bytes } = await copyOf(reportParts({ cells: { ...cells, AH4, AA9: "mine" }, dropDowns: sources }));
  expect(await cellsIn(bytes)).toEqual(await cellsBeside(before, /!(A[D-L]|B[O-Q])\d+$/));
  expect(await cellsIn(bytes)).toMatchObject({ "P&L report!AA9": "mine" });
  expect(await tellingParts(bytes)).toEqual([]);
});

test("Lists whose headings a person has overwritten are removed where they were", async () => {
  const report = withCells(reportSheet("statement"), (address, cell) => [address, address === "AC2" ? "Money" : cell]);
  const { before, bytes } = await copyOf(reportParts(report));
  expect(await cellsIn(bytes)).toEqual(await cellsBeside(before));
  expect(await tellingParts(bytes)).toEqual([]);
});

test("Lists that --values refreshes are removed with their texts", async () => {
  const { cells, dropDowns } = reportSheet("statement");
  const AA2 = { f: "_xldudf_INSIGHTS_PLANS()", v: "Id", spill: "AA2:AD5" };
  const before = await zipped(reportParts({ cells: { ...cells, AA2, AB4: "FY26 Europe (old)" }, dropDowns }));
  const { fetch, apiKey } = createSandbox();
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
  const { bytes, summary } = await refreshBook(before, { session, settings: {}, valuesOnly: true });
  expect(summary.changes.map(({ cell }) => cell)).toContain("'P&L report'!AB4");
  expect(await tellingParts(bytes)).toEqual([]);
});

test("The user's own drop-downs stay", async () => {
  const { cells, dropDowns } = reportSheet("bridge");
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

test("Texts of other cells, and the same columns of other sheets, stay", async () => {
  const other = { A1: "FY26 Europe", AA2: "Id", AB3: "FY26 Asia Pacific" };
  const { before, bytes } = await copyOf(reportParts(reportSheet("statement"), other));
  expect(await cellsIn(bytes)).toMatchObject({
    "Notes!A1": "FY26 Europe",
    "Notes!AA2": "Id",
    "Notes!AB3": "FY26 Asia Pacific",
  });
  const texts = await partText(bytes, "xl/sharedStrings.xml");
  expect(texts).not.toMatch(/Secret takeover|plan_eu26/);
  expect(texts.match(/<si>/g)).toHaveLength((await partText(before, "xl/sharedStrings.xml")).match(/<si>/g)!.length);
});

test("All XML parts without lists or the add-in stay the same to the byte", async () => {
  const { before, bytes } = await copyOf(reportParts(reportSheet("months"), { A1: "x" }));
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

test("A copied sheet is a report by the name in the copy's scope", async () => {
  const parts = reportParts(reportSheet("statement"));
  const named = parts["xl/workbook.xml"]!.replace(
    'name="InsightsReport_1"',
    'name="InsightsReport_1" localSheetId="1"',
  );
  const { bytes } = await copyOf({ ...parts, "xl/workbook.xml": named });
  expect(await tellingParts(bytes)).toEqual([]);
});

test("A workbook in which no report is named loses no cell in these columns", async () => {
  const parts = reportParts(reportSheet("statement"));
  const unnamed = { ...parts, "xl/workbook.xml": parts["xl/workbook.xml"]!.replaceAll("InsightsReport_1", "Mine") };
  const { before, bytes } = await copyOf(unnamed);
  expect(await cellsIn(bytes)).toEqual(await cellsIn(before));
});
