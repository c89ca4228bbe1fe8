/** Files of values alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refreshBook } from "../../src/cli/refreshBook";
import { createSession } from "../../src/insights";
import { ADDIN_TRACES } from "../../src/saved/traces";
import { createSandbox } from "../../src/sandbox/sandbox";
import { loadWorkbook } from "../../src/xlsx/workbook";
import { writeValuesOnly } from "../../src/xlsx/valuesOnly";
import { createBook, hashes, partText, partsOf, zipped } from "./book";
import { cellsIn } from "./cells";

const FOLDER = join(__dirname, "../golden/workbooks/first-build");
const golden = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)));
const valuesOf = async (bytes: Uint8Array) => writeValuesOnly(await loadWorkbook(bytes), ADDIN_TRACES);
/** The lists of plans and scenarios on a report's sheet are not sent. */
const withoutLists = (cells: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(cells).filter(([address]) => !/^P&L FY26 Plan!A[A-I]\d/.test(address)));

describe.each(["settings.xlsx", "frozen.xlsx", "frozen-report.xlsx"])("%s as values", (name) => {
  test("shows what it showed, calculates nothing, and knows nothing of the add-in", async () => {
    const before = golden(name);
    const { bytes, formulas } = await valuesOf(before);
    expect(await cellsIn(bytes)).toEqual(withoutLists(await cellsIn(before)));
    expect(await cellsIn(bytes, "formulas")).toEqual({});
    expect(formulas).toBe(Object.keys(withoutLists(await cellsIn(before, "formulas"))).length);
    const parts = Object.keys(await hashes(bytes)).filter((part) => /\.(xml|rels)$/.test(part));
    const ours = /_INSIGHTS_|InsightsReport|_insights_|urn:scenario-insights/;
    const texts = await Promise.all(parts.map(async (part) => ({ part, text: await partText(bytes, part) })));
    expect(texts.filter(({ text }) => ours.test(text)).map(({ part }) => part)).toEqual([]);
  });

  test("is what a refresh with --freeze makes of it where the service has nothing new", async () => {
    const { bytes } = await valuesOf(golden(name));
    const { fetch, apiKey } = createSandbox({ now: () => Date.UTC(2026, 2, 16, 9, 30) });
    const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
    session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
    jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
    const refreshed = await refreshBook(golden(name), { session, settings: {}, freeze: true });
    expect(await hashes(refreshed.bytes)).toEqual(await hashes(bytes));
  });
});

const sheet = (name: string, cells = {}) => ({ name, cells });

test("The sheet with the anchors goes, with the names that mean it, and the other sheets' names stay theirs", async () => {
  const parts = partsOf({
    sheets: [
      sheet("Plan", { A1: { f: "_xldudf_INSIGHTS_PLANS()", v: 7 } }),
      sheet("_insights_anchors", { A1: { f: "IF(FALSE,SUM(Plan!$A$1),1)", v: 1 } }),
      sheet("Notes", { A1: "x" }),
    ],
    names: {
      InsightsReport_1: "Plan!$A$1",
      _insights_7: "Plan!$A$1",
      Ours: "_xldudf_INSIGHTS_KPI(1)",
      Anchors: "_insights_anchors!$A$1",
      Tax: "Plan!$A$1",
      "Notes!Own": "Notes!$A$1",
    },
  });
  const { bytes, formulas } = await valuesOf(await zipped(parts));
  expect(formulas).toBe(1);
  const book = await loadWorkbook(bytes);
  expect(book.sheets.map(({ name }) => name)).toEqual(["Plan", "Notes"]);
  expect(book.names).toEqual([
    { name: "Tax", text: "Plan!$A$1", sheet: undefined },
    { name: "Own", text: "Notes!$A$1", sheet: 1 },
  ]);
  expect(await cellsIn(bytes)).toEqual({ "Plan!A1": 7, "Notes!A1": "x" });
});

test("What is values alone already stays the same to the byte", async () => {
  const { bytes } = await valuesOf(await createBook({ sheets: [sheet("Plan", { A1: { f: "1+1", v: 2 }, B1: "x" })] }));
  expect((await valuesOf(bytes)).bytes).toBe(bytes);
});

test("Texts, errors, truths and blanks of formulas stay what they are, of shared formulas and spills too", async () => {
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
