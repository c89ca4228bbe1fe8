import fc from "fast-check";
import type { Position } from "../../../src/spreadsheet/cells/area";
import { placesOfLabels, findNumberHeading, isPeriodText, labelsOf } from "../../../src/numbers/analysis/cellLabels";

/** Rows of a sheet, from A1. */
function sheet(rows: readonly (readonly unknown[])[]) {
  return ({ row, column }: Position) => rows[row]?.[column];
}

describe("the labels of a cell", () => {
  test.each([
    [
      "of a statement are the line and the scenario",
      [
        ["EUR", "Actual", "Committed"],
        ["EBIT", 1, 2],
      ],
      { row: 1, column: 2 },
      { row: "EBIT", column: "Committed" },
    ],
    [
      "of a monthly statement are stacked above",
      [
        ["EUR", "Actual", "Actual"],
        ["", "2026-01", "2026-02"],
        ["Net sales", 1, 2],
        ["EBIT", 3, 4],
      ],
      { row: 3, column: 2 },
      { row: "EBIT", column: "Actual · 2026-02" },
    ],
    [
      "of a table are the texts of its row",
      [
        ["Scenario", "Period", "Product", "Volume", "Value"],
        ["Actual", "2026-01", "Cheese", 5, 6],
      ],
      { row: 1, column: 4 },
      { row: "Actual · 2026-01 · Cheese", column: "Value" },
    ],
    [
      "pass over blanks, errors and texts in place of numbers",
      [
        ["", "Plan", "", "Percent"],
        ["Costs", "#N/A", "n.m.", "", 7],
      ],
      { row: 1, column: 4 },
      { row: "Costs", column: "" },
    ],
    ["are blank where there is none", [[1, 2]], { row: 0, column: 1 }, { row: "", column: "" }],
  ])("%s", (_title, rows, cell, labels) => {
    expect(labelsOf(cell, sheet(rows))).toEqual(labels);
  });

  test("are three texts of a row and two of a column at most, equal ones once", () => {
    const rows = [
      ["", "", "", "", "Report"],
      ["", "", "", "", "2026"],
      ["", "", "", "", "Actual"],
      ["A", "B", "C", "D", 1],
      ["A", "A", "", 5, 1],
    ];
    expect(labelsOf({ row: 3, column: 4 }, sheet(rows))).toEqual({ row: "B · C · D", column: "2026 · Actual" });
    expect(labelsOf({ row: 4, column: 4 }, sheet(rows)).row).toBe("A");
  });

  test("reach the first cells of row and column, and the first rows of a long sheet", () => {
    const only = (row: number, column: number) => (each: Position) =>
      each.row === row && each.column === column ? "Here" : undefined;
    const cell = { row: 1000, column: 40 };
    expect(labelsOf({ row: 5, column: 5 }, only(5, 0)).row).toBe("Here");
    expect(labelsOf({ row: 5, column: 5 }, only(0, 5)).column).toBe("Here");
    expect([labelsOf(cell, only(1000, 10)).row, labelsOf(cell, only(1000, 9)).row]).toEqual(["Here", ""]);
    const column = (row: number) => labelsOf(cell, only(row, 40)).column;
    expect([column(700), column(699), column(10), column(9), column(0)]).toEqual(["Here", "", "", "Here", "Here"]);
    expect(placesOfLabels({ row: 305, column: 0 })).toHaveLength(305);
  });

  test("cut a long text", () => {
    const { row } = labelsOf({ row: 0, column: 1 }, sheet([["x".repeat(500), 1]]));
    expect(row).toBe(`${"x".repeat(59)}…`);
    expect(labelsOf({ row: 0, column: 1 }, sheet([["x".repeat(60), 1]])).row).toBe("x".repeat(60));
  });

  test("need the cells around alone, whatever the sheet holds", () => {
    const content = fc.oneof(fc.constant(""), fc.string(), fc.integer(), fc.constant(undefined));
    const rows = fc.array(fc.array(content, { minLength: 6, maxLength: 6 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.nat(5), fc.nat(5), (cells, row, column) => {
        const cell = { row, column };
        const read = new Set(placesOfLabels(cell).map((each) => `${each.row} ${each.column}`));
        const only = (each: Position) => (read.has(`${each.row} ${each.column}`) ? sheet(cells)(each) : "unread");
        expect(labelsOf(cell, only)).toEqual(labelsOf(cell, sheet(cells)));
      }),
    );
  });

  test("are searched for in a bounded number of cells", () => {
    expect(placesOfLabels({ row: 1_000_000, column: 16_000 })).toHaveLength(340);
  });
});

describe("a heading that is a number", () => {
  const rows = [
    ["", "Plan"],
    ["", 46_023, ""],
    ["EBIT", 1],
    ["DPM", 2],
  ];

  test("stands at the top of the numbers", () => {
    expect(findNumberHeading({ row: 3, column: 1 }, sheet(rows))).toEqual({ row: 1, column: 1 });
  });

  test("is the last number below a text, and in a column of numbers the first", () => {
    const column = (...cells: unknown[]) =>
      findNumberHeading({ row: cells.length, column: 0 }, sheet(cells.map((cell) => [cell])));
    expect(column(5, "Plan", 2026, 7)).toEqual({ row: 2, column: 0 });
    expect(column(2026, "", 7)).toEqual({ row: 2, column: 0 });
    expect(column(2026, 7)).toEqual({ row: 0, column: 0 });
    expect(column(5, "Plan")).toBeUndefined();
    expect(column(5, "", "")).toEqual({ row: 0, column: 0 });
    expect(column()).toBeUndefined();
  });

  test("counts if it is shown as a date", () => {
    const headingAt = ({ row, column }: Position) => (row === 1 && column === 1 ? "Jan 26" : undefined);
    expect(labelsOf({ row: 3, column: 1 }, sheet(rows), headingAt)).toEqual({ row: "DPM", column: "Plan · Jan 26" });
  });

  test.each([
    ["2026", true],
    ["202603", true],
    ["2026-03", true],
    ["Mar 26", true],
    ["31/03/2026", true],
    ["1,234", false],
    ["45000", false],
    ["12.5%", false],
  ])("%s is a period: %s", (text, isPeriod) => {
    expect(isPeriodText(text)).toBe(isPeriod);
  });
});

test("Labels lose marks that reverse a text", () => {
  const cells: Record<string, unknown> = { "0,0": "\u202eTIBE" };
  const labels = labelsOf({ row: 0, column: 1 }, ({ row, column }) => cells[`${row},${column}`]);
  expect(labels).toEqual({ row: "TIBE", column: "" });
});
