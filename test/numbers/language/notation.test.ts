import fc from "fast-check";
import { findCalls } from "../../../src/numbers/language/calls";
import { toExcelNotation, toFileNotation } from "../../../src/numbers/language/notation";
import { tokensOf } from "../../../src/spreadsheet/formulas/tokens";
import { runs } from "../../propertyOptions";
import { formulas } from "../../spreadsheet/formulas/generate";

test("Changing the notation of a formula changes only our functions' names", () => {
  const inExcel = `=IF('INSIGHTS.PNL(1)'!A1="INSIGHTS.KPI(", insights.Pnl(A1 ,B1), INSIGHTS.KPI(INSIGHTS.PLANS()))`;
  const inFile = `=IF('INSIGHTS.PNL(1)'!A1="INSIGHTS.KPI(", _xldudf_INSIGHTS_PNL(A1 ,B1), _xldudf_INSIGHTS_KPI(_xldudf_INSIGHTS_PLANS()))`;
  expect(toFileNotation(inExcel)).toBe(inFile);
  expect(toExcelNotation(inFile)).toBe(inExcel.replace("insights.Pnl", "INSIGHTS.PNL"));
});

test("Prefixes of Excel's own functions are left alone", () => {
  const formula = "_xlfn._xlws.FILTER(_xldudf_INSIGHTS_PNL(),_xlfn.XLOOKUP(1,A1:A2,B1:B2))";
  expect(toExcelNotation(formula)).toBe("_xlfn._xlws.FILTER(INSIGHTS.PNL(),_xlfn.XLOOKUP(1,A1:A2,B1:B2))");
  expect(toFileNotation(formula)).toBe(formula);
});

test.each([
  "=x.xla!_xldudf_INSIGHTS_PNL(A1)",
  "=[2]!_xldudf_INSIGHTS_PNL(A1)",
  "='C:\\path\\x.xla'!_xldudf_INSIGHTS_PNL(A1)",
  "='https://files.example.com/It''s mine/x.xlam'!_xldudf_INSIGHTS_PNL(A1)",
  "=[2]!INSIGHTS.PNL(A1)",
  "=_xll.INSIGHTS.PNL(A1)",
  "=_xll.INSIGHTS_PNL(A1)",
  "=INSIGHTS_PNL(A1)",
  "=_xludf.INSIGHTS.PNL(A1)",
  "=_xludf.INSIGHTS_PNL(A1)",
  "=_xlfn.INSIGHTS.PNL(A1)",
  "=_xlfn._xldudf_INSIGHTS_PNL(A1)",
  "=_xldudf_INSIGHTS.PNL(A1)",
  "=_xll._xldudf_insights_pnl(A1)",
  "=[2]!_xll.INSIGHTS.PNL(A1)",
])("A call in a spelling of another program is mended: %s", (broken) => {
  expect(toExcelNotation(broken)).toBe("=INSIGHTS.PNL(A1)");
  expect(toFileNotation(broken)).toBe("=_xldudf_INSIGHTS_PNL(A1)");
});

test("Calls among the arguments of a broken call are mended too", () => {
  const broken = "=[1]!_xldudf_INSIGHTS_KPI(x.xla!_xldudf_INSIGHTS_ASOF(),[1]Sheet1!A1,x.xla!OTHER(1))";
  expect(toExcelNotation(broken)).toBe("=INSIGHTS.KPI(INSIGHTS.ASOF(),[1]Sheet1!A1,x.xla!OTHER(1))");
});

test("Changing the notation is idempotent and reversible", () => {
  const between = (text: string) =>
    findCalls(text).reduceRight((rest, { callee }) => `${rest.slice(0, callee.start)}~${rest.slice(callee.end)}`, text);
  fc.assert(
    fc.property(formulas, ({ text, names }) => {
      const file = toFileNotation(text);
      const excel = toExcelNotation(text);
      expect([toFileNotation(file), toFileNotation(excel)]).toEqual([file, file]);
      expect([toExcelNotation(excel), toExcelNotation(file)]).toEqual([excel, excel]);
      expect([between(file), between(excel)]).toEqual([between(text), between(text)]);
      expect(findCalls(file).map(({ name, notation }) => [name, notation])).toEqual(
        names.map((name) => [name, "file"]),
      );
      expect(findCalls(excel).every(({ notation }) => notation === "excel")).toBe(true);
    }),
  );
});

test("The tokens of 32,000 characters are the whole text, and are found at once", () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    "[",
    "]",
    "1.",
    ".1",
    "a",
    "!",
    "A1",
    "(",
    ",",
    "'a'!",
    "#",
    "@",
    "{",
    " ",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join("").repeat(32_000).slice(0, 32_000);
      const tokens = tokensOf(text);
      expect(tokens.map(({ value }) => value).join("") === text).toBe(true);
      expect(tokens.length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: runs(20) },
  );
});
