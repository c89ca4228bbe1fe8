/** Checks: which cell a name watches, how it stands, and the numbers that it reads. */
import * as fc from "fast-check";
import {
  checkLabel,
  checkName,
  checkOf,
  isWell,
  readsOfCheck,
  watchedCells,
  type BookName,
  type CheckContent,
  type CheckedValue,
} from "../../../src/reporting/saved/checks";
import { formatSheetPosition } from "../../../src/spreadsheet/cells/address";

const SHEETS = ["Plan", "P&L"];

function checkAt(formula: string, value: CheckedValue, more: Partial<CheckContent> = {}) {
  const content = { formula, value, isError: typeof value === "string" && value.startsWith("#"), cells: 1, ...more };
  const [watched] = watchedCells([{ name: "Check_Fill_rate", formula: "=Plan!$B$4" }], SHEETS);
  if (!watched) throw new Error("The name is not found.");
  const reads = readsOfCheck(formula, "Plan", []);
  return checkOf(watched, { content, reads, source: { valueAt: () => undefined, dateSystem: 1900, calls: [] } });
}

test("A name that begins with Check_ watches the cell that it means, however it is spelt", () => {
  const names = [
    { name: "Check_A", formula: "=Plan!$B$4" },
    { name: "check_b", formula: "'P&L'!$A$1", scope: "P&L" },
    { name: "CHECK_C", formula: "=plan!$B$4" },
    { name: "Checks", formula: "=Plan!$B$5" },
    { name: "_Check_D", formula: "=Plan!$B$6" },
  ];
  expect(watchedCells(names, SHEETS)).toEqual([
    { name: "Check_A", at: { sheet: "Plan", row: 3, column: 1 } },
    { name: "check_b", scope: "P&L", at: { sheet: "P&L", row: 0, column: 0 } },
    { name: "CHECK_C", at: { sheet: "Plan", row: 3, column: 1 } },
  ]);
});

test.each([
  ["=Plan!#REF!", "its cell was deleted"],
  ["=#REF!", "its cell was deleted"],
  ["=Plan!$B$4:$B$5", "its name means more than one cell"],
  ["=Plan!$B$4,Plan!$B$6", "its name means more than one cell"],
  ["=Plan!$B:$B", "its name means more than one cell"],
  ["='Plan:P&L'!$B$4", "its name means more than one cell"],
  ["=[1]Plan!$B$4", "its cell is in another workbook"],
  ["='C:\\[Other.xlsx]Plan'!$B$4", "its cell is in another workbook"],
  ["=TRUE", "its name means a constant or a formula, not a cell"],
  ['="Plan!$B$4"', "its name means a constant or a formula, not a cell"],
  ["=Plan!$B$4>5", "its name means a constant or a formula, not a cell"],
  ["=Other_name", "its name means a constant or a formula, not a cell"],
  ["=Plan!B4", "its name means another cell for each reader: write it as $B$4"],
  ["=Chart1!$B$4", "its name means no cell of a worksheet"],
  ["=$B$4", "its name means no cell of a worksheet"],
])("The name %s is no check, and says why", (formula, reason) => {
  const [watched] = watchedCells([{ name: "Check_A", formula }], SHEETS);
  expect(watched?.at).toBe(reason);
  if (!watched) return;
  const check = checkOf(watched);
  expect(check).toMatchObject({ cell: "", state: "none", stands: `not a check: ${reason}.` });
});

test.each<[string, string, CheckedValue, Partial<CheckContent>, string, string]>([
  ["TRUE", "=A1>0", true, {}, "true", "TRUE"],
  ["FALSE", "=A1>0", false, {}, "false", "FALSE"],
  ["an error", "=A1>0", "#N/A", {}, "error", "#N/A"],
  ["a cell that waits", "=A1>0", "#BUSY!", {}, "unknown", "not known: Excel still calculates it."],
  ["an old value", "=A1>0", true, { problem: "It is old." }, "unknown", "not known: It is old."],
  ["a blank cell", "", null, {}, "none", "not a check: its cell is blank."],
  ["a constant", "", true, {}, "none", "not a check: its cell holds a value, not a formula."],
  ["a number", "=A1", 1, {}, "none", "not a check: its formula shows a number, neither TRUE nor FALSE."],
  ["a text", '="TRUE"', "TRUE", {}, "none", "not a check: its formula shows a text, neither TRUE nor FALSE."],
  ["an empty text", '=""', "", {}, "none", "not a check: its formula shows no value."],
  ["a spill", "=A1:A2>0", true, { cells: 2 }, "none", "not a check: its formula fills more than one cell."],
])("A cell with %s is told so", (_, formula, value, more, state, stands) => {
  expect(checkAt(formula, value, more)).toMatchObject({ cell: "Plan!B4", label: "Fill rate", state, stands });
});

