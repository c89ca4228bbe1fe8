import { argumentsByName, callByNames } from "../../../../src/numbers/analysis/numberCall";
import { numbersOfLedger } from "../../../../src/excel/workbook/changes/ledgerNumbers";
import type { Ledger, LedgerEntry } from "../../../../src/excel/workbook/ledger/ledger";
import type { Outcome } from "../../../../src/excel/workbook/refresh/recompute";

describe("the numbers of the ledger before and after", () => {
  const settings = {};
  const kpi = (field: string) => callByNames("KPI", { scenario: "s1", field }, { settings });
  const statement = (...rows: readonly (readonly [label: string, number: number])[]) => [["EUR", "One"], ...rows];

  test("are those that changed, and the others as they are", () => {
    const table = { id: "PNL", args: ["Plan"], settings };
    const entries = [
      { ...kpi("ebit"), key: "same", result: 5 },
      { ...kpi("cogs"), key: "moved", result: 9 },
      { ...kpi("transport"), key: "was an error", result: 3 },
      { ...table, key: "table", result: statement(["EBIT", 1]) },
      { ...table, key: "other table", result: statement(["EBIT", 7]) },
      { ...kpi("overhead"), key: "error", result: "#N/A" },
    ] as unknown as LedgerEntry[];
    const outcomes = [
      { entry: entries[1], before: 8, result: 9 },
      { entry: entries[2], before: undefined, result: 3 },
      {
        entry: entries[3],
        before: statement(["Net sales", 4], ["EBIT", 1]),
        result: statement(["EBIT", 2], ["Transport", 6]),
      },
    ] as unknown as Outcome[];
    const ledger = { entries: () => entries } as unknown as Ledger;
    const numbers = [...numbersOfLedger(ledger, outcomes)].map(({ call, before, after }) => [
      argumentsByName(call).field,
      before,
      after,
    ]);
    expect(numbers).toEqual([
      ["ebit", 5, 5],
      ["cogs", 8, 9],
      ["EBIT", 1, 2],
      ["EBIT", 7, 7],
    ]);
  });
});
