/** What stands around changed cells: charts, pivot tables, signatures. */
import { parsePosition } from "../../../src/spreadsheet/cells/address";
import type { FileValue } from "../../../src/spreadsheet/xlsx/fileCells";
import { updateCharts } from "../../../src/spreadsheet/xlsx/charts";
import { PART_TYPES } from "../../../src/spreadsheet/xlsx/contentTypes";
import { calculatesOnLoad, isSigned } from "../../../src/spreadsheet/xlsx/surroundings";
import { findStaleCopies } from "../../../src/spreadsheet/xlsx/staleCopies";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { partsOf, withCustomXml, withTypedParts, zipped, type BookSpec } from "./book";

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
      "any error as a gap, and a text as 0",
      "Plan!$B$4:$B$5",
      { B4: { error: "#VALUE!" }, B5: "a" },
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
    ["their number is another than that of the cells", "Plan!$B$4:$B$5", 1],
    ["their cells are in another workbook", "[1]Plan!$B$4", 1],
  ])("are named where %s", async (_why, reference, count) => {
    const workbook = await open({ [CHART]: chartOver(reference, old, { count }) });
    expect(await updateCharts(workbook, changed({ B4: 9 }))).toEqual({ xmlParts: new Map(), left: [CHART] });
  });
});

describe("A chart's points without those of hidden cells", () => {
  const hidden = (xml: string) => xml.replace('<row r="5"', '<row r="5" hidden="1"');
  const narrow = (xml: string) =>
    xml.replace("<sheetData>", '<cols><col min="1" max="1" width="0" hidden="1"/></cols><sheetData>');
  const SHEET = "xl/worksheets/sheet1.xml";

  test.each([
    ["rows", "Plan!$B$4:$B$6", hidden, { B4: 7, B5: 8, B6: 9 }, point(0, 7) + point(1, 9)],
    ["columns", "Plan!$A$4:$B$5", narrow, { A4: 7, B4: 8, B5: 9 }, point(0, 8) + point(1, 9)],
  ])("are counted without hidden %s", async (_what, reference, hide, values, after) => {
    const before = chartOver(reference, point(0, 1) + point(1, 3));
    const workbook = await open({ [CHART]: before, [SHEET]: hide });
    const { xmlParts, left } = await updateCharts(workbook, changed(values));
    expect([xmlParts.get(CHART), left]).toEqual([chartOver(reference, after), []]);
  });
});

describe("Labels that a chart takes from cells", () => {
  const labels = (...texts: readonly string[]) =>
    `<c:chartSpace xmlns:c="c" xmlns:c15="e"><c15:datalabelsRange><c15:f>Plan!$B$4:$B$5</c15:f><c15:dlblRangeCache><c:ptCount val="2"/>${texts.map((text, at) => point(at, text)).join("")}</c15:dlblRangeCache></c15:datalabelsRange></c:chartSpace>`;
  const STYLED = { sheets: [{ name: "Plan", cells: { B4: { f: "1", v: 1, s: 1 }, B5: 2 } }] };
  const openStyled = async (format: string) => {
    const parts: Record<string, string> = { ...partsOf(STYLED), [CHART]: labels("1.00", "2") };
    parts["xl/styles.xml"] = parts["xl/styles.xml"]!.replace('formatCode="#,##0.00"', `formatCode="${format}"`);
    return loadWorkbook(await zipped(parts));
  };

  test("show texts as they are, and numbers as their cells do", async () => {
    const update = await updateCharts(await openStyled("#,##0.0&quot; M&quot;"), changed({ B4: 1234.56, B5: "Plan" }));
    expect([update.xmlParts.get(CHART), update.left]).toEqual([labels("1,234.6 M", "Plan"), []]);
  });

  test("show a number as it is where the file has no styles of cells", async () => {
    const parts: Record<string, string> = { ...partsOf(STYLED), [CHART]: labels("1", "2") };
    parts["xl/styles.xml"] = parts["xl/styles.xml"]!.replace(/<cellXfs.*<\/cellXfs>/, "");
    const update = await updateCharts(await loadWorkbook(await zipped(parts)), changed({ B4: 0.1 + 0.2, B5: 12345.5 }));
    expect(update.xmlParts.get(CHART)).toBe(labels("0.3", "12345.5"));
  });

  test("are named where the format of a number cannot be written", async () => {
    const update = await updateCharts(await openStyled("[&lt;"), changed({ B4: 5 }));
    expect(update).toEqual({ xmlParts: new Map(), left: [CHART] });
  });

  test("stay as they are where their numbers have not changed", async () => {
    const same = changed({ B4: 5, B5: 6 }).map(({ sheet, cells }) => ({
      sheet,
      cells: cells.map((cell) => ({ ...cell, isSame: true })),
    }));
    expect(await updateCharts(await openStyled("[&lt;"), same)).toEqual({ xmlParts: new Map(), left: [] });
  });
});

