/** Files of values alone. */
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { createSandbox } from "../../../sandbox/sandbox";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { writeValuesOnly } from "../../../src/spreadsheet/xlsx/valuesOnly";
import { createBook, hashes, partText, partsOf, zipped } from "./book";
import { cellsIn } from "./cells";
import { reportParts, reportSheet } from "./reportBook";

const valuesOf = async (bytes: Uint8Array) => writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
const LISTED = /!(A[A-I]|B[L-N])\d/;
/** The lists of plans and scenarios on a report's sheet are not sent. */
const withoutLists = (cells: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(cells).filter(([address]) => !LISTED.test(address)));

describe("A workbook with a report as values", () => {
  const create = () => zipped(reportParts(reportSheet("statement"), { A1: { f: "1+1", v: 2 } }));

  test("shows what it showed, calculates nothing, and knows nothing of the add-in", async () => {
    const before = await create();
    const { bytes, formulas } = await valuesOf(before);
    expect(await cellsIn(bytes)).toEqual(withoutLists(await cellsIn(before)));
    expect(await cellsIn(bytes, "formulas")).toEqual({});
    expect(formulas).toBe(Object.keys(withoutLists(await cellsIn(before, "formulas"))).length);
    const parts = Object.keys(await hashes(bytes)).filter((part) => /\.(xml|rels)$/.test(part));
    const ours = /_INSIGHTS_|InsightsReport|_insights_|urn:scenario-insights/;
    const texts = await Promise.all(parts.map(async (part) => ({ part, text: await partText(bytes, part) })));
    expect(texts.filter(({ text }) => ours.test(text)).map(({ part }) => part)).toEqual([]);
  });

  test("is what a refresh with --values makes of it if the service has nothing new", async () => {
    const { fetch, apiKey } = createSandbox({ now: () => Date.UTC(2026, 2, 16, 9, 30) });
    const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
    session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
    const refresh = async (bytes: Uint8Array, valuesOnly: boolean) =>
      refreshBook(bytes, { session, settings: {}, valuesOnly });
    const fresh = (await refresh(await create(), false)).bytes;
    const { bytes, summary } = await refresh(fresh, true);
    const copy = (await valuesOf(fresh)).bytes;
    const uncalculated = summary.problems.map(({ cell }) => [cell.replaceAll("'", ""), { error: "#N/A" }]);
    expect(await cellsIn(bytes)).toEqual({ ...(await cellsIn(copy)), ...Object.fromEntries(uncalculated) });
    const { "xl/worksheets/sheet2.xml": _report, ...others } = await hashes(copy);
    expect(await hashes(bytes)).toMatchObject(others);
  });
});

const sheet = (name: string, cells = {}) => ({ name, cells });

test("Our names go, and the other names stay theirs", async () => {
  const parts = partsOf({
    sheets: [sheet("Plan", { A1: { f: "_xldudf_INSIGHTS_PLANS()", v: 7 } }), sheet("Notes", { A1: "x" })],
    names: {
      InsightsReport_1: "Plan!$A$1",
      Ours: "_xldudf_INSIGHTS_KPI(1)",
      Tax: "Plan!$A$1",
      "Notes!Own": "Notes!$A$1",
    },
  });
  const { bytes, formulas } = await valuesOf(await zipped(parts));
  expect(formulas).toBe(1);
  expect((await loadWorkbook(bytes)).names).toEqual([
    { name: "Tax", text: "Plan!$A$1", sheet: undefined },
    { name: "Own", text: "Notes!$A$1", sheet: 1 },
  ]);
  expect(await cellsIn(bytes)).toEqual({ "Plan!A1": 7, "Notes!A1": "x" });
});

test("The sheet of comments is blank, and a report keeps the words that it shows", async () => {
  const parts = partsOf({
    sheets: [
      sheet("Plan", { H9: { f: "INDEX(Insights_Comments,1,4)", v: "Strike" } }),
      sheet("Our notes", { A1: "Key", A2: "k", D2: "A draft", H2: "A. Weber" }),
    ],
    names: { Insights_Comments: "'Our notes'!$A$2:$I$5001" },
  });
  const { bytes } = await valuesOf(await zipped(parts));
  expect(await cellsIn(bytes)).toEqual({ "Plan!H9": "Strike" });
  expect((await loadWorkbook(bytes)).names).toEqual([]);
});

test("Names that read ours go with them, unless another sheet keeps such a name", async () => {
  const parts = partsOf({
    sheets: [sheet("Plan", { A1: { f: "_xldudf_INSIGHTS_PLANS()", v: 7 } }), sheet("Notes", { A1: "x" })],
    names: {
      Ours: "_xldudf_INSIGHTS_KPI(1)",
      Twice: "Ours*2",
      Thrice: "SUM(Plan!$A$1,Twice)",
      "Notes!Both": "Notes!$A$1",
      Both: "_xldudf_INSIGHTS_KPI(2)",
      Reader: "Both+1",
      Tax: "Plan!$A$1",
    },
  });
  const { bytes } = await valuesOf(await zipped(parts));
  expect((await loadWorkbook(bytes)).names.map(({ name }) => name)).toEqual(["Both", "Reader", "Tax"]);
});