test("Nothing but a formula that is TRUE is well", () => {
  const value = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constantFrom(null, "#REF!", "#BUSY!", "TRUE"));
  const formula = fc.constantFrom("", "=A1>0");
  const more = fc.record({ cells: fc.constantFrom(1, 2), problem: fc.constantFrom(undefined, "It is old.") });
  fc.assert(
    fc.property(formula, value, more, (written, shown, rest) => {
      const isTrue = written !== "" && shown === true && rest.cells === 1 && rest.problem === undefined;
      expect(isWell(checkAt(written, shown, rest))).toBe(isTrue);
    }),
  );
});

test("A check names the numbers that it reads: cells, sums of areas, defined names and results of calls", () => {
  const formula = '=AND(INSIGHTS.KPI($A$1,"committed","fillRate")>=B1,SUM(B2:B4)=\'P&L\'!C1,Target<9,Text<>"")';
  const names: BookName[] = [
    { name: "target", formula: "=Plan!$D$1" },
    { name: "Target", formula: "=Plan!$D$2", scope: "P&L" },
    { name: "Text", formula: "=Plan!$D$3" },
  ];
  const values = { "Plan!B1": 0.95, "Plan!B2": 1, "Plan!B3": 2, "Plan!B4": 3, "'P&L'!C1": "#N/A", "Plan!D1": 8 };
  const [watched] = watchedCells([{ name: "Check_A", formula: "=Plan!$E$1" }], SHEETS);
  if (!watched) throw new Error("The name is not found.");
  const calls = [
    { id: "KPI", args: ["FY26 Plan", "committed", "fillRate", null, ""], result: 0.93 },
    { id: "PNL", args: ["FY26 Plan"], result: 5 },
  ];
  const valueAt = (cell: { sheet: string; row: number; column: number }) =>
    (values as Record<string, CheckedValue>)[formatSheetPosition(cell)];
  const formatAt = ({ row }: { row: number }) => (row === 0 ? "0.00%" : undefined);
  const content = { formula, value: false, isError: false, cells: 1 };
  const check = checkOf(watched, {
    content,
    reads: readsOfCheck(formula, "Plan", names),
    source: { valueAt, formatAt, calls, dateSystem: 1900 },
  });
  expect(check.numbers).toEqual([
    { of: "Fill rate of committed in FY26 Plan, full year", format: "0.0%", value: 0.93 },
    { of: "Plan!B1", format: "0.00%", value: 0.95 },
    { of: "SUM(Plan!B2:B4)", value: 6 },
    { of: "'P&L'!C1", value: "#N/A" },
    { of: "Plan!D1", format: "0.00%", value: 8 },
  ]);
});

test("A label becomes a name that Excel takes, and comes back in words", () => {
  expect(checkName("Fill rate ≥ 95 %")).toBe("Check_Fill_rate_95");
  expect(checkName("Prüfung: GuV & Plan")).toBe("Check_Prüfung_GuV_Plan");
  expect(checkName(" ≥ % ")).toBeUndefined();
  expect(checkLabel("Check_Fill_rate_95")).toBe("Fill rate 95");
  expect(checkLabel("Check_")).toBe("Check_");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (label) => {
      const name = checkName(label);
      if (name === undefined) return;
      expect(name).toMatch(/^Check_[\p{L}\p{M}\p{N}._]{1,244}$/u);
      expect(checkName(checkLabel(name))).toBe(name);
    }),
  );
});
