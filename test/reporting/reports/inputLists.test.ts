import { currencyCells, currencyList } from "../../../src/reporting/reports/inputLists";
import type { ReportParameters } from "../../../src/reporting/reports/reportParameters";

const plan = (currency: string) => ({ id: "p", name: "Plan", currency, scenarios: [] });

test("Only ISO codes are offered as currencies, never a formula", () => {
  const plans = [plan("USD"), plan("=1+1"), plan("EUR,=A1"), plan("eur"), plan("EUR")];
  const parameters: ReportParameters = { plan: "Plan", scenarios: [], currency: "=HYPERLINK(A1)", plans };
  expect(currencyCells(parameters).rows).toEqual([["'EUR"], ["'USD"]]);
  expect(currencyList(parameters)).toMatch(/^\$[A-Z]+\$\d+:\$[A-Z]+\$\d+$/);
});
