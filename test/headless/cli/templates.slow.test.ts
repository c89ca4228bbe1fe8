import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { openZip } from "../../../src/spreadsheet/xlsx/zip";
import {
  createDeck,
  createDocument,
  deckParts,
  run,
  shape,
  slideText,
  type DeckSpec,
} from "../../spreadsheet/documents/files";
import { createBook, zipped } from "../../spreadsheet/xlsx/book";
import { runInsights } from "./run";

const sandbox = createSandbox();
const EBIT = 'INSIGHTS.KPI("FY26 Plan","committed","ebit")';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "templates-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function saveDeck(spec: DeckSpec, name = "deck.pptx"): Promise<string> {
  writeFileSync(join(folder, name), await createDeck(spec));
  return join(folder, name);
}

const slideWith = (...texts: readonly string[]): DeckSpec => ({
  slides: [shape("Text 2", texts.map((text) => slideText(text)).join(""))],
});

interface Report {
  status: number;
  written: string | null;
  refreshed: number;
  changes: { cell: string; old: string; new: unknown }[];
  errors: { cell: string; code: string; message: string }[];
  problems: { cell: string; problem: string }[];
  notes: string[];
  error?: { kind: string; message: string };
}

const copy = (name = "copy.pptx") => join(folder, name);

async function refresh(...args: readonly string[]) {
  const { status, output, errors } = await runInsights(["refresh", ...args, "--json"], sandbox);
  return { status, errors, report: JSON.parse(output.split("\n")[0] ?? "") as Report };
}

async function evaluate(formula: string): Promise<unknown> {
  const { output } = await runInsights(["eval", "--json", `=${formula}`], sandbox);
  return (JSON.parse(output) as { value: unknown }).value;
}

async function part(file: string, name: string): Promise<string> {
  return (await openZip(readFileSync(file))).text(name);
}

const SLIDE = "ppt/slides/slide1.xml";

test("A deck's numbers equal those of eval, and the template stays", async () => {
  const style = `TEXT(${EBIT}/1000000,"#,##0.0")`;
  const deck = await saveDeck(slideWith(`EBIT {=${style}} M, {=${EBIT}}`, "{=1+1} stays"));
  const before = readFileSync(deck);
  const { status, report } = await refresh(deck, "-o", copy());
  expect(status).toBe(0);
  const [shown, raw] = [await evaluate(style), await evaluate(EBIT)];
  expect(await part(copy(), SLIDE)).toContain(`<a:t>EBIT ${String(shown)} M, ${String(raw)}</a:t>`);
  expect(report.changes.map(({ cell, new: now }) => [cell, now])).toEqual([
    ["slide 1, Text 2", shown],
    ["slide 1, Text 2", String(raw)],
  ]);
  expect(report.notes).toContain("A text {=…} that calls no function of ours stays as it is: slide 1, Text 2.");
  expect(readFileSync(deck)).toEqual(before);
});

test("A document's numbers are filled, and the summary names them by their paragraph", async () => {
  writeFileSync(join(folder, "report.docx"), await createDocument(`<w:p>${run(`EBIT {=${EBIT}}.`)}</w:p>`));
  const { output, status } = await runInsights(["refresh", join(folder, "report.docx"), "-o", copy("c.docx")], sandbox);
  expect(status).toBe(0);
  expect(output).toContain('"EBIT {=INSIGHTS.KPI("FY26 Plan');
  expect(await part(copy("c.docx"), "word/document.xml")).toContain(`EBIT ${String(await evaluate(EBIT))}.`);
});

