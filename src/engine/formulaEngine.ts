/** Univer's formula engine without a grid. It compiles a formula once and calculates it as often as needed. */
import { CellValueType, LocaleType, LogLevel, Univer, UniverInstanceType } from "@univerjs/core";
import type { ICellData, ObjectMatrix } from "@univerjs/core";
import {
  AstTreeBuilder,
  generateExecuteAstNodeData,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  IFunctionService,
  Interpreter,
  LexerTreeBuilder,
  sequenceNodeType,
  UniverFormulaEnginePlugin,
} from "@univerjs/engine-formula";
import type { BaseAstNode, ISheetData, LexerNode } from "@univerjs/engine-formula";
import type { Position, SheetPosition } from "../grid/area";
import { hasEmptyLet, isTooDeep } from "../formulas/structure";
import { TOO_DEEP, TOO_LARGE, TooManyCells, UNREADABLE, unknownFunctions } from "./errors";
import { withPlainLiterals } from "./literals";
import { offsetReferences } from "./offsetReferences";
import { valuesOfObject } from "./objects";
import { forgetRanges } from "./caches";
import { isCellError } from "./values";
import type { Value, Values } from "./values";

/** Calculates the formula at a cell. Errors of the engine itself have no message. */
export type CompiledFormula = (cell: SheetPosition) => Values;

/** A sheet that formulas read. */
export interface EngineSheet {
  /** The name in positions and formulas. */
  name: string;
  rowCount: number;
  columnCount: number;
  valueAt(row: number, column: number): Value;
  /** Returns the formula that fills a cell. SUBTOTAL skips cells of other SUBTOTALs. @default none */
  formulaAt?(row: number, column: number): string | undefined;
}

export interface FormulaEngine {
  /** The functions that formulas may call. */
  functions: IFunctionService;
  /**
   * Compiles a formula. Never throws: a formula that cannot be parsed results in an error.
   * @param at The cell for which the text is written. In other cells its relative references are offset. @default any
   */
  compile(text: string, at?: Position): CompiledFormula;
  /** Clears the engine's cache of ranges. Call it when values have changed. */
  clearCaches(): void;
  dispose(): void;
}

const UNIT = "formulas";

const NO_SHIFT = { rows: 0, columns: 0 };

export function createFormulaEngine(sheets: readonly EngineSheet[]): FormulaEngine {
  const univer = startUniver(sheets);
  const injector = univer.__getInjector();
  const sizes = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const functions = injector.get(IFunctionService);
  const runtime = injector.get(IFormulaRuntimeService);
  const parser = injector.get(AstTreeBuilder);
  const interpreter = injector.get(Interpreter);

  const parse = (text: string): BaseAstNode | undefined => {
    const tree =
      text === "" || text === "=" ? undefined : createLexer().treeBuilder(withWrappedArrays(withPlainLiterals(text)));
    return (typeof tree === "object" && parser.parse(tree as LexerNode)) || undefined;
  };
  const calculate = (node: BaseAstNode, { sheet, row, column }: SheetPosition): Values => {
    const { rowCount = 0, columnCount = 0 } = sizes.get(sheet) ?? {};
    runtime.setCurrent(row, column, rowCount, columnCount, sheet, UNIT);
    try {
      return valuesOfObject(interpreter.execute(generateExecuteAstNodeData(node)));
    } finally {
      node.resetCalculationState();
    }
  };
  const compile = (text: string, at: Position | undefined): CompiledFormula => {
    if (isTooDeep(text)) return () => TOO_DEEP;
    if (hasEmptyLet(text)) return () => UNREADABLE;
    const node = quietly(() => parse(text)) ?? UNREADABLE;
    const setOffset = isFailure(node) ? node : quietly(() => offsetReferences(node));
    if (isFailure(node)) return () => node;
    if (isFailure(setOffset)) return () => setOffset;
    return (cell) => {
      setOffset(at ? { rows: cell.row - at.row, columns: cell.column - at.column } : NO_SHIFT);
      const values = quietly(() => calculate(node, cell));
      if (!isUnknownName(values)) return values;
      const unknown = quietly(() => unknownNames(text, functions));
      return unknownFunctions(isFailure(unknown) ? [] : unknown);
    };
  };
  return {
    functions,
    compile: (text, at) => compile(text.trim(), at),
    clearCaches: forgetRanges,
    dispose: () => univer.dispose(),
  };
}

