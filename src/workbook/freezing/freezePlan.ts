/** What a freeze is going to do, read and thought out before anything is changed. */
import { formatSheetPosition } from "../../grid/address";
import { cellArea, positionsIn, type Area, type SheetArea } from "../../grid/area";
import { isWaitingCode } from "../../grid/errorCodes";
import { coverageOf } from "../cells/cellAreas";
import { callTest, type FormulaAt } from "../cells/cells";
import { openAreas, readTables, type TableArea } from "../cells/formulaAreas";
import { findProtectedSheets, SHEET_PROTECTED } from "../cells/protection";
import { findScope, isInAreas, type Scope } from "../cells/scope";
import { formulaIn, readContents, valueIn, type SheetContents } from "../cells/sheetContents";
import { readSpills } from "../cells/spills";
import { ANCHOR_SHEET } from "./anchors";
import { inputsOf, withSharedInputs, type FormulaMap } from "./sharedInputs";
import { findLists, type FoundList } from "./frozenLists";

/** A cell that was left as it is. */
export interface SkippedCell {
  /** Of a cell, or the name of a sheet. */
  readonly address: string;
  /** Why, in words for people. */
  readonly reason: string;
}

/** A formula that is to become a value, with all that it fills. */
export interface FrozenCell extends FormulaAt {
  readonly fill: Area;
}

export interface FreezePlan {
  readonly contents: readonly SheetContents[];
  readonly cells: readonly FrozenCell[];
  /** How many of the cells do not call our functions. */
  readonly others: number;
  /** Whether our functions are called by no other formula. */
  readonly isAll: boolean;
  /** Areas in which nothing may be written but the values. */
  readonly taken: readonly SheetArea[];
  /** Tells the cells that formulas fill which stay alive. */
  readonly isLive: (sheet: string) => (cell: { row: number; column: number }) => boolean;
  /** Tells the cells that formulas fill. */
  readonly isFilled: FreezePlan["isLive"];
  readonly lists: readonly FoundList[];
  readonly skipped: readonly SkippedCell[];
}

const NO_ROOM = "It has no room to spill. Make room, or delete the formula.";

/**
 * Rejects while one of the cells is being calculated.
 * @param reports The names of the sheets that are reports.
 */
export async function planFreeze(
  context: Excel.RequestContext,
  scope: Scope,
  reports: readonly string[],
): Promise<FreezePlan> {
  const meant = scope === "workbook" ? undefined : await findScope(context, scope);
  const used = (await findScope(context, "workbook")).filter(({ sheet }) => sheet !== ANCHOR_SHEET);
  const contents = await readContents(context, used);
  const formulas = contents.flatMap(formulasOf);
  const isOurs = await callTest(context);
  const ours = formulas.filter(({ formula }) => isOurs(formula));
  const tables = await readTables(context);
  const map = await readMap(context, formulas, tables, reports);
  const all = withSharedInputs(
    ours.filter((cell) => !meant || isInAreas(cell, meant)),
    map,
  );
  const locked = await findProtectedSheets(context);
  const { cells, skipped } = divide([...all], (cell) =>
    locked.has(cell.sheet) ? SHEET_PROTECTED : valueOf(contents, cell) === "#SPILL!" ? NO_ROOM : "",
  );
  const filled = formulas.filter((cell) => cells.has(cell)).map((cell) => ({ ...cell, fill: map.fillOf(cell) }));
  checkSettled(contents, filled);
  const fillOf = (cell: FormulaAt) => ({ sheet: cell.sheet, ...map.fillOf(cell) });
  const inputs = inputsOf(cells, map).filter(
    ({ sheet }) => !locked.has(sheet) && used.some((each) => each.sheet === sheet),
  );
  return {
    contents,
    cells: filled,
    skipped,
    others: filled.filter(({ formula }) => !isOurs(formula)).length,
    isAll: ours.every((cell) => cells.has(cell)),
    taken: [...tables, ...formulas.map(fillOf)],
    isLive: coverageOn(formulas.filter((cell) => !cells.has(cell)).map(fillOf)),
    isFilled: coverageOn(formulas.map(fillOf)),
    lists: filled.length > 0 ? await findLists(context, inputs) : [],
  };
}

async function readMap(
  context: Excel.RequestContext,
  formulas: readonly FormulaAt[],
  tables: readonly TableArea[],
  reports: readonly string[],
): Promise<FormulaMap> {
  const spills = await readSpills(context, formulas);
  return {
    formulas,
    areasOf: await openAreas(context, tables),
    fillOf: (formula) => spills.get(formula) ?? cellArea(formula),
    isWhole: (sheet) => reports.includes(sheet),
  };
}

/** The cells that can be frozen, and the others with the reason. */
function divide(all: readonly FormulaAt[], reasonOf: (cell: FormulaAt) => string) {
  const reasons = all.map((cell) => ({ cell, reason: reasonOf(cell) }));
  return {
    cells: new Set(reasons.flatMap(({ cell, reason }) => (reason === "" ? [cell] : []))),
    skipped: reasons.flatMap(({ cell, reason }) =>
      reason === "" ? [] : [{ address: formatSheetPosition(cell), reason }],
    ),
  };
}

function formulasOf(contents: SheetContents): FormulaAt[] {
  const { sheet, row, column, formulas } = contents;
  return formulas.flatMap((texts, down) =>
    texts.flatMap((_, right) => {
      const cell = { sheet, row: row + down, column: column + right };
      const formula = formulaIn(contents, cell);
      return formula === "" ? [] : [{ ...cell, formula }];
    }),
  );
}

function valueOf(contents: readonly SheetContents[], cell: FormulaAt): unknown {
  const own = contents.find(({ sheet }) => sheet === cell.sheet);
  return own && valueIn(own, cell);
}

function checkSettled(contents: readonly SheetContents[], cells: readonly FrozenCell[]): void {
  for (const own of contents)
    for (const cell of cells.filter(({ sheet }) => sheet === own.sheet))
      if (positionsIn(cell.fill).some((each) => isWaitingCode(valueIn(own, each))))
        throw new Error(
          `${formatSheetPosition(cell)} is still being calculated. Freeze again when it shows its value.`,
        );
}

function coverageOn(fills: readonly SheetArea[]): FreezePlan["isLive"] {
  return (name) => coverageOf(fills.filter(({ sheet }) => sheet === name));
}