test("An input is shown as its value and read by name, and --set changes it", async () => {
  const deck = await saveDeck(
    slideWith(
      "For {Plan=FY26 Plan}: {=INSIGHTS.KPI(Plan,Scenario,“ebit”)} {Scenario=committed}",
      "{=Plan} {other=text}",
    ),
  );
  await refresh(deck, "-o", copy());
  const number = String(await evaluate(EBIT));
  expect(await part(copy(), SLIDE)).toContain(`<a:t>For FY26 Plan: ${number} committed</a:t>`);
  expect(await part(copy(), SLIDE)).toContain("<a:t>FY26 Plan {other=text}</a:t>");
  await refresh(deck, "-o", copy(), "--set", "scenario=actual");
  const actual = String(await evaluate('INSIGHTS.KPI("FY26 Plan","actual","ebit")'));
  expect(await part(copy(), SLIDE)).toContain(`<a:t>For FY26 Plan: ${actual} actual</a:t>`);
});

test("--each writes a copy for each item", async () => {
  const deck = await saveDeck(slideWith(`{Scenario=committed}: {=INSIGHTS.KPI("FY26 Plan",Scenario,"ebit")}`));
  const { status } = await refresh(deck, "--each", "Scenario=committed,actual", "-o", copy("out"));
  expect(status).toBe(0);
  expect(readdirSync(copy("out")).sort()).toEqual(["deck - actual.pptx", "deck - committed.pptx"]);
  const actual = String(await evaluate('INSIGHTS.KPI("FY26 Plan","actual","ebit")'));
  expect(await part(join(copy("out"), "deck - actual.pptx"), SLIDE)).toContain(`<a:t>actual: ${actual}</a:t>`);
});

test("--each scenario lists those of the template's plan", async () => {
  const deck = await saveDeck(slideWith(`{Plan=FY26 Plan} {Scenario=x} {=INSIGHTS.KPI(Plan,Scenario,"ebit")}`));
  await refresh(deck, "--each", "scenario", "-o", copy("out"));
  expect(readdirSync(copy("out")).length).toBeGreaterThan(1);
});

test("A missing number writes nothing, and names its slide and shape", async () => {
  const deck = await saveDeck(slideWith(`{=${EBIT}} {=INSIGHTS.KPI("No plan","committed","ebit")}`));
  const { status, report } = await refresh(deck, "-o", copy());
  expect(status).toBe(7);
  expect(report.errors).toMatchObject([
    { cell: "slide 1, Text 2", message: expect.stringContaining("No plan") as string },
  ]);
  expect(report.error?.message).toContain("1 number is missing. Nothing was written.");
  expect(existsSync(copy())).toBe(false);
});

test("--allow-missing writes n/a for a missing number", async () => {
  const deck = await saveDeck(slideWith(`A {=INSIGHTS.KPI("No plan","committed","ebit")} B`));
  const { status } = await refresh(deck, "-o", copy(), "--allow-missing");
  expect(status).toBe(1);
  expect(await part(copy(), SLIDE)).toContain("<a:t>A n/a B</a:t>");
});

test.each([
  ["a semicolon", '{=INSIGHTS.KPI("FY26 Plan";"actual";"ebit")}', 'has a ";"'],
  ["no end", '{=INSIGHTS.KPI("FY26 Plan",', "has no end in its paragraph"],
  ["an em dash", `{=1000—${EBIT}}`, 'cannot have "—"'],
  ["a sign that cannot be read beside an input", "{Growth=5} {=Growth×2}", 'cannot have "×"'],
  ["no equals sign", `{${EBIT}}`, "does not begin with {="],
  ["a table", "{=INSIGHTS.PLANS()}", "returns a table of"],
  ["two values of an input", `{Plan=A} {Plan=B} {=INSIGHTS.KPI(Plan,"actual","ebit")}`, "has another value elsewhere"],
])("A marker with %s writes nothing, even with --allow-missing", async (_, text, problem) => {
  const deck = await saveDeck(slideWith(text));
  const { status, report } = await refresh(deck, "-o", copy(), "--allow-missing");
  expect(status).toBe(7);
  expect(report.problems[0]?.problem).toContain(problem);
  expect(existsSync(copy())).toBe(false);
});

