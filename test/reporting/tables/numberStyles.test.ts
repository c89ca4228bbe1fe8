/** Number formats among a user's own headings. */
import { ownFormat } from "../../../src/reporting/tables/numberStyles";

test.each([
  ["amount", { scale: "thousands" }, '#,##0," k";"−"#,##0," k";"–"'],
  ["amount", { scale: "millions", measure: "amount" }, '+#,##0.0,," m";"−"#,##0.0,," m";"–"'],
  ["amount", {}, '#,##0;"−"#,##0;"–"'],
  // Headings such as "EUR m" divide amounts, which then need a decimal.
  ["amount", { scale: "thousands", divisor: 1_000_000 }, '#,##0.0;"−"#,##0.0;"–"'],
  ["amount", { scale: "thousands", divisor: 1_000 }, '#,##0;"−"#,##0;"–"'],
  ["amount", { scale: "thousands", measure: "percent" }, '+0.0 %;"−"0.0 %;"–"'],
  ["volume", { scale: "thousands" }, '#,##0;"−"#,##0;"–"'],
  ["ratio", { scale: "thousands", measure: "amount" }, '+0.0 %"-pts";"−"0.0 %"-pts";"–"'],
] as const)("%s in the style %j has the scale behind it that no heading says", (unit, style, format) => {
  expect(ownFormat({ unit }, style)).toBe(format);
});
