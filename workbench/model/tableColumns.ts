/** Calculated columns: Excel fills a table's column with a formula that is entered into it. */
import { contains, type Area } from "../../src/spreadsheet/cells/area";
import { areaAt, type HostRange } from "./range";

/**
 * Fills the columns of tables that the range has just written to, as the host's `fillTableColumns` says.
 * @param written The rows that were written. null left its cell as it was.
 */
export function fillTableColumns(range: HostRange, written: readonly (readonly unknown[])[]): void {
  const { model, sheet, area } = range;
  const { fillTableColumns: mode } = model.behaviour;
  if (mode === false) return;
  const bodies = model.state.tables
    .filter((table) => table.sheet === sheet.getSheetId())
    .map(({ address, showHeaders }) => bodyOf(areaAt(address), showHeaders));
  for (let at = 0; at < area.columns; at += 1) {
    const column = area.column + at;
    for (const body of bodies) {
      const rows = written.flatMap((cells, down) =>
        cells[at] !== null && contains(body, { row: area.row + down, column }) ? [area.row + down] : [],
      );
      const row = rows.filter((each) => sheet.getRange(each, column).getFormula() !== "").at(-1);
      if (row !== undefined && (mode === "always" || rows.length === 1)) fillDown(range, body, { row, column });
    }
  }
}

function fillDown({ model, sheet }: HostRange, body: Area, { row, column }: { row: number; column: number }): void {
  const formula = sheet.getRange(row, column).getFormula();
  const { api } = model.grid;
  const rows = Array.from({ length: body.rows }, (_, at) => {
    const shifted = api.getFormula().moveFormulaRefOffset(formula, 0, body.row + at - row);
    return [{ f: shifted, si: null, v: null }];
  });
  sheet.getRange(body.row, column, body.rows, 1).setValues(rows);
}

function bodyOf(area: Area, hasHeaders: boolean): Area {
  return hasHeaders ? { ...area, row: area.row + 1, rows: area.rows - 1 } : area;
}
