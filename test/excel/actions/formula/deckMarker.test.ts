/** The marker of a formula, as docs/decks.md says how markers are written. */
import fc from "fast-check";
import { deckMarker } from "../../../../src/excel/actions/formula/deckMarker";
import { OUR_MARKERS } from "../../../../src/headless/cli/book/ourMarkers";
import type { Figure } from "../../../../src/numbers/language/figure";
import { SIGNATURES } from "../../../../src/numbers/language/signatures";
import { openSandbox } from "../../../numbers/functions/excel";
import { runs } from "../../../propertyOptions";
import { calculateGrid } from "../../../reporting/tables/calculateTable";

const NUMBER = { rows: [[1200]], formats: [{ row: 0, column: 0, rows: 1, columns: 1, numberFormat: "#,##0;-#,##0" }] };
const CALL = { id: "KPI", args: ["FY26 Plan", "committed", "ebit"] };
const SETTINGS = { plan: "FY26 Plan", scenarios: ["Committed"], currency: "EUR" };

test("A number is shown in the format of its cell", () => {
  expect(deckMarker(CALL, NUMBER, {})).toBe('{=TEXT(INSIGHTS.KPI("FY26 Plan", "committed", "ebit"), "#,##0;-#,##0")}');
});

test("A text has no format, and a format's quotes are doubled", () => {
  expect(deckMarker(CALL, { rows: [["North"]], formats: [] }, {})).not.toContain("TEXT");
  const quoted = { ...NUMBER, formats: [{ ...NUMBER.formats[0]!, numberFormat: '0.0" %"' }] };
  expect(deckMarker(CALL, quoted, {})).toMatch(/, "0\.0"" %"""\)\}$/);
});

test("What the workbook gives a blank argument is written, since a deck has no settings", () => {
  expect(deckMarker({ id: "KPI", args: [null, null, "ebit"] }, NUMBER, SETTINGS)).toBe(
    '{=TEXT(INSIGHTS.KPI("FY26 Plan", "Committed", "ebit", , , , "EUR"), "#,##0;-#,##0")}',
  );
  expect(deckMarker({ id: "KPI", args: ["Other", "Plan", "ebit"] }, NUMBER, SETTINGS)).toContain('"Other", "Plan"');
});

test("Values of cells stand in the marker, which reads no cells", () => {
  const call = {
    id: "KPI",
    args: ["FY26 Plan", "committed", "demandVolume", 2026, null, [["North"], ["South, East"]]],
  };
  expect(deckMarker(call, NUMBER, {})).toContain('2026, , {"North","South, East"}');
});

test.each([
  ["a table", CALL, { rows: [[1, 2]], formats: [] }, {}],
  ["a blank", CALL, { rows: [[""]], formats: [] }, {}],
  ["a date from a cell, whose system may be that of 1904", { ...CALL, args: [...CALL.args, 46023] }, NUMBER, {}],
  ["a fiscal year of the workbook", CALL, NUMBER, { fiscalMonth: 4 }],
  ["fiscal years named by their beginning", CALL, NUMBER, { fiscalNameByBegin: true }],
  ["a current month of the workbook", CALL, NUMBER, { currentMonth: "2026-03" }],
])("There is no marker for %s", (_what, call, preview, settings) => {
  expect(deckMarker(call, preview, settings)).toBeUndefined();
});

const WORKBOOKS = [{}, { fiscalMonth: 4 }, { fiscalMonth: 10, fiscalNameByBegin: true }, { currentMonth: "2026-02" }];
const DECK = openSandbox();

test("A marker shows the workbook's number in a deck, which has no settings, or is not offered", async () => {
  const calls = fc.record({
    settings: fc.constantFrom(...WORKBOOKS.map((own) => ({ plan: "FY26 Plan", currency: "EUR", ...own }))),
    id: fc.constantFrom("KPI" as const, "VAR" as const),
    scenario: fc.constantFrom("actual", "Optimistic"),
    field: fc.constantFrom("ebit", "overhead", "ebitPercent", "demandVolume"),
    period: fc.constantFrom("2026-Q1", "2026-02", "2025", 46054, "current", "current-1", null),
    basis: fc.constantFrom(null, "YTD", "R3"),
    basePeriod: fc.constantFrom(null, "PY", "PP"),
  });
  const offered = { own: 0, all: 0 };
  await fc.assert(
    fc.asyncProperty(calls, async ({ settings, id, basePeriod, ...given }) => {
      const excel = openSandbox({}, { settings: { ...settings } });
      const compared = id === "VAR" ? { base: "committed", basePeriod } : {};
      let figure: Figure | undefined;
      const onFigure = (each: Figure) => void (figure = each);
      const value: unknown = await excel.call(id, { ...given, ...compared }, { onFigure }).catch(() => undefined);
      const byName: Record<string, unknown> = { ...given, ...compared };
      const args = SIGNATURES[id].map((name) => byName[name] ?? null);
      const marker = deckMarker({ id, args, figure }, { rows: [[value]], formats: [] }, settings);
      if (marker === undefined) return;
      offered.all += 1;
      offered.own += "fiscalMonth" in settings ? 1 : 0;
      const [[shown]] = (await calculateGrid([[marker.slice(1, -1)]], { row: 0, column: 0 }, DECK)) as [[unknown]];
      expect([marker, shown]).toEqual([marker, value]);
    }),
    { numRuns: runs(60) },
  );
  expect([offered.all > 15, offered.own > 3]).toEqual([true, true]);
});

test("A template reads each marker as one formula without a problem", () => {
  const texts = fc.string({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(texts, texts, fc.array(texts, { maxLength: 3 }), (plan, scenario, items) => {
      const args = [plan, scenario, "ebit", null, null, items.length > 0 ? [items] : null];
      const marker = deckMarker({ id: "KPI", args }, NUMBER, {}) ?? "";
      expect(OUR_MARKERS.markersIn(marker)).toEqual([
        expect.objectContaining({ kind: "formula", start: 0, end: marker.length, isCall: true, problem: undefined }),
      ]);
    }),
  );
});
