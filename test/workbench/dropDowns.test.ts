import type { FRange } from "@univerjs/sheets/facade";
import type { ValidationState } from "../../workbench/model/state";
import { showDropDowns } from "../../workbench/page/dropDowns";
import { createGrid } from "./grid";

/** The lists that cells have, as `sheet!cell: source`; data validation has no part of Univer that runs in Node. */
let lists: Map<string, string>;
/** How often a list was set or taken away. */
let changes = 0;
let grid: ReturnType<typeof createGrid>;

const keyOf = (range: FRange) => `${range.getSheetName()}!${range.getA1Notation()}`;

beforeEach(() => {
  lists = new Map();
  grid = createGrid();
  const sheets = {
    small: { id: "small", name: "Small", rowCount: 10, columnCount: 5 },
    report: { id: "report", name: "P&L report", rowCount: 40, columnCount: 40 },
  };
  const workbook = grid.api.createWorkbook({ id: "book", sheetOrder: ["small", "report"], sheets });
  workbook.setActiveSheet("small");
  const prototype = Object.getPrototypeOf(workbook.getActiveSheet().getRange("A1")) as object;
  Object.assign(prototype, {
    setDataValidation(this: FRange, source: string | null) {
      changes += 1;
      if (source === null) lists.delete(keyOf(this));
      else lists.set(keyOf(this), source);
    },
  });
  Object.assign(grid.api, { newDataValidation: ruleBuilder });
});
afterEach(() => grid.dispose());

function ruleBuilder() {
  let source = "";
  const builder = {
    setAllowBlank: () => builder,
    setAllowInvalid: () => builder,
    requireValueInRange: (range: FRange) => ((source = keyOf(range)), builder),
    requireValueInList: (items: string[]) => ((source = items.join("|")), builder),
    build: () => source,
  };
  return builder;
}

const list = (address: string, source: string): ValidationState => ({
  sheet: "report",
  address,
  source,
  ignoreBlanks: true,
});

test("a list without a sheet is taken from its own sheet, whichever is shown", () => {
  showDropDowns(grid, () => [
    list("'P&L report'!B2", "=$AF$2:$AF$9"),
    list("'P&L report'!B3", "='P&L report'!$AG$2:$AG$9"),
  ]);
  expect([...lists]).toEqual([
    ["P&L report!B2", "P&L report!AF2:AF9"],
    ["P&L report!B3", "P&L report!AG2:AG9"],
  ]);
});

test("items are a list by themselves", () => {
  showDropDowns(grid, () => [list("'P&L report'!B2", "Actual, Committed")]);
  expect([...lists]).toEqual([["P&L report!B2", "Actual|Committed"]]);
});

test.each([
  ["on a sheet that is gone", "='Gone'!$A$1:$A$3"],
  ["of cells that the grid does not have", "=Small!$AF$2:$AF$9"],
  ["of a name", "=Plans"],
])("a list %s is not shown, and the others are", (_what, source) => {
  showDropDowns(grid, () => [list("'P&L report'!B2", source), list("'P&L report'!B3", "a,b")]);
  expect([...lists.keys()]).toEqual(["P&L report!B3"]);
});

test("a list that is changed or removed is so in the cells", () => {
  let wanted = [list("'P&L report'!B2", "a,b"), list("'P&L report'!B3", "c,d")];
  const update = showDropDowns(grid, () => wanted);
  wanted = [list("'P&L report'!B3", "e,f")];
  update();
  expect([...lists]).toEqual([["P&L report!B3", "e|f"]]);
});

test("Unchanged lists are not set again", () => {
  const cells = Array.from({ length: 30 }, (_, at) => `'P&L report'!B${at + 2}`);
  let wanted = cells.map((address) => list(address, "a,b"));
  const update = showDropDowns(grid, () => wanted);
  changes = 0;
  wanted = wanted.map((each) => ({ ...each, errorAlert: { showAlert: true, style: "Stop", message: "Choose." } }));
  update();
  expect(changes).toBe(0);
  wanted = wanted.map((each, at) => (at === 7 ? { ...each, errorAlert: { style: "Warning" } } : each));
  update();
  expect(changes).toBe(2);
  expect(lists.size).toBe(30);
});
