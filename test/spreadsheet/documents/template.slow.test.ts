import { objectsIn } from "../../../src/spreadsheet/documents/embeddedCharts";
import { findUnreadContents } from "../../../src/spreadsheet/documents/unreadContents";
import { OUR_MARKERS } from "../../../src/headless/cli/book/ourMarkers";
import { allMarkers, loadTemplate, unreadPlaces, writeCopy } from "../../../src/spreadsheet/documents/template";
import { openZip } from "../../../src/spreadsheet/xlsx/zip";
import { FILE_LIMITS } from "../../../src/spreadsheet/xlsx/limits";
import { zipped } from "../xlsx/book";
import { createDeck, createDocument, deckParts, MAIN_TYPES, run, shape, slideText, type DeckSpec } from "./files";

const MARKER = '{=INSIGHTS.KPI("FY26 Plan","actual","ebit")}';

/** Fills all markers with texts in order, and returns a part of the copy. */
async function filled(bytes: Uint8Array, texts: readonly string[], part: string): Promise<string> {
  const template = await loadTemplate(bytes, OUR_MARKERS);
  const markers = allMarkers(template);
  const values = new Map(markers.map((marker, at) => [marker, texts[at] ?? "?"]));
  return (await openZip(await writeCopy(template, values, new Map()))).text(part);
}

async function placesIn(bytes: Uint8Array): Promise<string[]> {
  return allMarkers(await loadTemplate(bytes, OUR_MARKERS)).map(({ place }) => place);
}

test("A marker over five runs becomes one text in the first run, with its look", async () => {
  const text = slideText("EBIT {", "=INSIGHTS.KPI(“FY26", " Plan”,“actual”,", "“ebit”)", "} and & more");
  const slide = await filled(await createDeck({ slides: [shape("Text", text)] }), ["<1>"], "ppt/slides/slide1.xml");
  const texts = [...slide.matchAll(/<a:rPr lang="de-DE" b="1"\/><a:t>([^<]*)<\/a:t>/g)].map(([, each]) => each);
  expect(texts).toEqual(["EBIT &lt;1&gt;", "", "", "", " and &amp; more"]);
});

test("Two markers in a run become two texts in it", async () => {
  const deck = await createDeck({ slides: [shape("Text", slideText(`A ${MARKER} and ${MARKER}.`))] });
  expect(await filled(deck, ["1", "2"], "ppt/slides/slide1.xml")).toContain("<a:t>A 1 and 2.</a:t>");
});

test("Parts without a marker keep their bytes", async () => {
  const bytes = await createDeck({ slides: [shape("A", slideText(MARKER)), shape("B", slideText("{x} text"))] });
  const template = await loadTemplate(bytes, OUR_MARKERS);
  const copy = await openZip(
    await writeCopy(template, new Map(allMarkers(template).map((each) => [each, "1"])), new Map()),
  );
  const before = await openZip(bytes);
  const changed = [];
  for (const name of before.names)
    if (JSON.stringify(await before.packed(name)) !== JSON.stringify(await copy.packed(name))) changed.push(name);
  expect(changed).toEqual(["ppt/slides/slide2.xml"]);
  expect(copy.names).toEqual(before.names);
});

