/** A workbook while it is calculated: its formulas, and what they read and call. */
import { serializeRangeWithSheet } from "@univerjs/engine-formula";
import type { BookCell, BookSheet } from "./book";
import { createCalls, type Calls, type Cell } from "./calls";
import { createContents, type Contents } from "./contents";
import { installFunctions } from "./executors";
import { createFormulas, type Formula, type Formulas } from "./formulas";
import { nameOf, type CustomFunction } from "./functions";
import type { Planned } from "./plan";
import { readReferences, type Area, type Reading, type Surroundings } from "./references";
import type { Value } from "./values";
import { createVerification, type Verification } from "./verification";

export interface FormulaState extends Planned {
  readonly cell: Cell;
  readonly source: { readonly text: string; readonly fill: "one" | "array" | "spill" };
  /** What it showed before. */
  readonly before: { readonly area: Area; readonly rows: Rows };
  /** The cells that it is planned to fill. */
  area: Area;
  reading: Reading;
  /** Made when it is first needed. */
  calculate?: Formula | undefined;
  /** What it shows, which may fill another area than planned. */
  rows: Rows;
  isSettled?: boolean;
  /** Why it cannot be calculated. Its cells then keep what they showed before. */
  problem: string | undefined;
}

export type Rows = readonly (readonly Value[])[];

export interface State {
  readonly engine: Formulas;
  readonly contents: Contents<FormulaState>;
  readonly calls: Calls;
  readonly verification: Verification;
  readonly surroundings: Surroundings;
  readonly hiddenRows: ReadonlyMap<string, readonly number[]>;
  formulas: FormulaState[];
  /** Calculates what waited for answers that have arrived. */
  pass: () => void;
}

/** These may leave out what is hidden, depending on who hid it. */
const ABOUT_WHAT_IS_SEEN = ["SUBTOTAL", "AGGREGATE"];

/** These need more of a workbook than what its cells hold. */
const ELSEWHERE = ["FORMULATEXT", "ISFORMULA", "CELL", "INFO", "SHEET", "SHEETS"];

export function createState(
  sheets: readonly BookSheet[],
  blocked: readonly Area[],
  functions: readonly CustomFunction[],
): State {
  const names = sheets.map(({ name }) => name);
  const contents = createContents<FormulaState>(names, blocked, ({ source }) => source.text);
  const engine = createFormulas(contents.sheets);
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    recalculate: () => state.pass(),
    addressOf: (cell) => serializeRangeWithSheet(cell.sheet, rangeOf(cell)),
  });
  const takesRange = ({ metadata }: CustomFunction) =>
    metadata.parameters.some((each) => each.dimensionality === "matrix");
  const takers = new Set(functions.filter(takesRange).map(nameOf));
  const surroundings: Surroundings = {
    used: (sheet) => contents.used(sheet),
    filled: (sheet, row, column) => contents.ownerOf({ sheet, row, column })?.area,
    takesRanges: (name) => takers.has(name),
  };
  const hiddenRows = new Map(sheets.map((sheet) => [sheet.name, sheet.hiddenRows ?? []]));
  installFunctions(engine.functions, functions, calls);
  const verification = createVerification(engine.functions, new Set(functions.map(nameOf)), names);
  const state: State = { engine, contents, calls, verification, surroundings, hiddenRows, formulas: [], pass: () => undefined }; // prettier-ignore
  for (const { name, cells } of sheets) {
    for (const { row, column, value } of cells) contents.write({ sheet: name, row, column }, [[value]]);
  }
  state.formulas = sheets.flatMap((sheet) => sheet.cells.flatMap((cell) => createFormula(state, sheet, cell)));
  for (const formula of state.formulas) read(state, formula);
  return state;
}

function createFormula(
  { contents }: State,
  { name: sheet }: BookSheet,
  { row, column, formula }: BookCell,
): FormulaState[] {
  if (!formula) return [];
  const cell = { sheet, row, column };
  const area = { ...cell, rows: formula.rows, columns: formula.columns };
  const rows = contents.read(area);
  const before = { area, rows };
  const state: FormulaState = { cell, source: formula, area, reading: UNREAD, before, rows, problem: formula.problem };
  contents.write(cell, rows, state);
  return [state];
}

const UNREAD: Reading = {
  text: "",
  areas: [],
  functions: [],
  isDynamic: false,
  hasLooseRange: false,
  isFleeting: false,
};

/** Reads the formula's text as its workbook is now. */
export function read(state: State, formula: FormulaState): void {
  const { source, cell } = formula;
  const before = formula.reading.text;
  formula.reading = readReferences(source.text, { ...cell, rows: 1, columns: 1 }, state.surroundings);
  const problem = problemIn(state, formula.reading) ?? state.verification.problemIn(source.text, source.fill);
  if (problem !== undefined) fail(formula, problem);
  if (formula.reading.text !== before) formula.calculate = undefined;
}

function problemIn({ engine, hiddenRows }: State, { text, functions, areas }: Reading): string | undefined {
  // Univer takes the first "!" for the end of a sheet's name.
  if (/'[^']*![^']*'!/.test(text)) return "It reads a sheet whose name holds an exclamation mark.";
  const strange = functions.find((name) => ELSEWHERE.includes(name) || !engine.functions.hasExecutor(name));
  if (strange !== undefined) return `The function ${strange} cannot be calculated here.`;
  const seen = functions.find((name) => ABOUT_WHAT_IS_SEEN.includes(name));
  const isHit = ({ sheet, row, rows }: Area) => hiddenRows.get(sheet)?.some((each) => each >= row && each < row + rows);
  return seen && areas.some(isHit) ? `The function ${seen} over hidden rows is calculated by Excel only.` : undefined;
}

/** The formula is to keep what it showed before the plan. */
export function fail(formula: FormulaState, problem: string): void {
  formula.problem ??= problem;
}

function rangeOf({ row, column }: Cell) {
  return { startRow: row, endRow: row, startColumn: column, endColumn: column };
}
