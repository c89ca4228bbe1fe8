/** A briefing says of a fiscal year what cells of the same workbook show, wherever the year begins. */
import { briefingQuestions, readBriefingNumbers } from "../../src/analysis/briefingNumbers";
import { openSandbox } from "../functions/excel";
import { sourceOfExcel } from "./workbookSource";

test.each([1, 4, 7, 11])(
  "a fiscal year from month %i has the sheet's EBIT, and no gap that a cell does not have",
  async (fiscalMonth) => {
    const settings = { plan: "fy26", currency: "USD", fiscalMonth, currentMonth: "2026-03" };
    const excel = openSandbox({}, { settings });
    const plans = await excel.session.plans();
    const plan = plans.find(({ id }) => id === "fy26")!;
    const [own, base] = ["actual", "committed"].map((flag) =>
      plan.scenarios.find(({ flags }) => flags.includes(flag))!,
    );
    const generation = excel.session.look(plans);
    const source = sourceOfExcel(excel, generation);
    const subject = { plan, own: own!, base: base!, currency: "USD" };
    await Promise.all(briefingQuestions(subject).map((question) => excel.session.ask(question, { generation })));
    const numbers = await readBriefingNumbers(subject, source, true);
    const shown = { field: "ebit", period: "current", basis: "YTD" };
    const cell = (scenario: string) => excel.call("KPI", { ...shown, scenario });
    expect(numbers).toMatchObject({
      own: await cell("actual"),
      base: await cell("committed"),
      gaps: [],
      isToDate: true,
    });
    expect(numbers.steps).toMatchObject({ start: numbers.base, end: numbers.own });
    const month = numbers.largestMonth!;
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at < 3 ? `2026-0${at + 1}` : `2025-${String(at + 1).padStart(2, "0")}`,
      ).map(async (period) => {
        const value: unknown = await excel.call("VAR", {
          field: "ebit",
          scenario: "actual",
          base: "committed",
          period,
        });
        return [period, value] as const;
      }),
    );
    const year = all.filter(
      ([period]) =>
        numbers.period && period >= (fiscalMonth <= 3 ? "2026-01" : `2025-${String(fiscalMonth).padStart(2, "0")}`),
    );
    const largest = Math.max(...year.map(([, value]) => Math.abs(value as number)));
    expect(Math.abs(month.amount)).toBeCloseTo(largest, 6);
  },
);
