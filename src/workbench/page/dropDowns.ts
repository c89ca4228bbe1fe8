/** Drop-down lists in cells, as add-ins set them by data validation. */
import type { FRange } from "@univerjs/sheets/facade";
import { parseAddress } from "../../grid/address";
import { isInside, type Area } from "../../grid/area";
import type { ValidationState } from "../model/state";
import { workbookOf, type Grid } from "../univer/grid";
import { gridArea } from "../univer/range";

/** Shows these lists. The function that is returned shows those that there are then. */
export function showDropDowns(grid: Grid, validations: () => readonly ValidationState[]): () => void {
  let shown: readonly ValidationState[] = [];
  const show = (): void => {
    const wanted = validations();
    if (JSON.stringify(wanted) === JSON.stringify(shown)) return;
    const before = shown;
    // Setting a list is a change too, and each change calls this function.
    shown = structuredClone(wanted);
    for (const each of before) rangeOnSheet(grid, each, each.address)?.setDataValidation(null);
    for (const each of wanted) {
      const rule = ruleOf(grid, each);
      if (rule) rangeOnSheet(grid, each, each.address)?.setDataValidation(rule);
    }
  };
  show();
  return show;
}

/** Undefined where the cells that the list is taken from are not there, as after their sheet was deleted. */
function ruleOf(grid: Grid, validation: ValidationState) {
  const { source, ignoreBlanks, errorAlert } = validation;
  const rule = grid.api
    .newDataValidation()
    .setAllowBlank(ignoreBlanks)
    // What is not refused is taken: with a warning, as Univer does it, or without.
    .setAllowInvalid(errorAlert?.showAlert === false || (errorAlert?.style ?? "Stop") !== "Stop");
  if (!source.startsWith("=")) {
    const items = source.split(",").map((item) => item.trim());
    return rule.requireValueInList(items, false, true).build();
  }
  const range = rangeOnSheet(grid, validation, source.slice(1));
  return range && rule.requireValueInRange(range, false, true).build();
}

/** The cells at an address, which are on the validated cells' own sheet where it names none. */
function rangeOnSheet(grid: Grid, { sheet: own }: ValidationState, address: string): FRange | undefined {
  const parsed = parseAddress(address);
  const workbook = workbookOf(grid);
  const sheet = parsed?.sheet ? workbook.getSheetByName(parsed.sheet) : workbook.getSheetBySheetId(own);
  if (!parsed || !sheet) return undefined;
  const { row, column, rows, columns }: Area = parsed.area;
  return isInside(parsed.area, gridArea(sheet)) ? sheet.getRange(row, column, rows, columns) : undefined;
}
