/** What stands around changed cells: charts, pivot tables, signatures. */
import { parsePosition } from "../../../src/spreadsheet/cells/address";
import type { FileValue } from "../../../src/spreadsheet/xlsx/cells";
import { updateCharts } from "../../../src/spreadsheet/xlsx/charts";
import { PART_TYPES } from "../../../src/spreadsheet/xlsx/contentTypes";
import { calculatesOnLoad, isSigned, stalePivotSources } from "../../../src/spreadsheet/xlsx/surroundings";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { partsOf, withTypedParts, zipped, type BookSpec } from "./book";

const CHART = "xl/charts/chart1.xml";
const SPEC: BookSpec = {
  sheets: [
    {
      name: "Plan",
      cells: { B4: 1, B5: 2, B6: "x" },
      tables: [{ name: "Lines", ref: "A1:B5", columns: ["Line", "Net"] }],
    },
    { name: "It's", cells: { A1: 1 } },
  ],
  names: { TheData: "Plan!$B$4:$B$5", Moving: "OFFSET(Plan!$B$4,0,0,2,1)" },
};

/** The workbook with other texts for some parts. */
async function open(change: Record<string, string | ((xml: string) => string)> = {}) {
  const parts = partsOf(SPEC);
  for (const [part, made] of Object.entries(change))
    parts[part] = typeof made === "string" ? made : made(parts[part] ?? "");
  return loadWorkbook(await zipped(parts));
}

/** The workbook with one part more. */
async function openWith(part: string, type: keyof typeof PART_TYPES, text: string) {
  return loadWorkbook(await zipped(withTypedParts(partsOf(SPEC), { [part]: [PART_TYPES[type], text] })));
}

const changed = (values: Record<string, FileValue>, sheet = "Plan") => {
  const cells = Object.entries(values).map(([address, value]) => ({ value, ...parsePosition(address)! }));
  return [{ sheet, cells }];
};

const point = (idx: number, value: string | number, format = "") =>
  `<c:pt idx="${idx}"${format}><c:v>${value}</c:v></c:pt>`;

function chartOver(reference: string, points: string, { kind = "num", count = 2 } = {}): string {
  const cache = `<c:${kind}Cache><c:formatCode>0.0</c:formatCode><c:ptCount val="${count}"/>${points}</c:${kind}Cache>`;
  return `<c:chartSpace xmlns:c="c"><c:${kind}Ref><c:f>${reference}</c:f>${cache}</c:${kind}Ref></c:chartSpace>`;
}

