import { chartOption, type Picture } from "../../workbench/page/chartOption";

const PICTURE: Picture = {
  type: "ColumnClustered",
  title: "EBIT",
  categories: ["2026-01", "2026-02"],
  series: [
    { name: "Actual", values: [1, 2], labels: false },
    { name: "Committed Plan", values: [3, null], color: "#0f6b4f", labels: false },
  ],
  legend: true,
  axisTitles: { category: "Month", value: "" },
  percent: false,
};

const drawn = (change: Partial<Picture>) => chartOption({ ...PICTURE, ...change }) as ReturnType<typeof JSON.parse>;

test("Columns stand on a category axis, each series under its name and in its colour", () => {
  const { xAxis, yAxis, series, legend, title } = drawn({});
  expect([xAxis.type, xAxis.data, yAxis.type]).toEqual(["category", PICTURE.categories, "value"]);
  expect(series).toEqual([
    { name: "Actual", type: "bar", data: [1, 2] },
    { name: "Committed Plan", type: "bar", data: [3, null], color: "#0f6b4f" },
  ]);
  expect([legend.show, title.text]).toEqual([true, "EBIT"]);
});

test("Bars lie", () => {
  const { xAxis, yAxis } = drawn({ type: "BarClustered" });
  expect([xAxis.type, yAxis.type]).toEqual(["value", "category"]);
});

test("Stacked columns and areas stand on each other", () => {
  expect(drawn({ type: "ColumnStacked" }).series).toMatchObject([{ stack: "all" }, { stack: "all" }]);
  expect(drawn({ type: "AreaStacked" }).series).toMatchObject([{ type: "line", stack: "all", areaStyle: {} }, {}]);
});

test("Lines have marks where Excel's have", () => {
  expect(drawn({ type: "Line" }).series[0]).toMatchObject({ type: "line", showSymbol: false });
  expect(drawn({ type: "LineMarkers" }).series[0]).toMatchObject({ type: "line", showSymbol: true });
});

test("A series with a type of its own makes a combination", () => {
  const series = [PICTURE.series[0]!, { ...PICTURE.series[1]!, type: "Line" }];
  expect(drawn({ series }).series).toMatchObject([{ type: "bar" }, { type: "line" }]);
});

test("A series without a colour holds the others up and is in no legend", () => {
  const series = [{ name: "Foot", values: [1, 1], color: "none", labels: false }, ...PICTURE.series];
  const { legend, series: all } = drawn({ type: "ColumnStacked", series });
  expect(all[0]).toMatchObject({ itemStyle: { color: "transparent" }, tooltip: { show: false } });
  expect(legend.data).toEqual(["Actual", "Committed Plan"]);
});

test("A waterfall's columns begin where the one before ended, also below zero", () => {
  const { series } = drawn({
    type: "Waterfall",
    series: [{ name: "P&L", values: [100, -130, null, 50], labels: false }],
  });
  expect(series[0].data.map(([from, to]: number[]) => [from, to])).toEqual([
    [0, 100],
    [100, -30],
    [-30, -30],
    [-30, 20],
  ]);
});

test.each([
  ["Pie", "65%"],
  ["Doughnut", ["40%", "65%"]],
])("A %s shows the first series' parts", (type, radius) => {
  const { series, xAxis } = drawn({ type });
  expect(series).toMatchObject([{ type: "pie", radius, data: [{ name: "2026-01", value: 1 }, { value: 2 }] }]);
  expect(xAxis).toBeUndefined();
});

test("One series needs no legend, and numbers on the axis are short", () => {
  const { legend, yAxis } = drawn({ series: [PICTURE.series[0]!] });
  expect([legend.show, yAxis.axisLabel.formatter(40_098_737)]).toEqual([false, "40.1M"]);
});

test("Axes have titles, and ratios are formatted as percent", () => {
  const series = [{ ...PICTURE.series[0]!, labels: true }];
  const { xAxis, yAxis, series: all } = drawn({ percent: true, series });
  expect([xAxis.name, yAxis.axisLabel.formatter(0.125)]).toEqual(["Month", "12.5%"]);
  expect([all[0].label.show, all[0].label.formatter({ value: 0.5 })]).toEqual([true, "50%"]);
});

test("Names in full go on below themselves at spaces, never within a word or an emoji", () => {
  const { formatter } = drawn({ labelsAll: true }).xAxis.axisLabel;
  expect(["EBIT", "Cost of goods sold", "EBIT · Budget 💶 2026"].map(formatter)).toEqual([
    "EBIT",
    "Cost of goods\nsold",
    "EBIT · Budget\n💶 2026",
  ]);
});

test("Numbers at axes and columns are written in the workbook's language", () => {
  const series = [{ name: "EBIT", values: [1234.5], labels: true, labelFormat: "#,##0.0" }];
  const { yAxis, series: all } = drawn({ numbers: "#,##0.0", series, locale: "de-DE" });
  expect([yAxis.axisLabel.formatter(1500), all[0].label.formatter({ value: 1234.5 })]).toEqual(["1.500,0", "1.234,5"]);
});

test("The font is one that a canvas supports", () => {
  expect(drawn({}).textStyle.fontFamily).not.toMatch(/inherit|var/);
});

test("A title that is wider than its chart is broken between words", () => {
  const title = "Net sales below Committed Plan in all 5 months\nNet sales by month";
  const { text } = (chartOption({ ...PICTURE, title }, 200) as ReturnType<typeof JSON.parse>).title;
  expect(text).toBe("Net sales below\nCommitted Plan in all 5\nmonths\nNet sales by month");
});
