import type { ChartState } from "../../workbench/model/state";
import { placeChart } from "../../workbench/page/pictures";

const CELLS: Record<string, (string | number | null)[][]> = {
  "Months!B5:D5": [["2026-01", "2026-02", null]],
  "Months!B15:D15": [[1, 2, "#N/A"]],
  "Months!B16:C16": [[0.1, null]],
};

const axis = { title: { text: "", visible: false }, numberFormat: "General", visible: true };
const series = { name: "EBIT", values: "Months!B15:D15", hasDataLabels: false, gapWidth: 150, overlap: 0 };
const CHART: ChartState = {
  id: "c1",
  sheet: "months",
  name: "Chart 1",
  type: "ColumnClustered",
  title: { text: "EBIT by month", visible: true },
  legend: { visible: true, position: "Bottom" },
  place: { left: 36, top: 72, width: 360, height: 216 },
  series: [{ ...series, categories: "Months!B5:D5", color: "#0f6b4f" }],
  axes: { category: axis, value: { ...axis, title: { text: "USD", visible: true }, numberFormat: "0.0%" } },
};

const placed = (chart: Partial<ChartState>) => placeChart({ ...CHART, ...chart }, (address) => CELLS[address]!);

test("A chart is placed in pixels where Excel counts points", () => {
  expect(placed({})).toMatchObject({ id: "c1", sheet: "months", left: 48, top: 96, width: 480, height: 288 });
});

test("Its picture has the numbers of its ranges, and nothing where a cell has none", () => {
  expect(placed({}).picture).toEqual({
    type: "ColumnClustered",
    title: "EBIT by month",
    legend: true,
    categories: ["2026-01", "2026-02", ""],
    series: [
      { name: "EBIT", type: undefined, values: [1, 2, null], color: "#0f6b4f", labels: false, gap: 150, overlap: 0 },
    ],
    axisTitles: { category: "", value: "USD" },
    percent: true,
  });
});

test("Without a range, categories count to the length of the longest series", () => {
  const other = { ...series, values: "Months!B16:C16" };
  expect(placed({ series: [other, series] }).picture.categories).toEqual(["1", "2", "3"]);
});

test("A title that is not shown is none", () => {
  expect(placed({ title: { text: "EBIT", visible: false } }).picture.title).toBe("");
});

test("A chart waits while one of its cells does", () => {
  expect(placed({}).isWaiting).toBe(false);
  expect(placeChart(CHART, (address) => [...CELLS[address]!, ["#BUSY!"]]).isWaiting).toBe(true);
});
