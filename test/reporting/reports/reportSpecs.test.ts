/** What a report's sheet looks like, by its data. */
import { REPORT_KINDS, type ReportKind } from "../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { parseArea, parseColumn, parsePosition } from "../../../src/spreadsheet/cells/address";

const specOf = (kind: ReportKind) =>
  REPORT_SHEETS[kind]({ plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "USD", plans: [] });
const columnOf = (cell: string) => parsePosition(cell)!.column;

test("The total of demand has no bar, since those of its groups would be slivers", () => {
  const { bars, blocks } = specOf("demand");
  const table = blocks.find(({ rows }) => rows.some(([label]) => label === "All"))!;
  const total = parsePosition(table.at)!.row + table.rows.findIndex(([label]) => label === "All");
  expect(bars.map((range) => parseArea(range)!.row)).toEqual([total + 1]);
});

test.each(["months", "demand"] as const)("The charts of %s are on one page, beside the repeated labels", (kind) => {
  const { print, charts } = specOf(kind);
  const [, last] = print.titleColumns!.replaceAll("$", "").split(":");
  expect(charts.filter(({ place: [first] }) => columnOf(first) <= parseColumn(last!))).toEqual([]);
});

test.each(REPORT_KINDS)("In the report %s inputs and lines have one font size", (kind) => {
  const sizes = specOf(kind).styles.flatMap(({ range, size, fill, format, shrinks }) => {
    const isInput = fill !== undefined && format === "text" && range.endsWith("5");
    const isBody = shrinks === true && fill === undefined && parseArea(range)!.rows > 3;
    return isInput || isBody ? [[isInput, size]] : [];
  });
  // Tables of months are as small as their many columns need.
  const body = ["months", "demand"].includes(kind) ? 9 : 10;
  expect(new Set(sizes.map(String))).toEqual(new Set([`true,10`, `false,${body}`]));
});

test("The chart of the bridge ends where its table does", () => {
  const { charts, print } = specOf("bridge");
  expect(charts.map(({ place: [, last] }) => columnOf(last))).toEqual([columnOf(print.area.split(":")[1]!)]);
});

test("The end of the bridge has a rule above it, whichever its row", () => {
  const { conditionalStyles } = specOf("bridge");
  const ends = conditionalStyles.filter(({ holds }) => holds.endsWith('="end"'));
  expect(ends.map(({ range, top }) => [range, top])).toEqual(
    [10, 11, 12, 13, 14, 15, 16, 17].map((row) => [`B${row}:F${row}`, "#1f1f1f"]),
  );
});

test.each(REPORT_KINDS)("In the report %s no rule stands above the commentary, beside a chart's end", (kind) => {
  const { blocks, styles } = specOf(kind);
  const { at } = blocks.find(({ rows }) => rows[0]?.[0] === "Commentary")!;
  const row = at.slice(1);
  const ruled = styles.filter(({ range, top }) => top && range.split(":").every((cell) => cell.endsWith(row)));
  expect(ruled).toEqual([]);
});

test("Colours of a statement's second scenario follow the threshold, though it has no bars", () => {
  const { bars, conditionalStyles, blocks } = specOf("statement");
  expect(new Set(bars.map((range) => range[0]))).toEqual(new Set(["F"]));
  const [at, holds] = conditionalStyles.flatMap(({ range, holds: each }) =>
    range.startsWith("I10") ? [[range, each]] : [],
  )[0]!;
  expect([at, holds]).toEqual([expect.stringMatching(/^I10/), "$BG10*1>0"]);
  const hidden = blocks.find((block) => block.at === "BG10")!;
  expect(hidden.rows.map(([cell]) => cell !== "")).toContain(true);
  expect(String(hidden.rows[0]![0])).toMatch(/^=IF\(\$I10="",.*ABS\(\$I10\)/);
});
