/** Calculates the sheet of a report with the engine, so that neither Excel nor its proxies are needed. */
import { calculateBook } from "../../src/spreadsheet/engine/calculateBook";
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import { isCellError } from "../../src/spreadsheet/engine/values";
import { parseArea } from "../../src/spreadsheet/cells/address";
import type { SheetSpec } from "../../src/reporting/reports/sheetSpec";
import { COMMENTS_NAME } from "../../src/reporting/saved/comments";
import { sheetOf, type Cell } from "../spreadsheet/engine/workbook";

/** What a cell shows: a number or text; "" for a blank one; an error as its code. */
export type ShownCell = number | string;

/**
 * Returns the cells from A1 on, row by row, without the hidden columns.
 * @param comments The rows of the sheet of comments. @default the workbook has no such sheet
 */
export async function calculateSheet(
  blocks: SheetSpec["blocks"],
  functions: readonly CustomFunction[],
  columns: number,
  comments?: readonly (readonly (string | number)[])[],
): Promise<ShownCell[][]> {
  // The whole area has thousands of blank rows, which every formula of words would read.
  const named = comments ? `Comments!$A$1:$I$${comments.length + 2}` : '""';
  const cells = blocks.flatMap(({ at, rows }) => {
    const first = parseArea(at);
    if (!first) throw new Error(`${at} is no address.`);
    return rows.flatMap((row, down) =>
      row.flatMap((content, right): Cell[] => {
        if (content === null || content === "") return [];
        const place = { row: first.row + down, column: first.column + right };
        if (typeof content !== "string") return [{ ...place, value: content }];
        if (!content.startsWith("=")) return [{ ...place, value: content.replace(/^'/, "") }];
        // All are arrays as in Excel; only a table fills more than its own cell.
        const fill = /^=(IF\(.*,"",)?INSIGHTS\.(PLANS|SCENARIOS|DEMAND|BRIDGE|PNL)\(/.test(content) ? "spill" : "array";
        return [
          {
            ...place,
            value: null,
            formula: {
              text: content.slice(1).replaceAll(COMMENTS_NAME, named),
              fill,
              rows: 1,
              columns: 1,
              mayReadOthers: true,
            },
          },
        ];
      }),
    );
  });
  const shown: ShownCell[][] = [];
  const show = ({ row, column }: Pick<Cell, "row" | "column">, value: unknown) => {
    if (column < columns) (shown[row] ??= Array<ShownCell>(columns).fill(""))[column] = value as ShownCell;
  };
  for (const { formula, value, ...place } of cells) if (!formula) show(place, value);
  const outcomes = await calculateBook(
    [sheetOf("Report", cells), ...(comments ? [commentsSheet(comments)] : [])],
    functions,
  );
  for (const { cell, rows, problem } of outcomes) {
    if (problem !== undefined) throw new Error(problem);
    const value = rows[0]?.[0] ?? "";
    show(cell, isCellError(value) ? value.code : value);
  }
  return Array.from(shown, (row) => row ?? Array<ShownCell>(columns).fill(""));
}

/** A sheet of comments has its first row below the headings. */
function commentsSheet(comments: readonly (readonly (string | number)[])[]) {
  const cells = comments.flatMap((row, down) =>
    row.flatMap((content, column): Cell[] => {
      const value = typeof content === "string" ? content.replace(/^'/, "") : content;
      return content === "" ? [] : [{ row: down + 1, column, value }];
    }),
  );
  return sheetOf("Comments", cells);
}
