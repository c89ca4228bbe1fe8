/** The state of a workbook while it is calculated. */
import { formatSheetPosition } from "../grid/address";
import type { SheetArea, SheetPosition } from "../grid/area";
import type { BookCell, BookFormula, BookSheet } from "./bookSheet";
import { createCalls, type Calls } from "./calls";
import { createContents, type Contents } from "./contents";
import { installFunctions } from "./executors";
import { createFormulaEngine, type CompiledFormula, type FormulaEngine } from "./formulaEngine";
import { nameOf, type CustomFunction } from "./functions";
import type { PlannedFormula } from "./plan";
import { emptyReading, readReferences, type Reading, type SheetContext } from "./references";
import type { Value } from "./values";
import { createVerification, type Verification } from "./verification";

export interface FormulaState extends PlannedFormula {
  readonly cell: SheetPosition;
  readonly source: BookFormula;
  /** What it showed before the calculation. */
  readonly before: { readonly area: SheetArea; readonly rows: Rows };
  /** The cells that it is expected to fill, when other formulas are ordered after it. */
  area: SheetArea;
  reading: Reading;
  /** Compiled when it is first needed. */
  calculate?: CompiledFormula | undefined;
  /** The values that it shows. Until the next round, their size may differ from that of `area`. */
  rows: Rows;
  /** Whether it has its result in this round. */
  isSettled?: boolean;
  /** Why it cannot be calculated. Its cells then keep what they showed before the calculation. */
  problem: string | undefined;
}

export type Rows = readonly (readonly Value[])[];

export interface BookState {
  readonly engine: FormulaEngine;
  readonly contents: Contents<FormulaState>;
  readonly calls: Calls;
  readonly verification: Verification;
  readonly sheetContext: SheetContext;
  readonly hiddenRows: ReadonlyMap<string, readonly number[]>;
  formulas: FormulaState[];
  /** Calculates all formulas that no longer wait for anything. Called whenever answers have arrived. */
  pass: () => void;
}

/** Functions that may skip hidden rows. Whether they do depends on how the rows were hidden, which files do not say. */
const VISIBILITY_FUNCTIONS = ["SUBTOTAL", "AGGREGATE"];

/** Functions that need more of a workbook than the values of its cells. */
const UNSUPPORTED = ["FORMULATEXT", "ISFORMULA", "CELL", "INFO", "SHEET", "SHEETS"];

export function createState(
  sheets: readonly BookSheet[],
  blocked: readonly SheetArea[],
  functions: readonly CustomFunction[],
): BookState {
  const names = sheets.map(({ name }) => name);
  const rangeFunctions = new Set(functions.filter(takesRange).map(nameOf));
  const contents = createContents<FormulaState>(names, blocked, ({ source }) => source.text);
  const engine = createFormulaEngine(contents.sheets);
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    recalculate: () => state.pass(),
    addressOf: formatSheetPosition,
  });
  const sheetContext: SheetContext = {
    used: (sheet) => contents.used(sheet),
    filledFrom: (cell) => contents.ownerOf(cell)?.area,
    takesRanges: (name) => rangeFunctions.has(name),
  };
  const hiddenRows = new Map(sheets.map((sheet) => [sheet.name, sheet.hiddenRows ?? []]));
  installFunctions(engine.functions, functions, calls);
  const verification = createVerification(engine.functions, new Set(functions.map(nameOf)), names);
  const state: BookState = {
    ...{ engine, contents, calls, verification, sheetContext, hiddenRows },
    formulas: [],
    pass: () => undefined,
  };
  for (const { name, cells } of sheets) {
    for (const { row, column, value } of cells) contents.write({ sheet: name, row, column }, [[value]]);
  }
  state.formulas = sheets.flatMap((sheet) => sheet.cells.flatMap((cell) => createFormula(state, sheet, cell)));
  for (const formula of state.formulas) readFormula(state, formula);
  return state;
}

function takesRange({ metadata }: CustomFunction): boolean {
  return metadata.parameters.some(({ dimensionality }) => dimensionality === "matrix");
}

function createFormula(
  { contents }: BookState,
  { name: sheet }: BookSheet,
  { row, column, formula }: BookCell,
): FormulaState[] {
  if (!formula) return [];
  const cell = { sheet, row, column };
  const area = { ...cell, rows: formula.rows, columns: formula.columns };
  const rows = contents.read(area);
  const state: FormulaState = {
    cell,
    source: formula,
    before: { area, rows },
    area,
    reading: emptyReading(),
    rows,
    problem: formula.problem,
  };
  contents.write(cell, rows, state);
  return [state];
}

/** Reads the formula's text against the sheets as they are now. */
export function readFormula(state: BookState, formula: FormulaState): void {
  const { source, cell } = formula;
  const before = formula.reading.text;
  formula.reading = readReferences(source.text, cell, state.sheetContext);
  const problem = problemIn(state, formula.reading) ?? state.verification.problemIn(source.text, source.fill);
  if (problem !== undefined) fail(formula, problem);
  if (formula.reading.text !== before) formula.calculate = undefined;
}

function problemIn({ engine, hiddenRows }: BookState, { text, functions, areas }: Reading): string | undefined {
  // Univer takes the first "!" for the end of the sheet's name.
  if (/'[^']*![^']*'!/.test(text)) return "It reads a sheet whose name holds an exclamation mark.";
  const unsupported = functions.find((name) => UNSUPPORTED.includes(name) || !engine.functions.hasExecutor(name));
  if (unsupported !== undefined) return `The function ${unsupported} cannot be calculated here.`;
  const name = functions.find((each) => VISIBILITY_FUNCTIONS.includes(each));
  const isHidden = ({ sheet, row, rows }: SheetArea) =>
    hiddenRows.get(sheet)?.some((each) => each >= row && each < row + rows);
  return name && areas.some(isHidden)
    ? `The function ${name} over hidden rows is calculated by Excel only.`
    : undefined;
}

/** Notes the first problem of a formula, which then keeps what it showed before. */
export function fail(formula: FormulaState, problem: string): void {
  formula.problem ??= problem;
}
