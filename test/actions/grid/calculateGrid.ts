/** Calculates the cells of a table with the functions, over the sandbox. */
import { calculateBook } from "../../../src/engine/book";
import type { CustomFunction } from "../../../src/engine/functions";
import { isCellError, type Value } from "../../../src/engine/values";
import metadata from "../../../src/functions/functions.json";
import { NAMESPACE } from "../../../src/grid/environment";
import { parseAddress } from "../../../src/grid/address";
import { fromSerial, toSerial } from "../../../src/grid/dateSerial";
import type { Position } from "../../../src/grid/area";
import type { GridCells } from "../../../src/actions/grid/gridCells";
import type { Excel, FunctionName } from "../../functions/excel";
import { sheetOf, type Cell } from "../../engine/workbook";

/** Returns what each cell shows, row by row; errors as their code. `first` is the table's first cell. */
export async function calculateGrid(
  contents: GridCells["contents"],
  first: Position,
  excel: Excel,
): Promise<unknown[][]> {
  const cells = contents.flatMap((row, down) =>
    row.map((content, right): Cell => {
      const at = { row: first.row + down, column: first.column + right };
      if (typeof content !== "string" || !content.startsWith("="))
        return { ...at, value: content === "" ? null : content };
      const formula = { text: content.slice(1), fill: "one", rows: 1, columns: 1 } as const;
      return { ...at, value: dateOf(contents, content, first), formula };
    }),
  );
  const shown = contents.map((row) =>
    row.map((content): unknown =>
      typeof content === "string" && content.startsWith("=") ? dateOf(contents, content, first) : content,
    ),
  );
  const outcomes = await calculateBook([sheetOf("Plan", cells)], [], functionsOf(excel));
  for (const { cell, rows, problem } of outcomes) {
    if (problem) throw new Error(problem);
    shown[cell.row - first.row]![cell.column - first.column] = asShown(rows[0]![0]!);
  }
  return shown;
}

/** What Excel makes of DATE, EDATE and a plain reference: the engine calculates only calls and what depends on them. */
function dateOf(contents: GridCells["contents"], formula: string, first: Position): string | number {
  const [, year, month] = /^=DATE\((\d+),(\d+),1\)$/.exec(formula) ?? [];
  if (year) return toSerial(Date.UTC(Number(year), Number(month) - 1, 1), 1900);
  const [, next = "", letters = "", row = ""] = /^=(EDATE\()?([A-Z]+)(\d+)/.exec(formula) ?? [];
  const column = parseAddress(letters + row)?.area.column ?? 0;
  const source = contents[Number(row) - 1 - first.row]?.[column - first.column] ?? 0;
  const isFormula = typeof source === "string" && source.startsWith("=");
  const serial = isFormula ? dateOf(contents, source, first) : source;
  if (!next || typeof serial === "string") return serial;
  const date = new Date(fromSerial(serial, 1900));
  return toSerial(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1), 1900);
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