describe("A chart of a newer kind, such as a waterfall", () => {
  const PART = "xl/charts/chartEx1.xml";
  const newerPoint = (idx: number, value: string | number) => `<cx:pt idx="${idx}">${value}</cx:pt>`;
  const level = (points: string, count = 2) => `<cx:lvl ptCount="${count}" formatCode="General">${points}</cx:lvl>`;
  const chart = (inner: string) => `<cx:chartSpace xmlns:cx="cx">${inner}</cx:chartSpace>`;
  const numbers = (points: string, reference = "Plan!$B$4:$B$5") =>
    chart(`<cx:numDim type="val"><cx:f>${reference}</cx:f>${level(points)}</cx:numDim>`);
  const update = async (xml: string, values: Record<string, FileValue>) => {
    const { xmlParts, left } = await updateCharts(await openWith(PART, "newerChart", xml), changed(values));
    return [xmlParts.get(PART), left];
  };

  test("has new numbers, and a gap for an error or a blank", async () => {
    const before = numbers(newerPoint(0, 1) + newerPoint(1, 2));
    expect(await update(before, { B4: 7, B5: 8 })).toEqual([numbers(newerPoint(0, 7) + newerPoint(1, 8)), []]);
    for (const value of [{ error: "#N/A" }, null])
      expect(await update(before, { B4: value })).toEqual([numbers(newerPoint(1, 2)), []]);
  });

  test("has new labels of several levels, in the direction that it says", async () => {
    const labels = (direction: string, ...texts: readonly string[]) =>
      chart(
        `<cx:strDim type="cat"><cx:f dir="${direction}">Plan!$A$4:$B$5</cx:f>${texts.map((text) => level(newerPoint(0, text))).join("")}</cx:strDim>`,
      );
    expect(await update(labels("col", "b", "a"), { A4: "x" })).toEqual([labels("col", "b", "x"), []]);
    expect(await update(labels("row", "b", "a"), { A4: "x" })).toEqual([labels("row", "b", "x"), []]);
    expect(await update(labels("col", "b", "a"), { B4: "x" })).toEqual([labels("col", "x", "a"), []]);
    expect(await update(labels("row", "b", "a"), { A5: "x" })).toEqual([labels("row", "x", "a"), []]);
  });

  test("has a new name of its series", async () => {
    const title = (text: string) =>
      chart(`<cx:tx><cx:txData><cx:f>Plan!$B$4</cx:f><cx:v>${text}</cx:v></cx:txData></cx:tx>`);
    expect(await update(title("Plan"), { B4: "R&D" })).toEqual([title("R&amp;D"), []]);
  });

  test("is named where it keeps no points", async () => {
    expect(await update(chart('<cx:numDim type="val"><cx:f>Plan!$B$4</cx:f></cx:numDim>'), { B4: 7 })).toEqual([
      undefined,
      [PART],
    ]);
  });
});