test("Slides are named by their order in the show, with notes, tables, groups and master", async () => {
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="8" name="Table 7 &amp; more"/></p:nvGraphicFramePr><a:tbl><a:tr><a:tc><a:txBody>${slideText(MARKER)}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="Group"/></p:nvGrpSpPr>${shape("Inner", slideText(MARKER))}</p:grpSp>`;
  const deck = await createDeck({
    slides: [table, group],
    notes: shape("Notes", slideText(MARKER)),
    master: shape("Footer", slideText(MARKER)),
  });
  expect(await placesIn(deck)).toEqual([
    "slide 1, Table 7 & more",
    "slide 1, notes, Notes",
    "slide 2, Inner",
    "slideMaster1, Footer",
  ]);
});

test("Markers of a document are found in headers, tables, links, controls, insertions and fields", async () => {
  const around = (name: string, content: string) => `<w:${name}>${content}</w:${name}>`;
  const elements = ["hyperlink", "ins", "moveTo", "smartTag", "customXml", "dir", "bdo", "fldSimple"];
  const body = [
    ...elements.map((name) => around("p", around(name, run(MARKER)))),
    around("tbl", around("tr", around("tc", around("p", run(MARKER))))),
    around("p", around("sdt", `<w:sdtPr/>${around("sdtContent", run(MARKER))}`)),
    around("sdt", `<w:sdtPr/>${around("sdtContent", around("p", run(MARKER)))}`),
  ];
  const document = await createDocument(body.join(""), { header1: around("p", run(`Head ${MARKER}`)) });
  const places = await placesIn(document);
  expect(places).toHaveLength(body.length + 1);
  expect(places.at(-1)).toBe('header1, "Head {=INSIGHTS.KPI("FY26 Plan…"');
});

test("Text that a tracked change has deleted is no marker", async () => {
  const deleted = `<w:p><w:del><w:r><w:delText>${MARKER}</w:delText></w:r></w:del><w:moveFrom>${run(MARKER)}</w:moveFrom></w:p>`;
  expect(await placesIn(await createDocument(deleted))).toEqual([]);
});

test("A text box of Word is named by its drawing, in both of its spellings", async () => {
  const box = `<w:txbxContent><w:p>${run(MARKER)}</w:p></w:txbxContent>`;
  const drawing = `<w:drawing><wp:anchor xmlns:wp="w"><wp:docPr id="1" name="Text Box 4"/>${box}</wp:anchor></w:drawing>`;
  const both = `<mc:AlternateContent><mc:Choice Requires="wps">${drawing}</mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent>`;
  const document = await createDocument(`<w:p><w:r>${both}</w:r></w:p>`);
  expect(await placesIn(document)).toEqual(["Text Box 4", '"{=INSIGHTS.KPI("FY26 Plan","ac…"']);
  const text = await filled(document, ["1", "1"], "word/document.xml");
  expect(text).not.toContain("INSIGHTS");
});

test("Word keeps the space at the end of a filled text", async () => {
  const document = await createDocument(`<w:p>${run(`EBIT ${MARKER} `)}${run("M")}</w:p>`);
  expect(await filled(document, ["5"], "word/document.xml")).toContain('<w:t xml:space="preserve">EBIT 5 </w:t>');
});

test("A control that Word fills from other data is marked as bound", async () => {
  const control = `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/x"/></w:sdtPr><w:sdtContent>${run(MARKER)}</w:sdtContent></w:sdt>`;
  const { parts } = await loadTemplate(
    await createDocument(`<w:p>${control}</w:p><w:p>${run(MARKER)}</w:p>`),
    OUR_MARKERS,
  );
  expect(allMarkers({ parts }).map(({ isBound }) => isBound)).toEqual([true, false]);
});

test("Markers that no paragraph holds are told by their place", async () => {
  const alternative = `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="${MARKER.replaceAll('"', "&quot;")}"/></p:nvPicPr></p:pic>`;
  const field = `<a:p><a:fld id="{1}" type="slidenum"><a:t>${MARKER.replaceAll('"', "&quot;")}</a:t></a:fld></a:p>`;
  const slides = [shape("Text", slideText(MARKER)), alternative, shape("Number", field)];
  expect(await unreadPlaces(await loadTemplate(await createDeck({ slides }), OUR_MARKERS))).toEqual([
    "slide 2",
    "slide 3",
  ]);
});

test("Markers that begin in an unreadable way, and those of properties, are told by their place", async () => {
  const shapes = [MARKER, "｛＝INSIGHTS.PLANS()｝", `{=SUM({1,2})*INSIGHTS.PLANS()}`].map(
    (text) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="4" name="P" descr="${text.replaceAll('"', "&quot;")}"/></p:nvPicPr></p:pic>`,
  );
  expect(await unreadPlaces(await loadTemplate(await withTitles({ slides: shapes }, MARKER), OUR_MARKERS))).toEqual([
    "slide 1",
    "slide 2",
    "slide 3",
    "the file's properties",
  ]);
});

/** A deck whose properties have these titles of slides. */
async function withTitles(spec: DeckSpec, ...titles: readonly string[]): Promise<Uint8Array> {
  const parts = deckParts(spec);
  const relation = '<Relationship Id="p" Type="x/extended-properties" Target="docProps/app.xml"/>';
  const texts = titles.map((title) => `<vt:lpstr>${title.replaceAll('"', "&quot;")}</vt:lpstr>`);
  return zipped({
    ...parts,
    "_rels/.rels": String(parts["_rels/.rels"]).replace("</Relationships>", `${relation}</Relationships>`),
    "docProps/app.xml": `<Properties xmlns:vt="v"><TitlesOfParts>${texts.join("")}</TitlesOfParts></Properties>`,
  });
}

