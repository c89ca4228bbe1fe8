/** The state of a workbook while it is calculated. */
import { formatSheetPosition } from "../grid/address";
import { cellNumber, type Position, type SheetArea, type SheetPosition } from "../grid/area";
import type { BookFormula, BookSheet } from "./bookSheet";
import { createCalls, type Calls } from "./calls";
import { createContents, type Contents } from "./contents";
import { installFunctions } from "./executors";
import { createFormulaEngine, type CompiledFormula, type FormulaEngine } from "./formulaEngine";
import { qualifiedName, type CustomFunction } from "./functions";
import { areasAt, emptyReading, readReferences, type Reading, type SheetContext } from "./references";
import type { Value } from "./values";
import { createVerification, type Verification } from "./verification";

/** Properties shared by all cells with the same formula text. */
export interface SharedFormula {
  readonly source: BookFormula;
  /** The cell for which the text is written. */
  readonly at: SheetPosition;
  reading: Reading;
  /** The compiled formula, once it is needed. */
  calculate?: CompiledFormula | undefined;
  /** Why the formula cannot be calculated in any cell, for people. */
  problem: string | undefined;
}

export interface FormulaState {
  readonly cell: SheetPosition;
  readonly shared: SharedFormula;
  /** The area that it filled before the calculation. */
  readonly former: SheetArea;
  /** The area that the plan expects it to fill. */
  area: SheetArea;
  /** Its current values, none before the first round. Until the next round, their size may differ from `area`. */
  rows: Rows;
  /** True if it has its result in this round. */
  isSettled: boolean;
  /** Why it cannot be calculated, for people. Its cells then keep their former values. */
  problem: string | undefined;
  /** The formulas whose cells a dynamic formula turned out to read. @default none */
  foundReads?: ReadonlySet<FormulaState> | undefined;
}

export type Rows = readonly (readonly Value[])[];

export interface BookState {
  readonly engine: FormulaEngine;
  readonly contents: Contents<FormulaState>;
  readonly calls: Calls;
  readonly verification: Verification;
  readonly sheetContext: SheetContext;
  formulas: FormulaState[];
  /** Calculates all formulas whose precedents are settled. Called whenever answers have arrived. */
  pass: () => void;
}

/** Functions that read more than values of cells. */
const UNSUPPORTED = ["FORMULATEXT", "ISFORMULA", "CELL", "INFO", "SHEET", "SHEETS"];

export function createState(
  sheets: readonly BookSheet[],
  blocked: readonly SheetArea[],
  functions: readonly CustomFunction[],
): BookState {
  const rangeFunctions = new Set(functions.filter(takesRange).map(qualifiedName));
  const contents = createContents<FormulaState>(sheets, blocked, ({ shared }) => shared.source.text);
  const engine = createFormulaEngine(contents.sheets);
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    recalculate: () => state.pass(),
    addressOf: formatSheetPosition,
  });
  const sheetContext: SheetContext = {
    used: (sheet) => contents.used(sheet),
    spillFrom: (cell) => {
      const owner = contents.ownerOf(cell);
      const isAnchor = owner?.shared.source.fill === "spill" && cellNumber(owner.cell) === cellNumber(cell);
      return isAnchor ? owner.area : undefined;
    },
    takesRanges: (name) => rangeFunctions.has(name),
  };
  const hiddenRows = new Map(sheets.map((sheet) => [sheet.name, sheet.hiddenRows ?? []]));
  installFunctions(engine.functions, functions, calls);
  const verification = createVerification(engine.functions, new Set(functions.map(qualifiedName)), hiddenRows);
  const state: BookState = {
    engine,
    contents,
    calls,
    verification,
    sheetContext,
    formulas: [],
    pass: () => undefined,
  };
  state.formulas = sheets.flatMap((sheet) => formulasOf(state, sheet));
  readFormulas(state, () => true);
  return state;
}

function takesRange({ metadata }: CustomFunction): boolean {
  return metadata.parameters.some(({ dimensionality }) => dimensionality === "matrix");
}

function formulasOf({ contents }: BookState, { name: sheet, formulas }: BookSheet): FormulaState[] {
  const known = new Map<BookFormula, SharedFormula>();
  const sharedOf = (source: BookFormula, cell: Position): SharedFormula => {
    const { row, column } = source.at ?? cell;
    const found = source.at && known.get(source);
    const shared = found ?? { source, at: { sheet, row, column }, reading: emptyReading(), problem: source.problem };
    known.set(source, shared);
    return shared;
  };
  return formulas.map(({ row, column, formula }) => {
    const area = { sheet, row, column, rows: formula.rows, columns: formula.columns };
    const state = createFormula(area, sharedOf(formula, area));
    contents.own(area, state);
    return state;
  });
}

const NO_ROWS: Rows = [];

/** A workbook may have hundreds of thousands: each object here costs megabytes. */
function createFormula(area: SheetArea, shared: SharedFormula): FormulaState {
  return {
    cell: area,
    area,
    shared,
    former: area,
    rows: NO_ROWS,
    isSettled: false,
    problem: shared.problem,
  };
}

/** Returns the areas that a formula reads. */
export function readsOf({ cell, shared: { at, reading } }: FormulaState): SheetArea[] {
  return areasAt(reading, { rows: cell.row - at.row, columns: cell.column - at.column });
}

/** Parses these formulas again, with the current used ranges and spills. */
export function readFormulas(state: BookState, isWanted: (reading: Reading) => boolean): void {
  const wanted = state.formulas.filter(({ shared }) => isWanted(shared.reading));
  new Set(wanted.map(({ shared }) => shared)).forEach((shared) => readShared(state, shared));
  for (const formula of wanted) {
    if (formula.shared.problem !== undefined) fail(formula, formula.shared.problem);
  }
}

function readShared(state: BookState, shared: SharedFormula): void {
  const { source, at, reading: before } = shared;
  shared.reading = readReferences(source.text, at, state.sheetContext);
  shared.problem ??= problemIn(state, shared.reading) ?? state.verification.problemIn(source.text, source.fill);
  if (shared.reading.text !== before.text) shared.calculate = undefined;
}

function problemIn({ engine }: BookState, { text, functions }: Reading): string | undefined {
  // For Univer, the first "!" ends the sheet's name.
  if (/'[^']*![^']*'!/.test(text)) return "The formula reads a sheet with an exclamation mark in its name.";
  const unsupported = functions.find((name) => UNSUPPORTED.includes(name) || !engine.functions.hasExecutor(name));
  return unsupported && `The function ${unsupported} cannot be calculated here.`;
}

/** Sets a formula's problem if it has none. The formula then keeps its former values. */
export function fail(formula: FormulaState, problem: string): void {
  formula.problem ??= problem;
}
