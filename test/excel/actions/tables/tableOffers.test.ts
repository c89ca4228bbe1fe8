/** What the pane offers for a table and for headings. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import {
  answersFor,
  entryLabels,
  planOfTable,
  offersOf,
  outlookAnswers,
  outlookLabel,
} from "../../../../src/excel/actions/tables/tableOffers";

const PLAN = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: [
    { id: "a", name: "Ledger", flags: ["actual"] },
    { id: "b", name: "Upside", flags: [] },
  ],
};

function contextOf(plan: string | undefined, year?: number): StoreContext {
  const grid = year === undefined ? undefined : { year };
  return { settings: { current: { plan } }, state: { plans: [PLAN], grid } } as unknown as StoreContext;
}
const CONTEXT = contextOf("p1", 2026);

test("A table is for the workbook's plan, if that is listed", () => {
  expect(planOfTable(CONTEXT)).toBe(PLAN);
  expect(planOfTable(contextOf("gone"))).toBeUndefined();
  expect(offersOf(contextOf("gone")).columns).toEqual([]);
});

test("Each scenario, and the outlook, is offered by itself, against every other and the prior year", () => {
  expect(offersOf(CONTEXT).columns.map(({ label }) => label)).toEqual([
    "Ledger (actual)",
    "Ledger (actual), prior year",
    "Ledger (actual) − Upside, Δ",
    "Ledger (actual) − Upside, Δ %",
    "Ledger (actual) − prior year, Δ",
    "Ledger (actual) − prior year, Δ %",
    "Outlook",
    "Outlook − Upside, Δ",
    "Outlook − Upside, Δ %",
    "Outlook − prior year, Δ",
    "Outlook − prior year, Δ %",
    "Upside",
    "Upside, prior year",
    "Upside − Ledger (actual), Δ",
    "Upside − Ledger (actual), Δ %",
    "Upside − prior year, Δ",
    "Upside − prior year, Δ %",
  ]);
  expect(offersOf(CONTEXT).columns[5]?.column).toEqual({ scenario: "actual", base: "PY", measure: "percent" });
});

const OUTLOOK_TABLE = {
  plan: "Plan",
  currency: "",
  lines: [{ field: "ebit" }],
  columns: [{ scenario: "", isOutlook: true }],
  periods: [{ period: "2026", basis: "" }],
  periodPlace: "outside",
} as const;
/** A table whose plan has these scenarios, with actuals to a month. */
const withOutlook = (definition: object, actualsTo?: string, scenarios = PLAN.scenarios) =>
  ({
    settings: { current: { plan: "p1" } },
    state: { plans: [{ ...PLAN, scenarios }], grid: { definition: { ...OUTLOOK_TABLE, ...definition }, actualsTo } },
  }) as unknown as StoreContext;

test("An outlook says how many months of the table are actual, and whose the others are", () => {
  const label = (definition: object, actualsTo?: string) => outlookLabel(withOutlook(definition, actualsTo));
  expect(label({ outlook: "Upside" }, "2026-05")).toBe("Outlook (5 of 12 months actual, then Upside)");
  expect(label({ outlook: "Upside" })).toBe("Outlook (actual to the current month, then Upside)");
  expect(label({}, "2026-05")).toBe("Outlook (5 of 12 months actual)");
  const toDate = { outlook: "Upside", periods: [{ period: "current", basis: "YTD" }] };
  expect(label(toDate, "2026-05")).toBe("Outlook (5 of 5 months actual, then Upside)");
  const months = ["2026-05", "2026-06", "2026-05"].map((period) => ({ period, basis: "" }));
  expect(label({ periods: months }, "2026-05")).toBe("Outlook (1 of 2 months actual)");
});

test("An outlook ends with any scenario but the actuals, and is not offered without actuals", () => {
  const more = [...PLAN.scenarios, { id: "c", name: "Base", flags: ["committed"] }];
  expect(outlookAnswers(withOutlook({}, undefined, more))).toEqual([
    { value: "committed", label: "Actual months, then Base (committed)" },
    { value: "Upside", label: "Actual months, then Upside" },
  ]);
  const planned = withOutlook({}, undefined, PLAN.scenarios.slice(1));
  expect(outlookAnswers(planned)).toEqual([]);
  expect(offersOf(planned).columns.some(({ column }) => column.isOutlook)).toBe(false);
});