test("A file without a marker is no template", async () => {
  const { status, report } = await refresh(await saveDeck(slideWith("Text {=1+1}")), "-o", copy());
  expect([status, report.error?.message]).toEqual([3, expect.stringContaining("has no marker such as")]);
});

const saveDocument = async (body: string, name = "report.docx") => {
  writeFileSync(join(folder, name), await createDocument(body));
  return join(folder, name);
};

const fieldOf = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${code.replaceAll(/[^<>]{1,9}/g, (each) => `<w:r><w:instrText xml:space="preserve">${each.replaceAll('"', "&quot;")}</w:instrText></w:r>`)}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("5")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

test("A number below 0 by a non-breaking hyphen stays below 0, and the hyphen goes with the marker", async () => {
  const hyphen = "<w:r><w:noBreakHyphen/></w:r>";
  const document = await saveDocument(
    `<w:p>${run("{=TEXT(")}${hyphen}${run(`${EBIT},"0")} by {Growth=`)}${hyphen}${run(`5} {=TEXT(${EBIT}*Growth,"0")}`)}</w:p>`,
  );
  expect((await refresh(document, "-o", copy("c.docx"))).status).toBe(0);
  const [less, times] = [await evaluate(`TEXT(-${EBIT},"0")`), await evaluate(`TEXT(${EBIT}*-5,"0")`)];
  const xml = await part(copy("c.docx"), "word/document.xml");
  expect(xml.replace(/<[^>]*>/g, "").trim()).toBe(`${String(less)} by -5 ${String(times)}`);
  expect(xml).not.toContain("noBreakHyphen");
});

test("A picture within a marker or an input writes nothing", async () => {
  const picture = "<w:r><w:drawing/></w:r>";
  const document = await saveDocument(
    `<w:p>${run("{=1+")}${picture}${run(`${EBIT}}`)}</w:p><w:p>${run("{Plan=FY26")}${picture}${run(" Plan} {=Plan}")}</w:p>`,
  );
  const { status, report } = await refresh(document, "-o", copy("c.docx"), "--allow-missing");
  expect([status, report.problems.map(({ problem }) => problem)]).toEqual([
    7,
    [expect.stringContaining("that is no text"), expect.stringContaining("that is no text")],
  ]);
});

