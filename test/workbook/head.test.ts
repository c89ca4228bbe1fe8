import { head } from "../../src/workbook/reports/head";

test("The list of currencies holds ISO codes alone, whatever a plan says", () => {
  const plans = ["USD", '=HYPERLINK("https://evil.example")', "EUR,JPY", "", "eur", "EUR", "USD"].map(
    (currency, at) => ({
      ...{ id: `p${at}`, name: `Plan ${at}`, currency, scenarios: [] },
    }),
  );
  const options = { title: "P&L", scenarios: ["Base"], family: "pnl" as const };
  const sourceFor = (given: typeof plans) =>
    head({ plan: "p0", scenarios: [], currency: "USD", plans: given }, options).lists.find(({ cell }) => cell === "B4");
  expect(sourceFor(plans)).toEqual({ cell: "B4", source: "EUR,USD" });
  expect(sourceFor(plans.slice(1, 3))).toBeUndefined();
});
