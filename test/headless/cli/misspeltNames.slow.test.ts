import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { findMisspeltMessages } from "../../../src/headless/cli/book/misspeltNames";
import { openZip } from "../../../src/spreadsheet/xlsx/zip";
import { createDeck, createDocument, run, shape, slideText } from "../../spreadsheet/documents/files";
import { createBook, type CellSpec } from "../../spreadsheet/xlsx/book";
import { runInsights } from "./run";

const sandbox = createSandbox();
const PLAN = '"FY26 Plan"';

/** Calls that each misspell one name, with what their message says. */
const MISSPELT = {
  plan: ['KPI("FY26 Plann","committed","ebit")', "There is no plan 'FY26 Plann'."],
  scenario: [`KPI(${PLAN},"actul","ebit")`, "Scenario 'actul' is not in plan 'FY26 Plan'."],
  field: [`KPI(${PLAN},"committed","ebti")`, "Field 'ebti' is not known."],
  item: [`KPI(${PLAN},"committed","demandValue",,"region","Nrth")`, "Item 'Nrth' is not in the answer."],
} as const;
const KINDS = Object.keys(MISSPELT) as (keyof typeof MISSPELT)[];

/** Formulas that show 0 in place of the error of a call. IFNA catches no field, whose error is #VALUE!. */
const HIDING = {
  IFERROR: (call: string) => `IFERROR(${call},0)`,
  ISERROR: (call: string) => `IF(ISERROR(${call}),0,${call})`,
  nested: (call: string) => `SUM(IFERROR(2*ABS(${call}),0),0)`,
  variable: (call: string) => `_xlfn.LET(_xlpm.x,${call},IF(ISNUMBER(_xlpm.x),_xlpm.x,0))`,
  counted: (call: string) => `COUNT(${call})`,
  "another call": (call: string) => `0*IFERROR(${call},INSIGHTS.KPI(${PLAN},"committed","ebit"))`,
} as const;
const IFNA = (call: string) => `_xlfn.IFNA(${call},0)`;

const hiding = (kind: keyof typeof MISSPELT): readonly ((call: string) => string)[] => [
  ...Object.values(HIDING),
  ...(kind === "field" ? [] : [IFNA]),
];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "misspelt-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Report {
  notes: string[];
  errors: { cell: string; code: string; message: string }[];
  changes: { cell: string; new: unknown }[];
}

async function refresh(name: string, bytes: Uint8Array, args: readonly string[] = [], fetch = sandbox.fetch) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const given = { fetch, apiKey: sandbox.apiKey };
  const { status, output } = await runInsights(["refresh", path, ...args, "--json"], given);
  return { status, report: JSON.parse(output.split("\n")[0] ?? "") as Report };
}

const copy = (name: string) => join(folder, name);

/** A formula of a file. */
const filed = (formula: string): CellSpec => ({ f: formula.replaceAll("INSIGHTS.", "_xldudf_INSIGHTS_"), v: 7 });

async function bookWith(formulas: readonly string[]): Promise<Uint8Array> {
  const cells = Object.fromEntries(formulas.map((formula, at) => [`B${at + 1}`, filed(formula)]));
  return createBook({ sheets: [{ name: "Plan", cells }] });
}

test.each(KINDS)("A workbook's formulas that hide a misspelt %s are named in a note", async (kind) => {
  const [call, message] = MISSPELT[kind];
  const formulas = hiding(kind).map((hide) => hide(`INSIGHTS.${call}`));
  const { status, report } = await refresh("book.xlsx", await bookWith(formulas));
  expect([status, report.errors]).toEqual([0, []]);
  expect(report.changes.map(({ new: now }) => now)).toEqual(formulas.map(() => 0));
  const places = formulas.map((_, at) => `Plan!B${at + 1}`).join(", ");
  const said = `The formulas in ${places} show something else in place of an error: ${message}`;
  expect(report.notes.filter((note) => note.startsWith(said))).toHaveLength(1);
});

test("A note names the first ten formulas that hide one error", async () => {
  const hidden = HIDING.IFERROR(`INSIGHTS.${MISSPELT.scenario[0]}`);
  const { report } = await refresh("book.xlsx", await bookWith(Array.from({ length: 12 }, () => hidden)));
  expect(report.notes.join()).toContain("Plan!B9, Plan!B10 and 2 more show something else");
});

test("A misspelt name in a cell is named where it is hidden, and one whose error is shown where it is shown", async () => {
  const cells = {
    A1: "actul",
    B1: filed(`IFERROR(INSIGHTS.KPI(${PLAN},A1,"ebit"),0)`),
    B2: filed("B1*2"),
    B4: filed(`INSIGHTS.${MISSPELT.plan[0]}`),
    B5: filed("IFERROR(B4,0)"),
  };
  const { status, report } = await refresh("book.xlsx", await createBook({ sheets: [{ name: "Plan", cells }] }));
  expect([status, report.errors.map(({ cell }) => cell)]).toEqual([1, ["Plan!B4"]]);
  const notes = report.notes.filter((note) => note.includes("in place of an error"));
  expect(notes).toEqual([expect.stringMatching(/^The formula in Plan!B1 shows .*'actul'/)]);
});

