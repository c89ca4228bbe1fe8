/** What the charts of any report count in: the page's numbers, by the scale that the page says. */
import { numfmt } from "@univerjs/core";
import type { PictureSeries } from "../../../../workbench/page/chartOption";
import type { ReportKind } from "../../../../src/reporting/reports/reportParameters";
import { SCALES, type OpenedReport } from "./openedReport";

const FACTORS = { "": 1, thousands: 1e3, millions: 1e6 } as const;
/** The lowest part of columns that float, lines, and parts of what is shown. */
const UNSEEN = /^(Gap|Top|Connector \d+|Delivered, by fill rate|Not delivered)$/;
/** The series of the plan's months: those behind a number of the scenario, and those that have none. */
const [MONTHS_BEHIND, LATER_MONTHS] = [0, 1];

/** Of a title such as "… · USD millions ■ Actual", "… · Units, thousands" or "… · USD". */
function factorOf(title: string): number {
  const [, word = ""] = / · (?:[A-Z]{3}|Units,?) (thousands|millions)/.exec(title) ?? [];
  return FACTORS[word as keyof typeof FACTORS];
}

/** What is cut off the columns of sums, in the chart's unit. */
function cutOf(title: string): number {
  return Number(/ · columns cut below ([\d.,]+)/.exec(title)?.[1]?.replaceAll(",", "") ?? 0);
}

/** The columns of sums in a waterfall. */
const SUMS = ["Base", "Total"];

const numbersOf = ({ values }: Pick<PictureSeries, "values">) =>
  values.filter((value) => typeof value === "number" && value !== 0) as number[];

function runningSums(numbers: readonly number[]): number[] {
  return numbers.map((_, at) => numbers.slice(0, at + 1).reduce((sum, each) => sum + each, 0));
}

export function checkCharts(kind: ReportKind, opened: () => OpenedReport): void {
  describe.each(SCALES)("in %s", (scale) => {
    test("count in what their titles say, which is the page's scale or a larger one", () => {
      for (const { title, axisTitles } of opened().pictures[scale]) {
        expect(axisTitles.value).toBe("");
        expect(title).toMatch(/ · (USD|Units)/);
        const least = scale === "Units" ? 1 : FACTORS[scale.toLowerCase() as keyof typeof FACTORS];
        expect(factorOf(title)).toBeGreaterThanOrEqual(least);
      }
    });

    test("show the page's numbers, or parts of them", () => {
      const page = opened()
        .values[scale].flat()
        .filter((value) => typeof value === "number");
      const isShown = (number: number) => page.some((each) => Math.abs(Math.abs(each) - Math.abs(number)) <= 0.01);
      for (const { title, series } of opened().pictures[scale]) {
        const factor = factorOf(title);
        const shown = series.filter(({ name }) => !UNSEEN.test(name));
        for (const [at, each] of shown.entries()) {
          const cut = SUMS.includes(each.name) ? cutOf(title) : 0;
          const numbers = numbersOf(each).map((number) => (number + cut) * factor);
          // These months are in charts alone. Those so far add up to the year to date, the plan's like the scenario's.
          if (["onePage", "statement"].includes(kind) && / (in all|of) \d+ months/.test(title)) {
            if (at !== LATER_MONTHS) expect(runningSums(numbers).some(isShown)).toBe(true);
          } else if (kind === "months" && at === MONTHS_BEHIND) {
            // With the later ones they add up to the plan's year.
            const plan = [MONTHS_BEHIND, LATER_MONTHS].flatMap((months) => numbersOf(shown[months]!));
            expect(isShown(runningSums(plan).at(-1)! * factor)).toBe(true);
          } else expect(numbers.filter((number) => !isShown(number))).toEqual([]);
        }
        // Five months have ended.
        expect(shown.flatMap(numbersOf).length).toBeGreaterThanOrEqual(5);
      }
    });

    test("write short numbers at their columns and none at an axis", () => {
      for (const { series, hidesNumbers, legend } of opened().pictures[scale]) {
        expect([hidesNumbers, legend]).toEqual([true, false]);
        const texts = series.flatMap(({ labelFormat, values }) =>
          labelFormat ? numbersOf({ values }).map((value) => numfmt.format(labelFormat, value)) : [],
        );
        expect(texts.filter((text) => text.length > 6)).toEqual([]);
        expect(texts.filter((text) => !/^[−+]?-?\d/.test(text))).toEqual([]);
      }
    });
  });
}
