/** Univer's formula engine without a grid: a formula is read once, and calculated as often as needed. */
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
import type { Cell } from "./calls";
import { UNREADABLE, unknownFunctions } from "./errors";
import { withPlainLiterals } from "./literals";
import { valuesOfObject } from "./objects";
import { forgetRanges } from "./ranges";
import { isCellError } from "./values";
import type { Value, Values } from "./values";

/** Calculates one formula at a cell; errors of the engine's own have no message. */
export type Formula = (cell: Cell) => Values;

/** A sheet that formulas read. */
export interface Sheet {
  /** What cells call their sheet, and formulas. */
  name: string;
  rowCount: number;
  columnCount: number;
  /** Row and column count from 0. */
  valueAt(row: number, column: number): Value;
  /** The formula that fills a cell: SUBTOTAL leaves out others of its kind. @default none */
  formulaAt?(row: number, column: number): string | undefined;
}

export interface Formulas {
  /** The functions that formulas may call. */
  functions: IFunctionService;
  /** Never fails: a formula that cannot be read gives the error. */
  read(text: string): Formula;
  /** Has formulas read their sheets anew: values may have changed since. */
  reread(): void;
  dispose(): void;
}

const UNIT = "formulas";

export function createFormulas(sheets: readonly Sheet[]): Formulas {
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
  const calculate = (node: BaseAstNode, { sheet, row, column }: Cell): Values => {
    const { rowCount = 0, columnCount = 0 } = sizes.get(sheet) ?? {};
    runtime.setCurrent(row, column, rowCount, columnCount, sheet, UNIT);
    const values = valuesOfObject(interpreter.execute(generateExecuteAstNodeData(node)));
    node.resetCalculationState();
    return values;
  };
  const read = (text: string): Formula => {
    const node = quietly(() => parse(text));
    if (!node) return () => UNREADABLE;
    return (cell) => {
      const values = quietly(() => calculate(node, cell)) ?? UNREADABLE;
      return isUnknownName(values) ? unknownFunctions(quietly(() => unknownNames(text, functions)) ?? []) : values;
    };
  };
  return { functions, read: (text) => read(text.trim()), reread: forgetRanges, dispose: () => univer.dispose() };
}

function startUniver(sheets: readonly Sheet[]): Univer {
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

/** Univer asks for cells one by one, so they are made when it does, and sheets of any size cost nothing. */
function dataOf(sheets: readonly Sheet[]): ISheetData {
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
  // An empty text is what a formula gave. Univer takes one without a formula for a blank cell.
  const f = formula ?? (value === "" ? "=" : null);
  if (isCellError(value)) return { f, v: value.code };
  if (typeof value === "string") return { f, v: value, t: CellValueType.STRING };
  if (typeof value === "boolean") return { f, v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  return { f, v: value, t: CellValueType.NUMBER };
}

/** One for each formula: a stray bracket stays in the lexer's state and would spoil all formulas after it. */
function createLexer(): LexerTreeBuilder {
  return new LexerTreeBuilder();
}

/** Univer cannot read an array constant after an operator, as in `2*{1,2}`, but it can read a function there. */
function withWrappedArrays(text: string): string {
  const pattern = /"[^"]*"|'[^']*'|([-+*/^&<>=]\s*)(\{(?:"[^"]*"|[^"{}])*\})/g;
  return text.replace(pattern, (whole, operator?: string, array?: string) =>
    array === undefined ? whole : `${operator}VSTACK(${array})`,
  );
}

/** Undefined if Univer fails. It complains to the console of some formulas, and says there less than our errors do. */
function quietly<T>(work: () => T): T | undefined {
  /* eslint-disable no-console -- it has no other switch */
  const { error } = console;
  console.error = () => undefined;
  try {
    return work();
  } catch {
    return undefined;
  } finally {
    console.error = error;
  }
}

function isUnknownName(values: Values): boolean {
  return isCellError(values) && values.code === "#NAME?" && values.message === "";
}

/** What the formula calls and nobody has registered. */
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
