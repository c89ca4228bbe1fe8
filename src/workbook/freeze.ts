/** Makes values of the formulas that call our functions, and has the workbook remember them. */
import { findReferences } from "../formulas/references";
import { formatRange, formatSheetPosition, withSheet } from "../grid/address";
import { isWaitingCode } from "../grid/errorCodes";
import { hashValues, readFrozen, writeFrozen, type FrozenFormula } from "../saved/frozen";
import { cellAt, findCells, readCells, type FormulaCell, type Scope } from "./cells";
import { updateCustomXml } from "./customXml";
import { openNames } from "./frozenNames";
import type { Ledger } from "./ledger";
import { eachPortion } from "./portions";
import { findProtectedSheets, SHEET_PROTECTED } from "./protection";
import { saveLedger } from "./savedLedger";

/** A cell that was left as it is. */
export interface SkippedCell {
  readonly address: string;
  /** Why, in words for people. */
  readonly reason: string;
}

export interface FreezeSummary {
  /** How many formulas have become values, or formulas again. */
  readonly cells: number;
  readonly skipped: readonly SkippedCell[];
}

/** A formula with all that it fills. */
interface FilledCells extends FormulaCell {
  readonly rows: number;
  readonly columns: number;
  readonly values: readonly (readonly unknown[])[];
  /** Of Excel's `RangeValueType`. */
  readonly types: readonly (readonly unknown[])[];
}

const FIXED = { $top: true, $left: true, $bottom: true, $right: true };
const NO_ROOM = "It has no room to spill. Make room, or delete the formula.";

/**
 * Values and number formats stay as they are, those of spills too. The ledger loses the calls that only these cells have made.
 * Rejects before anything is changed while one of the cells is being calculated.
 */
export async function freeze(ledger: Ledger, scope: Scope): Promise<FreezeSummary> {
  const { filled, skipped } = await Excel.run((context) => readFilledCells(context, scope));
  const waiting = filled.find(({ values }) => values.flat().some(isWaitingCode));
  if (waiting)
    throw new Error(`${formatSheetPosition(waiting)} is still being calculated. Freeze again when it shows its value.`);
  if (filled.length > 0) {
    await remember(await Excel.run((context) => describeFrozen(context, filled)));
    await Excel.run((context) => writeValues(context, filled));
    await removeCalls(ledger, filled.map(formatSheetPosition));
  }
  return { cells: filled.length, skipped };
}

/** The calls that only these cells have made; and all, those of unknown cells too, where no cell is left to make them. */
async function removeCalls(ledger: Ledger, addresses: readonly string[]): Promise<void> {
  const known = ledger.calls().filter(({ addresses }) => addresses.size > 0);
  ledger.detach(addresses);
  ledger.remove(known.filter(({ addresses }) => addresses.size === 0));
  if ((await readCells()).length === 0) ledger.clear();
  await saveLedger(ledger);
}

/** The cells of the scope with what they fill, without those that cannot become values. */
async function readFilledCells(context: Excel.RequestContext, scope: Scope) {
  const cells = await findCells(context, scope);
  const locked = await findProtectedSheets(context);
  const reasonOf = ({ sheet, value }: FormulaCell) =>
    locked.has(sheet) ? SHEET_PROTECTED : value === "#SPILL!" ? NO_ROOM : "";
  const filled: FilledCells[] = [];
  await eachPortion(
    context,
    cells.filter((cell) => reasonOf(cell) === ""),
    (cell) => {
      const range = cellAt(context, cell);
      const spill = range.getSpillingToRangeOrNullObject().load("values,valueTypes,rowCount,columnCount");
      return { cell, range: range.load("values,valueTypes,rowCount,columnCount"), spill };
    },
    ({ cell, range, spill }) => {
      const { values, valueTypes, rowCount, columnCount } = spill.isNullObject ? range : spill;
      filled.push({ ...cell, rows: rowCount, columns: columnCount, values, types: valueTypes });
    },
  );
  const skipped = cells.map((cell) => ({ address: formatSheetPosition(cell), reason: reasonOf(cell) }));
  return { filled, skipped: skipped.filter(({ reason }) => reason !== "") };
}

/** What is kept of each formula; makes the hidden names that it needs. */
async function describeFrozen(context: Excel.RequestContext, filled: readonly FilledCells[]): Promise<FrozenFormula[]> {
  const nameOf = await openNames(context);
  const frozen: FrozenFormula[] = [];
  await eachPortion(context, filled, (cells) => {
    const references = findReferences(cells.formula);
    frozen.push({
      area: nameOf(addressOfAll(cells)),
      formula: cells.formula,
      references: references.map(({ sheet, place }) => nameOf(withSheet(sheet || cells.sheet, place))),
      mark: hashValues(cells.values),
    });
  });
  return frozen;
}

/** An area that is frozen again was given another formula since; the one before is no more. */
function remember(frozen: readonly FrozenFormula[]): Promise<void> {
  const areas = new Set(frozen.map(({ area }) => area));
  return updateCustomXml("frozen", (root) => {
    const others = readFrozen(root).filter(({ area }) => !areas.has(area));
    writeFrozen(root, [...others, ...frozen]);
  });
}

async function writeValues(context: Excel.RequestContext, filled: readonly FilledCells[]): Promise<void> {
  await eachPortion(context, filled, (cells) => {
    const { rows, columns, values, types } = cells;
    const range = cellAt(context, cells);
    // The formula goes first: what it spills over cannot be written while it does.
    range.clear(Excel.ClearApplyTo.contents);
    range.getResizedRange(rows - 1, columns - 1).values = values.map((row, down) =>
      row.map((value, right) => asTyped(value, types[down]?.[right])),
    );
  });
}

/** What Excel makes this very value of again: a text that could be read as something else is entered behind an apostrophe. */
function asTyped(value: unknown, type: unknown): unknown {
  if (typeof value !== "string" || type === Excel.RangeValueType.error) return value;
  const isPlain = /^\p{L}[^\d]*$/u.test(value) && !/^(true|false)$/i.test(value);
  return value === "" || isPlain ? value : `'${value}`;
}

/** Such as "'P&L'!$B$3:$D$9". */
function addressOfAll({ sheet, row, column, rows, columns }: FilledCells): string {
  return formatRange(sheet, {
    ...{ top: row, left: column, bottom: row + rows - 1, right: column + columns - 1 },
    ...FIXED,
  });
}
