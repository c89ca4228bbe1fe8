/** What any report shows as it is inserted, in a German Excel: what is right there is right in any language. */
import { REPORT_TITLES, type ReportKind } from "../../../../src/reporting/reports/reportParameters";
import type { OpenedReport } from "./openedReport";

/** Each chart takes one, and so does whatever else the report can do without: what fails must not take others along. */
const SYNCS = 18;

const REQUESTS: Readonly<Record<ReportKind, number>> = {
  statement: 1,
  // The months with the age, and the year before.
  months: 2,
  // The current month, the months of all groups, and the list of groups.
  demand: 3,
  comparison: 2,
  // The P&L and the fill rate.
  onePage: 2,
  bridge: 1,
  // The months of both families, those of the P&L once more by their dates, and the list of groups.
  commentary: 4,
};

const EBIT_SHARE = "EBIT 18.2 % of net sales";
const MONTHS_BELOW = ["Net sales", "EBIT"].map((label) => `${label} below Committed Plan in all 5 months shown`);
/** What the charts of each report say. */
const MESSAGES: Readonly<Record<ReportKind, readonly string[]>> = {
  statement: [EBIT_SHARE, ...MONTHS_BELOW],
  months: ["Net sales of 2026 4.0 m below Committed Plan", "EBIT of 2026 1.5 m below Committed Plan"],
  demand: ["95.5 % of demand is delivered"],
  comparison: [`${EBIT_SHARE}, 19.0 % in Committed Plan`],
  onePage: [EBIT_SHARE, ...MONTHS_BELOW],
  bridge: ["Gross sales −4.6 m, Cost of goods sold +1.3 m"],
  commentary: [],
};

export function checkNewReport(kind: ReportKind, opened: () => OpenedReport): void {
  test(`needs at most ${SYNCS} syncs and ${REQUESTS[kind]} requests, and shows no error`, () => {
    const { syncs, requests, start } = opened();
    expect(syncs).toBeLessThanOrEqual(SYNCS);
    expect(requests).toBe(REQUESTS[kind]);
    expect(start.flat().filter((value) => typeof value === "string" && value.startsWith("#"))).toEqual([]);
  });

  test("has no cell in error that asks the service, not even a hidden one", async () => {
    const { sheet } = opened().report;
    await Excel.run(async (context) => {
      const range = context.workbook.worksheets.getItem(sheet).getRange("B1:CI150").load("formulas,values");
      await context.sync();
      const [formulas, values] = [range.formulas, range.values].map((rows) => rows.flat().map(String));
      const asking = formulas!.flatMap((formula, at) => (/INSIGHTS\./.test(formula) ? [values![at]!] : []));
      expect(asking.length).toBeGreaterThan(0);
      expect(asking.filter((value) => value.startsWith("#"))).toEqual([]);
    });
  });

  test("has a title that says what matters, and a context with an as-of time", () => {
    const isWide = kind === "months" || kind === "demand";
    const [title, about] = opened().start.map((cells) => String(cells[isWide ? 1 : 0]));
    // The name of a wide report and its plan stand left of them.
    if (isWide)
      expect(
        opened()
          .start.slice(0, 2)
          .map(([first]) => first),
      ).toEqual([REPORT_TITLES[kind], "FY26 Plan"]);
    const subject = kind === "demand" ? "Demand volume 161 k" : `EBIT ${kind === "months" ? "of 2026 " : ""}1.5 m`;
    expect(title!.startsWith(`${subject} below Committed Plan (−`)).toBe(true);
    const time = kind === "months" ? "Jan–Dec 2026" : "YTD: Jan–May 2026";
    const unit = kind === "demand" ? "Units, thousands" : "USD thousands";
    expect(about).toMatch(
      new RegExp(
        `^${isWide ? "" : "FY26 Plan · "}.*Committed Plan.* · ${time} · ${unit} · as of \\d\\d? [A-Z][a-z]{2} \\d{4}, \\d\\d:\\d\\d UTC$`,
      ),
    );
  });

  test("has charts that say what matters, above what they show", () => {
    const titles = opened().pictures.Thousands.map(({ title }) => title.split("\n"));
    expect(titles.flatMap(([message, ...rest]) => (rest.length > 0 ? [message] : []))).toEqual(MESSAGES[kind]);
  });

  test("has formulas, formats and lists of any language", async () => {
    const { report, start: page } = opened();
    const heading =
      page.length - 1 - [...page].reverse().findIndex(([corner]) => /^(USD|Units)\b/.test(String(corner)));
    await Excel.run(async (context) => {
      const worksheet = context.workbook.worksheets.getItem(report.sheet);
      const cells = worksheet.getRange("A1:CI60").load("formulas,formulasLocal");
      // A row of rules, or the heading of a section, may be below the headings.
      const first = ["months", "commentary"].includes(kind) ? 3 : 2;
      const sum = worksheet.getRange(`C${heading + first}`).load("text,values,numberFormat,numberFormatLocal");
      await context.sync();
      const formulas = (cells.formulas as unknown[][]).flat().filter((each) => String(each).startsWith("="));
      // FIXED has no format code: it writes a chart's labels in the language of the sheet's numbers.
      expect(formulas.filter((each) => /\b(TEXT|DATEVALUE|DOLLAR|NUMBERVALUE)\(/.test(String(each)))).toEqual([]);
      expect((cells.formulasLocal as unknown[][]).flat()).toContainEqual(expect.stringMatching(/^=INSIGHTS\.\w+\(.*;/));
      const [[format], [local], [value], [text]] = [sum.numberFormat, sum.numberFormatLocal, sum.values, sum.text];
      expect([format![0], local![0]]).toEqual(['#,##0;"−"#,##0;"–"', '#.##0;"−"#.##0;"–"']);
      const shown = Math.abs(Math.round(value![0] as number)).toLocaleString("de-DE");
      expect(text![0]!.trim().replace(/[()]/g, "")).toBe(shown);
    });
    const { validations } = report.workbook.state;
    expect(validations.length).toBeGreaterThan(0);
    expect(validations.every(({ source }) => /^=\$[A-Z]+\$\d+:\$[A-Z]+\$\d+$/.test(source))).toBe(true);
  });
}
