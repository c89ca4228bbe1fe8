/** Calculates the cells of a table with the functions, over the sandbox. */
import { calculateBook } from "../../../src/engine/calculateBook";
import type { CustomFunction } from "../../../src/engine/functions";
import { createFormulaEngine, type FormulaEngine } from "../../../src/engine/formulaEngine";
import { isCellError, type Value } from "../../../src/engine/values";
import metadata from "../../../src/functions/functions.json";
import { NAMESPACE } from "../../../src/grid/environment";
import type { Position, SheetPosition } from "../../../src/grid/area";
import type { GridCells } from "../../../src/actions/grid/gridCells";
import type { Excel, FunctionName } from "../../functions/excel";
import { sheetOf, type Cell } from "../../engine/workbook";

const SHEET = "Plan";

/** Returns what each cell shows, row by row; errors as their code. `first` is the table's first cell. */
export async function calculateGrid(
  contents: GridCells["contents"],
  first: Position,
  excel: Excel,
): Promise<unknown[][]> {
  const before = withoutCalls(contents, first);
  const cells = contents.flatMap((row, down) =>
    row.map((content, right): Cell => {
      const at = { row: first.row + down, column: first.column + right, value: before[down]![right]! };
      if (typeof content !== "string" || !content.startsWith("=")) return at;
      return { ...at, formula: { text: content.slice(1), fill: "one", rows: 1, columns: 1 } };
    }),
  );
  const shown = before.map((row) => row.map((value): unknown => asShown(value ?? "")));
  const outcomes = await calculateBook([sheetOf(SHEET, cells)], functionsOf(excel));
  for (const { cell, rows, problem } of outcomes) {
    if (problem) throw new Error(problem);
    shown[cell.row - first.row]![cell.column - first.column] = asShown(rows[0]![0]!);
  }
  return shown;
}

/** What each cell shows before the calls are calculated: the engine calculates only calls and what depends on them. */
function withoutCalls(contents: GridCells["contents"], first: Position): Value[][] {
  const shown = contents.map((row) => row.map((): Value => null));
  const engine = createFormulaEngine([
    {
      name: SHEET,
      rowCount: first.row + contents.length,
      columnCount: first.column + (contents[0]?.length ?? 0),
      valueAt: (row, column) => shown[row - first.row]?.[column - first.column] ?? null,
    },
  ]);
  // A formula refers to cells above it or before it.
  contents.forEach((row, down) =>
    row.forEach((content, right) => {
      const at = { sheet: SHEET, row: first.row + down, column: first.column + right };
      const isFormula = typeof content === "string" && content.startsWith("=");
      const isCall = isFormula && content.includes(`${NAMESPACE}.`);
      shown[down]![right] = isCall || content === "" ? null : isFormula ? valueOf(engine, content, at) : content;
    }),
  );
  engine.dispose();
  return shown;
}

function valueOf(engine: FormulaEngine, formula: string, at: SheetPosition): Value {
  engine.clearCaches();
  const values = engine.compile(formula, at)(at);
  return Array.isArray(values) ? values[0]![0]! : values;
}

function asShown(value: Value): unknown {
  return isCellError(value) ? value.code : value;
}

function functionsOf(excel: Excel): CustomFunction[] {
  return metadata.functions.map((description) => ({
    metadata: description,
    namespace: NAMESPACE,
    run: (args) =>
      excel.call(
        description.id as FunctionName,
        Object.fromEntries(description.parameters.map(({ name }, at) => [name, args[at] ?? null])),
      ),
  }));
}
