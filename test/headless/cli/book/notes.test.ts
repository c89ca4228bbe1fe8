/** What the summary of a refresh says beside the cells, each once. */
import { refreshBook, type RefreshBookOptions } from "../../../../src/headless/cli/book/refreshBook";
import { PART_TYPES } from "../../../../src/spreadsheet/xlsx/contentTypes";
import { createSession } from "../../../../src/insights";
import { createSandbox } from "../../../../sandbox/sandbox";
import { hashes, partsOf, partText, withTypedParts, zipped } from "../../../spreadsheet/xlsx/book";

const CHART = "xl/charts/chart1.xml";
const sandbox = createSandbox();
const f = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';

/** A signed workbook that calculates when it is opened, with a chart and pivot tables over B4. */
async function workbook(): Promise<Uint8Array> {
  const parts = partsOf({ sheets: [{ name: "Plan", cells: { B4: { f, v: 1 }, B5: 2 } }] });
  const origin = '<Relationship Id="s" Type="x/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>';
  const points = '<c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache>';
  const pivot =
    '<pivotCacheDefinition><cacheSource><worksheetSource ref="B3:B5" sheet="Plan"/></cacheSource></pivotCacheDefinition>';
  const cache = [PART_TYPES.pivotCache, pivot] as const;
  return zipped({
    ...withTypedParts(parts, { "xl/pivotCache/pivotCacheDefinition1.xml": cache, "xl/other/Cache.xml": cache }),
    "_rels/.rels": parts["_rels/.rels"]!.replace("</Relationships>", `${origin}</Relationships>`),
    "xl/workbook.xml": parts["xl/workbook.xml"]!.replace("<calcPr ", '<calcPr fullCalcOnLoad="1" '),
    [CHART]: parts[CHART]!.replace("</c:numRef>", `${points}</c:numRef>`),
  });
}

async function refresh(bytes: Uint8Array, options: Partial<RefreshBookOptions> = {}) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly: false, ...options });
}

const [SETTINGS, SIGNED, PIVOTS, CHARTS, ON_LOAD] = [
  "The workbook has no settings of its own. These were taken: the service's currency USD. If others are meant, choose them in Excel, in the add-in's settings.",
  "The workbook's digital signature is no longer valid. Sign it again.",
  "Pivot tables, and formulas that read them, show old numbers until you refresh them in Excel. Their sources: 'Plan'!B3:B5.",
  `These charts show old numbers in programs that do not redraw them (--charts updates them): ${CHART}.`,
  "Excel recalculates this workbook when it opens it (fullCalcOnLoad), so people without the add-in see #NAME?. Send them a values-only copy (--values).",
] as const;

test("Signature, pivot tables, charts and recalculation are noted once each", async () => {
  const { summary } = await refresh(await workbook());
  expect(summary.notes).toEqual([SETTINGS, SIGNED, PIVOTS, CHARTS, ON_LOAD]);
});

test("With --charts a chart has its cells' values; all other parts stay the same", async () => {
  const before = await workbook();
  const { bytes, summary } = await refresh(before, { charts: true });
  expect(summary.notes).toEqual([SETTINGS, SIGNED, PIVOTS, ON_LOAD]);
  const shown = summary.changes[0]?.new;
  expect(await partText(bytes, CHART)).toContain(`<c:pt idx="0"><c:v>${Number(shown)}</c:v></c:pt>`);
  const [old, now] = [await hashes(before), await hashes(bytes)];
  expect(Object.keys(now).filter((name) => old[name] !== now[name])).toEqual(["xl/worksheets/sheet1.xml", CHART]);
});

test("Nothing is said of what has not changed, nor of formulas that are gone", async () => {
  const { bytes } = await refresh(await workbook());
  expect((await refresh(bytes)).summary.notes).toEqual([SETTINGS, ON_LOAD]);
  const copy = (await refresh(await workbook(), { valuesOnly: true })).summary.notes;
  expect(copy).toEqual([SETTINGS.replace(/ If others.*/, ""), SIGNED, PIVOTS, CHARTS]);
});