test("Right names and missing months need no note", async () => {
  const formulas = [
    `IFERROR(INSIGHTS.KPI(${PLAN},"committed","demandValue",,"region","North"),0)`,
    `IFERROR(INSIGHTS.KPI(${PLAN},"committed","ebit","1999-01"),0)`,
  ];
  const { report } = await refresh("book.xlsx", await bookWith(formulas));
  expect(report.notes.filter((note) => note.includes("in place of an error"))).toEqual([]);
});

test("An item that another call finds under the same groupBy is not misspelt", () => {
  const call = (groupBy: string, item: unknown, result?: number) => ({
    id: "KPI",
    args: ["fy26", "actual", "demandValue", null, groupBy, item],
    result,
    ...(result === undefined && {
      misspelt: { argument: "item", wrong: String(item), message: `No ${String(item)}.` },
    }),
  });
  const failed = [call("region", "North"), call("region", "Nrth"), call("sku", "North")];
  expect([...findMisspeltMessages([...failed, call("Region ", [["South"], ["north"]], 1)])]).toEqual([
    "No Nrth.",
    "No North.",
  ]);
  expect([...findMisspeltMessages([call("region", "North"), call("region", "north", 1)])]).toEqual([]);
});

test("A note is printed for people, without what could control a terminal", async () => {
  const formula = `IFERROR(INSIGHTS.KPI(${PLAN},"a\u009b31mx","ebit"),0)`;
  writeFileSync(copy("book.xlsx"), await bookWith([formula]));
  const { output } = await runInsights(["refresh", copy("book.xlsx"), "--report", copy("page.html")], sandbox);
  expect(output).toContain("The formula in Plan!B1 shows something else in place of an error: Scenario");
  expect(output).not.toContain("\u009b");
  expect(readFileSync(copy("page.html"), "utf8")).toContain("The formula in Plan!B1 shows something else");
});

test("A deck with a hidden misspelt name is not written, whatever hides it", async () => {
  const formulas = KINDS.flatMap((kind) => hiding(kind).map((hide) => hide(`INSIGHTS.${MISSPELT[kind][0]}`)));
  const texts = formulas.map((formula) => slideText(`{=${formula.replaceAll(/_xl(fn|pm)\./g, "")}}`));
  const deck = await createDeck({ slides: texts.map((text, at) => shape(`Text ${at}`, text)) });
  const { status, report } = await refresh("deck.pptx", deck, ["-o", copy("copy.pptx")]);
  expect(status).toBe(7);
  expect(report.errors).toHaveLength(formulas.length);
  const said = /^The formula shows something else in place of an error: .* \(in \{=/;
  expect(report.errors.filter(({ message }) => !said.test(message))).toEqual([]);
  expect(existsSync(copy("copy.pptx"))).toBe(false);
});

test("With --allow-missing a hidden misspelt name shows as a missing number", async () => {
  const deck = await createDeck({
    slides: [shape("Text 2", slideText(`EBIT {=IFERROR(INSIGHTS.${MISSPELT.scenario[0]},0)}`))],
    chartBook: await bookWithChart(`IFERROR(INSIGHTS.${MISSPELT.item[0]},0)`),
  });
  const { status, report } = await refresh("deck.pptx", deck, ["-o", copy("copy.pptx"), "--allow-missing"]);
  expect([status, report.errors.map(({ cell }) => cell)]).toEqual([
    1,
    ["slide 1, Text 2", "slide 1, Chart 8, Plan!A1"],
  ]);
  const zip = await openZip(readFileSync(copy("copy.pptx")));
  expect(await zip.text("ppt/slides/slide1.xml")).toContain("<a:t>EBIT n/a</a:t>");
  expect(await zip.text("ppt/charts/chart1.xml")).not.toContain("<c:v>0</c:v>");
});

async function bookWithChart(formula: string): Promise<Uint8Array> {
  return createBook({ sheets: [{ name: "Plan", cells: { A1: filed(formula), A2: 2 } }] });
}

test("A chart with a hidden misspelt name keeps its deck from being written", async () => {
  const chartBook = await bookWithChart(`IFERROR(INSIGHTS.${MISSPELT.field[0]},0)`);
  const deck = await createDeck({ slides: [""], chartBook });
  const { status, report } = await refresh("deck.pptx", deck, ["-o", copy("copy.pptx")]);
  expect([status, report.errors.map(({ cell }) => cell)]).toEqual([7, ["slide 1, Chart 8, Plan!A1"]]);
});

test.each(KINDS)("A document with a hidden misspelt %s is not written", async (kind) => {
  const document = await createDocument(`<w:p>${run(`{=IFERROR(INSIGHTS.${MISSPELT[kind][0]},0)}`)}</w:p>`);
  const { status, report } = await refresh("report.docx", document, ["-o", copy("copy.docx")]);
  expect(status).toBe(7);
  expect(report.errors[0]?.message).toContain(MISSPELT[kind][1]);
  expect(existsSync(copy("copy.docx"))).toBe(false);
});

test("A failure of the service behind IFERROR still writes nothing", async () => {
  const bytes = await bookWith([HIDING.IFERROR(`INSIGHTS.KPI(${PLAN},"committed","ebit")`)]);
  const refused = () => Promise.resolve(new Response("{}", { status: 401 }));
  expect((await refresh("book.xlsx", bytes, [], refused)).status).toBe(10);
  expect(readFileSync(copy("book.xlsx"))).toEqual(Buffer.from(bytes));
});