describe("The points that a chart keeps", () => {
  const old = point(0, 1, ' formatCode="0%"') + point(1, 2);

  test.each<[string, string, Record<string, FileValue>, string, string]>([
    ["a number", "Plan!$B$4:$B$5", { B4: 7.5 }, old, point(0, 7.5, ' formatCode="0%"') + point(1, 2)],
    [
      "an error, and a text as 0, as Excel has it",
      "Plan!$B$4:$B$5",
      { B4: { error: "#N/A" }, B5: "a" },
      old,
      point(0, "#N/A", ' formatCode="0%"') + point(1, 0),
    ],
    ["a blank, which has no point", "Plan!$B$4:$B$5", { B5: null }, old, point(0, 1, ' formatCode="0%"')],
    ["a cell that was blank", "Plan!$B$4:$B$5", { B4: 3 }, point(1, 2), point(0, 3) + point(1, 2)],
    ["by a name", "[0]!TheData", { B5: 4 }, old, point(0, 1, ' formatCode="0%"') + point(1, 4)],
    [
      "of cells in several areas",
      "(Plan!$B$4,Plan!$B$5)",
      { B5: 4 },
      old,
      point(0, 1, ' formatCode="0%"') + point(1, 4),
    ],
  ])("are brought along: %s", async (_what, reference, values, before, after) => {
    const workbook = await open({ [CHART]: chartOver(reference, before) });
    const { xmlParts, left } = await updateCharts(workbook, changed(values));
    expect([xmlParts.get(CHART), left]).toEqual([chartOver(reference, after), []]);
  });

  test("are brought along among texts, which are escaped", async () => {
    const workbook = await open({ [CHART]: chartOver("Plan!$B$4:$B$5", point(0, "a"), { kind: "str" }) });
    const { xmlParts } = await updateCharts(workbook, changed({ B4: "R&D" }));
    expect(xmlParts.get(CHART)).toBe(chartOver("Plan!$B$4:$B$5", point(0, "R&amp;D"), { kind: "str" }));
  });

  const levelsOver = (reference: string, count: number, ...levels: string[]) =>
    `<c:chartSpace xmlns:c="c"><c:multiLvlStrRef><c:f>${reference}</c:f><c:multiLvlStrCache><c:ptCount val="${count}"/>` +
    levels.map((points) => `<c:lvl>${points}</c:lvl>`).join("") +
    "</c:multiLvlStrCache></c:multiLvlStrRef></c:chartSpace>";

  test.each([
    ["of columns, the last one first", "Plan!$A$4:$B$6", 3, { A5: "2027", B4: "Q4" }, ["Q4", "Q2"], ["2026", "2027"]],
    ["of rows, the last one first", "Plan!$A$4:$C$5", 3, { B4: "2027", A5: "Q4" }, ["Q4", "Q2"], ["2026", "2027"]],
  ])("are brought along in levels of labels: %s", async (_what, reference, count, values, first, second) => {
    const texts = (words: readonly string[]) => words.map((word, at) => point(at, word)).join("");
    const workbook = await open({ [CHART]: levelsOver(reference, count, texts(["Q1", "Q2"]), texts(["2026"])) });
    const { xmlParts, left } = await updateCharts(workbook, changed(values));
    expect([xmlParts.get(CHART), left]).toEqual([levelsOver(reference, count, texts(first), texts(second)), []]);
  });

  test("are named where a square of labels may have its levels in rows or in columns", async () => {
    const workbook = await open({ [CHART]: levelsOver("Plan!$A$4:$B$5", 2, point(0, "Q1"), point(0, "2026")) });
    expect((await updateCharts(workbook, changed({ B4: "Q4" }))).left).toEqual([CHART]);
  });

  test("are found wherever the chart is, by its content type", async () => {
    const chart = chartOver("Plan!$B$4:$B$5", point(0, 1));
    const book = await openWith("xl/drawings/elsewhere/Other.XML", "chart", chart);
    const { xmlParts } = await updateCharts(book, changed({ B4: 9 }));
    expect(xmlParts.get("xl/drawings/elsewhere/Other.XML")).toBe(chart.replace(point(0, 1), point(0, 9)));
  });

  test("stay where no cell of them has changed, or another sheet's has", async () => {
    const workbook = await open({ [CHART]: chartOver("Plan!$B$4:$B$5", old) });
    for (const cells of [changed({ B6: 9, A4: 9, B3: 9 }), changed({ B4: 9 }, "It's"), []])
      expect(await updateCharts(workbook, cells)).toEqual({ xmlParts: new Map(), left: [] });
  });

  test.each([
    ["their cells are calculated", "[0]!Moving", 2],
    ["some of their cells are hidden, so that the others are counted otherwise", "Plan!$B$4:$B$5", 1],
    ["their cells are in another workbook", "[1]Plan!$B$4", 1],
  ])("are named where %s", async (_why, reference, count) => {
    const workbook = await open({ [CHART]: chartOver(reference, old, { count }) });
    expect(await updateCharts(workbook, changed({ B4: 9 }))).toEqual({ xmlParts: new Map(), left: [CHART] });
  });
});

describe("Pivot tables over changed cells are named by what they are made from", () => {
  const CACHE = "xl/pivotCache/pivotCacheDefinition1.xml";
  const cache = (source: string, attributes = "") =>
    `<pivotCacheDefinition${attributes}><cacheSource type="worksheet"><worksheetSource ${source}/></cacheSource></pivotCacheDefinition>`;
  const stale = async (xml: string) => stalePivotSources(await openWith(CACHE, "pivotCache", xml), changed({ B4: 9 }));

  test.each([
    ["a range", 'ref="A1:B5" sheet="Plan"', ["'Plan'!A1:B5"]],
    ["a table", 'name="Lines"', ["Lines"]],
    ["a name", 'name="TheData"', ["TheData"]],
    ["a name that is calculated", 'name="Moving"', ["Moving"]],
    ["cells that have not changed", 'ref="A1:A5" sheet="Plan"', []],
    ["another sheet", 'ref="A1:B5" sheet="It\'s"', []],
  ])("%s", async (_what, source, expected) => {
    expect(await stale(cache(source))).toEqual(expected);
  });

  test("but not those that Excel refreshes itself, nor those of another workbook", async () => {
    expect(await stale(cache('ref="A1:B5" sheet="Plan"', ' refreshOnLoad="1"'))).toEqual([]);
    expect(await stale(cache('ref="A1:B5" sheet="Plan" r:id="rId1"').replace("<pivotCache", "<pivotCache"))).toEqual(
      [],
    );
  });
});

test("A signature is seen, and that Excel calculates all when it opens the workbook", async () => {
  const origin =
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>';
  const plain = await open();
  expect([await isSigned(plain), await calculatesOnLoad(plain)]).toEqual([false, false]);
  const both = await open({
    "_rels/.rels": (xml) => xml.replace("</Relationships>", `${origin}</Relationships>`),
    "xl/workbook.xml": (xml) => xml.replace("<calcPr ", '<calcPr fullCalcOnLoad="1" '),
  });
  expect([await isSigned(both), await calculatesOnLoad(both)]).toEqual([true, true]);
});
