import type { FormulaCell } from "../../../../src/excel/workbook/cells/formulaCells";
import type { CallError, Ledger, LedgerEntry } from "../../../../src/excel/workbook/ledger/ledger";
import { findCaught, findChanges, findFailures } from "../../../../src/excel/workbook/refresh/cellChanges";
import type { Outcome } from "../../../../src/excel/workbook/refresh/recompute";

const ERROR: CallError = { code: "#N/A", message: "There is no such plan." };

function cellAt(row: number, value: unknown, formula = '=INSIGHTS.KPI("a")'): FormulaCell {
  return { sheet: "Sheet1", row, column: 0, formula, value };
}

/** A call of these cells of column A. */
function outcomeAt(rows: readonly number[], rest: Partial<Outcome> = {}): Outcome {
  const addresses = new Set(rows.map((row) => `Sheet1!A${row}`));
  const entry: LedgerEntry = { key: `${rows.join()}`, id: "KPI", args: [], settings: {}, addresses, state: "done" };
  return { entry, before: undefined, questions: [], ...rest };
}

describe("A refresh has changed", () => {
  test("each cell that shows something else, with the calls that changed", () => {
    const outcome = outcomeAt([1, 2], { before: 1, result: 2 });
    const found = findChanges(
      [outcome],
      [cellAt(0, 1), cellAt(1, 1), cellAt(2, 9)],
      [cellAt(0, 2), cellAt(1, 1), cellAt(2, 8)],
    );
    expect(found).toMatchObject([
      { address: "Sheet1!A1", row: 0, column: 0, before: 1, after: 2, outcomes: [outcome], anchor: { row: 0 } },
      { address: "Sheet1!A3", before: 9, after: 8, outcomes: [] },
    ]);
  });

  test("each cell of a table that differs, also where the table has grown or shrunk", () => {
    const [before, result] = [
      [
        ["", "Jan"],
        ["EBIT", 1],
      ],
      [
        ["", "Jan", "Feb"],
        ["EBIT", 1, 2],
      ],
    ];
    const table = cellAt(0, "", '=INSIGHTS.PNL("a")');
    const grown = findChanges([outcomeAt([1], { before, result })], [table], [table]);
    expect(grown.map(({ address, before: then, after }) => [address, then, after])).toEqual([
      ["Sheet1!C1", undefined, "Feb"],
      ["Sheet1!C2", undefined, 2],
    ]);
    expect(grown[0]?.anchor).toBe(table);
    const shrunk = findChanges([outcomeAt([1], { before: result, result: before })], [table], [table]);
    expect(shrunk.map(({ address, after }) => [address, after])).toEqual([
      ["Sheet1!C1", undefined],
      ["Sheet1!C2", undefined],
    ]);
  });

  test("the one value of a formula over a table", () => {
    const formula = '=SUM(INSIGHTS.PNL("a"))';
    const outcome = outcomeAt([1], { before: [[1], [2]], result: [[1], [3]] });
    expect(findChanges([outcome], [cellAt(0, 3, formula)], [cellAt(0, 4, formula)])).toMatchObject([
      { address: "Sheet1!A1", before: 3, after: 4 },
    ]);
  });

  test("no cell that shows the age of numbers alone", () => {
    const both = "=INSIGHTS.ASOF(A1)+INSIGHTS.KPI(A1)";
    const formulas = ["=INSIGHTS.ASOF(A1)", '=TEXT(INSIGHTS.ASOF(A1),"hh:mm")', both];
    const before = formulas.map((formula, row) => cellAt(row, 1, formula));
    const after = formulas.map((formula, row) => cellAt(row, 2, formula));
    expect(findChanges([], before, after).map(({ anchor }) => anchor.formula)).toEqual([both]);
  });
});

describe("The failure of a call", () => {
  const entries = () => [
    { addresses: new Set(["Sheet1!A1", "Sheet1!A2", "Sheet1!A4"]), error: ERROR },
    { addresses: new Set(["Sheet1!A3"]) },
  ];
  const ledger = { entries } as unknown as Ledger;

  test("is told for its cells that show an error", () => {
    const cells = [cellAt(0, "#N/A"), cellAt(1, 5), cellAt(2, "#REF!")];
    expect(findFailures(ledger, cells)).toEqual([{ address: "Sheet1!A1", ...ERROR }]);
  });

  test("is told for its cells whose formulas catch it, as far as these are there", () => {
    const outcome = outcomeAt([1, 2, 4], { error: ERROR });
    const caught = findCaught([outcome, outcomeAt([3])], [cellAt(0, "#N/A"), cellAt(1, 0), cellAt(2, 7)]);
    expect(caught).toEqual([{ address: "Sheet1!A2", ...ERROR, isCaught: true }]);
  });
});