test("The titles of slides among the file's properties have the numbers of the slides", async () => {
  const slides = [shape("Title", slideText(`EBIT of {Plan=A} is ${MARKER}`))];
  const deck = await withTitles({ slides }, "Office Theme", `EBIT of {Plan=A} is ${MARKER}`, "{=INSIGHTS.PLANS()}");
  const copied = await filled(deck, ["A", "5 < 6"], "docProps/app.xml");
  expect([...copied.matchAll(/<vt:lpstr>([^<]*)/g)].map(([, text]) => text)).toEqual([
    "Office Theme",
    "EBIT of A is 5 &lt; 6",
    "{=INSIGHTS.PLANS()}",
  ]);
  const only = await withTitles({ slides }, `EBIT of {Plan=A} is ${MARKER}`);
  expect(await unreadPlaces(await loadTemplate(only, OUR_MARKERS))).toEqual([]);
});

const fitted = (text: string, fit: string) => slideText(text).replace("<a:p>", `<a:bodyPr>${fit}</a:bodyPr><a:p>`);

test.each([
  ["half as long", MARKER, '<a:normAutofit fontScale="25000" lnSpcReduction="20000"/>', "<a:normAutofit/>"],
  ["a little shorter", `${MARKER}${"x".repeat(100)}`, '<a:normAutofit fontScale="50%"/>', 'fontScale="70588"'],
  ["of its full size", MARKER, "<a:normAutofit/>", "<a:normAutofit/>"],
])("A text made smaller for its marker is larger without it: %s", async (_what, text, before, after) => {
  const deck = await createDeck({ slides: [shape("Text", fitted(text, before))] });
  expect(await filled(deck, ["12"], "ppt/slides/slide1.xml")).toContain(after);
});

test("A text made smaller keeps its size where its number is as long as its marker", async () => {
  const fit = '<a:normAutofit fontScale="62500"/>';
  const deck = await createDeck({ slides: [shape("Text", fitted(MARKER, fit))] });
  expect(await filled(deck, ["1".repeat(60)], "ppt/slides/slide1.xml")).toContain(fit);
});

test("A marker that two paragraphs hold is open", async () => {
  const deck = await createDeck({
    slides: [shape("Text", slideText("{=TEXT(1") + slideText("+") + slideText(`${MARKER.slice(2)},"0")}`))],
  });
  expect(allMarkers(await loadTemplate(deck, OUR_MARKERS)).map(({ kind }) => kind)).toEqual(["open"]);
});

/** Word makes an em dash of two hyphens. */
const UNREADABLE = MARKER.replace("{=", "{=1000—");

/** Returns the problems of all markers. */
async function problemsIn(bytes: Uint8Array): Promise<unknown[]> {
  const template = await loadTemplate(bytes, OUR_MARKERS);
  expect(await unreadPlaces(template)).toEqual([]);
  return allMarkers(template).map(({ problem }) => problem);
}

test("A marker of a deck that cannot be read is found in tables, notes and masters", async () => {
  const text = slideText(UNREADABLE);
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>${text}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
  const deck = { slides: [shape("T", text), table], notes: shape("N", text), master: shape("M", text) };
  expect(await problemsIn(await createDeck(deck))).toEqual(Array(4).fill(expect.stringContaining('"—"')));
});

test("A marker of a document that cannot be read is found in tables, notes, comments and charts", async () => {
  const paragraph = `<w:p>${run(UNREADABLE)}</w:p>`;
  const texts = ["header1", "footer1", "footnotes", "endnotes", "comments"].map((name) => [name, paragraph]);
  const drawn = ["charts/chart1", "diagrams/data1"].map((name) => [name, slideText(UNREADABLE)]);
  const body = `<w:tbl><w:tr><w:tc>${paragraph}</w:tc></w:tr></w:tbl><w:sdt><w:sdtContent>${paragraph}</w:sdtContent></w:sdt>`;
  const document = await createDocument(body, Object.fromEntries([...texts, ...drawn]) as Record<string, string>);
  expect(await problemsIn(document)).toEqual(Array(9).fill(expect.stringContaining('"—"')));
});