test("Periods of the year are offered one by one and together", () => {
  const periods = new Map(offersOf(CONTEXT).periods.map((offer) => [offer.label, offer.periods]));
  expect(periods.get("Year 2026")).toEqual([{ period: "2026", basis: "" }]);
  expect(periods.get("Current month, year to go")).toEqual([{ period: "current", basis: "YTG" }]);
  expect(periods.get("All months of 2026, year to date")?.at(-1)).toEqual({ period: "2026-12", basis: "YTD" });
  expect(periods.get("Quarters of 2026")?.map(({ period }) => period)).toEqual([
    "2026-Q1",
    "2026-Q2",
    "2026-Q3",
    "2026-Q4",
  ]);
  expect(periods.get("Feb 26")).toEqual([{ period: "2026-02", basis: "" }]);
  expect(periods.get("2026-Q3")).toEqual([{ period: "2026-Q3", basis: "" }]);
});

test("Lines are offered by function, computed fields too, then by group", () => {
  const { lines } = offersOf(CONTEXT);
  const [pnl] = lines;
  expect(pnl?.label).toBe("PNL");
  expect(pnl?.options).toContainEqual({ label: "EBIT", field: "ebit" });
  expect(pnl?.options.map(({ field }) => field)).toContain("ebitPercent");
  const byRegion = lines.find(({ label }) => label === "DEMAND: region");
  expect(byRegion?.options).toContainEqual({
    label: "Demand value by region",
    field: "demandValue",
    groupBy: "region",
  });
});

test("Entries of a table are named as people read them", () => {
  expect(entryLabels(undefined)).toEqual({ lines: [], columns: [], periods: [] });
  const labels = entryLabels({
    plan: "Plan",
    currency: "",
    lines: [{ field: "ebit" }, { field: "demandValue", groupBy: "region", item: "North" }],
    columns: [{ scenario: "actual", isPriorYear: true }],
    periods: [
      { period: "2026-03", basis: "YTD" },
      { period: "2026", basis: "" },
    ],
    periodPlace: "outside",
  });
  expect(labels).toEqual({
    lines: ["EBIT", "Demand value · North"],
    columns: ["Actual, prior year"],
    periods: ["Mar 26 YTD", "2026"],
  });
});

const valuesOf = (kind: "heading" | "gap" | "field" | "scenario" | "base" | "period") =>
  answersFor(CONTEXT, { kind, id: "A1" } as Parameters<typeof answersFor>[1]).map(({ value }) => value);

test("Each question about headings has its own answers", () => {
  expect(valuesOf("heading")).toEqual(
    expect.arrayContaining([
      "ignored",
      "scenario=actual",
      "scenario=Upside",
      "year=PY",
      "measure=percent",
      "field=EBIT",
    ]),
  );
  const groupings = ["ignored", "product", "sku", "region", "channel"];
  const valuesOfLines = (...texts: string[]) =>
    answersFor(CONTEXT, { kind: "lines", id: "lines", texts }).map(({ value }) => value);
  expect(valuesOfLines("North", "South")).toEqual([...groupings, "each"]);
  const ofOneLine = valuesOfLines("Rebates");
  expect(ofOneLine.slice(0, 8)).toEqual([...groupings, "scenario=actual", "scenario=Upside", "field=Gross sales"]);
  expect(ofOneLine).toContain("field=Trade expenses");
  expect(valuesOf("gap")).toEqual(["yes", "no"]);
  expect(valuesOf("field").slice(0, 1)).toEqual(["ignored"]);
  expect(valuesOf("field")).toContain("EBIT");
  expect(new Set(valuesOf("field")).size).toBe(valuesOf("field").length);
  expect(valuesOf("scenario")).toEqual(["actual", "Upside"]);
  expect(valuesOf("period")).toEqual(["YTD", "current", "FY"]);
  expect(valuesOf("base")).toEqual(["actual", "Upside", "PY"]);
  const fields = ["Supply chain costs", "Overhead"];
  expect(answersFor(CONTEXT, { kind: "heading", id: "A1", text: "Opex", fields }).map(({ value }) => value)).toEqual([
    "ignored",
    "field=Supply chain costs",
    "field=Overhead",
  ]);
});

test("The time of a title is a half, a quarter, a month or to date, of the year that the title names", () => {
  const answers = answersFor(CONTEXT, { kind: "time", id: "time A1", text: "Half-year report 2025" });
  const values = answers.map(({ value }) => value);
  expect(values.slice(0, 7)).toEqual(["ignored", "H1 2025", "H2 2025", "2025", "current", "YTD", "YTG"]);
  expect(values).toEqual(expect.arrayContaining(["2025-Q1", "Mar 25", "YTD Mar 25"]));
  expect(values).not.toContain("counts");
  const ofMonths = answersFor(CONTEXT, { kind: "time", id: "time A1", text: "10+2 view" });
  expect(ofMonths.map(({ value }) => value)).toContain("outlook=Upside");
});

test("Without a plan no scenario answers a question", () => {
  const question = { kind: "scenario", id: "A1" } as Parameters<typeof answersFor>[1];
  expect(answersFor(contextOf("gone"), question)).toEqual([]);
});