test("A field that calls a function of ours is named, and so is one that shows another file", async () => {
  const fields = fieldOf(` =${EBIT} `) + fieldOf(' LINK Excel.Sheet.12 "book.xlsx" "Plan!R1C1" ') + fieldOf(" PAGE ");
  const document = await saveDocument(`<w:p>${run(`{=${EBIT}}`)}</w:p>${fields}`);
  const { status, report } = await refresh(document, "-o", copy("c.docx"));
  expect(status).toBe(0);
  expect(report.notes.filter((note) => /^A field|^What shows/.test(note))).toEqual([
    expect.stringMatching(/^What shows .*: "LINK Excel.Sheet.12/),
    expect.stringMatching(/^A field of Word .*: "=INSIGHTS.KPI/),
  ]);
});

test("A field alone is no marker, and the failure says to type the braces", async () => {
  const { status, report } = await refresh(await saveDocument(fieldOf(` =${EBIT} `)), "-o", copy("c.docx"));
  expect([status, report.error?.message]).toEqual([3, expect.stringContaining("(Ctrl+F9) is no marker")]);
});

test("A signed template's copy is told not to be signed", async () => {
  const parts = deckParts(slideWith(`{=${EBIT}}`));
  const origin = '<Relationship Id="s" Type="x/digital-signature/origin" Target="signed/origin.sigs"/>';
  const relations = String(parts["_rels/.rels"]).replace("</Relationships>", `${origin}</Relationships>`);
  const deck = join(folder, "deck.pptx");
  writeFileSync(deck, await zipped({ ...parts, "_rels/.rels": relations, "signed/origin.sigs": "" }));
  const { report } = await refresh(deck, "-o", copy());
  expect(report.notes).toContain("The template is signed. The signature does not fit the copy.");
});

test("A template is not refreshed in place", async () => {
  const deck = await saveDeck(slideWith(`{=${EBIT}}`));
  for (const args of [[deck], [deck, "-o", deck]]) {
    const { status, report } = await refresh(...args);
    expect([status, report.error?.message]).toEqual([2, expect.stringContaining("is a template, which stays")]);
  }
});

test("A setting for an input that a template lacks is refused", async () => {
  const { status, report } = await refresh(await saveDeck(slideWith(`{=${EBIT}}`)), "-o", copy(), "--set", "Plan=X");
  expect([status, report.error?.message]).toEqual([2, expect.stringContaining("has no input Plan")]);
});

test("A folder's templates are refreshed into another folder, and left alone in place", async () => {
  await saveDeck(slideWith(`{=${EBIT}}`), "a.pptx");
  writeFileSync(
    join(folder, "b.xlsx"),
    await createBook({
      sheets: [{ name: "S", cells: { A1: { f: EBIT.replace("INSIGHTS.", "_xldudf_INSIGHTS_"), v: 1 } } }],
    }),
  );
  expect((await refresh(folder)).status).toBe(0);
  expect((await refresh(folder, "-o", copy("out"), "--report", copy("night.html"))).status).toBe(0);
  expect(readdirSync(copy("out")).sort()).toEqual(["a.pptx", "b.xlsx"]);
  expect(readFileSync(copy("night.html"), "utf8")).toContain("a.pptx");
});

test("A pattern of templates without a folder for the copies says that it needs one", async () => {
  await saveDeck(slideWith(`{=${EBIT}}`));
  const { status, report } = await refresh(join(folder, "*.pptx"));
  expect([status, report.error?.message]).toEqual([11, expect.stringContaining("need a folder for their copies")]);
});

test("A failing service writes nothing", async () => {
  const deck = await saveDeck(slideWith(`{=${EBIT}}`));
  const fetch = () => Promise.resolve(new Response("down", { status: 503 }));
  const { status } = await runInsights(["refresh", deck, "-o", copy(), "--timeout", "0.01"], { fetch, apiKey: "k" });
  expect(status).toBe(6);
  expect(existsSync(copy())).toBe(false);
});

const chartBook = (formula: string) =>
  createBook({
    sheets: [
      { name: "Plan", cells: { A1: { f: formula, v: 1 }, A2: { f: "A1*2", v: 2 }, C1: "Scenario", D1: "committed" } },
    ],
  });

test("A chart shows the values of its workbook, which becomes a values-only copy", async () => {
  const book = await chartBook('_xldudf_INSIGHTS_KPI("FY26 Plan",D1,"ebit")');
  const deck = await saveDeck({ slides: [shape("Title", slideText("{Scenario=actual}"))], chartBook: book });
  const { status, report } = await refresh(deck, "-o", copy());
  const actual = Number(await evaluate('INSIGHTS.KPI("FY26 Plan","actual","ebit")'));
  expect([status, report.refreshed]).toEqual([0, 2]);
  const chart = await part(copy(), "ppt/charts/chart1.xml");
  expect([...chart.matchAll(/<c:v>([^<]*)/g)].map(([, value]) => Number(value))).toEqual([actual, actual * 2]);
  expect(chart).toContain(`<a:t>${String(await evaluate(EBIT))}</a:t>`);
  expect(await part(copy(), SLIDE)).toContain("<a:t>actual</a:t>");
  const zip = await openZip(readFileSync(copy()));
  const { sheets } = await loadWorkbook(await zip.bytes("ppt/embeddings/Book1.xlsx"));
  expect(sheets[0]?.cells.formulas.size).toBe(0);
  expect(sheets[0]?.cells.values.get(0)).toBe(actual);
  expect(report.changes.map(({ cell }) => cell)).toContain("slide 1, Chart 8, Plan!A1");
});

test("An error in a chart's workbook writes nothing", async () => {
  const deck = await saveDeck({
    slides: [""],
    chartBook: await chartBook('_xldudf_INSIGHTS_KPI("No plan",D1,"ebit")'),
  });
  const { status, report } = await refresh(deck, "-o", copy());
  expect([status, report.errors[0]?.cell]).toEqual([7, "slide 1, Chart 8, Plan!A1"]);
  expect(existsSync(copy())).toBe(false);
});

test("A chart without a workbook is named, and its title is filled", async () => {
  const { status, report } = await refresh(await saveDeck({ slides: [""], chartBook: "none" }), "-o", copy());
  expect(status).toBe(0);
  expect(report.notes).toContain("The chart in slide 1, Chart 8 has no workbook in the file, so it is not refreshed.");
});

test.each([
  ["an old format", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), "has an old format"],
  ["damage", new Uint8Array([80, 75, 1, 2]), "is damaged"],
])("A chart whose workbook cannot be read stays, and is named: %s", async (_what, chartBook, reason) => {
  const deck = await saveDeck({ slides: [shape("T", slideText(`{=${EBIT}}`))], chartBook });
  const { status, report } = await refresh(deck, "-o", copy());
  expect([status, report.notes.at(1)]).toEqual([0, expect.stringContaining(reason)]);
  expect(report.notes.at(1)).toContain("The chart in slide 1, Chart 8 is not refreshed");
  expect(await part(copy(), SLIDE)).toContain(String(await evaluate(EBIT)));
});

test("A chart without formulas of ours stays, whatever it is over", async () => {
  const chart = '<c:chartSpace xmlns:c="c"><c:numRef><c:f>OFFSET(Plan!A1,1,1)</c:f></c:numRef></c:chartSpace>';
  const book = await chartBook("RAND()+UNKNOWN()");
  const deck = await saveDeck({ slides: [shape("T", slideText(`{=${EBIT}}`))], chartBook: book, chart });
  expect((await refresh(deck, "-o", copy())).status).toBe(0);
  expect(await part(copy(), "ppt/charts/chart1.xml")).toBe(chart);
});

test("A chart's references may name the window of its workbook", async () => {
  const chart = (name: string, value: unknown) =>
    `<c:chartSpace xmlns:c="c"><c:numRef><c:f>'${name}Plan'!$A$1</c:f><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${String(value)}</c:v></c:pt></c:numCache></c:numRef></c:chartSpace>`;
  const book = await chartBook(`_xldudf_${EBIT.replace(".", "_")}`);
  const window = chart("[Diagramm in Microsoft PowerPoint]", 1);
  const { status } = await refresh(await saveDeck({ slides: [""], chartBook: book, chart: window }), "-o", copy());
  expect([status, await part(copy(), "ppt/charts/chart1.xml")]).toEqual([0, chart("", await evaluate(EBIT))]);
  const other = chart("[Other.xlsx]", 1);
  const { report } = await refresh(await saveDeck({ slides: [""], chartBook: book, chart: other }), "-o", copy());
  expect(report.problems[0]?.cell).toBe("slide 1, Chart 8");
});

test("A native waterfall shows new numbers, and the note says who sees old ones", async () => {
  const chart = (value: unknown) =>
    `<cx:chartSpace xmlns:cx="cx"><cx:numDim type="val"><cx:f>Plan!$A$1</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">${String(value)}</cx:pt></cx:lvl></cx:numDim></cx:chartSpace>`;
  const book = await chartBook(`_xldudf_${EBIT.replace(".", "_")}`);
  const deck = await saveDeck({ slides: [""], chartBook: book, chart: chart(1), isNewerChart: true });
  const { status, report } = await refresh(deck, "-o", copy());
  expect([status, await part(copy(), "ppt/charts/chart1.xml")]).toEqual([0, chart(await evaluate(EBIT))]);
  expect(report.notes.at(-1)).toContain("is of a kind that older programs show as a picture");
});
