/** What the pane offers for a table and for headings. */
import type { StoreContext } from "../../../src/actions/context";
import { answersFor, entryLabels, gridPlan, offersOf } from "../../../src/actions/grid/gridOffers";

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
  expect(gridPlan(CONTEXT)).toBe(PLAN);
  expect(gridPlan(contextOf("gone"))).toBeUndefined();
  expect(offersOf(contextOf("gone")).columns).toEqual([]);
});

test("Each scenario is offered by itself and against every other and the prior year", () => {
  expect(offersOf(CONTEXT).columns.map(({ label }) => label)).toEqual([
    "Actual",
    "Actual, prior year",
    "Actual − Upside, Δ",
    "Actual − Upside, Δ %",
    "Actual − prior year, Δ",
    "Actual − prior year, Δ %",
    "Upside",
    "Upside, prior year",
    "Upside − Actual, Δ",
    "Upside − Actual, Δ %",
    "Upside − prior year, Δ",
    "Upside − prior year, Δ %",
  ]);
  expect(offersOf(CONTEXT).columns[5]?.column).toEqual({ scenario: "actual", base: "PY", measure: "percent" });
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

const valuesOf = (kind: "heading" | "lines" | "gap" | "field" | "scenario" | "base" | "period") =>
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
  expect(valuesOf("lines")).toEqual(["ignored", "product", "sku", "region", "channel"]);
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

test("Without a plan no scenario answers a question", () => {
  const question = { kind: "scenario", id: "A1" } as Parameters<typeof answersFor>[1];
  expect(answersFor(contextOf("gone"), question)).toEqual([]);
});