describe("A shape that shows a cell", () => {
  const DRAWING = "xl/drawings/drawing1.xml";
  const sp = (name: string, link: string) =>
    `<xdr:sp macro="" textlink="${link}"><xdr:nvSpPr><xdr:cNvPr id="9" name="${name}"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/></xdr:sp>`;
  const picture = (name: string, range: string) =>
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="8" name="${name}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill/><xdr:spPr><a:extLst><a:ext uri="{84589F7E-364E-4C9E-8A38-B11213B215E9}"><a14:cameraTool xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" cellRange="${range}"/></a:ext></a:extLst></xdr:spPr></xdr:pic>`;
  const anchored = (shape: string) =>
    `<xdr:twoCellAnchor><xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="Group"/></xdr:nvGrpSpPr>${shape}</xdr:grpSp></xdr:twoCellAnchor>`;

  async function notesFor(...shapes: string[]): Promise<readonly string[]> {
    const cells = { B4: { f, v: 1 }, B6: 2 };
    const parts = partsOf({ sheets: [{ name: "Plan", cells }], names: { Total: "Plan!$B$4" } });
    parts[DRAWING] = parts[DRAWING]!.replace("</xdr:wsDr>", `${shapes.map(anchored).join("")}</xdr:wsDr>`);
    const { notes } = (await refresh(await zipped(parts), { charts: true })).summary;
    return notes.filter((note) => note.includes("text boxes"));
  }

  test("is noted with its cell, in groups and by names too", async () => {
    const shapes = [sp("Tile", "Plan!$B$4"), sp("Named", "Total"), picture("Photo", "Plan!$A$1:$C$9")];
    expect(await notesFor(...shapes, sp("Other", "Plan!$B$6"), sp("None", ""))).toEqual([
      "These text boxes and pictures show old cells until Excel draws them again: Tile (Plan!$B$4), Named (Total), Photo (Plan!$A$1:$C$9).",
    ]);
  });

  test("is not noted if its cell has not changed", async () => {
    expect(await notesFor(sp("Other", "Plan!$B$6"))).toEqual([]);
  });
});

test("A call that Google Sheets has frozen is named, and what reads it", async () => {
  const frozen = `IFERROR(__xludf.DUMMYFUNCTION("INSIGHTS.KPI(""FY26 Plan"",""committed"",""ebit"")"),1)`;
  const other = `IFERROR(__xludf.DUMMYFUNCTION("QUERY(A1:A2)"),1)`;
  const cells = { A1: { f, v: 1 }, B1: { f: frozen, v: 1 }, B2: { f: "B1*2", v: 2 }, C1: { f: other, v: 1 } };
  const { summary } = await refresh(await zipped(partsOf({ sheets: [{ name: "Plan", cells }] })));
  expect(summary.problems.map(({ cell }) => cell)).toEqual(["Plan!B1", "Plan!B2"]);
  expect(summary.problems[0]?.problem).toContain("Google Sheets");
  const only = await refresh(await zipped(partsOf({ sheets: [{ name: "Plan", cells: { B1: cells.B1 } }] })));
  expect([only.hasFormulas, only.summary.problems.length]).toEqual([true, 1]);
});

test("The data model over changed cells is noted", async () => {
  const source = '<x15:connection id="Lines"><x15:rangePr sourceName="Loaded"/></x15:connection>';
  const connections = `<connections xmlns:x15="x15"><connection><extLst><ext>${source}</ext></extLst></connection></connections>`;
  const parts = partsOf({ sheets: [{ name: "Plan", cells: { B4: { f, v: 1 } } }], names: { Loaded: "Plan!$B$4" } });
  const added = { "xl/connections.xml": [PART_TYPES.connections, connections] as const };
  const { summary } = await refresh(await zipped(withTypedParts(parts, added)));
  expect(summary.notes[1]).toMatch(/^The data model, .*It loads: Lines\.$/);
});
