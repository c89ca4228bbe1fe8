import { currencyCells, currencyList } from "../../../src/workbook/reports/inputLists";
import type { Subject } from "../../../src/workbook/reports/subject";

const plan = (currency: string) => ({ id: "p", name: "Plan", currency, scenarios: [] });

test("Only ISO codes are offered as currencies, whatever a plan says: a text that begins with = would be a formula", () => {
  const plans = [plan("USD"), plan("=1+1"), plan("EUR,=A1"), plan("eur"), plan("EUR")];
  const subject: Subject = { plan: "Plan", scenarios: [], currency: "=HYPERLINK(A1)", plans };
  expect(currencyCells(subject).rows).toEqual([["'EUR"], ["'USD"]]);
  expect(currencyList(subject)).toMatch(/^\$[A-Z]+\$\d+:\$[A-Z]+\$\d+$/);
});
