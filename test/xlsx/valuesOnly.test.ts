/** Files of values alone. */
import { refreshBook } from "../../src/cli/refreshBook";
import { createSession } from "../../src/insights";
import { ADDIN_ARTIFACTS } from "../../src/saved/artifacts";
import { createSandbox } from "../../src/sandbox/sandbox";
import { loadWorkbook } from "../../src/xlsx/workbook";
import { writeValuesOnly } from "../../src/xlsx/valuesOnly";
import { createBook, hashes, partText, partsOf, zipped } from "./book";
import { cellsIn } from "./cells";
import { reportParts, reportSheet } from "./reportBook";

const valuesOf = async (bytes: Uint8Array) => writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
const LISTED = /!A[A-I]\d/;
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
    const session = createSession({ fetch, collect: (flush) => void setImmediate(flush) });
    session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
    const refresh = async (bytes: Uint8Array, valuesOnly: boolean) =>
      (await refreshBook(bytes, { session, settings: {}, valuesOnly })).bytes;
    const fresh = await refresh(await create(), false);
    expect(await hashes(await refresh(fresh, true))).toEqual(await hashes((await valuesOf(fresh)).bytes));
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