describe("Rules beside the cells", () => {
  const X14 = 'xmlns:x14="x14" xmlns:xm="xm"';
  const validation = (formula: string) =>
    `<dataValidation type="list" sqref="A1"><formula1>${formula}</formula1></dataValidation>`;
  const format = (formula: string) =>
    `<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>${formula}</formula></cfRule></conditionalFormatting>`;
  const newer = (formula: string) =>
    `<extLst><ext uri="{1}" ${X14}><x14:dataValidations count="1"><x14:dataValidation type="list"><x14:formula1><xm:f>${formula}</xm:f></x14:formula1><xm:sqref>A1</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`;
  const scale = (formula: string) =>
    `<conditionalFormatting sqref="B1"><cfRule type="dataBar" priority="2"><dataBar><cfvo type="formula" val="${formula}"/><cfvo type="max"/><color rgb="FF000000"/></dataBar></cfRule></conditionalFormatting>`;
  const spark = (formula: string) =>
    `<extLst><ext uri="{2}" ${X14}><x14:sparklineGroups><x14:sparklineGroup><x14:colorSeries rgb="FF000000"/><x14:sparklines><x14:sparkline><xm:f>${formula}</xm:f><xm:sqref>C1</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`;

  /** Returns what stands between the cells and the margins of the page, before and after. */
  async function copied(rules: string) {
    const parts = partsOf({
      sheets: [sheet("Plan", { A1: { f: "_xldudf_INSIGHTS_PLANS()", v: 7 } })],
      names: { Ours: "_xldudf_INSIGHTS_PLANS()", Tax: "Plan!$A$1" },
    });
    const name = "xl/worksheets/sheet1.xml";
    parts[name] = parts[name]!.replace(/<conditionalFormatting[^]*(?=<pageMargins)/, () => rules);
    const { bytes } = await valuesOf(await zipped(parts));
    return /<\/sheetData>([^]*)<pageMargins/.exec(await partText(bytes, name))?.[1];
  }

  test.each([
    ["a list of a name", validation("Ours")],
    ["a list of a call", validation("_xldudf_INSIGHTS_PLANS()")],
    ["a condition", format("A1&gt;Ours")],
    ["a list of newer Excel", newer("Ours")],
    ["the scale of a data bar", scale("Ours")],
    ["a sparkline", spark("Ours")],
  ])("go with their lists if they read our functions: %s", async (_what, rules) => {
    const list = rules.includes("<dataValidation ") ? `<dataValidations count="1">${rules}</dataValidations>` : rules;
    expect(await copied(list)).toBe("");
    expect(await copied(list.replace(/Ours|_xldudf_INSIGHTS_PLANS\(\)/, "Tax"))).toContain("Tax");
  });

  test("stay the same, and are counted, if others beside them go", async () => {
    const [own, other] = [validation("Ours"), validation("Tax")];
    expect(await copied(`<dataValidations count="2">${own}${other}</dataValidations>${format("A1&gt;0")}`)).toBe(
      `<dataValidations count="1">${other}</dataValidations>${format("A1&gt;0")}`,
    );
    const both = newer("Ours").replace(
      "</x14:dataValidations>",
      `<x14:dataValidation><x14:formula1><xm:f>Tax</xm:f></x14:formula1></x14:dataValidation></x14:dataValidations>`,
    );
    expect(await copied(both.replace('count="1"', 'count="2"'))).toBe(
      `<extLst><ext uri="{1}" ${X14}><x14:dataValidations count="1"><x14:dataValidation><x14:formula1><xm:f>Tax</xm:f></x14:formula1></x14:dataValidation></x14:dataValidations></ext></extLst>`,
    );
  });
});

test("A table enters none of our calls into new rows or totals", async () => {
  const parts = partsOf({
    sheets: [
      {
        name: "Plan",
        cells: { A1: "Net", B1: "Tax", A2: { f: "_xldudf_INSIGHTS_KPI(1)", v: 7 }, B2: 1 },
        tables: [{ name: "Sales", ref: "A1:B2", columns: ["Net", "Tax"] }],
      },
    ],
  });
  const name = "xl/tables/table1.xml";
  const column = (name: string, id: number, formula: string) =>
    `<tableColumn id="${id}" name="${name}" totalsRowFunction="custom"><calculatedColumnFormula>${formula}</calculatedColumnFormula><totalsRowFormula>${formula}+1</totalsRowFormula></tableColumn>`;
  const columns = [column("Net", 1, "_xldudf_INSIGHTS_KPI(1)"), column("Tax", 2, "Sales[Net]*2")];
  parts[name] = parts[name]!.replace(/<tableColumn [^]*(?=<\/tableColumns>)/, () => columns.join(""));
  const { bytes } = await valuesOf(await zipped(parts));
  expect(await partText(bytes, name)).toContain(`<tableColumn id="1" name="Net"></tableColumn>${columns[1]}`);
});

test("What is values alone already stays the same to the byte", async () => {
  const { bytes } = await valuesOf(await createBook({ sheets: [sheet("Plan", { A1: { f: "1+1", v: 2 }, B1: "x" })] }));
  expect((await valuesOf(bytes)).bytes).toBe(bytes);
});

test("Results of formulas keep their types", async () => {
  const bytes = await createBook({
    sheets: [
      sheet("Plan", {
        A1: { f: '"0"&1', v: "01" },
        A2: { f: "1/0", v: { error: "#DIV/0!" } },
        A3: { f: "1=1", v: true },
        A4: { f: '""', v: "" },
        B1: { f: "A1", v: "a", si: 0, ref: "B1:B2" },
        B2: { si: 0, v: "b" },
        C1: { f: "_xlfn.SEQUENCE(2)", v: 1, spill: "C1:C2" },
        C2: 2,
      }),
    ],
  });
  const copy = (await valuesOf(bytes)).bytes;
  expect(await cellsIn(copy)).toEqual(await cellsIn(bytes));
  expect(await cellsIn(copy, "formulas")).toEqual({});
});
