/** Edits of cells. */
import { findCalls } from "../../numbers/language/calls";
import { parseArea } from "../../spreadsheet/cells/address";
import type { SheetPosition } from "../../spreadsheet/cells/area";
import { runExcel } from "./cells/runExcel";

/** Cells whose contents were edited. */
export interface Edit {
  readonly address: string;
  readonly worksheetId: string;
  /** A co-author has edited them. */
  readonly isRemote: boolean;
}

/** Calls `listener` after each edit of cells' contents, until the returned function is called. */
export async function onEdit(listener: (edit: Edit) => void): Promise<() => Promise<void>> {
  return runExcel(async (context) => {
    const handler = context.workbook.worksheets.onChanged.add(({ address, worksheetId, source }) =>
      Promise.resolve(listener({ address, worksheetId, isRemote: source === "Remote" })),
    );
    await context.sync();
    return async () => {
      await runExcel(context, async (same) => {
        handler.remove();
        await same.sync();
      });
    };
  });
}

/** An edit of more cells is read in part. */
const MOST_CELLS = 1_000;

/** Finds the edited cells whose formulas call our functions. */
export async function readEntered(edits: readonly Edit[]): Promise<SheetPosition[]> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const read = edits.flatMap(({ address, worksheetId }) =>
      address.split(",").flatMap((part) => {
        const area = parseArea(part);
        if (!area) return [];
        const worksheet = context.workbook.worksheets.getItem(worksheetId).load("name");
        const rows = Math.min(area.rows, Math.ceil(MOST_CELLS / area.columns));
        const range = worksheet.getRangeByIndexes(area.row, area.column, rows, area.columns);
        return [{ area, worksheet, range: range.load("formulas") }];
      }),
    );
    await context.sync();
    return read.flatMap(({ area, worksheet, range }) =>
      (range.formulas as unknown[][]).flatMap((cells, down) =>
        cells.flatMap((formula, right) =>
          typeof formula === "string" && findCalls(formula).length > 0
            ? [{ sheet: worksheet.name, row: area.row + down, column: area.column + right }]
            : [],
        ),
      ),
    );
  });
}
