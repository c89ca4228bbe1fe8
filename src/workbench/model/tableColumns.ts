/** Calculated columns: Excel fills a table's column with the formula that is entered in one of its cells. */
import { cellCount, contains, type Area } from "../../grid/area";
import { areaAt, type HostRange } from "./range";

/** Fills the column where the range is one cell of a table's body and holds a formula now. */
export function fillTableColumn({ model, sheet, area }: HostRange): void {
  if (!model.behaviour.fillTableColumns || cellCount(area) !== 1) return;
  const { row, column } = area;
  const body = model.state.tables
    .filter((table) => table.sheet === sheet.getSheetId())
    .map(({ address, showHeaders }) => bodyOf(areaAt(address), showHeaders))
    .find((each) => contains(each, area));
  const formula = sheet.getRange(row, column).getFormula();
  if (!body || !formula) return;
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
