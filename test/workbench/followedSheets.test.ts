/** What a person does to sheets by their tabs. */
import { openReport, type ReportSheet } from "../excel/workbook/reports/reportWorkbook";

let report: ReportSheet;
beforeAll(async () => {
  report = await openReport({ kind: "bridge", plan: "FY26 Plan" });
});
afterAll(() => report.workbook.close());

/** The sheets that charts and lists name. */
function namedSheets(): Set<string> {
  const { charts, validations } = report.workbook.state;
  const addresses = [
    ...charts.flatMap(({ series }) => series.map(({ values }) => values)),
    ...charts.map(({ title }) => title.formula!),
  ];
  const lists = validations.map(({ address }) => address);
  return new Set([...addresses, ...lists].map((address) => address.slice(0, address.lastIndexOf("!"))));
}

test("charts and lists follow a tab that is renamed", () => {
  expect(namedSheets()).toEqual(new Set([`'${report.sheet}'`]));
  report.workbook.renameTab(report.sheet, "Board bridge");
  expect(namedSheets()).toEqual(new Set(["'Board bridge'"]));
});

test("a tab that is copied has charts and lists of its own", () => {
  const { charts, validations, layouts } = report.workbook.state;
  const before = [charts.length, validations.length, Object.keys(layouts).length];
  const copy = report.workbook.copyTab("Board bridge");
  const now = report.workbook.state;
  const after = [now.charts.length, now.validations.length, Object.keys(now.layouts).length];
  expect(after).toEqual([2 * before[0]!, 2 * before[1]!, 2]);
  expect(namedSheets()).toEqual(new Set(["'Board bridge'", `'${copy}'`]));
});