test.each(["oleObject", "package", "subDocument", "aFChunk"])(
  "A link of the type %s is told by its place",
  async (type) => {
    const relation = `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" TargetMode="External" Target="file:///C:/book.xlsx"/>`;
    const parts = {
      ...deckParts({ slides: [""] }),
      "ppt/slides/_rels/slide1.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
    };
    const template = await loadTemplate(await zipped(parts), OUR_MARKERS);
    expect([...(await objectsIn(template)), ...(await findUnreadContents(template)).links]).toEqual(["slide 1"]);
  },
);

test("An inserted file is told by its name", async () => {
  const relation = `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="chunk.rtf"/>`;
  const parts = {
    ...deckParts({ slides: [""] }),
    "ppt/slides/_rels/slide1.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
  };
  expect(await findUnreadContents(await loadTemplate(await zipped(parts), OUR_MARKERS))).toEqual({
    fields: [],
    links: [],
    files: ["ppt/slides/chunk.rtf"],
  });
});

test("Control characters and halves of a character are not written", async () => {
  const deck = await createDeck({ slides: [shape("Text", slideText(MARKER))] });
  expect(await filled(deck, ["a\u0001b\ud800c\ufffe"], "ppt/slides/slide1.xml")).toContain("<a:t>abc</a:t>");
});

test.each([
  ["a file with a password", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), "is encrypted, by a password"],
  [
    "a text",
    new TextEncoder().encode("text"),
    "is not one of Excel, PowerPoint or Word (.xlsx, .pptx, .docx), or is damaged",
  ],
  [
    "a zip that ends early",
    new Uint8Array([0x50, 0x4b, 3, 4]),
    "is not one of Excel, PowerPoint or Word (.xlsx, .pptx, .docx), or is damaged",
  ],
])("%s is refused", async (_, bytes, message) => {
  await expect(loadTemplate(bytes, OUR_MARKERS)).rejects.toThrow(message);
});

test("A damaged part is named as one of the file, not of a workbook", async () => {
  const parts = { ...deckParts({ slides: [""] }), "ppt/slides/slide1.xml": "<a>{=x" };
  await expect(loadTemplate(await zipped(parts), OUR_MARKERS)).rejects.toThrow(
    /^The file is damaged: ppt\/slides\/slide1.xml/,
  );
});

test("The content type of the main part may be that of its ending, and the case of names does not matter", async () => {
  const parts = deckParts({ slides: [shape("Text", slideText(MARKER))] });
  const types = parts["[Content_Types].xml"] as string;
  for (const changed of [
    types.replace(/<Override.*?\/>/, "").replace("application/xml", MAIN_TYPES.deck),
    types.replace("/ppt/presentation.xml", "/PPT/Presentation.xml"),
  ]) {
    const template = await loadTemplate(await zipped({ ...parts, "[Content_Types].xml": changed }), OUR_MARKERS);
    expect([template.kind.ending, allMarkers(template).length]).toEqual([".pptx", 1]);
  }
});

test("The case of a part's name in the zip does not matter", async () => {
  const parts = deckParts({ slides: [shape("Text", slideText(MARKER))], notes: shape("Notes", slideText(MARKER)) });
  for (const name of Object.keys(parts)) {
    const changed = Object.entries(parts).map(([each, text]) => [each === name ? each.toUpperCase() : each, text]);
    const bytes = await zipped(Object.fromEntries(changed) as typeof parts);
    expect([name, await placesIn(bytes)]).toEqual([name, ["slide 1, Text", "slide 1, notes, Notes"]]);
  }
});

test("A workbook with the name of a deck is refused", async () => {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
  await expect(loadTemplate(await createDeck({ slides: [], type }), OUR_MARKERS)).rejects.toThrow(
    "is not a .pptx or .docx",
  );
});

test("A part over a limit is refused with the limit's name", async () => {
  const parts = { ...deckParts({ slides: [""] }), "ppt/slides/slide1.xml": `<a>${" ".repeat(1_100_000)}</a>` };
  await expect(loadTemplate(await zipped(parts), OUR_MARKERS, { ...FILE_LIMITS, part: 1 })).rejects.toMatchObject({
    limit: "part",
  });
});

test("Elements nested very deeply are read", async () => {
  const depth = 50_000;
  const deep = `${"<p:grpSp>".repeat(depth)}${shape("Deep", slideText(MARKER))}${"</p:grpSp>".repeat(depth)}`;
  expect(await placesIn(await createDeck({ slides: [deep] }))).toEqual(["slide 1, Deep"]);
});
