/** The texts of numbers before they are in cells. */
import { withTexts } from "../../../../src/excel/actions/tables/previewTexts";

const cell = { row: 0, column: 0, rows: 1, columns: 1 };
const textOf = (value: unknown, numberFormat?: string, language?: string) =>
  withTexts({ rows: [[value]], formats: [cell, { ...cell, ...(numberFormat && { numberFormat }) }] }, language)
    .texts[0]?.[0];

test.each([
  [-0.063, '0.0 %;"−"0.0 %', "−6.3 %"],
  [-0.0004, "0.0%", "0.0%"],
  [0, '+#,##0;"−"#,##0;"–"', "–"],
  [46_023, "mmm yy", "Jan 26"],
])("%d in the format %s is shown as its cell will show it", (value, numberFormat, text) => {
  expect(textOf(value, numberFormat)).toBe(text);
});

test("Texts and numbers without a format have no text; nor have formats that only Excel reads", () => {
  expect([textOf("EBIT", "0.0"), textOf(5), textOf(5, '0"')]).toEqual([undefined, undefined, undefined]);
});

test("Numbers are written in the workbook's language", () => {
  expect(textOf(-1234.5, '#,##0.0;"−"#,##0.0', "de-DE")).toBe("−1.234,5");
});
