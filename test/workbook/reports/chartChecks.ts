/** What the charts of any report count in: the page's numbers, by the scale that the page says. */
import { numfmt } from "@univerjs/core";
import type { PictureSeries } from "../../../workbench/page/chartOption";
import type { ReportKind } from "../../../src/reports/reportParameters";
import { SCALES, type OpenedReport } from "./openedReport";

const FACTORS = { "": 1, thousands: 1e3, millions: 1e6 } as const;
/** The lowest part of columns that float, and the line that carries labels: neither is seen. */
const UNSEEN = ["Gap", "Top"];

/** "USD millions", "Units, thousands", "USD". */
function factorOf(axisTitle: string): number {
  const [, word = ""] = / (thousands|millions)$/.exec(axisTitle) ?? [];
  return FACTORS[word as keyof typeof FACTORS];
}

const numbersOf = ({ values }: Pick<PictureSeries, "values">) =>
  values.filter((value) => typeof value === "number" && value !== 0) as number[];

function runningSums(numbers: readonly number[]): number[] {
  return numbers.map((_, at) => numbers.slice(0, at + 1).reduce((sum, each) => sum + each, 0));
}

export function checkCharts(kind: ReportKind, opened: () => OpenedReport): void {
  describe.each(SCALES)("in %s", (scale) => {
    test("count in what the titles of their axes say, which is the page's scale", () => {
      for (const { axisTitles } of opened().pictures[scale]) {
        expect(axisTitles.value).toMatch(/^USD|^Units/);
        if (scale !== "Units")
          expect(factorOf(axisTitles.value)).toBe(FACTORS[scale.toLowerCase() as keyof typeof FACTORS]);
      }
    });

    test("show the page's numbers, or parts of them", () => {
      const page = opened()
        .values[scale].flat()
        .filter((value) => typeof value === "number");
      const isShown = (number: number) => page.some((each) => Math.abs(Math.abs(each) - Math.abs(number)) <= 0.01);
      for (const { title, axisTitles, series } of opened().pictures[scale]) {
        const factor = factorOf(axisTitles.value);
        const shown = series.filter(({ name }) => !UNSEEN.includes(name) && !name.startsWith("Delivered"));
        for (const each of shown) {
          const numbers = numbersOf(each).map((number) => number * factor);
          // The months of the one-pager are in its charts alone; those so far add up to the year to date.
          if (kind === "onePage" && title.includes(" by month ")) {
            if (!each.name.includes(", after ")) expect(runningSums(numbers).some(isShown)).toBe(true);
          } else expect(numbers.filter((number) => !isShown(number))).toEqual([]);
        }
        // Five months have ended.
        expect(shown.flatMap(numbersOf).length).toBeGreaterThanOrEqual(5);
      }
    });

    test("write short numbers at their columns and axes, unless thousands are asked for", () => {
      for (const { series, numbers = "" } of opened().pictures[scale]) {
        // Those at an axis are round.
        const ticks = [0, 0.5, 3, 250, 1500].map((value) => numfmt.format(numbers, value));
        expect(ticks).toEqual(["0", "0.5", "3", "250", "1,500"]);
        const texts = series.flatMap(({ labelFormat, values }) =>
          labelFormat ? numbersOf({ values }).map((value) => numfmt.format(labelFormat, value)) : [],
        );
        expect(texts.filter((text) => text.length > (scale === "Thousands" ? 8 : 6))).toEqual([]);
        expect(texts.filter((text) => !/^[−+]?-?\d/.test(text))).toEqual([]);
      }
    });
  });
}
