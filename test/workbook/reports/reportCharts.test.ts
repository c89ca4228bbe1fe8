/** What the charts of every report count in: the page's numbers, by the scale that the page says. */
import { numfmt } from "@univerjs/core";
import type { Picture, PictureSeries } from "../../../src/workbench/page/chartOption";
import { placedChart } from "../../../src/workbench/page/pictures";
import type { GridValue } from "../../../src/workbench/univer/cells";
import { insertReport } from "../../../src/workbook/reports/report";
import { REPORT_KINDS, type ReportKind } from "../../../src/workbook/reports/reportParameters";
import { setUpReports, type ReportSetup } from "./reportSetup";

const FACTORS = { "": 1, thousands: 1e3, millions: 1e6 } as const;
const SCALES = ["Units", "Thousands", "Millions"] as const;
/** The lowest part of columns that float; it is not seen. */
const GAP = "Gap";

let setup: ReportSetup;
const sheets = new Map<ReportKind, string>();

beforeAll(async () => {
  setup = await setUpReports();
  const subject = { plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "USD", plans: setup.plans };
  for (const kind of REPORT_KINDS) sheets.set(kind, await insertReport({ kind, ...subject }));
  await setup.workbook.settled();
});
afterAll(() => setup.workbook.close());

const sheetOf = (kind: ReportKind) => sheets.get(kind) ?? "";
const cellsOf = (kind: ReportKind) => setup.workbook.values(`'${sheetOf(kind)}'!A1:Z60`);

async function scaleTo(kind: ReportKind, scale: string): Promise<void> {
  const row = cellsOf(kind).findIndex(([label]) => label === "Scale");
  setup.workbook.enter(`'${sheetOf(kind)}'!B${row + 1}`, scale);
  await setup.workbook.settled();
}

function picturesOf(kind: ReportKind): Picture[] {
  const { workbook } = setup;
  const { id } = Object.values(workbook.save().data.sheets ?? {}).find(({ name }) => name === sheetOf(kind)) ?? {};
  const charts = workbook.state.charts.filter(({ sheet }) => sheet === id);
  return charts.map((chart) => placedChart(chart, (address) => workbook.values(address) as GridValue[][]).picture);
}

/** "USD millions", "Units, thousands", "EBIT, USD". */
function factorOf(axisTitle: string): number {
  const [, word = ""] = / (thousands|millions)$/.exec(axisTitle) ?? [];
  return FACTORS[word as keyof typeof FACTORS];
}

const numbersOf = ({ values }: Pick<PictureSeries, "values">) =>
  values.filter((value) => typeof value === "number" && value !== 0) as number[];

const CASES = REPORT_KINDS.flatMap((kind) => SCALES.map((scale) => [kind, scale] as const));

describe.each(CASES)("The charts of %s in %s", (kind, scale) => {
  beforeAll(() => scaleTo(kind, scale));

  test("count in what the titles of their axes say, which is the page's scale", () => {
    for (const { axisTitles } of picturesOf(kind)) {
      for (const title of [axisTitles.value, axisTitles.second].filter((each) => each !== undefined)) {
        expect(title).toMatch(/^((Net sales|EBIT), )?USD|^Units/);
        if (scale !== "Units") expect(factorOf(title)).toBe(FACTORS[scale.toLowerCase() as keyof typeof FACTORS]);
      }
    }
  });

  test("show the page's numbers, or parts of them", () => {
    const page = cellsOf(kind)
      .flat()
      .filter((value) => typeof value === "number");
    const isShown = (number: number) => page.some((each) => Math.abs(Math.abs(each) - Math.abs(number)) <= 0.01);
    for (const { axisTitles, series } of picturesOf(kind)) {
      const factor = factorOf(axisTitles.value);
      const shown = series.filter(({ name }) => name !== GAP && !name.startsWith("Delivered"));
      for (const each of shown) {
        const numbers = numbersOf(each).map((number) => number * factor);
        // The months of the one-pager are in its chart alone; they add up to the year.
        const expected =
          numbers.length === 12 && kind === "onePage" ? [numbers.reduce((all, next) => all + next)] : numbers;
        expect(expected.filter((number) => !isShown(number))).toEqual([]);
      }
      expect(shown.flatMap(numbersOf).length).toBeGreaterThan(5);
    }
  });

  test("write short numbers at their columns and axes, unless thousands are asked for", () => {
    for (const { series, numbers = "" } of picturesOf(kind)) {
      // Those at an axis are round.
      const ticks = [0, 0.5, 3, 250, 1500].map((value) => numfmt.format(numbers, value));
      expect(ticks).toEqual(["0", "0.5", "3", "250", "1,500"]);
      const texts = series.flatMap(({ labelFormat, values }) =>
        labelFormat ? numbersOf({ values }).map((value) => numfmt.format(labelFormat, value)) : [],
      );
      expect(texts.filter((text) => text.length > (scale === "Thousands" ? 8 : 6))).toEqual([]);
      expect(texts.filter((text) => !/^–?-?\d/.test(text))).toEqual([]);
    }
  });
});