function startUniver(sheets: readonly EngineSheet[]): Univer {
  const univer = new Univer({ locale: LocaleType.EN_US, locales: {}, logLevel: LogLevel.SILENT });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  const unit = sheets.map(({ name, rowCount, columnCount }) => [name, { id: name, name, rowCount, columnCount }]);
  univer.createUnit(UniverInstanceType.UNIVER_SHEET, {
    id: UNIT,
    sheetOrder: sheets.map(({ name }) => name),
    sheets: Object.fromEntries(unit) as object,
  });
  const config = univer.__getInjector().get(IFormulaCurrentConfigService);
  config.loadDataLite();
  config.registerUnitData({ [UNIT]: dataOf(sheets) });
  return univer;
}

/** Univer reads cells one by one. A cell is created when it is read, so a large sheet costs nothing. */
function dataOf(sheets: readonly EngineSheet[]): ISheetData {
  return Object.fromEntries(
    sheets.map((sheet) => {
      const { name, rowCount, columnCount } = sheet;
      const getValue = (row: number, column: number) =>
        dataOfCell(sheet.valueAt(row, column), sheet.formulaAt?.(row, column));
      const cellData = { getValue, getMatrix: () => ({}) } as unknown as ObjectMatrix<ICellData>;
      return [name, { cellData, rowCount, columnCount, rowData: {}, columnData: {} }];
    }),
  );
}

function dataOfCell(value: Value, formula: string | undefined): ICellData | undefined {
  if (value === null) return undefined;
  // An empty text is the result of a formula. Without a formula, Univer would treat the cell as blank.
  const f = formula ?? (value === "" ? "=" : null);
  if (isCellError(value)) return { f, v: value.code };
  if (typeof value === "string") return { f, v: value, t: CellValueType.STRING };
  if (typeof value === "boolean") return { f, v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { f, v: value, t: CellValueType.NUMBER };
}

/** Creates a lexer for one formula: an unmatched bracket stays in its state and would break later formulas. */
function createLexer(): LexerTreeBuilder {
  return new LexerTreeBuilder();
}

/** Univer cannot parse an array constant after an operator, as in `2*{1,2}`, but it can parse a function there. */
function withWrappedArrays(text: string): string {
  const pattern = /"[^"]*"|'[^']*'|([-+*/^&<>=]\s*)(\{(?:"[^"]*"|[^"{}])*\})/g;
  return text.replace(pattern, (whole, operator?: string, array?: string) =>
    array === undefined ? whole : `${operator}VSTACK(${array})`,
  );
}

/** Silences Univer's console messages: the engine's own errors say more. Returns an error if Univer throws. */
function quietly<T>(work: () => T): T | Failure {
  /* eslint-disable no-console -- Univer has no other switch */
  const { error } = console;
  console.error = () => undefined;
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof TooManyCells) return TOO_LARGE;
    // "Maximum call stack size exceeded".
    return thrown instanceof RangeError ? TOO_DEEP : UNREADABLE;
  } finally {
    console.error = error;
  }
}

type Failure = typeof UNREADABLE;

function isFailure(value: unknown): value is Failure {
  return value === UNREADABLE || value === TOO_DEEP || value === TOO_LARGE;
}

function isUnknownName(values: Values): boolean {
  return isCellError(values) && values.code === "#NAME?" && values.message === "";
}

/** Finds the unknown functions of a formula. */
function unknownNames(text: string, functions: IFunctionService): string[] {
  const nodes = createLexer().sequenceNodesBuilder(text) ?? [];
  const called = nodes.flatMap((node, at) =>
    typeof node === "object" && node.nodeType === sequenceNodeType.FUNCTION && nodes[at + 1] === "("
      ? [node.token]
      : [],
  );
  const names = called.map((token) => token.replace(/^[-@{]+|\s+$/g, "").toUpperCase());
  return [...new Set(names)].filter((name) => !functions.hasExecutor(name));
}