describe("Pivot tables over changed cells are named by what they are made from", () => {
  const CACHE = "xl/pivotCache/pivotCacheDefinition1.xml";
  const cache = (source: string, attributes = "") =>
    `<pivotCacheDefinition${attributes}><cacheSource type="worksheet"><worksheetSource ${source}/></cacheSource></pivotCacheDefinition>`;
  const stale = async (xml: string) =>
    (await findStaleCopies(await openWith(CACHE, "pivotCache", xml), changed({ B4: 9 }))).pivots;

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

  test("also where they bring several ranges together", async () => {
    const ranges = ["B4:B5", "A1:A2"].map((ref) => `<rangeSet ref="${ref}" sheet="Plan"/>`).join("");
    const source = `<cacheSource type="consolidation"><consolidation><rangeSets>${ranges}</rangeSets></consolidation></cacheSource>`;
    expect(await stale(`<pivotCacheDefinition>${source}</pivotCacheDefinition>`)).toEqual(["'Plan'!B4:B5"]);
  });

  test("but not those that Excel refreshes itself, nor those of another workbook", async () => {
    expect(await stale(cache('ref="A1:B5" sheet="Plan"', ' refreshOnLoad="1"'))).toEqual([]);
    expect(await stale(cache('ref="A1:B5" sheet="Plan" r:id="rId1"').replace("<pivotCache", "<pivotCache"))).toEqual(
      [],
    );
  });
});

describe("The data model over changed cells is named by the tables that it loads", () => {
  const connection = (id: string, source: string) =>
    `<connection><extLst><ext><x15:connection id="${id}"><x15:rangePr sourceName="${source}"/></x15:connection></ext></extLst></connection>`;
  const model = async (...connections: readonly string[]) => {
    const xml = `<connections xmlns:x15="x15">${connections.join("")}</connections>`;
    const book = await openWith("xl/connections.xml", "connections", xml);
    return (await findStaleCopies(book, changed({ B4: 9 }))).model;
  };

  test("and not by others", async () => {
    expect(await model(connection("T", "TheData"), connection("", "Lines"))).toEqual(["T", "Lines"]);
    expect(await model(connection("T", "TheData").replace("<connection>", '<connection refreshOnLoad="1">'))).toEqual(
      [],
    );
    expect(await model("<connection/>")).toEqual([]);
  });

  test("or by their cells, where its connection does not tell", async () => {
    const loaded = { "_xlcn.WorksheetConnection_Plan1": "Plan!$B$4:$B$5", "_xlcn.LinkedTable_Other": "Plan!$A$1" };
    const book = await loadWorkbook(await zipped(partsOf({ ...SPEC, names: loaded })));
    expect((await findStaleCopies(book, changed({ B4: 9 }))).model).toEqual(["Plan!$B$4:$B$5"]);
  });
});

describe("Power Query over changed cells is named by what it reads", () => {
  const mashup = async (code: string) => {
    const queries = await zipped({ "Formulas/Section1.m": code });
    const bytes = new Uint8Array(8 + queries.length);
    new DataView(bytes.buffer).setUint32(4, queries.length, true);
    bytes.set(queries, 8);
    return Buffer.from(bytes).toString("base64");
  };
  const read = async (text: string, type: keyof typeof PART_TYPES = "drawing") => {
    const xml = `<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">${text}</DataMashup>`;
    const parts = withTypedParts(withCustomXml(partsOf(SPEC), ["<a/>", xml]), {
      "xl/model/item.data": [PART_TYPES[type], ""],
    });
    const { queries, model } = await findStaleCopies(await loadWorkbook(await zipped(parts)), changed({ B4: 9 }));
    return type === "dataModel" ? model : queries;
  };

  test.each([
    ["a table", 'Source = Excel.CurrentWorkbook(){[Name="Lines"]}[Content]', ["Lines"]],
    ["a name", 'Excel.CurrentWorkbook( ) {[ Name = "TheData" ]}', ["TheData"]],
    ["all tables", "Table.Combine(Excel.CurrentWorkbook()[Content])", ["Lines"]],
    ["another file", 'Csv.Document(File.Contents("a.csv"))', []],
  ])("%s", async (_what, code, expected) => {
    expect(await read(await mashup(`section Section1; shared Q = let ${code} in Source;`))).toEqual(expected);
  });

  test("and so is a data model, which may load it", async () => {
    expect(await read(await mashup('Excel.CurrentWorkbook(){[Name="Lines"]}'), "dataModel")).toEqual(["Lines"]);
  });

  test("and as any table where its code cannot be read", async () => {
    expect(await read("AAAA")).toEqual(["Lines"]);
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
