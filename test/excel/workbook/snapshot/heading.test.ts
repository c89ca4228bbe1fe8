/** The name of a snapshot, and the line on it. */
import { findHeadingCell, headingText, snapshotName } from "../../../../src/excel/workbook/snapshot/heading";
import type { SnapshotMark } from "../../../../src/excel/workbook/snapshot/mark";
import type { SheetContents } from "../../../../src/excel/workbook/snapshot/sheetContents";

/** Minutes that this computer's clock is behind UTC, as JavaScript counts them. */
let offset = 0;
beforeEach(() => {
  offset = 0;
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(() => offset);
});
afterEach(() => jest.restoreAllMocks());

const markOf = (others: Partial<SnapshotMark> = {}): SnapshotMark => {
  return {
    liveSheet: "P&L",
    takenAt: Date.UTC(2026, 2, 4, 9, 5),
    asOf: undefined,
    liveCharts: [],
    ...others,
  };
};

test("A snapshot is named by the day of its numbers, or else of its making", () => {
  expect(snapshotName(markOf({ asOf: new Date(2025, 10, 30).getTime() }), [])).toBe("P&L 2025-11-30");
  expect(snapshotName(markOf(), [])).toBe("P&L 2026-03-04");
  expect(snapshotName(markOf(), ["P&L 2026-03-04"])).not.toBe("P&L 2026-03-04");
});

test("A snapshot of a report keeps the plan's name beside the day", () => {
  const liveSheet = "Scenario comparison FY26 Plan";
  expect(snapshotName(markOf({ liveSheet }), [])).toBe("Comparison FY26 Plan 2026-03-04");
});

describe("the line", () => {
  test("says what was taken, when, and of when the numbers are", () => {
    expect(headingText(markOf())).toBe("Snapshot of P&L, taken 4 Mar 2026, 09:05 UTC.");
    const asOf = Date.UTC(2026, 2, 3, 18, 30);
    expect(headingText(markOf({ asOf }))).toBe(
      "Snapshot of P&L, taken 4 Mar 2026, 09:05 UTC, with numbers as of 3 Mar 2026, 18:30 UTC.",
    );
  });

  test.each([
    [-60, "10:05 UTC+1"],
    [300, "04:05 UTC-5"],
    [-330, "14:35 UTC+5:30"],
    [-345, "14:50 UTC+5:45"],
    [-65, "10:10 UTC+1:05"],
    [0, "09:05 UTC"],
  ])("tells a moment by a clock %i minutes behind UTC as %s", (minutes, clock) => {
    offset = minutes;
    expect(headingText(markOf())).toBe(`Snapshot of P&L, taken 4 Mar 2026, ${clock}.`);
  });

  test("names charts that stay live, if they are known", () => {
    const tail = (liveCharts: SnapshotMark["liveCharts"]) => headingText(markOf({ liveCharts })).split("UTC.")[1];
    expect(tail([])).toBe("");
    expect(tail(["Sales", "EBIT"])).toBe(" Charts that read other sheets stay live: Sales, EBIT.");
    expect(tail("unknown")).toBe(" Charts that read other sheets stay live.");
  });
});

describe("the cell for the line", () => {
  const cellFor = (values: readonly (readonly unknown[])[], [row, column] = [0, 0]) =>
    findHeadingCell({ row, column, values } as unknown as SheetContents);
  const rows = (count: number) => Array.from({ length: count }, () => ["x"]);

  test("is in the first blank row, from where the sheet is used", () => {
    expect(cellFor([["x"], [""], [""]], [2, 3])).toEqual({ row: 3, column: 3 });
    expect(
      cellFor([
        ["", 0],
        ["", ""],
      ]),
    ).toEqual({ row: 1, column: 0 });
  });

  test("is in the first thirty rows, else below the last", () => {
    expect(cellFor([...rows(29), [""], ...rows(5)])).toEqual({ row: 29, column: 0 });
    expect(cellFor([...rows(30), [""], ...rows(5)])).toEqual({ row: 36, column: 0 });
    expect(cellFor([...rows(32), [""]], [4, 0])).toEqual({ row: 36, column: 0 });
    expect(cellFor([])).toEqual({ row: 0, column: 0 });
  });

  test("is in column A if the sheet is used beyond the twentieth column alone", () => {
    expect(cellFor([["x", "y"]], [2, 20])).toEqual({ row: 2, column: 0 });
    expect(cellFor([["x", "y"]], [2, 25])).toEqual({ row: 2, column: 0 });
    expect(cellFor([["x", "y"]], [2, 19])).toEqual({ row: 3, column: 19 });
  });

  test("may stand beside cells beyond the twentieth column", () => {
    const wide = (at: number) => [Array.from({ length: 25 }, (_, column) => (column === at ? "x" : "")), ["y"]];
    expect(cellFor(wide(19))).toEqual({ row: 2, column: 0 });
    expect(cellFor(wide(20))).toEqual({ row: 0, column: 0 });
    expect(cellFor(wide(18), [0, 2])).toEqual({ row: 0, column: 2 });
  });
});
