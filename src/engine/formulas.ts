/** Univer's formula engine without a grid: a formula is read once, and calculated as often as needed. */
import { LocaleType, LogLevel, Univer, UniverInstanceType } from "@univerjs/core";
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
import type { BaseAstNode, LexerNode } from "@univerjs/engine-formula";
import { UNREADABLE, unknownFunctions } from "./errors";
import { valuesOfObject } from "./objects";
import { isCellError } from "./values";
import type { Values } from "./values";

/** Calculates one formula as the first cell of a row (from 0); errors of the engine's own have no message. */
export type Formula = (row: number) => Values;

export interface Formulas {
  /** The functions that formulas may call. */
  functions: IFunctionService;
  /** Never fails: a formula that cannot be read gives the error. */
  read(text: string): Formula;
  dispose(): void;
}

/** Formulas see one blank sheet of this size. Whole columns are read cell by cell, so it is not Excel's million rows. */
export const SHEET = { id: "Sheet1", name: "Sheet1", rowCount: 1000, columnCount: 702 };
const UNIT = "formulas";

export function createFormulas(): Formulas {
  const univer = new Univer({ locale: LocaleType.EN_US, locales: {}, logLevel: LogLevel.SILENT });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.createUnit(UniverInstanceType.UNIVER_SHEET, {
    id: UNIT,
    sheetOrder: [SHEET.id],
    sheets: { [SHEET.id]: SHEET },
  });
  const injector = univer.__getInjector();
  injector.get(IFormulaCurrentConfigService).loadDataLite();
  const functions = injector.get(IFunctionService);
  const runtime = injector.get(IFormulaRuntimeService);
  const parser = injector.get(AstTreeBuilder);
  const interpreter = injector.get(Interpreter);

  const parse = (text: string): BaseAstNode | undefined => {
    const tree = text === "" || text === "=" ? undefined : createLexer().treeBuilder(withWrappedArrays(text));
    return (typeof tree === "object" && parser.parse(tree as LexerNode)) || undefined;
  };
  const calculate = (node: BaseAstNode, row: number): Values => {
    runtime.setCurrent(row, 0, SHEET.rowCount, SHEET.columnCount, SHEET.id, UNIT);
    const values = valuesOfObject(interpreter.execute(generateExecuteAstNodeData(node)));
    node.resetCalculationState();
    return values;
  };
  const read = (text: string): Formula => {
    const node = quietly(() => parse(text));
    if (!node) return () => UNREADABLE;
    return (row) => {
      const values = quietly(() => calculate(node, row)) ?? UNREADABLE;
      return isUnknownName(values) ? unknownFunctions(quietly(() => unknownNames(text, functions)) ?? []) : values;
    };
  };
  return { functions, read: (text) => read(text.trim()), dispose: () => univer.dispose() };
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
