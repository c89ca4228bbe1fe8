import { showChange, showDifference, showShare } from "../../../../src/excel/workbook/changes/shownChange";

describe("a change is shown in the cell's number format", () => {
  test.each([
    ["#,##0;-#,##0", 1000, 1250.4, { before: "1,000", after: "1,250", difference: "+250", percent: "+25.0 %" }],
    ["0.0%", 0.484, 0.4925, { before: "48.4%", after: "49.3%", difference: "+0.9 pp", percent: "" }],
    ['0.0%"-pts"', 0.004, -0.006, { before: "0.4 pp", after: "-0.6 pp", difference: "−1.0 pp", percent: "" }],
    ["#,##0;(#,##0)", -20, -30, { before: "(20)", after: "(30)", difference: "−10", percent: "−50.0 %" }],
    ["General", 0.1, 0.3, { before: "0.1", after: "0.3", difference: "+0.2", percent: "+200.0 %" }],
    [
      "General",
      81821536.03,
      82638081.38,
      { before: "81,821,536.03", after: "82,638,081.38", difference: "+816,545.35", percent: "+1.0 %" },
    ],
    ["General", -2000, 1000, { before: "-2,000", after: "1,000", difference: "+3,000", percent: "n.m." }],
    ["#,##0", 0, 5, { before: "0", after: "5", difference: "+5", percent: "n.m." }],
    ["#,##0", -5, 5, { before: "-5", after: "5", difference: "+10", percent: "n.m." }],
    ["0.0", -0.5, 0.5, { before: "-0.5", after: "0.5", difference: "+1.0", percent: "n.m." }],
    ["yyyy-mm-dd", 46_022, 46_023, { before: "2025-12-31", after: "2026-01-01", difference: "", percent: "" }],
    ["#,##0", "", 5, { before: "", after: "5", difference: "", percent: "" }],
    ["#,##0", 5, "#N/A", { before: "5", after: "#N/A", difference: "", percent: "" }],
    ["#,##0", null, undefined, { before: "", after: "", difference: "", percent: "" }],
    ["#,##0", true, false, { before: "TRUE", after: "FALSE", difference: "", percent: "" }],
    ["#,##0", 5, {}, { before: "5", after: "", difference: "", percent: "" }],
    ["#,##0", 5, 5, { before: "5", after: "5", difference: "+0", percent: "0.0 %" }],
    ["#,##0", 5, 0, { before: "5", after: "0", difference: "−5", percent: "−100.0 %" }],
    ["0%", 0.4, 0.5, { before: "40%", after: "50%", difference: "+10 pp", percent: "" }],
    ["", 1, 2, { before: "1", after: "2", difference: "+1", percent: "+100.0 %" }],
  ])("%s", (numberFormat, before, after, shown) => {
    expect(showChange(before, after, numberFormat, "en-US")).toEqual(shown);
  });

  test("with the separators of the workbook's language", () => {
    expect(showChange(1000.5, 2000.5, "#,##0.0", "de-DE")).toMatchObject({ before: "1.000,5", difference: "+1.000,0" });
  });

  test("and as General if the format cannot be read", () => {
    expect(showChange(1, 2, '[x"', "en-US")).toMatchObject({ before: "1", after: "2", difference: "+1" });
  });

  test("with the shares of its drivers", () => {
    expect([showDifference(-0.0123, "0.00%"), showShare(0.62), showShare(-0.1)]).toEqual([
      "−1.23 pp",
      "+62 %",
      "−10 %",
    ]);
  });
});
