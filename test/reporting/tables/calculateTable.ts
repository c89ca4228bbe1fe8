/** Calculates the cells of a table with the functions, over the sandbox. */
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import metadata from "../../../src/numbers/functions/functions.json";
import { NAMESPACE } from "../../../src/numbers/language/environment";
import type { Position } from "../../../src/spreadsheet/cells/area";
import type { TableContent } from "../../../src/reporting/tables/tableContent";
import type { Excel, FunctionName } from "../../numbers/functions/excel";
import { sheetOf, type Cell } from "../../spreadsheet/engine/workbook";

const SHEET = "Plan";

/** Returns what each cell shows, row by row; errors as their code. `first` is the table's first cell. */
export async function calculateGrid(
  contents: TableContent["contents"],
  first: Position,
  excel: Excel,
): Promise<unknown[][]> {
  const cells = contents.flatMap((row, down) =>
    row.map((content, right): Cell => {
      const at = { row: first.row + down, column: first.column + right };
      if (typeof content !== "string" || !content.startsWith("="))
        return { ...at, value: content === "" ? null : content };
      const formula = { text: content.slice(1), fill: "one", rows: 1, columns: 1, mayReadOthers: true } as const;
      return { ...at, value: null, formula };
    }),
  );
  const shown = contents.map((row) => row.map((content): unknown => content));
  const outcomes = await calculateBook([sheetOf(SHEET, cells)], functionsOf(excel));
  for (const { cell, rows, problem } of outcomes) {
    if (problem) throw new Error(problem);
    shown[cell.row - first.row]![cell.column - first.column] = asShown(rows[0]![0]!);
  }
  return shown;
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
